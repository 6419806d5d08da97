"""A page as a notebook for download, which reads and reruns well in Jupyter.

Jupyter knows Markdown and HTML, but not the directives and roles of the site, nor its styles: what
they stand for is written out. Values are in the places of their names, theorems, equations and
works have the numbers and labels that they have on the site, and links lead back to it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

from ..run.project import BuildError

if TYPE_CHECKING:
    from nbformat import NotebookNode

_OPEN = re.compile(r"^(?P<fence>`{3,}|:{3,})\{(?P<name>[\w:-]+)\}[ \t]*(?P<title>.*)$")
_CODE = re.compile(r"^(`{3,}).*$")
_OPTION = re.compile(r"^:([\w-]+):[ \t]*(.*)$")
_VALUE = re.compile(r"\{\{\s*(\w+)\.(\w+)\s*\}\}")
_ROLE = re.compile(r"\{([a-z:]+)\}`([^`]+)`")
_NAMED = re.compile(r"^(.*?)\s*<([^<>]+)>$", re.DOTALL)
_LINK = re.compile(r"(\]\()([^)\s]+?)\.md((?:#[^)\s]*)?\))")
_LABELLED = re.compile(r"\n?(\$\$)[ \t]*\(([\w:-]+)\)[ \t]*$", re.MULTILINE)
_TARGET = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
_PROOF = re.compile(
    r'<div class="proof \w+ admonition" id="([\w-]+)">\s*<p class="admonition-title">'
    r'<span class="caption-number">(.*?)</span>',
    re.DOTALL,
)
_EQUATION = re.compile(r'id="equation-([\w-]+)".{0,400}?class="eqno">\(?([\d.]+)', re.DOTALL)
_ESCAPED = re.compile(r"\\([.()-])")  # with more care than Markdown asks for
_HIDDEN = {"remove-input", "hide-input"}

# The look of what the press prints, where its style sheet is not: colours fit light and dark.
_STYLES = {
    "pr-num": "text-align: right",
    "pr-text": "text-align: left",
    "pr-code": "text-align: left; font-family: monospace",
    "pr-tuple": "display: block",
    "pr-verdict": "border: 1px solid; border-radius: 3px; padding: 0 0.4em; white-space: nowrap",
}
_GOOD, _OFF, _BAD = "#2e8b57", "#b8690f", "#d0494e"
_COLOURS = {
    "pr-match": _GOOD, "pr-holds": _GOOD, "pr-truncated": _GOOD, "pr-within-noise": _GOOD,
    "pr-partly": _OFF, "pr-differs": _BAD, "pr-fails": _BAD,
}  # fmt: skip


@dataclass(frozen=True)
class Book:
    """What a page may speak of that stands elsewhere.

    Attributes
    ----------
    site : Path
        The built pages, which know the numbers of theorems and equations.
    address : str
        Where the book is published; empty if nobody has said. Links are relative then, from the
        folder of downloads.
    titles : mapping of str to str
        The titles of pages by place.
    values : mapping of str to mapping
        The values of chapters by name.
    works : mapping of str to str
        What works are called by key, and their description.
    """

    site: Path
    address: str
    titles: Mapping[str, str]
    values: Mapping[str, Mapping[str, Any]]
    works: Mapping[str, tuple[str, str]]

    @property
    def top(self) -> str:
        """The way from a notebook to the top of the site."""
        return self.address or "../../"

    @cached_property
    def labels(self) -> dict[str, str]:
        """Numbers by label, such as ``"Theorem 5.1"`` of a theorem and ``"5.1"`` of an equation."""
        found: dict[str, str] = {}
        for place in self.titles:
            text = (self.site / f"{place}.html").read_text("utf-8")
            for pattern in (_PROOF, _EQUATION):
                found |= {
                    label: " ".join(re.sub("<[^>]*>", "", number).split())
                    for label, number in pattern.findall(text)
                }
        return found


def plain(page: NotebookNode, place: str, book: Book) -> NotebookNode:
    """Return a page as Jupyter can show it.

    Parameters
    ----------
    page : NotebookNode
        The page as Sphinx reads it.
    place : str
        Where it stands, such as ``"book/guts/index"``.
    book : Book
        What it may speak of.

    Returns
    -------
    NotebookNode
        A copy.
    """
    page = copy.deepcopy(page)
    for name in ("jupytext", "myst"):
        page.metadata.pop(name, None)
    writer = _Writer(place, book)
    for cell in page.cells:
        if cell.cell_type == "markdown":
            cell.source = writer.text(cell.source)
        elif _HIDDEN & set(cell.metadata.get("tags", [])):
            cell.metadata["jupyter"] = {"source_hidden": True}
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/html" in data:
                data["text/html"] = writer.html("".join(data["text/html"]))
    return page


@dataclass
class _Writer:
    """One page's prose and outputs, from first to last."""

    place: str
    book: Book

    def __post_init__(self) -> None:
        self.cited: dict[str, None] = {}

    def text(self, source: str) -> str:
        """Write out what Jupyter does not know in some Markdown."""
        lines = source.splitlines()
        told: list[str] = []
        while lines:
            line = lines.pop(0)
            if begun := _OPEN.match(line):
                told += self._directive(begun, _until(lines, begun["fence"]))
            elif code := _CODE.match(line):
                told += [line, *_until(lines, code[1]), code[1]]
            else:
                prose = [line]
                while lines and not _CODE.match(lines[0]) and not _OPEN.match(lines[0]):
                    prose.append(lines.pop(0))
                told += self._prose("\n".join(prose)).split("\n")
        return "\n".join(told)

    def html(self, text: str) -> str:
        """Give HTML the look that it has without the site's styles, and links that lead there."""
        if '<div class="pr-play"' in text:
            label = re.search(r'aria-label="([^"]*)"', text)
            told = label[1] if label else "A game"
            return (
                f"<p>{told}: run this cell to play here, or {self._a('play it on the site')}.</p>"
            )
        text = re.sub(r'<div class="pr-narrow" hidden>.*?</svg></div>', "", text, flags=re.DOTALL)
        text = re.sub(r'<div class="pr-slider" hidden.*?</script>', "", text, flags=re.DOTALL)
        text = re.sub(r'="(?:\.\./)+(downloads/|_static/|book/)', rf'="{self.book.top}\1', text)
        text = re.sub(r'href="#', f'href="{self.book.top}{self.place}.html#', text)
        return re.sub(r'<(\w+) class="([^"]*\bpr-[^"]*)"(?! style)', _styled, text)

    def _a(self, text: str) -> str:
        return f'<a href="{self.book.top}{self.place}.html">{text}</a>'

    def _directive(self, begun: re.Match[str], body: list[str]) -> list[str]:
        name, title = begun["name"], begun["title"].strip()
        options = {}
        while body and (option := _OPTION.match(body[0])):
            options[option[1]] = option[2]
            body.pop(0)
        if name == "raw":
            return self.html("\n".join(body)).split("\n")
        if name == "bibliography":
            return [f"- {self.book.works[key][1]}" for key in sorted(self.cited)]
        if name == "math":
            label = options.get("label", "")
            tag = [f"\\tag{{{self.book.labels[label]}}}"] if label in self.book.labels else []
            return ["$$", *body, *tag, "$$"]
        if name == "list-table":
            return self._table(title, "\n".join(body))
        inner = self.text("\n".join(body).strip()).split("\n")
        title = self._prose(title)
        if name == "dropdown":
            return ["<details>", f"<summary>{title}</summary>", "", *inner, "", "</details>"]
        if name == "prf:proof":
            return ["*Proof.* " + inner[0], *inner[1:], "", "∎"]
        if name.startswith("prf:"):
            number = self.book.labels.get(options.get("label", ""), name[4:].capitalize())
            head = f"**{number}** ({title})." if title else f"**{number}.**"
            return _quoted([head, "", *inner])
        if name in ("admonition", "note", "tip", "warning"):
            return _quoted([f"**{title or name.capitalize()}**", "", *inner])
        raise BuildError(f"{self.place}: no notebook for download can show {{{name}}}")

    def _table(self, title: str, body: str) -> list[str]:
        """A ``list-table`` as a table of Markdown, its first row as head."""
        rows = [
            [
                " ".join(self._prose(cell).split())
                for cell in re.split(r"^(?:  |\* )- ?", row, flags=re.MULTILINE)[1:]
            ]
            for row in re.split(r"^(?=\* - )", body.strip(), flags=re.MULTILINE)
            if row.strip()
        ]
        lines = [f"| {' | '.join(row)} |" for row in rows]
        return [f"*{title}*", "", lines[0], "|---" * len(rows[0]) + "|", *lines[1:]]

    def _prose(self, text: str) -> str:
        text = _TARGET.sub("", text)
        text = _VALUE.sub(self._value, text)
        text = _LABELLED.sub(self._numbered, text)
        text = _ROLE.sub(self._role, text)
        text = re.sub(r'(href=")(?:\.\./)+(?=book/|downloads/)', rf"\1{self.book.top}", text)
        return _LINK.sub(lambda link: f"{link[1]}{self._page(link[2])}{link[3]}", text)

    def _value(self, asked: re.Match[str]) -> str:
        return str(self.book.values[asked[1]][asked[2]])

    def _numbered(self, end: re.Match[str]) -> str:
        return f"\n\\tag{{{self.book.labels.get(end[2], end[2])}}}\n$$"

    def _page(self, target: str) -> str:
        """The address of a page that is named as seen from this one."""
        return f"{self.book.top}{self._place(target)}.html"

    def _place(self, target: str) -> str:
        return target[1:] if target[0] == "/" else normpath(join(dirname(self.place), target))

    def _role(self, role: re.Match[str]) -> str:
        name, content = role[1], role[2]
        named = _NAMED.match(content)
        text, target = (named[1], named[2]) if named else ("", content)
        labels = self.book.labels
        told: dict[str, Callable[[], str]] = {
            "cite": lambda: f"({self._works(content, '; ')})",
            "cite:p": lambda: f"({self._works(content, '; ')})",
            "cite:t": lambda: self._works(content, " and "),
            "doc": lambda: (
                f"[{text or self.book.titles[self._place(target)]}]({self._page(target)})"
            ),
            "eq": lambda: f"({labels.get(target, target)})",
            "prf:ref": lambda: text or labels.get(target, target),
        }
        return told.get(name, lambda: text or target)()

    def _works(self, keys: str, between: str) -> str:
        named = [key.strip() for key in keys.split(",")]
        self.cited |= dict.fromkeys(named)
        return between.join(self.book.works[key][0] for key in named)


