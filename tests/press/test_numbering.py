"""Numbers of tables and figures, and links to them."""

import nbformat.v4 as v4
import pytest

from press.page.block import Block
from press.project.errors import UserError
from press.site import numbering
from press.site.pieces import Piece

UP = "../../"


def prose(text):
    return v4.new_markdown_cell(text)


def shows(*pieces, tags=()):
    bundle = Block(pieces, "", "")._repr_mimebundle_()
    outputs = [v4.new_output("display_data", bundle)]
    return v4.new_code_cell("", outputs=outputs, metadata={"tags": [*tags]})


@pytest.fixture
def found(monkeypatch):
    monkeypatch.setenv("PRESS_RUN", "some folder")
    lecture = v4.new_notebook(cells=[
        shows(("table", "hidden"), tags=["remove-output"]),
        shows(("figure", "first")),
        prose(":::{titled} by_hand\nBy hand.\n\n| a |\n|---|\n:::\n\n```{shown} sums\n```\n"),
        prose("```{shown} entry x\n```\n"),
    ])  # fmt: skip
    audit = v4.new_notebook(cells=[
        shows(("table", "hidden"), ("data", "raw"), ("table", "sums"), ("figure", "last"))
    ])  # fmt: skip
    cards = v4.new_notebook(cells=[shows(("table", "sums"))])
    pieces = {one.key: one for one in (Piece("table", "dice", "sums"), Piece("entry", "dice", "x"))}
    pages = [
        ("dice", "book/dice/index", lecture),
        ("dice", "book/dice/audit", audit),
        ("cards", "book/cards/index", cards),
    ]
    return numbering.assign(
        (chapter, place, numbering.frames(page, chapter, pieces)) for chapter, place, page in pages
    )


def test_a_number_is_given_where_a_reader_first_sees_it(found):
    assert {name: (number.text, number.places[0]) for name, number in found.items()} == {
        "dice/figure-first": ("Figure 1.1", "book/dice/index"),
        "dice/table-by-hand": ("Table 1.1", "book/dice/index"),
        "dice/table-sums": ("Table 1.2", "book/dice/index"),
        "dice/table-hidden": ("Table 1.3", "book/dice/audit"),
        "dice/figure-last": ("Figure 1.2", "book/dice/audit"),
        "cards/table-sums": ("Table 2.1", "book/cards/index"),
    }


def test_an_empty_link_becomes_the_number(found):
    text = numbering.written(
        "See [](#figure-first) and [it](#cards/table-sums).",
        "dice",
        "book/dice/audit",
        found,
        "../../",
    )
    assert text == (
        'See <a class="pr-ref" href="../../book/dice/index.html#figure-first">Figure 1.1</a> and '
        '<a class="pr-ref" href="../../book/cards/index.html#table-sums">it</a>.'
    )


def test_a_link_leads_to_the_copy_on_the_page_itself(found):
    text = numbering.written("[](#table-sums)", "dice", "book/dice/audit", found, UP)
    assert text == '<a class="pr-ref" href="#table-sums">Table 1.2</a>'
    there = numbering.written(
        "[](#table-sums)", "dice", "book/dice/audit", found, "up/", "up/book/dice/audit.html"
    )
    assert there == '<a class="pr-ref" href="up/book/dice/audit.html#table-sums">Table 1.2</a>'
    text = numbering.written("Code: `[](#figure-none)`.", "dice", "book/dice/audit", found, UP)
    assert text == "Code: `[](#figure-none)`."


def test_a_table_that_an_author_wrote_has_a_title(found):
    text = ":::{titled} by_hand\nBy $h$.\n\n| a |\n|---|\n| b |\n:::\n"
    lines = numbering.written(text, "dice", "book/dice/index", found, UP).split("\n\n")
    assert 'id="table-by-hand"' in lines[0] and "Table 1.1." in lines[1]
    assert lines[1].endswith(" By $h$.") and lines[3] == "| a |\n|---|\n| b |"


def test_a_link_to_nothing_fails_the_build(found):
    with pytest.raises(UserError, match="'dice/figure-frist'; did you mean 'dice/figure-first'"):
        numbering.written("See [](#figure-frist).", "dice", "book/dice/index", found, UP)
