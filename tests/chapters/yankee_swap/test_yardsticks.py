"""Like claims of the article are judged alike: which entries stand under which yardstick."""

from __future__ import annotations

import re

import pytest

from chapters.yankee_swap.said import in_parts, said

ENTRIES = {
    "as_printed": ["penultimate.side", "resteal.index", "resteal.random", "resteal.pool"],
    "cases": ["axioms.options", "axioms.selects", "resteal.risk", "resteal.immunity"],
    "halves": ["intro.exhaustive", "intro.greed", "axioms.permutation", "resteal.lottery",
               "resteal.pool_iid", "resteal.tracks", "resteal.grid"],
    "path": ["recurrence.harbour", "recurrence.stolen", "recurrence.kept", "recurrence.any"],
    "rule_beside": ["resteal.tau", "resteal.closes", "resteal.defined"],
    "searched": ["resteal.below", "resteal.mean", "resteal.expropriated", "resteal.flat"],
    "approximately": ["asymptotic.difference", "asymptotic.leading"],
    "nearly": ["resteal.flat", "resteal.lottery"],
    "substantial": ["intro.greed", "resteal.landscape"],
    "extremely_small": ["asymptotic.small"],
    "almost": ["terminal.certain", "resteal.expropriated"],
    "early": ["asymptotic.disadvantage", "resteal.lottery"],
}  # fmt: skip

# Words by which sisters are known, the yardsticks of which each has one, and what has none.
SISTERS = {
    r"\b(any|every|each|no box|always|never|for good|deterministically|invariably)\b": (
        {"cases", "path", "searched", "halves", "rule_beside", "as_printed"},
        {
            "axioms.opened",  # a count, which holds
            "axioms.pool",  # which holds
            "terminal.rule",  # a rule of play: one exception is enough
            "resteal.monotone", "resteal.every", "resteal.uniform",  # properties of functions
        },
    ),
    r"\b(approximates?|about)\b": (
        {"approximately", "nearly", "halves"},
        set(),
    ),
    r"\b(nearly|almost certainly)\b": ({"nearly", "almost"}, set()),
    r"\b(fundamentally|penalise)\b": ({"substantial"}, set()),
    r"\bearly\b": ({"early"}, set()),
    r"\b(limit of many|tends to|sufficiently many|many players)\b": ({"searched", "halves"}, set()),
}  # fmt: skip


def test_entries_by_yardstick() -> None:
    found = said.published.yardsticks
    assert {name: [*rule.entries] for name, rule in found.items()} == ENTRIES


@pytest.mark.parametrize("words", SISTERS)
def test_sisters_are_found_by_their_words(words: str) -> None:
    rules, without = SISTERS[words]
    judged = {entry for rule in rules for entry in said.published.yardsticks[rule].entries}
    claims = [one for one in said.published.entries.values() if not one.printed]
    alike = {one.id for one in claims if re.search(words, one.quantity)}
    assert alike, "no entry has these words"
    assert alike - judged == without


def test_those_without_exception_agree_on_one_sentence() -> None:
    """Where only the path bears a claim out, its sisters have the same remark."""
    entries = {name: said.published.entry(name) for name in ENTRIES["path"]}
    assert {entry.expected for entry in entries.values()} == {"holds"}
    assert {name for name, entry in entries.items() if entry.diagnosis == "off_path"} == {
        "recurrence.stolen", "recurrence.any"}  # fmt: skip
    assert [in_parts(True, True), in_parts(True, False), in_parts(False)] == [
        "holds", "partly", "fails"]  # fmt: skip
