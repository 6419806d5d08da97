"""The checks of the chapter on the token game: what they rest on, by other means."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from chapters.token_game import continuous, tosses
from chapters.token_game.prose import counting, induction, line, program, randomness, slots
from parlor.games.token_game import payoffs, solve
from parlor.games.token_game.board import payoffs_at
from press import Effort

REDUCED = Effort(reduced=True)
LINE = range(1, 11)


@pytest.mark.parametrize("layout", ["line", "clock"])
def test_without_a_coin_all_equilibria_are_those_of_the_solver(layout: str) -> None:
    for prizes in [(3, 3, 4, 4), (1, 2, 3, 4), (2, 1, 2, 3)]:
        found = sorted(tosses.with_tosses(prizes, 3, layout), reverse=True)
        assert found == solve(prizes, 3, layout=layout, ties="all").payoffs


def test_the_coin_is_an_equilibrium_by_hand() -> None:
    board, stays = (3, 3, 4, 4), Fraction(19, 4)
    ends = [payoffs(board, (3, 4, last), layout="clock") for last in (1, 2)]
    assert {end[2] for end in ends} == {4.5}
    assert sum(Fraction(end[1]) for end in ends) / 2 == stays
    for leaves in (1, 2):  # B on a three: C is best on the other four, and B is paid less
        last = max((2, 1, 4), key=lambda c: _pay(board, leaves, c) if c != leaves else -1)
        assert last == 4
        assert payoffs(board, (3, leaves, 4), layout="clock")[1] < stays
    assert (stays, stays, Fraction(9, 2)) in tosses.with_tosses(board, 3, "clock", 3)


def _pay(board: tuple[int, ...], second: int, last: int) -> float:
    return payoffs(board, (3, second, last), layout="clock")[2]


def test_a_coin_that_nobody_tosses_changes_nothing() -> None:
    prizes = (1, 2, 4, 8)
    assert tosses.with_tosses(prizes, 3, "line", 3) == tosses.with_tosses(prizes, 3, "line")


def test_nash_outcomes_hold_all_perfect_ones_and_more() -> None:
    found = induction.nash_outcomes(2)
    assert set(solve(LINE, 2, ties="all").paths) <= set(found)
    assert len(found) < len(list(permutations(LINE, 2)))


def test_answers_to_the_second_player_on_her_way() -> None:
    assert continuous.answered(7) == 11 == payoffs_at(LINE, (9, 7, 3, 5.5))[1]
    assert continuous.answered(7.25) < 11


def test_stacks_that_are_split() -> None:
    assert continuous.split_stacks(10, (9, 7, 3, 5.5)) == [8]
    assert continuous.splits_shared(10, [(9, 7, 3, 5.5), (9, 7, 10, 5.5)]) == [8]
    assert continuous.along(continuous.smooth("line", 3), (5, 9, 8)) == "5; 9; 8 from (7, 9)"


@pytest.mark.parametrize(
    ("check", "verdict"),
    [
        (randomness.mixed_optimal, "holds"),
        (induction.induction, "holds"),
        (induction.strategy_moves, "partly"),
        (induction.one_reply, "holds"),
        (counting.sorted_formula, "partly"),
        (counting.order_irrelevant, "holds"),
        (line.line_first_best, "partly"),
        (line.conspiracy_trust, "holds"),
        (slots.continuous_nudge, "partly"),
        (slots.continuous_epsilon, "partly"),
        (slots.continuous_no_deviation, "partly"),
    ],
)
def test_verdicts(check, verdict: str) -> None:
    assert check(REDUCED).verdict == verdict


def test_tables_leave_out_equilibria() -> None:
    for layout in ("line", "clock"):
        found = line.of_table(layout)
        assert found[f"prose.{layout}_multiple"].verdict == "holds"
        assert found[f"prose.{layout}_same_payoffs"].verdict == "partly"
        assert found[f"prose.{layout}_complete"].verdict == "partly"


def test_a_claim_can_come_out_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "answered", lambda place: place)
    assert slots.continuous_nudge(REDUCED).verdict == "holds"
    monkeypatch.setattr(randomness, "with_tosses", lambda *_: frozenset({(1, 1, 1)}))
    assert randomness.no_randomising(REDUCED).verdict == "holds"


def test_what_is_announced_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counting.two_hurdles(REDUCED).verdict == "fails"
    facts = counting.said.facts("prose.two_hurdles")
    monkeypatch.setitem(facts, "points", facts["points"][:2])
    assert counting.two_hurdles(REDUCED).verdict == "holds"


def test_a_version_that_is_released_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert program.julia_version(REDUCED).verdict == "fails"
    facts = program.said.facts("prose.julia_version")
    monkeypatch.setitem(facts, "version", "0.6.2")
    assert program.julia_version(REDUCED).verdict == "holds"


def test_only_the_slots_that_are_printed_make_the_printed_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert slots.four_slots(REDUCED).computed == 4
    entries = slots.said.published.entries
    other = " ".join(map(str, continuous.grid(2, 4).paths))
    name = "continuous.strategies.2"
    monkeypatch.setitem(entries, name, replace(entries[name], printed=other))
    assert slots.four_slots(REDUCED).computed == 0


def test_steps_that_are_the_same_for_all_leave_the_case_that_finer_ones_prevent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert slots.continuous_finer(REDUCED).verdict == "holds"
    monkeypatch.setattr(slots, "combinations", lambda *_: [(4, 4, 4, 4)])
    assert slots.continuous_finer(REDUCED).verdict == "partly"


def test_tables_with_another_row_would_be_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counting.simulation(REDUCED).verdict == "fails"
    monkeypatch.setattr(counting, "by_lists", lambda board, m, judge: [tuple(range(m))])
    assert counting.simulation(REDUCED).verdict == "holds"