def _until(lines: list[str], fence: str) -> list[str]:
    """Take the lines up to the end of a block, and its last line too."""
    found: list[str] = []
    inside = ""  # a block of code may show what looks like an end
    while lines:
        line = lines.pop(0)
        mark = re.match(r"^(`{3,}|:{3,})", line)
        if mark and line.strip() == mark[1] and mark[1][0] == fence[0]:
            if inside and len(mark[1]) >= len(inside):
                inside = ""
            elif not inside and len(mark[1]) >= len(fence):
                return found
        elif mark and mark[1][0] == fence[0] and not inside and len(mark[1]) < len(fence):
            inside = mark[1]
        found.append(line)
    return found


def _quoted(lines: list[str]) -> list[str]:
    return [f"> {line}".rstrip() for line in lines]


def _styled(tag: re.Match[str]) -> str:
    classes = tag[2].split()
    styles = [_STYLES[name] for name in classes if name in _STYLES]
    if "pr-verdict" in classes:
        styles += [f"color: {_COLOURS[name]}" for name in classes if name in _COLOURS]
    style = f' style="{"; ".join(styles)}"' if styles else ""
    return f"{tag[0]}{style}"


def works(bibliography: Path) -> dict[str, tuple[str, str]]:
    """Return what works are called and how they are described, by key.

    Parameters
    ----------
    bibliography : Path
        A file in BibTeX.

    Returns
    -------
    dict of str to tuple of str
        Label and description, which is Markdown.
    """
    from pybtex.backends.markdown import Backend

    from .works import _Style, entries_of, label

    found = entries_of(bibliography)
    formatted = {one.key: one.text for one in _Style().format_entries(found.values())}
    backend = Backend()
    return {
        key: (label(entry), _ESCAPED.sub(r"\1", formatted[key].render(backend)).replace("\n", " "))
        for key, entry in found.items()
    }
