"""Numbers of tables and figures: by chapter, in the order in which a reader meets them.

A table or figure may stand on several pages. It is numbered where it stands first; elsewhere it has
the same number, which leads there. Theorems and equations are numbered by Sphinx, by chapter too,
since `_toc.yml` numbers chapters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..project.errors import UserError
from ..project.places import Page
from .addresses import slug
from .pieces import PLACE, Pieces, find, named

if TYPE_CHECKING:
    from nbformat import NotebookNode

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


def assign(pages: Iterable[tuple[Page, NotebookNode]], pieces: Pieces) -> Numbers:
    """Number the tables and figures of all chapters.

    Parameters
    ----------
    pages : iterable of tuple
        The pages that are notebooks, in the book's order.
    pieces : dict of str to Piece
        What pages show of each other.

    Returns
    -------
    dict of str to Number
        Numbers by chapter and id.
    """
    numbers: Numbers = {}
    orders: dict[str, int] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for page, document in pages:
        start = ""
        if page.place.count("/") > 1:  # else a page of its own, in no folder of a chapter
            start = f"{orders.setdefault(page.chapter, len(orders) + 1)}."
        for kind, name in _frames(document, page.chapter, pieces):
            fragment = f"{kind}-{slug(name)}"
            key = f"{page.chapter}/{fragment}"
            if key in numbers:
                numbers[key] = replace(numbers[key], places=(*numbers[key].places, page.place))
            else:
                counts[page.chapter, kind] += 1
                text = f"{kind.title()} {start}{counts[page.chapter, kind]}"
                numbers[key] = Number(text, (page.place,), fragment)
    return numbers


def _frames(page: NotebookNode, chapter: str, pieces: Pieces) -> Iterator[tuple[str, str]]:
    """Kind and name of the tables and figures of a chapter on a page, from top to bottom."""
    for cell in page.cells:
        if cell.cell_type == "markdown":
            for place in PLACE.finditer(cell.source):
                if place["titled"]:
                    yield "table", place["titled"]
                elif place["shown"]:
                    with suppress(UserError):  # told where the page is printed
                        piece = find(pieces, chapter, place["shown"])
                        if piece.chapter == chapter and piece.kind in _FRAMES:
                            yield piece.kind, piece.name
        elif not _HIDDEN & {*cell.metadata.get("tags", [])}:
            shown = (piece for output in cell.get("outputs", []) for piece in named(output))
            yield from (piece for piece in shown if piece[0] in _FRAMES)
