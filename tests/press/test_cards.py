"""Cards of entries on the site: told from the ledger's rows, and nothing twice on a page."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from press.ledger.entries import rows_of
from press.ledger.published import Diagnosis, Entry, Published
from press.page.check import Check
from press.run.project import BuildError
from press.site.cards import Cards
from tests.press.test_entries import claim_of_ours

LIB = Path(__file__).parents[2] / "lib"
FUNCTION = "press.site.shown.expand"  # any function of the library
WHY = Diagnosis("misprint", "It is $x^2$.")
SOURCE = Published(
    "demo",
    {},
    {
        name: Entry(name, "p. 1", f"says {name}", expected="fails", diagnosis="why")
        for name in ("a", "b.1", "c")
    },
    {"why": WHY},
)
FOUND = [
    {"id": name, "verdict": "fails", "computed": "", "evidence": "It was -1.", "check": FUNCTION,
     "page": "book/demo/audit"}
    for name in SOURCE.entries
]  # fmt: skip


def card(name: str) -> str:
    """What a notebook has of an entry."""
    entry = SOURCE.entries[name]
    return Check("demo", entry, "", "fails", "It was -1.", WHY, FUNCTION).card()


def page(function: str = FUNCTION, place: str = "book/demo/audit") -> Cards:
    rows = [row | {"check": function} for row in rows_of(SOURCE, FOUND)]
    return Cards(rows, LIB, place)


def test_a_card_has_an_address_its_row_and_the_check() -> None:
    told = page().written(f"Before {card('b.1')} after")
    assert told.startswith('Before <aside class="pr-claim" id="entry-b-1">')
    assert told.endswith("</aside> after")
    assert told.count("../../book/ledger.html#demo-b-1") == 2  # the badge, and a link in words
    assert 'href="#entry-b-1">Link</a>' in told
    assert "It was \u22121." in told and "<math>" in told
    assert 'id="check-shown-expand"' in told and "In press.site.shown." in told
    assert "def expand(text:" in re.sub("<[^>]+>", "", told)


def test_a_card_of_ours_says_what_was_known_and_how_to_recheck_it() -> None:
    ours = claim_of_ours()
    made = Check("beyond", ours.entries["two"], "", "holds", "Yes.", None, FUNCTION).card()
    assert "Theorem.</span> It is so" in made and "The source" not in made  # in a notebook
    found = [FOUND[0] | {"id": "two", "verdict": "holds", "page": "book/beyond/index"}]
    told = Cards(rows_of(ours, found), LIB, "book/guts/index").written(made)
    words = re.sub("<[^>]+>", "", told)
    assert "Theorem. It is so" in words and "The source" not in words
    assert "Known before. Nothing." in words and "Recheck it: make verify." in words
    assert '<a href="../beyond/why.html">Proof</a>' in told


def test_what_entries_share_is_told_once_on_a_page() -> None:
    cards = page()
    first, second = cards.written(card("a")), cards.written(card("b.1") + card("c"))
    assert first.count("<details") == 1 and "<b>misprint.</b> It is" in first
    assert "<details" not in second and "It is" not in second
    assert second.count('<b>misprint</b>, <a href="#entry-a">as above</a>') == 2
    assert second.count('<a href="#check-shown-expand">The check: expand</a>') == 2
    assert "<details" in page().written(card("a")), "another page tells it again"


def test_the_checks_of_a_table_stand_below_it_where_they_decide() -> None:
    cell = Check("demo", SOURCE.entries["a"], "", "fails", "", WHY).to_html()
    table = f'<figure class="pr-table"><table><tr><td>{cell}</td></tr></table></figure>'
    told = page().written(table * 2)
    assert told.count("<details") == 1
    assert told.index("<details") < told.index("</figure>")
    assert page(place="book/demo/index").written(table) == table


def test_sources_have_few_elements_and_lose_nothing() -> None:
    told = page().written(card("a"))
    code = re.search(r"<code>(.*)</code>", told, re.DOTALL)
    assert code is not None
    assert 0 < code[1].count("<span") < 20
    assert '<span class="nf">expand</span>' in code[1]


def test_a_check_that_is_gone_stops_the_build() -> None:
    with pytest.raises(BuildError, match=r"shown\.py has no function nothing"):
        page("press.site.shown.nothing").written(card("a"))


def test_a_card_of_an_unknown_entry_is_left_as_it_is() -> None:
    entry = replace(SOURCE.entries["a"], id="other")
    other = Check("demo", entry, "", "fails", "", WHY).card()
    assert page().written(other) == other
