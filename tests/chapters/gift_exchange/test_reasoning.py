"""Friends among guests who reason: an engine that tells positions by guests, and formulas."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from chapters.gift_exchange.reasoning import pair_gains, solve_party

PROGRAM = Path(__file__).parents[3] / "proofs/gift_exchange/gift_friends.py"
spec = importlib.util.spec_from_file_location("gift_friends", PROGRAM)
assert spec and spec.loader
oracle = importlib.util.module_from_spec(spec)
spec.loader.exec_module(oracle)


@pytest.mark.parametrize("limit", [1, 2, None])
@pytest.mark.parametrize("swap", [False, True])
def test_another_engine_finds_the_same(limit: int | None, swap: bool) -> None:
    random = np.random.default_rng(5)
    for n in (2, 3, 4):
        worth = sorted(random.choice(50, size=n, replace=False).tolist())
        told = [24.0 * x for x in worth]  # so that means over up to four gifts are whole
        alone = oracle.party(told, limit=limit, swap=swap)
        payoffs = solve_party(worth, total_limit=limit, final_swap=swap).payoffs
        assert [24 * payoff for payoff in payoffs] == alone
        for spare in (False, True):
            found = pair_gains(worth, total_limit=limit, final_swap=swap, spare=spare)
            gains = oracle.gains(told, limit, spare, swap)
            assert [24 * gain for gain in found.values()] == gains


def test_all_gifts_are_taken_home() -> None:
    for friends in combinations(range(1, 6), 3):
        party = solve_party([0, 1, 3, 7, 8], friends=friends)
        assert sum(party.payoffs) == 19
        assert party.together == sum(party.payoffs[seat - 1] for seat in friends)


def test_worths_are_scaled_and_shifted() -> None:
    gains = list(pair_gains([1, 2, 5, 9]).values())
    moved = pair_gains([Fraction(x, 7) - 2 for x in (9, 1, 5, 2)])
    assert list(moved.values()) == [gain / 7 for gain in gains]


def test_of_three_whoever_is_friend_of_the_last_gains_a_sixth_of_the_lower_step() -> None:
    for eager in (False, True):
        found = pair_gains([0.5, 2, 9], eager=eager)
        assert list(found.values()) == [0, Fraction(1, 4), Fraction(1, 4)]


def test_with_one_theft_a_gift_nobody_gains() -> None:
    assert not any(pair_gains(range(5), total_limit=1).values())


def test_the_first_two_have_the_best_two_of_three_if_there_is_a_swap() -> None:
    assert solve_party([1, 4, 6], friends=[1, 2], final_swap=True).together == 10
