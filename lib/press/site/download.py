"""A page as a notebook for download, which reads and reruns well in Jupyter.

Jupyter knows Markdown and HTML, but not the directives and roles of the site: values stand in the
places of their names, theorems and boxes begin with their names in bold, and links lead to the
site. An equation goes by its label.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nbformat import NotebookNode

_OPEN = re.compile(r"^(?P<fence>`{3,}|:{3,})(?:\{(?P<name>[\w:-]+)\}[ \t]*(?P<title>.*)|[\w-]*)$")
_OPTION = re.compile(r"^:[\w-]+:.*$")
_VALUE = re.compile(r"\{\{\s*(\w+)\.(\w+)\s*\}\}")
_ROLE = re.compile(r"\{([a-z:]+)\}`([^`]+)`")
_NAMED = re.compile(r"^(.*?)\s*<([^<>]+)>$", re.DOTALL)
_LINK = re.compile(r"(\]\()([^)\s]+?)\.md((?:#[^)\s]*)?\))")
_LABELLED = re.compile(r"\n?\$\$[ \t]*\(([\w:-]+)\)[ \t]*$", re.MULTILINE)
_TARGET = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
_PROOF = re.compile(
    r'<div class="proof \w+ admonition" id="([\w-]+)">\s*<p class="admonition-title">'
    r'<span class="caption-number">(.*?)</span>',
    re.DOTALL,
)
_HIDDEN = {"remove-input", "hide-input"}


@dataclass(frozen=True)
class Book:
    """What a page may speak of that stands elsewhere.

    Attributes
    ----------
    site : Path
        The built pages, which know the numbers of theorems.
    address : str
        Where the book is published; empty if nobody has said. Links are relative then, from the
        folder of downloads.
    titles : mapping of str to str
        The titles of pages by place.
    values : mapping of str to mapping
        The values of chapters by name.
    works : mapping of str to str
        What works are called, by key.
    """

    site: Path
    address: str
    titles: Mapping[str, str]
    values: Mapping[str, Mapping[str, Any]]
    works: Mapping[str, str]

    @property
    def top(self) -> str:
        """The way from a notebook to the top of the site."""
        return self.address or "../../"

    @cached_property
    def labels(self) -> dict[str, str]:
        """What theorems are called, such as ``"Theorem 5.1"``, by label."""
        texts = ((self.site / f"{place}.html").read_text("utf-8") for place in self.titles)
        return {
            label: " ".join(number.split())
            for text in texts
            for label, number in _PROOF.findall(text)
        }


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
    for cell in page.cells:
        if cell.cell_type == "markdown":
            cell.source = _text(cell.source, place, book)
        elif _HIDDEN & set(cell.metadata.get("tags", [])):
            cell.metadata["jupyter"] = {"source_hidden": True}
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/html" in data:
                data["text/html"] = _html("".join(data["text/html"]), place, book)
    return page


def _text(source: str, place: str, book: Book) -> str:
    """Write out what Jupyter does not know in some Markdown, line by line."""
    told: list[str] = []
    prose: list[str] = []
    inside: list[tuple[str, str]] = []  # fences and names of the blocks that are open

    def flush() -> None:
        told.extend(_prose("\n".join(prose), place, book).split("\n") if prose else [])
        prose.clear()

    options = False  # whether the next line may be an option of a directive
    for line in source.splitlines():
        fence, name = inside[-1] if inside else ("", "")
        literal = bool(inside) and name in ("", "raw")
        begun = None if literal else _OPEN.match(line)
        if inside and line.strip() == fence:
            flush()
            inside.pop()
            told += {"": [line], "math": ["$$"], "dropdown": ["", "</details>"]}.get(name, [""])
        elif options and _OPTION.match(line):
            continue
        elif begun:
            flush()
            name = begun["name"] or ""
            inside.append((begun["fence"], name))
            told += _begin(name, line, _prose(begun["title"] or "", place, book), book, source)
        elif literal:
            told.append(_html(line, place, book) if name == "raw" else line)
        else:
            prose.append(line)
        options = bool(begun and begun["name"])
    flush()
    return "\n".join(told)


def _begin(name: str, line: str, title: str, book: Book, source: str) -> list[str]:
    """How a block begins: code as it is, a box with its name."""
    if not name:
        return [line]
    if name == "math":
        return ["$$"]
    if name == "dropdown":
        return ["<details>", f"<summary>{title}</summary>", ""]
    if name in ("raw", "bibliography", "div"):
        return []
    kind = name.removeprefix("prf:").replace("-", " ").capitalize()
    if name.startswith("prf:"):
        label = re.search(rf"^{re.escape(line)}\n:label:\s*(\S+)", source, re.MULTILINE)
        head = book.labels.get(label[1], kind) if label else kind
        return [f"**{head}**" + (f" ({title})" if title else ""), ""]
    return [f"**{title or kind}**", ""]


def _prose(text: str, place: str, book: Book) -> str:
    def page(target: str) -> str:
        return target[1:] if target[0] == "/" else normpath(join(dirname(place), target))

    def role(found: re.Match[str]) -> str:
        name, content = found[1], found[2]
        named = _NAMED.match(content)
        text, target = (named[1], named[2]) if named else ("", content)
        if name == "doc":
            there = page(target)
            return f"[{text or book.titles[there]}]({book.top}{there}.html)"
        if name.startswith("cite"):
            works = [book.works.get(key.strip(), key) for key in content.split(",")]
            return " and ".join(works) if name == "cite:t" else f"({'; '.join(works)})"
        if name == "eq":
            return f"({target})"
        return text or book.labels.get(target, target)

    text = _TARGET.sub("", text)
    text = _VALUE.sub(lambda asked: str(book.values[asked[1]][asked[2]]), text)
    text = _LABELLED.sub(r"\n\\tag{\1}\n$$", text)
    text = _ROLE.sub(role, text)
    text = re.sub(r'(href=")(?:\.\./)+(?=book/|downloads/)', rf"\1{book.top}", text)
    return _LINK.sub(lambda link: f"{link[1]}{book.top}{page(link[2])}.html{link[3]}", text)


def _html(text: str, place: str, book: Book) -> str:
    """HTML with links that lead to the site, and a word in the place of what only works there."""
    here = f"{book.top}{place}.html"
    if '<div class="pr-play"' in text:
        label = re.search(r'aria-label="([^"]*)"', text)
        told = label[1] if label else "A game"
        return f'<p>{told}: run this cell to play here, or <a href="{here}">on the site</a>.</p>'
    text = re.sub(r'<div class="pr-narrow" hidden>.*?</svg></div>', "", text, flags=re.DOTALL)
    text = re.sub(r'<div class="pr-slider" hidden.*?</script>', "", text, flags=re.DOTALL)
    text = re.sub(r'="(?:\.\./)+(downloads/|_static/|book/)', rf'="{book.top}\1', text)
    return text.replace('href="#', f'href="{here}#')
