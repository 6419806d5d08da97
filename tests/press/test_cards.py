"""Cards of entries: made from the ledger's rows, and nothing twice on a page."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from press.ledger.published import Published
from press.project.errors import BuildError
from press.project.places import Project
from press.site.book import Book
from press.site.cards import Cards
from press.site.check_code import used
from press.site.ledger_rows import Row, rows_of

from .small_ledger import BY_ID, FUNCTION, ROWS, SOURCE, check, claim_of_ours
from .toy import ROOT


def cards(source: Published = SOURCE, rows: list[Row] = ROWS, page: str = "demo/audit") -> Cards:
    book = Book(Project(ROOT), {source.chapter: source}, rows, {})
    return Cards(book, f"book/{page}", "../../")


def row(name: str, function: str = FUNCTION) -> Row:
    """What the ledger has of an entry that some function decides."""
    return BY_ID[name] | {"check": function}


def words(html: str) -> str:
    return unescape(re.sub("<[^>]+>", "", html))


def test_a_card_of_ours_says_what_was_known_and_how_to_recheck_it() -> None:
    ours = claim_of_ours()
    found = check("two", "holds", page="book/beyond/index")
    (two,) = rows_of(ours, [found])
    told = words(html := cards(ours, [two], "guts/index").card(two))
    assert "Theorem. It is so" in told and "The source" not in told
    assert html.index("<summary>") < html.index("So</summary>") < html.index("Known before")
    assert "Known before. Nothing." in told and "Recheck it: make verify." in told
    assert '<a href="../../book/beyond/why.html" aria-label="Proof: two">Proof</a>' in html


def test_what_entries_share_is_told_once_on_a_page() -> None:
    page = cards()
    first, second = page.card(row("a")), page.card(row("b.1"))
    assert 'id="entry-a"' in first and "../../book/ledger.html#demo-a" in first
    assert "misprint. It is $x^2$." in words(first) and "def expand(text:" in words(first)
    assert "<details" not in second and "It is" not in second
    assert '<a href="#entry-a" aria-label="as above: b.1">' in second
    assert '<a href="#check-reference-expand"' in second
    assert "<details" in cards().card(row("a")), "another page tells it again"


def test_what_a_check_calls_is_folded_below_it_once_on_a_page() -> None:
    page = cards()
    first = words(page.card(row("a", "press.ledger.verdict.compare")))
    assert first.index("def compare(") < first.index("What it calls") < first.index("NOISE = 4")
    assert first.index("NOISE = 4") < first.index("def parse(")
    assert "def turns_at(" not in first
    second = page.card(row("b.1", "press.ledger.verdict.turns_at"))
    assert "def turns_at(" in second and "def parse(" not in second
    assert '<a href="#check-verdict-compare">parse</a>' in second.partition("Above: ")[2]


def test_what_a_check_calls_may_be_a_modules_and_is_no_namesake_of_a_variable(
    tmp_path: Path,
) -> None:
    (tmp_path / "demo").mkdir()
    dice = "def roll():\n    return 4\n\ndef cup():\n    return 5\n\ndef tray():\n    return 6\n"
    (tmp_path / "demo/dice.py").write_text(dice, "utf-8")
    (tmp_path / "demo/games.py").write_text(
        "from . import dice\nfrom .dice import cup\n\n"
        "def game():\n    cup = 2\n    return dice.roll() + cup\n",
        "utf-8",
    )
    found = used(tmp_path, "demo.games.game", seen=())
    assert [one.path for one in found] == ["demo.games.game", "demo.dice.roll"]


def test_a_check_that_is_gone_stops_the_build() -> None:
    with pytest.raises(BuildError, match=r"no function press\.site\.reference\.nothing"):
        cards().card(row("a", "press.site.reference.nothing"))


def test_a_card_says_what_rests_on_what_does_not_hold() -> None:
    told = cards().card(row("a"))
    assert 'audit.html#map-theorem">Theorem</a>, which holds for another reason.' in told
    assert "derive" not in cards().card(row("slip")), "it holds"
