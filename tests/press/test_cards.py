"""Cards of entries: made from the ledger's rows, and nothing twice on a page."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from press.ledger.files import Diagnosis
from press.ledger.published import Entry, Published
from press.ledger.statements import Argument, Statement
from press.project.errors import BuildError
from press.project.places import Project
from press.site.book import Book
from press.site.cards import Cards
from press.site.check_code import used
from press.site.ledger_rows import Row, rows_of
from tests.press.test_ledger_rows import claim_of_ours

PROJECT = Project(Path(__file__).parents[2])
FUNCTION = "press.site.reference.expand"  # any function of the library
NAMES = ("a", "b.1", "c")
WHY = Diagnosis(kind="misprint", explanation="It is $x^2$.")
SOURCE = Published(
    "demo", {}, {n: Entry(n, "p. 1", f"says {n}", expected="fails", diagnosis=WHY) for n in NAMES}
)
FOUND = {
    name: {"id": name, "verdict": "fails", "computed": "", "evidence": "It was -1.",
           "check": FUNCTION, "page": "book/demo/audit"}
    for name in NAMES
}  # fmt: skip


ROWS = rows_of(SOURCE, [*FOUND.values()])


def cards(source: Published = SOURCE, rows: list[Row] = ROWS, page: str = "demo/audit") -> Cards:
    book = Book(PROJECT, {source.chapter: source}, rows, {})
    return Cards(book, f"book/{page}", "../../")


def row(name: str, function: str = FUNCTION) -> Row:
    """What the ledger has of an entry."""
    return {row["id"]: row for row in ROWS}[name] | {"check": function}


def words(html: str) -> str:
    return unescape(re.sub("<[^>]+>", "", html))


def test_a_card_has_an_address_its_row_and_the_check() -> None:
    told = cards().card(row("b.1"))
    assert told.startswith('<aside class="pr-claim" id="entry-b-1">')
    assert told.count("../../book/ledger.html#demo-b-1") == 1  # its badge
    assert 'href="#entry-b-1" aria-label="Link: b.1">Link</a>' in told
    assert "<b>misprint.</b> It is $x^2$." in told
    assert 'id="check-reference-expand"' in told and "In press.site.reference." in told
    assert "def expand(text:" in words(told)


def test_a_card_of_ours_says_what_was_known_and_how_to_recheck_it() -> None:
    ours = claim_of_ours()
    found = FOUND["a"] | {"id": "two", "verdict": "holds", "page": "book/beyond/index"}
    rows = rows_of(ours, [found])
    (two,) = (row for row in rows if row["id"] == "two")
    told = words(html := cards(ours, rows, "guts/index").card(two))
    assert "Theorem. It is so" in told and "The source" not in told
    assert html.index("<summary>") < html.index("So</summary>") < html.index("Known before")
    assert "Known before. Nothing." in told and "Recheck it: make verify." in told
    assert '<a href="../../book/beyond/why.html" aria-label="Proof: two">Proof</a>' in html


def test_what_entries_share_is_told_once_on_a_page() -> None:
    page = cards()
    first = page.card(row("a"))
    second = page.card(row("b.1")) + page.card(row("c"))
    assert first.count("<details") == 2 and "<b>misprint.</b> It is" in first
    assert "<details" not in second and "It is" not in second
    assert second.count('<b>misprint</b>, <a href="#entry-a" aria-label="as above: ') == 2
    title = 'aria-label="The check: expand, in reference.expand">The check: expand</a>'
    assert second.count(f'<a href="#check-reference-expand" {title}') == 2
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
    lemma = Statement(name="Lemma", says="so", entries=("a",))
    theorem = Statement(name="Theorem", says="it is so", entries=("c",), rests_on=("Lemma",))
    stands = {"Theorem": "It has a proof of its own."}
    source = replace(SOURCE, argument=Argument.of([lemma, theorem], stands, SOURCE.entries))
    rows = rows_of(source, [FOUND["a"], FOUND["b.1"], FOUND["c"] | {"verdict": "holds"}])
    page = cards(source, rows)
    told = {row["id"]: page.card(row) for row in rows}
    assert 'audit.html#map-theorem">Theorem</a>, which holds for another reason.' in told["a"]
    assert "derive" not in told["c"], "it holds"
