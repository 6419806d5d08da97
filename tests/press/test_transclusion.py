"""The places of a page's prose: numbers, links, values, pieces of other pages."""

from __future__ import annotations

from types import SimpleNamespace

import nbformat.v4 as v4
import pytest

from press.page.block import Block
from press.project.errors import BuildError
from press.project.places import Page, Project
from press.site import numbering
from press.site.book import Book, values_of
from press.site.pieces import Piece
from press.site.rendering import Renderer
from press.site.transclusion import expand

from .toy import ROOT

PIECES = {
    one.key: one
    for one in (
        Piece("table", "dice", "sums"), Piece("entry", "dice", "x"), Piece("map", "dice"),
        Piece("figure", "dice", "last"), Piece("figure", "cards", "line"),
    )
}  # fmt: skip
BY_HAND = ":::{titled} by_hand\nBy $h$, as [](#table-sums).\n\n| a |\n|---|\n| b |\n:::"


def shows(*pieces):
    bundle = Block(pieces, "", "")._repr_mimebundle_()
    return v4.new_code_cell("", outputs=[v4.new_output("display_data", bundle)])


def page(place, *cells):
    path = ROOT / f"book/{place}.md"
    return Page(path.parent.name, path, f"book/{place}"), v4.new_notebook(cells=[*cells])


@pytest.fixture
def book(monkeypatch):
    monkeypatch.setenv("PRESS_RUN", "some folder")
    prose = v4.new_markdown_cell(f"{BY_HAND}\n\n```{{shown}} sums\n```\n")
    pages = [
        page("dice/index", shows(("figure", "first")), prose),
        page("dice/audit", shows(("table", "sums"), ("figure", "last"))),
        page("cards/index", shows(("table", "sums"))),
    ]
    numbers = numbering.assign(pages, PIECES)
    return Book(Project(ROOT), {}, [], PIECES, values={"dice.mean": 3.5}, numbers=numbers)


def filled(book, text, place="dice/audit", top=None):
    renderer = Renderer(book, f"book/{place}", top)
    return expand(text, place.partition("/")[0], book, renderer, lambda piece: piece.key)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[](#figure-first)", ("../../book/dice/index.html#figure-first", "Figure 1.1")),
        ("[it](#cards/table-sums)", ("../../book/cards/index.html#table-sums", "it")),
        ("[](#table-sums)", ("#table-sums", "Table 1.2")),  # the copy on the page itself
    ],
)
def test_a_link_becomes_the_number_and_leads_there(book, text, told):
    assert filled(book, f"See {text}.") == 'See <a class="pr-ref" href="{}">{}</a>.'.format(*told)


def test_a_table_that_an_author_wrote_has_a_title_with_its_number(book):
    _, start, title, _, table, _ = filled(book, f"A.\n\n{BY_HAND}\n", "dice/index").split("\n\n")
    assert 'id="table-by-hand"' in start and "Table 1.1." in title and "Table 1.2" in title
    assert "By $h$" in title and table == "| a |\n|---|\n| b |"


CODE = "`{{ a.b }}`, ``[](#figure-none)``\n\n```md\n[](#table-none) {{ a.b }}\n```"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("- a point\n  ```{shown} last\n  ```", "\n  dice/figure last\n"),
        ("```{shown} cards/line\n```", "cards/figure line"),
        ("```{shown} entry x\n```", "dice/entry x"),
        ("```{shown} map\n```", "dice/map"),
        ("```{shown} dice/sums\n```", "dice/table sums"),
        ("It is {{ dice.mean }}, {{dice.mean}}.", "It is 3.5, 3.5."),
        (CODE, CODE),
    ],
)
def test_a_piece_or_a_value_stands_in_its_place_and_code_stays_as_it_is(book, text, shown):
    assert shown in filled(book, text)


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        ("See [](#figure-frist).", "'dice/figure-frist'; did you mean 'dice/figure-first'"),
        ("```{shown} sum\n```", "'dice/sum'; did you mean 'dice/sums'"),
        ("It is {{ dice.maen }}.", "no value 'dice.maen'; did you mean 'dice.mean'"),
        ("It is {{ dice.mean }.", "{{ dice.mean }: a value stands within two braces"),
    ],
)
def test_a_slip_is_told_with_the_page_and_the_nearest_name(book, slip, told):
    with pytest.raises(BuildError) as error:
        filled(book, slip)
    assert str(error.value).startswith("book/dice/audit.md: ") and told in str(error.value)


def test_no_two_pages_of_a_chapter_give_a_number_of_one_name():
    def run(place, **values):
        page = SimpleNamespace(chapter="demo", place=place)
        return SimpleNamespace(page=page, results=lambda: {"values": values})

    apart = {"demo": run("demo/index", edge=3), "demo/audit": run("demo/audit", other=4)}
    assert values_of(apart) == {"demo.edge": 3, "demo.other": 4}
    with pytest.raises(BuildError, match="demo/lab: another page has given demo"):
        values_of(apart | {"demo/lab": run("demo/lab", edge=4)})
