"""Pages as notebooks for download, which read and rerun well in Jupyter.

Jupyter knows Markdown and HTML, but not the directives and roles of the site: values stand in the
places of their names, theorems and boxes begin with their names in bold, and links lead to the
site. A theorem or an equation goes by its label.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from nbformat.v4 import new_code_cell

from ..project import notebook
from ..project.files import title_of
from ..project.settings import settings
from . import wheels
from .bibliography import labels
from .book import Book
from .rendering import Renderer
from .transclusion import printed_page

if TYPE_CHECKING:
    from nbformat import NotebookNode

_OPEN = re.compile(r"(?P<fence>`{3,}|:{3,})(?:\{(?P<name>[\w:-]+)\}[ \t]*(?P<title>.*)|[\w-]*)")
_OPTION = re.compile(r":[\w-]+:.*")
_ROLE = re.compile(r"\{([a-z:]+)\}`([^`<]*?)\s*(?:<([^`<>]+)>)?`")
_LINK = re.compile(r"\]\(([^)\s]+?)\.md((?:#[^)\s]*)?)\)")
_LABELLED = re.compile(r"\n?\$\$[ \t]*\(([\w:-]+)\)[ \t]*$", re.MULTILINE)
_TARGET = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
_HIDDEN = {"remove-input", "hide-input"}


def write_notebooks(book: Book, site: Path) -> None:
    """Put each page as a notebook below ``downloads``, where its button leads, and the wheels."""
    top = settings(book.project)["html"]["baseurl"] or "../../"
    works = labels(book.project.root / "book/references.bib")
    install = wheels.cell(wheels.write_wheels(book.project, site), top)
    titles = {name: title_of(book.project.root / f"{name}.md") for name in book.project.pages}
    for run in book.runs.values():
        page = printed_page(book, run.page, Renderer(book, run.page.place, top))
        make_plain(page, run.page.place, top, titles, works)
        if install:
            page.cells.insert(0, new_code_cell(install, id="install"))
        target = site / "downloads" / run.page.chapter / run.notebook.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(notebook.dumps(page), "utf-8")


def make_plain(
    page: NotebookNode, place: str, top: str, titles: Mapping[str, str], works: Mapping[str, str]
) -> None:
    """Change a page into what Jupyter can show.

    Parameters
    ----------
    page : NotebookNode
        The page as it is printed for a notebook; see `Renderer`.
    place : str
        Where it stands, such as ``"book/guts/index"``.
    top : str
        The way from a notebook to the top of the site, or the address of the book.
    titles : mapping of str to str
        The titles of pages by place.
    works : mapping of str to str
        What works are called, by key.
    """

    def there(target: str) -> str:
        return normpath(join(dirname(place), target)) if target[0] != "/" else target[1:]

    def role(match: re.Match[str]) -> str:
        name, text, target = match.groups()
        if name == "doc":
            to = there(target or text)
            return f"[{text if target else titles.get(to, to)}]({top}{to}.html)"
        if name.startswith("cite"):
            cited = [works.get(key.strip(), key) for key in text.split(",")]
            return " and ".join(cited) if name == "cite:t" else f"({'; '.join(cited)})"
        return f"({text})" if name == "eq" else text

    def link(match: re.Match[str]) -> str:
        return f"]({top}{there(match[1])}.html{match[2]})"

    for name in ("jupytext", "myst"):
        page.metadata.pop(name, None)
    for cell in page.cells:
        if cell.cell_type == "markdown":
            text = _LABELLED.sub(r"\n\\tag{\1}\n$$", _TARGET.sub("", cell.source))
            text = _blocks(_LINK.sub(link, _ROLE.sub(role, text)))
            cell.source = text.replace('href="#', f'href="{top}{place}.html#')  # in HTML
        elif _HIDDEN & {*cell.metadata.get("tags", [])}:
            cell.metadata["jupyter"] = {"source_hidden": True}
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):
                output.data.pop("text/plain", None)


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
                word = "" if name in ("table", "list-table") else kind  # its rows say what it is
                lines += [f"**{title or word}**", ""] if title or word else []
        elif literal or not inside or not _OPTION.fullmatch(line):
            lines.append(line)
    return "\n".join(lines)
