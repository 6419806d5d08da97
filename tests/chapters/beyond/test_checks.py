"""The checks of our claims, at reduced size; and they can fail."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from chapters.beyond import gift_exchange, goofspiel, guts, token_game, yankee_swap
from press.ledger.findings import Effort, Finding, checks_of, entries_of
from tests.published import SOURCES

MODULES = (yankee_swap, gift_exchange, goofspiel, token_game, guts)
CHECKS = checks_of(*MODULES)
CLAIMS = SOURCES["beyond"]
REDUCED = Effort(reduced=True)


@pytest.mark.parametrize("check", checks_of(token_game, guts), ids=lambda check: check.__name__)
def test_at_reduced_size_it_finds_what_is_expected(check) -> None:
    told = check(REDUCED)
    for entry in entries_of(CLAIMS, check):
        finding = told[entry.id] if isinstance(told, dict) else told
        assert finding.verdict == entry.expected


def fails(finding: Finding) -> bool:
    return finding.verdict == "fails"


def test_another_mix_is_no_proof_of_two_plans(monkeypatch) -> None:
    monkeypatch.setattr(guts, "two_shapes", lambda solution: None)
    assert fails(guts.two_plans(REDUCED))


def test_a_shifted_curve_is_beaten(monkeypatch) -> None:
    right = guts.pairs_curve()
    off = type(right)(**vars(right) | {"both": right.both + 0.05, "gap": 1e-3})
    monkeypatch.setattr(guts, "pairs_curve", lambda: off)
    assert fails(guts.pairs(REDUCED))


@pytest.mark.parametrize("other", [{"alike": 0.99}, {"end": 1.01}, {"outer": 1.001}])
def test_a_curve_of_equal_teams_that_is_off_is_beaten(monkeypatch, other) -> None:
    right, ((name, factor),) = guts.team_curve, other.items()
    monkeypatch.setattr(
        guts, "team_curve", lambda m: replace(right(m), **{name: factor * getattr(right(m), name)})
    )
    assert fails(guts.equal_teams(REDUCED))


def test_before_the_last_seats_it_pays_to_leave_the_rule(monkeypatch) -> None:
    right = yankee_swap.leaving
    monkeypatch.setattr(
        yankee_swap, "leaving", lambda law, n, k, *rest: right(law, n, 9 * n // 20, *rest)
    )
    assert yankee_swap.late_boxes(REDUCED).verdict == "fails"


@pytest.mark.parametrize("n", [4, 7, 9])
def test_four_share_a_line_as_the_solver_says(n) -> None:
    shares = [4 * [0.0]] + [
        [float(2 * one / (n * (n + 1))) for one in pay]
        for pay in token_game.solve(range(1, n + 1), 4).payoffs
    ]
    assert any(np.allclose(token_game.four_shares(n), one) for one in shares)


def test_other_values_of_teams_are_beaten(monkeypatch) -> None:
    right = guts.solve_teams(2, 3)
    off = type(right)(**vars(right) | {"value": right.value + 1e-6})
    monkeypatch.setattr(guts, "solve_teams", lambda m, k: off)
    assert fails(guts.unequal(REDUCED))


def test_a_bound_that_is_too_low_is_exceeded(monkeypatch) -> None:
    right = guts.Replies.best
    low = lambda self, *args: [(worth - 1e-3, plan) for worth, plan in right(self, *args)]  # noqa: E731
    monkeypatch.setattr(guts.Replies, "best", low)
    assert fails(guts.one_apart(REDUCED))


def test_another_fixed_point_is_seen(monkeypatch) -> None:
    A, B = guts.FOUR
    monkeypatch.setattr(guts, "FOUR", (A + np.array([[0, 0.5], [0, 0]]), B))
    assert fails(guts.four_fixed_points(REDUCED))


def test_other_payoffs_are_seen(monkeypatch) -> None:
    right = token_game.takes
    monkeypatch.setattr(token_game, "takes", lambda tokens, n: right(tokens, n) * 9 // 10)
    assert fails(token_game.three_players(REDUCED))


def test_another_margin_is_seen(monkeypatch) -> None:
    first, *rest = token_game.scan("line")
    off = {"line": [first._replace(least=first.least + 0.5), *rest]}
    off["clock"] = token_game.scan("clock")
    monkeypatch.setattr(token_game, "scan", off.__getitem__)
    assert fails(token_game.first_mover_map(REDUCED))


def test_a_gain_of_friends_that_is_off_is_seen(monkeypatch) -> None:
    right = gift_exchange.pair_gains
    monkeypatch.setattr(
        gift_exchange, "pair_gains",
        lambda *asked, **how: {pair: 2 * gain for pair, gain in right(*asked, **how).items()},
    )  # fmt: skip
    assert fails(gift_exchange.laundering(REDUCED))


def test_a_last_round_without_locks_is_seen(monkeypatch) -> None:
    monkeypatch.setattr(gift_exchange, "best_last_round", lambda *asked: 0)
    assert fails(gift_exchange.laundering(REDUCED))


def test_friends_who_lose_are_seen(monkeypatch) -> None:
    right = gift_exchange.friends.gains
    monkeypatch.setattr(
        gift_exchange.friends, "gains",
        lambda n, limit, **how: [-gain for gain in right(n, limit, **how)],
    )  # fmt: skip
    assert fails(gift_exchange.together(REDUCED))


def test_an_exchange_that_leaves_something_is_seen(monkeypatch) -> None:
    monkeypatch.setattr(gift_exchange, "exchange", lambda values, gifts: gifts)
    assert fails(gift_exchange.exchanged(REDUCED))


def test_a_cycle_of_wishes_is_found() -> None:
    values = np.array([[1.0, 3, 2], [3, 1, 0], [2, 1, 0]])
    assert gift_exchange.has_exchange(values, np.array([0, 1, 2]))
    assert not gift_exchange.has_exchange(values, np.array([1, 0, 2]))


def test_a_moved_state_or_an_exchanged_bid_of_fourteen_cards_is_seen(monkeypatch) -> None:
    right = goofspiel.shipped()
    few = right[14].samples[0]
    samples = ((*few[:-1], few[-1] + 1e-9), *right[14].samples[1:])
    for other in ({"samples": samples}, {"strategies": right[14].strategies[::-1]}):
        runs = right | {14: replace(right[14], **other)}
        monkeypatch.setattr(goofspiel, "shipped", lambda runs=runs: runs)
        assert fails(goofspiel.fourteen(REDUCED))


def test_a_box_that_is_robbed_and_worth_less_is_seen(monkeypatch) -> None:
    monkeypatch.setattr(
        yankee_swap, "holding", lambda n, k, table: tuple(Fraction(box, 2) for box in table)
    )
    assert fails(yankee_swap.only_best(REDUCED))


def test_another_assignment_has_more_envy(monkeypatch) -> None:
    monkeypatch.setattr(
        gift_exchange, "best_assignment", lambda worth: (np.arange(len(worth)), 0.0)
    )
    assert fails(gift_exchange.envy(REDUCED))


def test_a_cheaper_plan_than_the_leaders_is_seen(monkeypatch) -> None:
    right = guts.leaders_best
    monkeypatch.setattr(guts, "leaders_best", lambda n: (right(n)[0], right(n)[1] + 1e-6))
    assert fails(guts.weenie_best(REDUCED)["guts.weenie_leader"])


@pytest.mark.parametrize(
    ("check", "states"),
    [  # with four prizes: k + l <= n cards against n, and against up to n where both have some
        (goofspiel.assignment, sum((n + 1) * (n + 2) // 2 for n in range(2, 5))),
        (goofspiel.order, sum(n * ((n + 1) * (n + 2) // 2 - 1) for n in range(1, 5))),
        (goofspiel.exclusion, sum(n * ((n + 1) * (n + 2) // 2 - 1) for n in range(1, 5))),
    ],
    ids=lambda one: getattr(one, "__name__", str(one)),
)
def test_a_state_counts_once_for_all_distributions(check, states) -> None:
    assert f" {states} states with" in check(REDUCED).evidence
