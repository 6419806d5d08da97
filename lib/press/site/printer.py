"""What runs have left, printed: each kind of it in one way, from the data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from . import argument_map, ledger_page
from .addresses import slug
from .book import Book
from .cards import Cards
from .entry import badge, tuples
from .pieces import MIME, Piece, named

if TYPE_CHECKING:
    from nbformat import NotebookNode

PIXELS = 96 / 72  # a point
_NUMBER = ' class="pr-num"'  # stands to the right
_WORDS = ' class="pr-long"'  # needs room on a phone
SHORT = 12  # letters that stand in a narrow column
_GIVE_OR_TAKE = re.compile(r" ((?:±|\+-) .*)")
_APART = r' <span class="pr-error">\1</span>'  # below its number on a phone
_GAME = '<p>A game: run this cell to play here, or <a href="{}">on the site</a>.</p>'

Files = Callable[[str, str, str], str]  # the address of a chapter's file of some kind


class Printer:
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
        number = self._book.numbers.get(f"{piece.chapter}/{piece.fragment}")
        return self.printed(piece, number is None or number.places[0] == self.place)

    def printed(self, piece: Piece, drawn: bool = True) -> str:
        """Return a piece as HTML; a figure `drawn`, or as its file."""
        chapter, shown = piece.chapter, piece.shown
        match piece.kind:
            case "entry":
                return self._cards.card(self._rows[chapter, piece.name])
            case "table":
                return self._table(piece)
            case "figure":
                return self._figure(piece, drawn and not self.here)
            case "widget":
                return _GAME.format(self.here) if self.here else self._widget(piece)
            case "data":
                return self._downloads(piece, "data", {f"{piece.name}.json": shown["caption"]})
            case "map":
                source = self._book.published[chapter]
                return argument_map.drawing(source, self._book.rows, self.way, not self.here)
        return ledger_page.yardsticks(self._book.published[chapter])

    def _table(self, piece: Piece) -> str:
        """A table with its caption, its files, and the checks that decided its cells."""
        shown, name = piece.shown, piece.name
        caption = escape(shown["caption"])
        head = "".join(
            f'<th scope="col"{_NUMBER if right else ""}>{escape(column)}</th>'
            for column, right in zip(shown["columns"], shown["numbers"], strict=True)
        )
        body = ""
        for row in shown["rows"]:
            first, *others = (self._cell(piece.chapter, cell) for cell in row)
            body += f'<tr><th scope="row"{first}</th>'
            body += "".join(f"<td{cell}</td>" for cell in others) + "</tr>"
        cells = (cell for row in shown["rows"] for cell in row if isinstance(cell, dict))
        entries = (cell["entry"] for cell in cells if "entry" in cell)
        checks = self._cards.checks(self._rows[piece.chapter, one] for one in entries)
        files = {f"{name}.csv": "CSV", f"{name}.json": "JSON"}
        return (
            f'<figure class="pr-table" id="{piece.fragment}"><figcaption>{self._number(piece)}'
            f'{caption}</figcaption><div class="pr-scroll" tabindex="0" role="region" '
            f'aria-label="Table: {caption}"><table><thead><tr>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>"
            f"{self._downloads(piece, 'tables', files)}{checks}</figure>"
        )

    def _cell(self, chapter: str, cell: Any) -> str:
        """A cell from the end of its tag's name: what the style sheet is told, and the value."""
        match cell:
            case {"entry": name} | {"again": name}:
                row = self._rows[chapter, name]
                verdict, there = row["verdict"], self.way + row["url"]
                if "again" in cell:
                    return f">{badge(verdict, there, label=f'{verdict}: {name}')}"
                title = f"{row['quantity']}: {verdict}"
                return f">{badge(verdict, there, f'entry-{slug(name)}', title)}"
            case {"number": text}:
                return f"{_NUMBER}>{_GIVE_OR_TAKE.sub(_APART, escape(text))}"
            case [*texts]:
                return f' class="pr-code">{tuples(texts)}'
        return f"{_WORDS if len(cell) > SHORT else ''}>{escape(cell)}"

    def _figure(self, piece: Piece, drawn: bool) -> str:
        """A figure with its caption and file."""
        shown, file = piece.shown, f"{piece.chapter}-{piece.name}.svg"
        if drawn:
            inside = self.drawing(piece)
        else:
            width, height = (f"{PIXELS * points:.0f}" for points in shown["size"])
            inside = (
                '<div class="pr-file pr-scroll" tabindex="0" role="group" aria-label="Figure">'
                f'<img loading="lazy" src="{self._address(piece.chapter, "figures", file)}" '
                f'alt="{escape(shown["alt"])}" width="{width}" height="{height}"></div>'
            )
        return (
            f'<figure class="pr-figure" id="{piece.fragment}">{inside}<figcaption>'
            f"{self._number(piece)}{escape(shown['caption'])}</figcaption>"
            f"{self._downloads(piece, 'figures', {file: 'SVG'})}</figure>"
        )

    def captioned(self, piece: Piece) -> str:
        """Return a figure with its caption and nothing else, for the title page."""
        caption = f"<figcaption>{escape(piece.shown['caption'])}</figcaption>"
        return f"<figure>{self.drawing(piece)}{caption}</figure>"

    def drawing(self, piece: Piece) -> str:
        """Return a figure without its caption, laid out for a page and for a phone.

        A style sheet shows one of the two; where there is none, the one for a page is seen.
        """
        shown = piece.shown
        return (
            f'<div class="pr-drawing" role="img" aria-label="{escape(shown["alt"])}">'
            f'<div class="pr-broad">{shown["wide"]}</div>'
            f'<div class="pr-narrow" hidden>{shown["narrow"]}</div></div>'
            f"{self._slider(**shown['slider']) if shown['slider'] else ''}"
        )

    def _slider(self, label: str, places: list[str], told: list[str], start: int) -> str:
        """What moves a figure. Its script shows it; without one the figure stands still."""
        data = json.dumps([places, told], ensure_ascii=False).replace("<", "\\u003c")
        return (
            f'<div class="pr-slider" hidden data-frames="{escape(data)}">'
            f"<label>{escape(label)} <output>{escape(places[start])}</output>"
            f'<input type="range" min="0" max="{len(places) - 1}" value="{start}"></label>'
            f'<p aria-live="polite">{escape(told[start])}</p></div>'
            f'<script defer src="{self.way}_static/slider.js"></script>'
        )

    def _widget(self, piece: Piece) -> str:
        """A game to play: its place, its data and its scripts, all classic scripts.

        What stands there without scripts, and on paper, is a sentence and a picture.
        """
        key, kind = f"{piece.chapter}-{piece.name}", escape(piece.shown["kind"])
        play = [f"{self.way}_static/play/{file}" for file in ("shared", kind)]
        data = self._address(piece.chapter, "widgets", f"{piece.name}.js")
        return (
            "".join(f'<link rel="stylesheet" href="{file}.css">' for file in play)
            + f'<div class="pr-play" id="widget-{slug(key)}" data-kind="{kind}" '
            f'data-widget="{escape(key)}" role="group" '
            f'aria-label="{escape(piece.shown["label"])}">'
            '<div class="pr-still"><p>This game can be played in a browser that runs scripts.'
            f"</p>{piece.shown['still']}</div></div>"
            + "".join(
                f'<script defer src="{script}"></script>'
                for script in (data, *(f"{file}.js" for file in play))
            )
        )

    def _number(self, piece: Piece) -> str:
        number = self._book.numbers.get(f"{piece.chapter}/{piece.fragment}")
        return number.caption(self.way) if number else ""

    def _address(self, chapter: str, kind: str, file: str) -> str:
        """The address of a file, as an attribute's value."""
        return escape(self._files(chapter, kind, file))

    def _downloads(self, piece: Piece, kind: str, files: dict[str, str]) -> str:
        """Links to files for download; what a link says stands beside its file.

        Of tables and figures a page has many: those are read out with their number, or their file.
        """
        number = self._book.numbers.get(f"{piece.chapter}/{piece.fragment}")
        links = []
        for file, text in files.items():
            of = number.text if number else file.partition(".")[0]
            label = "" if kind == "data" else f' aria-label="{escape(f"{text} of {of}")}"'
            place = self._address(piece.chapter, kind, file)
            links.append(f'<a href="{place}" download{label}>{escape(text)}</a>')
        return f'<p class="pr-downloads">Download: {" · ".join(links)}</p>'
