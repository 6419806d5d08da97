"""Hands and prizes of one's own against the plain recursion, for points and to win."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from chapters.goofspiel.long_run import run_to_win
from parlor.games.goofspiel import solve, solve_hands
from parlor.games.goofspiel.hands import AIMS, MAX_HAND, MAX_HAND_WINNING
from parlor.solvers import zero_sum
from tests.solvers.test_zero_sum import exact_value

from .oracle import without


def _exact(game):
    unit = int(np.lcm.reduce([x.denominator for row in game for x in row]))
    return exact_value([[int(x * unit) for x in row] for row in game]) / unit


def _simplex(game):
    return Fraction(float(zero_sum.solve(np.array(game, float)).value))


def plain(mine, yours, prizes, aim, matrix_value, lead=0):
    """From the rules, nothing merged: the lead is kept although points do not need it."""

    @cache
    def value(mine, yours, prizes, lead):
        if not prizes:
            return lead if aim == "points" else Fraction((lead > 0) - (lead < 0))
        total = Fraction(0)
        for i, p in enumerate(prizes):
            rest = prizes[:i] + prizes[i + 1 :]
            total += matrix_value(
                [
                    [
                        value(
                            without(mine, a), without(yours, b), rest,
                            lead + p * ((a > b) - (a < b)),
                        )
                        for b in yours
                    ]
                    for a in mine
                ]
            )  # fmt: skip
        return total / len(prizes)

    return value(tuple(mine), tuple(yours), tuple(prizes), Fraction(lead))


CASES = [
    ((1, 2, 3), (1, 2, 3), (1, 2, 3)),
    ((1, 4, 5), (2, 3, 6), (1, 1, 7)),
    ((1, 2, 6), (3, 4, 5), (2, 3, 5)),
    ((2, 3), (1, 3), (0, 4)),
    ((5,), (5,), (3,)),
]


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize(("mine", "yours", "prizes"), CASES)
def test_exact(mine, yours, prizes, aim):
    found = solve_hands(mine, yours, prizes, aim=aim)
    expected = plain(mine, yours, prizes, aim, _exact)
    assert abs(found.value - expected) <= found.error + 1e-15
    assert found.error < 1e-12


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("seed", range(3))
def test_random_hands(aim, seed):
    rng = np.random.default_rng(seed)
    mine, yours = (sorted(rng.choice(9, 4, False).tolist()) for _ in range(2))
    prizes = sorted(rng.integers(0, 12, 4).tolist())
    found = solve_hands(mine, yours, prizes, aim=aim)
    assert found.value == pytest.approx(float(plain(mine, yours, prizes, aim, _simplex)), abs=1e-10)
    back = solve_hands(yours, mine, prizes, aim=aim)
    assert back.value == pytest.approx(-found.value, abs=1e-12)
    for prize, stage in zip(prizes, found.openings, strict=True):
        assert stage.row.sum() == pytest.approx(1) == stage.column.sum()
        assert (stage.row @ stage.payoffs).min() == pytest.approx(stage.value, abs=1e-12), prize
        assert (stage.payoffs @ stage.column).max() == pytest.approx(stage.value, abs=1e-12)


def test_the_card_game_is_one_of_them():
    game, cards = solve(6), range(1, 7)
    found = solve_hands(cards, cards, cards)
    assert abs(found.value) < 1e-14
    for prize in cards:
        assert np.allclose(found.openings[prize - 1].row, game.opening(prize), atol=1e-12)
        assert np.allclose(found.openings[prize - 1].payoffs, game.opening_payoffs(prize))
    part = solve_hands([2, 4, 7], [1, 5, 6], [1, 3, 6])
    assert part.value == pytest.approx(solve(7).value([2, 4, 7], [1, 5, 6], [1, 3, 6]), abs=1e-13)


def test_units_and_order():
    one = solve_hands([1, 4, 5], [2, 3, 6], [1, 2, 7])
    other = solve_hands([0.5, -4, 2], [1.5, 9, -2], [7e6, 1e6, 2e6])
    assert other.value == pytest.approx(solve_hands([1, 3, 5], [2, 4, 6], [1, 2, 7]).value * 1e6)
    assert one.hand == (1.0, 4.0, 5.0)
    # to win is all or nothing, and the same if all prizes are doubled
    single = solve_hands([1, 4, 5], [2, 3, 6], [1, 2, 7], aim="winning")
    assert -1 <= single.value <= 1
    doubled = solve_hands([1, 4, 5], [2, 3, 6], [2, 4, 14], aim="winning")
    assert doubled.value == pytest.approx(single.value, abs=1e-13)
    # with one prize that outweighs the others it is a game for that prize
    assert solve_hands([1, 4], [2, 3], [1, 5], aim="winning").value == pytest.approx(1)


def test_states_with_a_lead():
    # a run's samples, from the rules: hands, prizes and a lead
    for hand, opponent_hand, prizes, found, lead in run_to_win(6).samples:
        if len(hand) <= 3:
            wanted = plain(hand, opponent_hand, prizes, "winning", _exact, lead)
            assert abs(found - wanted) < 1e-13


@pytest.mark.parametrize("lead", [-7, -3, -1, 1, 2, 4, 30])
@pytest.mark.parametrize(("mine", "yours", "prizes"), CASES)
def test_a_lead_at_the_start(mine, yours, prizes, lead):
    found = solve_hands(mine, yours, prizes, aim="winning", lead=lead)
    assert abs(found.value - plain(mine, yours, prizes, "winning", _exact, lead)) < 1e-14
    back = solve_hands(yours, mine, prizes, aim="winning", lead=-lead)
    assert back.value == pytest.approx(-found.value, abs=1e-14)
    if abs(lead) > sum(prizes):
        assert found.value == np.sign(lead)
    for stage in found.openings:
        assert (stage.row @ stage.payoffs).min() == pytest.approx(stage.value, abs=1e-14)


def test_a_larger_lead_is_no_worse():
    cards = range(1, 6)
    by_lead = [solve_hands(cards, cards, cards, aim="winning", lead=k).value for k in range(16)]
    assert all(one <= other + 1e-13 for one, other in pairwise(by_lead))
    assert by_lead[0] == pytest.approx(0, abs=1e-14)
    assert by_lead[15] == pytest.approx(1)  # nobody can lose every prize


def test_bad_input():
    ok = ([1, 2], [1, 2], [1, 2])
    for hands, aim, words in (
        (ok, "fun", "aim: got 'fun', allowed are 'points', 'winning'"),
        (([1, 1], *ok[1:]), "points", "hand: got .* 2 different numbers"),
        (([1], *ok[1:]), "points", "hand: got .* 2 different numbers"),
        ((*ok[:2], [1, -2]), "points", r"prizes\[1\]: got -2"),
        ((*ok[:2], [1, 2.5]), "winning", "prizes: got 2.5"),
        ((*ok[:2], [1, 1000]), "winning", "a total of 1001"),
        ((*ok[:2], list(range(MAX_HAND + 1))), "points", "prizes: got"),
        ((*ok[:2], list(range(MAX_HAND_WINNING + 1))), "winning", "prizes: got"),
    ):
        with pytest.raises((TypeError, ValueError), match=words):
            solve_hands(*hands, aim=aim)
    with pytest.raises(
        (TypeError, ValueError), match="lead: got 3, allowed is 0 if points are the aim"
    ):
        solve_hands(*ok, lead=3)
    for lead in (1001, 2.0, True):
        with pytest.raises(
            (TypeError, ValueError), match=r"lead: got .*, allowed are the integers -1000 to"
        ):
            solve_hands(*ok, aim="winning", lead=lead)
