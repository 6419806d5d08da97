"""The checks of Nakai's paper: at reduced size they find what is expected, and they can tell."""

import importlib

import numpy as np
import pytest

from chapters.goofspiel import (
    comparison,
    corrected,
    introduction,
    lemma4,
    printed,
    proposition1,
    proposition3,
    recursion,
)
from chapters.goofspiel.recursion import by_rules, game_value
from parlor.games import nakai
from press import Effort, Finding
from press.ledger.findings import checks_of, entries_of
from tests.published import SOURCES

SECTIONS = [
    "introduction", "recursion", "lemma4", "lemma5", "lemma6", "proposition1", "proposition3",
    "proposition4", "example", "proposition5",
]  # fmt: skip
REDUCED = Effort(reduced=True)


@pytest.fixture(autouse=True)
def nothing_kept():
    comparison.tables.cache_clear()
    comparison.uniform.cache_clear()
    yield
    comparison.tables.cache_clear()
    comparison.uniform.cache_clear()


@pytest.mark.parametrize("section", SECTIONS)
def test_reduced_checks_find_what_is_expected(section):
    published = SOURCES["goofspiel"]
    module = importlib.import_module(f"chapters.goofspiel.{section}")
    for check in checks_of(module):
        told = check(REDUCED)
        entries = entries_of(published, check)
        found = told if isinstance(told, dict) else {entries[0].id: told}
        assert set(found) == {entry.id for entry in entries}
        for entry in entries:
            if isinstance(found[entry.id], Finding):
                assert found[entry.id].verdict == published.by_the_letter(entry), found[entry.id]


def test_equation_1_starts_from_zero_and_nothing_else(monkeypatch):
    assert recursion.start(REDUCED).verdict == "holds"
    monkeypatch.setattr(recursion, "START", 1)
    assert recursion.start(REDUCED).verdict == "fails"


def test_a_wrong_formula_is_condemned_and_a_mended_one_acquitted(monkeypatch):
    right = printed.a_function
    monkeypatch.setattr(printed, "a_function", lambda *a: right(*a) + 1e-6)
    assert proposition1.step_by_a(REDUCED).verdict == "fails"
    monkeypatch.undo()
    assert proposition1.step_by_a(REDUCED).verdict == "holds"
    monkeypatch.setattr(printed, "b_function", corrected.b_function)
    assert proposition3.step_by_b(REDUCED).verdict == "holds"


def test_a_wrong_repair_decides_nothing(monkeypatch):
    monkeypatch.setattr(corrected, "b_function", printed.b_function)
    assert proposition3.step_by_b(REDUCED).verdict == "not decidable"


def test_another_game_would_be_noticed(monkeypatch):
    table = nakai.values(4, distribution="uniform")
    layers = tuple(layer * 1.01 for layer in table.layers)
    other = nakai.StageValues(4, table.prizes, layers)
    monkeypatch.setattr(comparison, "tables", lambda effort: {"uniform": other})
    assert lemma4.cards_against_one_who_must(REDUCED)["eq4"].verdict == "fails"
    assert introduction.assignment(REDUCED).verdict == "fails"


def test_summed_up():
    cases = [((2, 1, 0, 1), 0.0), ((3, 1, 0, 1), -2.0), ((2, 2, 0, 1), 1.0), ((4, 1, 0, 1), np.nan)]
    found = comparison.summed_up(cases)
    assert found == comparison.Deviations(np.inf, (2, 2, 0, 1), 1.0, 3, 1, 4, 4, 4)
    assert comparison.summed_up(cases[:1]) == comparison.Deviations(0.0, None, 0.0, 0, 0, 1, 1, 2)


def test_a_card_counts_states_and_not_what_is_compared_in_them():
    """A sentence said 1,518 states of which there are 506, with three comparisons in each."""
    inner = len(proposition1.inner(comparison.uniform(REDUCED)))
    for told in proposition1.arguments_below(REDUCED).values():
        assert f"all {inner} states that it covers" in told.evidence

    def three_in_each(table):
        return (((2, 1, 0, m), 0.0) for m in (1, 2) for _ in range(3))

    holds = comparison.held(REDUCED, three_in_each)
    assert "all 2 states that it covers, with up to 2 stages, for uniform and" in holds.evidence


def test_a_card_says_for_which_prizes_it_fails():
    def for_exponential_prizes(table):
        off = float(table.prizes[0].mean == 1)
        return [((1, 1, 0, 1), off), ((1, 0, 1, 1), 0.0)]

    found = comparison.held(REDUCED, for_exponential_prizes, partly=True)
    assert found.verdict == "partly"
    assert "in none for uniform prizes and in 1, first" in found.evidence


def test_the_rules_alone():
    worth = by_rules(4, (1, 2, 5))
    exact = nakai.exact.exact_values(4, distribution=[1, 2, 5])
    assert all(value == exact.v(*state) for state, value in worth.items())
    assert game_value([[3, 1]]) == 1 and game_value([[2], [4]]) == 4
