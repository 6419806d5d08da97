"""What runs have left, printed: each kind of it in one way, from the data."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from . import argument_map, ledger_page
from .book import Book
from .cards import Cards
from .layout import html
from .numbering import Number
from .pieces import MIME, Piece, named

if TYPE_CHECKING:
    from nbformat import NotebookNode

Files = Callable[[str, str, str], str]  # the address of a chapter's file of some kind


class Renderer:
    """Prints pieces on one page, which is read from its top to its end.

    Parameters
    ----------
    book : Book
        What there is.
    place : str
        Where the page stands, such as ``"book/guts/index"``.
    top : str, optional
        The way to the top of the site, if the page is a notebook, which stands elsewhere: Jupyter
        runs no script of the site, and shows no drawing of a notebook from elsewhere.
    files : callable, optional
        Where files for download are, if they are not on the site.
    """

    def __init__(
        self, book: Book, place: str, top: str | None = None, files: Files | None = None
    ) -> None:
        self.place = place
        self.way = "../" * place.count("/") if top is None else top
        self.here = "" if top is None else f"{top}{place}.html"  # for links within the page
        self._book = book
        self._files = files or (
            lambda chapter, _, file: self.way + quote(f"downloads/{chapter}/{file}")
        )
        self._rows = {(row["chapter"], row["id"]): row for row in book.rows}
        self._cards = Cards(book, place, self.way, self.here)

    def fill(self, cell: NotebookNode, chapter: str) -> None:
        """Put what the outputs of a cell name into their places."""
        for output in cell.get("outputs", []):
            if pieces := [self._book.pieces[f"{chapter}/{k} {n}"] for k, n in named(output)]:
                output.data["text/html"] = "".join(map(self._own, pieces))
                del output.data[MIME]

    def _own(self, piece: Piece) -> str:
        """A piece that the page itself has made: a drawing stands where readers meet it first."""
        number = self._number(piece)
        return self.printed(piece, number is None or number.places[0] == self.place)

    def printed(self, piece: Piece, drawn: bool = True) -> Markup:
        """Return a piece as HTML; a figure `drawn`, or as its file."""
        match piece.kind:
            case "entry":
                return self._cards.card(self._rows[piece.chapter, piece.name])
            case "table":
                return self._table(piece)
            case "figure":
                file = self._file(piece, "figures", f"{piece.chapter}-{piece.name}.svg")
                return self._laid_out(
                    "figure.html#figure", piece, file=file, drawn=drawn and not self.here
                )
            case "widget":
                file = self._file(piece, "widgets", f"{piece.name}.js")
                return self._laid_out("widget.html", piece, file=file, here=self.here)
            case "data":
                file = self._file(piece, "data", f"{piece.name}.json")
                return html("figure.html#downloads", files=[(file, piece.shown["caption"])])
        source = self._book.published[piece.chapter]
        if piece.kind == "map":
            return argument_map.drawing(source, self._book.rows, self.way, not self.here)
        return ledger_page.yardsticks(source)

    def captioned(self, piece: Piece) -> Markup:
        """Return a figure with its caption and nothing else, for the title page."""
        return html("figure.html#captioned", shown=piece.shown, way=self.way)

    def _table(self, piece: Piece) -> Markup:
        """A table, whose cells may be entries, with the checks that decided them."""
        cells = [cell for row in piece.shown["rows"] for cell in row if isinstance(cell, dict)]
        own, again = (
            [self._rows[piece.chapter, cell[kind]] for cell in cells if kind in cell]
            for kind in ("entry", "again")
        )
        return self._laid_out(
            "table.html",
            piece,
            entries={row["id"]: row for row in (*own, *again)},
            checks=self._cards.checks(own),
            files=[
                (self._file(piece, "tables", f"{piece.name}.{suffix.lower()}"), suffix)
                for suffix in ("CSV", "JSON")
            ],
        )

    def _laid_out(self, template: str, piece: Piece, **more: Any) -> Markup:
        """A piece, with its number if it has one."""
        return html(template, piece=piece, number=self._number(piece), way=self.way, **more)

    def _number(self, piece: Piece) -> Number | None:
        return self._book.numbers.get(f"{piece.chapter}/{piece.fragment}")

    def _file(self, piece: Piece, kind: str, name: str) -> str:
        """The address of a file."""
        return self._files(piece.chapter, kind, name)
