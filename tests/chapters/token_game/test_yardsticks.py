"""Like claims are judged alike: by which rule each is, and that none of its words is left out."""

from __future__ import annotations

import re

import pytest

from chapters.token_game.said import in_part
from press.ledger.published import load_all
from press.project.places import Project

SOURCE = load_all(Project.here().root / "data")["token_game"]
BY = {
    "both": {
        "prose.line_same_payoffs",
        "prose.line_first_best",
        "prose.line_declining",
        "prose.clock_same_payoffs",
        "prose.continuous_no_deviation",
        "prose.continuous_last_free",
        "prose.continuous_integer",
        "prose.continuous_not_always",
        "prose.continuous_epsilon",
    },
    "all_equilibria": {
        "prose.line_complete",
        "prose.clock_complete",
        "prose.continuous_complete",
        "prose.continuous_four_optimal",
    },
    "some": {"prose.line_multiple"},
    "many": {"prose.clock_multiple"},
    "rapidly": {"prose.growth"},
}
SISTERS = {  # what claims have in their words that are judged by a rule
    "all_equilibria": re.compile(r"^lists .*optimal strategies"),
    "some": re.compile(r"\bsome rows\b"),
    "many": re.compile(r"\bmany cases\b"),
    "rapidly": re.compile(r"\brapidly\b"),
}


def test_entries_by_yardstick() -> None:
    assert {name: set(one.entries) for name, one in SOURCE.yardsticks.items()} == BY


@pytest.mark.parametrize("rule", SISTERS)
def test_claims_of_the_same_words_are_under_the_same_rule(rule: str) -> None:
    alike = {e.id for e in SOURCE.entries.values() if SISTERS[rule].search(e.quantity)}
    assert alike == BY[rule]


@pytest.mark.parametrize(("board", "other"), [("line", "clock"), ("clock", "line")])
def test_line_and_clock_are_judged_alike(board: str, other: str) -> None:
    """What is said of both tables has one check for both, and one kind of verdict and diagnosis."""
    for name, entry in SOURCE.entries.items():
        sister = SOURCE.entries.get(name.replace(f"prose.{board}_", f"prose.{other}_"))
        if name.startswith(f"prose.{board}_") and sister:
            assert (entry.expected, entry.diagnosis) == (sister.expected, sister.diagnosis)


def test_all_verdicts_can_be_reached() -> None:
    assert [in_part(*one) for one in ((True, True), (True, False), (False, False))] == [
        "holds",
        "partly",
        "fails",
    ]
