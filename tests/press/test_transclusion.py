"""The places of a page's prose: numbers, links, values, pieces of other pages."""

from __future__ import annotations

import nbformat.v4 as v4
import pytest

from press.page.block import Block
from press.project.errors import BuildError
from press.project.places import Page, Project
from press.site import numbering
from press.site.book import Book
from press.site.pieces import Piece
from press.site.printer import Printer
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


def prose(text):
    return v4.new_markdown_cell(text)


def shows(*pieces, tags=()):
    bundle = Block(pieces, "", "")._repr_mimebundle_()
    outputs = [v4.new_output("display_data", bundle)]
    return v4.new_code_cell("", outputs=outputs, metadata={"tags": [*tags]})


def page(place, *cells):
    path = ROOT / f"book/{place}.md"
    return Page(path.parent.name, path, f"book/{place}"), v4.new_notebook(cells=[*cells])


@pytest.fixture
def book(monkeypatch):
    monkeypatch.setenv("PRESS_RUN", "some folder")
    pages = [
        page(
            "dice/index",
            shows(("table", "hidden"), tags=["remove-output"]),
            shows(("figure", "first")),
            prose(f"{BY_HAND}\n\n```{{shown}} sums\n```\n"),
            prose("```{shown} entry x\n```\n\n```{shown} cards/line\n```\n\n```{shown} no\n```\n"),
        ),
        page(
            "dice/audit",
            shows(("table", "hidden"), ("data", "raw"), ("table", "sums"), ("figure", "last")),
        ),
        page("cards/index", shows(("table", "sums"))),
    ]
    numbers = numbering.assign(pages, PIECES)
    return Book(Project(ROOT), {}, [], PIECES, values={"dice.mean": 3.5}, numbers=numbers)


def filled(book, text, place="dice/audit", top=None):
    printer = Printer(book, f"book/{place}", top)
    return expand(text, place.partition("/")[0], book, printer, lambda piece: piece.key)


def test_a_number_is_given_where_a_reader_first_sees_it(book):
    assert {name: (number.text, number.places[0]) for name, number in book.numbers.items()} == {
        "dice/figure-first": ("Figure 1.1", "book/dice/index"),
        "dice/table-by-hand": ("Table 1.1", "book/dice/index"),
        "dice/table-sums": ("Table 1.2", "book/dice/index"),
        "dice/table-hidden": ("Table 1.3", "book/dice/audit"),
        "dice/figure-last": ("Figure 1.2", "book/dice/audit"),
        "cards/table-sums": ("Table 2.1", "book/cards/index"),
    }


LINK = '<a class="pr-ref" href="{}">{}</a>'


@pytest.mark.parametrize(
    ("link", "there", "text"),
    [
        ("[](#figure-first)", "../../book/dice/index.html#figure-first", "Figure 1.1"),
        ("[it](#cards/table-sums)", "../../book/cards/index.html#table-sums", "it"),
        ("[](#table-sums)", "#table-sums", "Table 1.2"),  # the copy on the page itself
    ],
)
def test_a_link_becomes_the_number_and_leads_there(book, link, there, text):
    assert filled(book, f"See {link}.") == f"See {LINK.format(there, text)}."


def test_in_a_copy_that_stands_elsewhere_a_link_leads_to_the_site(book):
    told = filled(book, "[](#table-sums)", top="up/")
    assert told == LINK.format("up/book/dice/audit.html#table-sums", "Table 1.2")


def test_a_table_that_an_author_wrote_has_a_title_with_its_number(book):
    _, start, title, _, table, _ = filled(book, f"A.\n\n{BY_HAND}\n", "dice/index").split("\n\n")
    assert 'id="table-by-hand"' in start and "Table 1.1." in title and "Table 1.2" in title
    assert "By $h$" in title and table == "| a |\n|---|\n| b |"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("last", "dice/figure last"),
        ("cards/line", "cards/figure line"),
        ("entry x", "dice/entry x"),
        ("map", "dice/map"),
        ("dice/sums", "dice/table sums"),
    ],
)
def test_a_piece_goes_by_its_name(book, asked, found):
    text = f"- a point\n  ```{{shown}} {asked}\n  ```"
    assert f"\n  {found}\n" in filled(book, text)


def test_a_value_stands_in_its_place_and_code_stays_as_it_is(book):
    assert filled(book, "It is {{ dice.mean }}, {{dice.mean}}.") == "It is 3.5, 3.5."
    code = "`{{ a.b }}`, ``[](#figure-none)``\n\n```md\n[](#table-none) {{ a.b }}\n```"
    assert filled(book, code) == code


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
