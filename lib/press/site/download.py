"""A page as a notebook for download, which reads and reruns well in Jupyter.

Jupyter knows Markdown and HTML, but not the directives and roles of the site: values stand in the
places of their names, theorems and boxes begin with their names in bold, and links lead to the
site. A theorem or an equation goes by its label.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

from nbformat.v4 import new_code_cell

if TYPE_CHECKING:
    from nbformat import NotebookNode

_OPEN = re.compile(r"(?P<fence>`{3,}|:{3,})(?:\{(?P<name>[\w:-]+)\}[ \t]*(?P<title>.*)|[\w-]*)")
_OPTION = re.compile(r":[\w-]+:.*")
_VALUE = re.compile(r"\{\{\s*(\w+)\.(\w+)\s*\}\}")
_ROLE = re.compile(r"\{([a-z:]+)\}`([^`<]*?)\s*(?:<([^`<>]+)>)?`")
_LINK = re.compile(r"\]\(([^)\s]+?)\.md((?:#[^)\s]*)?)\)")
_LABELLED = re.compile(r"\n?\$\$[ \t]*\(([\w:-]+)\)[ \t]*$", re.MULTILINE)
_TARGET = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
_HIDDEN = {"remove-input", "hide-input"}


@dataclass(frozen=True)
class Context:
    """What a page may speak of that stands elsewhere.

    Attributes
    ----------
    top : str
        The way from a notebook to the top of the site, or the address of the around.
    titles : mapping of str to str
        The titles of pages by place.
    values : mapping of str to mapping
        The values of chapters by name.
    works : mapping of str to str
        What works are called, by key.
    install : str
        The source of a cell that installs what a page needs.
    """

    top: str
    titles: Mapping[str, str]
    values: Mapping[str, Mapping[str, Any]]
    works: Mapping[str, str]
    install: str = ""


def plain(page: NotebookNode, place: str, around: Context) -> NotebookNode:
    """Return a page as Jupyter can show it.

    Parameters
    ----------
    page : NotebookNode
        The page as it is printed for a notebook; see `Printer`.
    place : str
        Where it stands, such as ``"book/guts/index"``.
    around : Context
        What it may speak of.

    Returns
    -------
    NotebookNode
        A copy.
    """
    page = copy.deepcopy(page)
    here = f"{around.top}{place}.html"
    for name in ("jupytext", "myst"):
        page.metadata.pop(name, None)
    for cell in page.cells:
        if cell.cell_type == "markdown":
            text = _blocks(_prose(cell.source, place, around))
            cell.source = text.replace('href="#', f'href="{here}#')  # in an author's HTML
        elif _HIDDEN & set(cell.metadata.get("tags", [])):
            cell.metadata["jupyter"] = {"source_hidden": True}
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/html" in data:
                data.pop("text/plain", None)
    if around.install:
        page.cells.insert(0, new_code_cell(around.install, id="install"))
    return page


def _blocks(source: str) -> str:
    """Write out the directives in some Markdown: a box begins with its name."""
    lines: list[str] = []
    inside: list[tuple[str, str]] = []  # fences and names of the blocks that are open
    for line in source.splitlines():
        fence, name = inside[-1] if inside else ("", "")
        literal = name in ("code", "raw")
        begun = None if literal else _OPEN.fullmatch(line.strip())  # in a list it is indented
        if inside and line.strip() == fence:
            inside.pop()
            lines.append({"code": line, "math": "$$"}.get(name, ""))
        elif begun:
            name, title = begun["name"] or "code", begun["title"]
            inside.append((begun["fence"], name))
            kind = name.removeprefix("prf:").capitalize()
            if name in ("code", "math"):
                lines.append(line if name == "code" else "$$")
            elif name.startswith("prf:"):
                lines += [f"**{kind}**" + (f" ({title})" if title else ""), ""]
            elif name not in ("raw", "bibliography", "div"):
                lines += [f"**{title or kind}**", ""]
        elif literal or not inside or not _OPTION.fullmatch(line):
            lines.append(line)
    return "\n".join(lines)


def _prose(text: str, place: str, around: Context) -> str:
    """Write out the values, roles and links in some Markdown."""

    def page(target: str) -> str:
        return normpath(join(dirname(place), target)) if target[0] != "/" else target[1:]

    def role(match: re.Match[str]) -> str:
        name, text, target = match[1], match[2], match[3]
        if name == "doc":
            there = page(target or text)
            label = text if target else around.titles.get(there, there)
            return f"[{label}]({around.top}{there}.html)"
        if name.startswith("cite"):
            works = [around.works.get(key.strip(), key) for key in text.split(",")]
            return " and ".join(works) if name == "cite:t" else f"({'; '.join(works)})"
        return f"({text})" if name == "eq" else text

    def value(match: re.Match[str]) -> str:
        return str(around.values.get(match[1], {}).get(match[2], match[0]))

    text = _LABELLED.sub(r"\n\\tag{\1}\n$$", _TARGET.sub("", text))
    text = _ROLE.sub(role, _VALUE.sub(value, text))
    return _LINK.sub(lambda link: f"]({around.top}{page(link[1])}.html{link[2]})", text)
