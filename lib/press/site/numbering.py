"""Numbers of tables and figures: by chapter, in the order in which a reader meets them.

A table or figure may stand on several pages. It is numbered where it stands first; elsewhere it has
the same number, which leads there. An author refers to it by a link without a text,
``[](#figure-NAME)``, and from another chapter by ``[](#CHAPTER/figure-NAME)``: the text becomes
"Figure 5.3". All of this is done before Sphinx reads a page, so that a page changes on disk
whenever a number on it does.

Theorems and equations are numbered by Sphinx, by chapter too, since `_toc.yml` numbers chapters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..project.errors import known_name
from .addresses import slug
from .pieces import Pieces, find, named

if TYPE_CHECKING:
    from nbformat import NotebookNode

_PLACE = re.compile(r"^```\{shown\} +(?P<shown>.+?) *$|^:::\{titled\} +(?P<titled>[\w-]+)", re.M)
_TITLED = re.compile(r"^:::\{titled\} +([\w-]+) *\n(.+?)\n\n(.+?)\n:::$", re.M | re.DOTALL)
_LINK = re.compile(r"`[^`\n]*`|\[([^\]\n]*)\]\(#((?:[a-z]\w*/)?(?:figure|table)-[\w-]+)\)")
_FRAMES = ("table", "figure")  # what has a number
_HIDDEN = {"remove-output", "remove-cell"}


@dataclass(frozen=True)
class Number:
    """What a table or figure is called.

    Attributes
    ----------
    text : str
        Such as ``"Figure 5.3"``.
    places : tuple of str
        The pages on which it stands, such as ``"book/guts/index"``, in order.
    fragment : str
        Its id there, and on every page.
    """

    text: str
    places: tuple[str, ...]
    fragment: str

    def link(self, page: str, text: str = "") -> str:
        """Return a link to it on a page, whose address is given; empty for the page itself."""
        return f'<a class="pr-ref" href="{page}#{self.fragment}">{text or self.text}</a>'

    def caption(self, way: str) -> str:
        """Return what stands before a caption, on a page that is `way` below the top."""
        return f"<b>{self.link(f'{way}{self.places[0]}.html', f'{self.text}.')}</b> "


Numbers = dict[str, Number]  # by chapter and id: "guts/figure-deal"


def assign(pages: Iterable[tuple[str, str, Iterable[tuple[str, str]]]]) -> Numbers:
    """Number the tables and figures of all chapters.

    Parameters
    ----------
    pages : iterable of tuple
        For each page in the book's order its chapter, where it stands, and its `frames`.

    Returns
    -------
    dict of str to Number
        Numbers by chapter and id.
    """
    numbers: Numbers = {}
    orders: dict[str, int] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for chapter, place, contents in pages:
        start = ""
        if place.count("/") > 1:  # else a page of its own, in no folder of a chapter
            start = f"{orders.setdefault(chapter, len(orders) + 1)}."
        for kind, fragment in contents:
            name = f"{chapter}/{fragment}"
            if name in numbers:
                numbers[name] = replace(numbers[name], places=(*numbers[name].places, place))
            else:
                counts[chapter, kind] += 1
                text = f"{kind.title()} {start}{counts[chapter, kind]}"
                numbers[name] = Number(text, (place,), fragment)
    return numbers


def written(text: str, chapter: str, place: str, numbers: Numbers, way: str, here: str = "") -> str:
    """Put numbers into prose: into links to tables and figures, and before titled tables.

    Parameters
    ----------
    text : str
        Some MyST Markdown. A table that an author has written has a title in a block
        ``:::{titled} NAME``: the first paragraph of the block.
    chapter : str
        The page's chapter, ``""`` if it belongs to none.
    place : str
        Where the page stands, such as ``"book/guts/index"``.
    numbers : dict of str to Number
        From `assign`.
    way : str
        The way from the page to the top of the site.
    here : str, optional
        The page's address, if this is a copy of it that stands elsewhere.

    Returns
    -------
    str
        The text with HTML in it.

    Raises
    ------
    UserError
        If a link leads to no table or figure.
    """

    def put(link: re.Match[str]) -> str:
        if not link[2]:  # code
            return link[0]
        of, _, fragment = link[2].rpartition("/")
        name = known_name(f"{of or chapter}/{slug(fragment)}", list(numbers), "table or figure")
        places = numbers[name].places
        return numbers[name].link(here if place in places else f"{way}{places[0]}.html", link[1])

    def frame(table: re.Match[str]) -> str:
        fragment = f"table-{slug(table[1])}"
        start = f'<figure class="pr-table" id="{fragment}"><figcaption>'
        title = f"{numbers[f'{chapter}/{fragment}'].caption(way)}{table[2]}"
        return "\n\n".join([_raw(start), title, _raw("</figcaption>"), table[3], _raw("</figure>")])

    return _TITLED.sub(frame, _LINK.sub(put, text))


def frames(page: NotebookNode, chapter: str, pieces: Pieces) -> Iterator[tuple[str, str]]:
    """Yield the tables and figures of a page from top to bottom.

    Parameters
    ----------
    page : NotebookNode
        The page.
    chapter : str
        Its chapter.
    pieces : mapping of str to Piece
        What pages show of each other.

    Yields
    ------
    tuple of str
        Kind and id.
    """
    for cell in page.cells:
        if cell.cell_type == "markdown":
            for place in _PLACE.finditer(cell.source):
                if place["titled"]:
                    yield "table", f"table-{slug(place['titled'])}"
                    continue
                piece = find(pieces, chapter, place["shown"])
                if piece and piece.chapter == chapter and piece.kind in _FRAMES:
                    yield piece.kind, piece.fragment
        elif not _HIDDEN & {*cell.metadata.get("tags", [])}:
            for output in cell.get("outputs", []):
                for kind, name in named(output):
                    if kind in _FRAMES:
                        yield kind, f"{kind}-{slug(name)}"


def _raw(text: str) -> str:
    return f"```{{raw}} html\n{text}\n```"
