"""What runs have left, printed: for a page of the site, and for a notebook."""

from __future__ import annotations

import re
from typing import Any

import nbformat.v4 as v4

from press.page.block import MIME
from press.project.places import Project
from press.site.book import Book
from press.site.numbering import Number
from press.site.pieces import Piece
from press.site.rendering import Renderer

from .small_ledger import ROWS, SOURCE
from .toy import ROOT

SVG = '<svg width="36pt" height="18pt"/>'
FIGURE = {
    "caption": "A <figure>", "alt": "A line.", "wide": SVG, "narrow": SVG, "size": [36.0, 18.0],
    "slider": {"label": "frame", "places": ["1", "2"], "told": ["One.", "Two."], "start": 1},
}  # fmt: skip
TABLE = {
    "caption": "Means",
    "columns": ["sides", "<mean>"],
    "numbers": [False, True],
    "rows": [
        [{"number": "6"}, {"number": "3.5 ± 0.2"}],
        ["(none)", {"entry": "a"}],
        ["again", {"again": "a"}],
    ],
}
PIECES = [
    Piece("table", "demo", "means", TABLE),
    Piece("figure", "demo", "line", FIGURE),
    Piece("entry", "demo", "b.1"),
    Piece("widget", "demo", "play", {"kind": "dice", "label": "Dice", "still": "<b>1</b>"}),
    Piece("data", "demo", "raw", {"caption": "Throws"}),
]


def renderer(first: str = "book/demo/audit", **given: Any) -> Renderer:
    """Of the page on which all was made; readers meet the figure first on another, or there."""
    numbers = {"demo/figure-line": Number("Figure 1.1", (first,), "figure-line")}
    pieces = {one.key: one for one in PIECES}
    book = Book(Project(ROOT), {"demo": SOURCE}, ROWS, pieces, numbers=numbers)
    return Renderer(book, "book/demo/audit", **given)


def output(renderer: Renderer, *pieces: Piece) -> str:
    """What a cell shows whose output names some pieces."""
    items = [{"kind": one.kind, "name": one.name} for one in pieces]
    data = {MIME: {"items": items}, "text/plain": "a"}
    cell = v4.new_code_cell("x", outputs=[v4.new_output("display_data", data)])
    renderer.fill(cell, "demo")
    assert cell.outputs[0].data.keys() == {"text/html", "text/plain"}
    return str(cell.outputs[0].data["text/html"])


def test_a_figure_is_drawn_where_readers_meet_it_first() -> None:
    told = output(renderer(), PIECES[1])
    assert told.count(SVG) == 2 and "A &lt;figure&gt;</figcaption>" in told
    assert "<output>2</output>" in told and ">Two.</p>" in told
    assert 'audit.html#figure-line">Figure 1.1.</a></b> A' in told
    filed = output(renderer("book/demo/index"), PIECES[1])
    image = 'src="../../downloads/demo/demo-line.svg" alt="A line." width="48" height="24">'
    assert image in filed and "<svg" not in filed and "slider" not in filed
    shown = renderer("book/demo/index").printed(PIECES[1])
    assert SVG in shown, "what a page shows of another is drawn"
    titled = renderer().captioned(PIECES[1])  # a title page has neither its number nor its files
    assert "<figcaption>A &lt;figure&gt;</figcaption>" in titled and "Figure 1.1" not in titled


def test_a_notebook_has_nothing_that_works_on_the_site_alone() -> None:
    told = output(renderer(top="up/"), *PIECES)
    assert not re.search("<svg|<script|<details", told)
    assert 'src="up/downloads/demo/demo-line.svg" alt="A line."' in told
    assert '<a href="up/book/demo/audit.html">on the site</a>' in told
