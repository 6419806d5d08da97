"""Like claims are judged alike: by which rule each is, and that none of its words is left out."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from tests.published import SOURCES

# Words of a claim, and the rules of which one decides it; None where it may do without.
SISTERS: dict[str, dict[str, set[str | None]]] = {
    "gift_exchange": {
        r"guarantees that|in all 48|all three|of the features? alone|\bis the only\b": {"every"},
        r"slight|hardly|\bnear-additive\b|\bnearly\b|similar|minimal|negligibl|next to nothing|"
        r"barely": {"slight"},
        r"substantial|\bmost apparent\b": {"substantial"},
        r"\bfar more\b": {"far"},
        r"without condition that .* (increases|reduces?) stealing by|slightly inc": {"both_runs"},
    },
    "goofspiel": {
        r"^gives .*(double|partial|sum of the entries).*(array|with \$[fgh]\$ as)": {"sum"},
        r"^(gives|writes) the (recursion of|general step|stage).* (for|wherever) ": {"range"},
        r"\bsubstituting\b": {"substitution"},
        r"\bother cases\b|simple (calculation|examination)": {"other_cases"},
        r"no condition|in every state|names no state": {"unconditional"},
        r"\bfor prizes of 1 player I+ must\b": {"must"},
        r"well defined because": {"defined"},
    },
    "guts": {
        r"of the order of|in \$O\(": {"of_order", "at_most_order"},
        r"running time .* by \$O\(": {"at_most_order"},
        r"\binfinity\b": {"fees", None},
        r"\bstrong\b": {"joint_gain", "size_by_size", "together", None},
        r"\bclose to\b|\bapproach \$": {"close"},
        r"fictitious play of the .* game .*(converges|goes) to": {"orders_of_moves", "close"},
    },
    "token_game": {
        r"^lists .*optimal strategies": {"all_equilibria"},
        r"\bsome rows\b": {"some"},
        r"\bmany cases\b": {"many"},
        r"\brapidly\b": {"rapidly"},
    },
    "yankee_swap": {
        r"\b(approximates?|about)\b": {"approximately", "nearly", "halves"},
        r"\b(nearly|almost certainly)\b": {"nearly", "almost"},
        r"\b(fundamentally|penalise)\b": {"substantial"},
        r"\bearly\b": {"early"},
        r"\b(limit of many|tends to|sufficiently many|many players)\b": {"searched", "halves"},
    },
}
# Rules that ask for all, and those by which a part is enough all the same.
ALL = {
    "gift_exchange": ({"every", "far", "cause"}, {"halves", "some_cases", "both_runs"}),
    "goofspiel": ({"repaired", "substitution", "strategy"}, set()),
}


@pytest.mark.parametrize(
    ("chapter", "words"), [(name, words) for name, every in SISTERS.items() for words in every]
)
def test_claims_of_the_same_words_are_under_the_same_rule(chapter: str, words: str) -> None:
    claims = [one for one in SOURCES[chapter].entries.values() if not one.printed]
    alike = [one for one in claims if re.search(words, one.quantity)]
    assert alike, "no entry has these words"
    rules = SISTERS[chapter][words]
    assert not [one.id for one in alike if not rules & {*(one.yardsticks or [None])}]


@pytest.mark.parametrize("chapter", SOURCES)
def test_a_rule_judges_something(chapter: str) -> None:
    used = {rule for one in SOURCES[chapter].entries.values() for rule in one.yardsticks}
    assert all(rule.bounds or name in used for name, rule in SOURCES[chapter].yardsticks.items())


@pytest.mark.parametrize("chapter", ALL)
def test_no_rule_that_asks_for_all_calls_a_part_enough(chapter: str) -> None:
    every, parts = ALL[chapter]
    assert every | parts <= SOURCES[chapter].yardsticks.keys()
    for one in SOURCES[chapter].entries.values():
        if every & {*one.yardsticks} and not parts & {*one.yardsticks}:
            assert one.expected != "partly", one.id


def test_a_part_is_enough_by_a_rule_alone() -> None:
    claims = [one for one in SOURCES["gift_exchange"].entries.values() if one.expected == "partly"]
    assert claims and not [one.id for one in claims if not one.yardsticks]


# in the two others a formula shares its diagnosis with what follows from it
@pytest.mark.parametrize("chapter", ["gift_exchange", "guts", "yankee_swap"])
def test_what_has_one_reason_has_one_rule(chapter: str) -> None:
    alike = defaultdict(list)
    for one in SOURCES[chapter].entries.values():
        if one.diagnosis and one.yardsticks:
            alike[one.diagnosis].append({*one.yardsticks})
    assert max(map(len, alike.values())) > 1
    assert all(set.intersection(*rules) for rules in alike.values())


def test_misprints_on_guts_are_judged_as_printed() -> None:
    for one in SOURCES["guts"].entries.values():
        if one.diagnosis and one.diagnosis.kind == "misprint":
            assert "as_printed" in one.yardsticks, one.id
