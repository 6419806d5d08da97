"""Gambler's ruin: fair and unfair walks, determinism, bad input."""

import pytest

from parlor.games.guts import solve_coalition
from parlor.games.guts_ruin import ruin


@pytest.fixture(scope="module")
def two():
    return solve_coalition(2, mesh=None)


def test_two_players_are_a_fair_walk():
    """With two players a game pays exactly 1 or -1 at a time, so no debts and Wald's identity."""
    one = solve_coalition(1, mesh=None)
    for capital, others in ((2, 6), (5, 5)):
        end = ruin(one, capital, others, walks=4000, seed=3)
        assert end.debt < 3  # a beaten holder pays 2 at once
        assert abs(end.chance - others / (capital + others)) < 4 * end.standard_error + 0.1


def test_losses_raise_ruin(two):
    optimal = ruin(two, 10, walks=4000, seed=1)
    folding = ruin(two, 10, walks=4000, own=1.0, seed=1)
    assert folding.chance == 1.0
    assert folding.games == 10
    assert folding.debt == 0
    assert 0.5 < optimal.chance < 1
    assert optimal.unfinished == 0


def test_same_seed_same_walks(two):
    assert ruin(two, 4, walks=500, seed=5) == ruin(two, 4, walks=500, seed=5)
    assert ruin(two, 4, walks=500, seed=5) != ruin(two, 4, walks=500, seed=6)


def test_cut_off(two):
    cut = ruin(two, 50, walks=100, max_games=1)
    assert cut.unfinished > 90
    assert abs(cut.chance - 0.5) < 0.1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"capital": 0}, "capital"),
        ({"capital": 2, "coalition_capital": -1}, "capital"),
        ({"capital": 2, "walks": 1}, "walks"),
        ({"capital": 2, "own": 1.5}, "own"),
    ],
)
def test_bad_input(two, given, says):
    with pytest.raises(ValueError, match=says):
        ruin(two, **given)
