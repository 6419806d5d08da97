"""Gambler's ruin: fair and unfair walks, table stakes, determinism, bad input."""

from fractions import Fraction

import numpy as np
import pytest

from parlor.core.draws import step_draw
from parlor.games.guts import solve_coalition
from parlor.games.guts.play import HANDS, draw_place, showdown
from parlor.games.guts.ruin import choose_plans, deal_rounds, ruin


@pytest.fixture(scope="module")
def two():
    return solve_coalition(2, mesh=None)


def test_two_players_are_a_fair_walk():
    """With two players a game pays exactly 1 or -1 at a time, so no debts and Wald's identity."""
    one = solve_coalition(1, mesh=None)
    for capital, others in ((2, 6), (5, 5)):
        end = ruin(one, capital, coalition_capital=others, n_walks=4000, seed=3)
        assert end.debt < 3  # a beaten holder pays 2 at once
        assert abs(end.chance - others / (capital + others)) < 4 * end.chance_error + 0.1


def test_losses_raise_ruin(two):
    optimal = ruin(two, 10, n_walks=4000, seed=1)
    folding = ruin(two, 10, n_walks=4000, own=1.0, seed=1)
    assert folding.chance == 1.0
    assert (folding.games, folding.games_error) == (10, 0)
    assert (folding.debt, folding.debt_error) == (0, 0)
    assert 0.5 < optimal.chance < 1
    assert optimal.unfinished == 0


def test_standard_errors_are_how_means_scatter(two):
    ends = [ruin(two, 4, n_walks=400, seed=seed) for seed in range(60)]
    for name in ("chance", "games", "debt"):
        means = [getattr(end, name) for end in ends]
        told = np.mean([getattr(end, f"{name}_error") for end in ends])
        assert 0.7 < np.std(means, ddof=1) / told < 1.4, name


def slow_ruin(solution, chips, others, rng):
    """One walk at table stakes, in fractions: whether player 1 is ruined, and how many games."""
    n, games = solution.n_coalition + 1, 0
    mine, theirs = Fraction(chips), Fraction(others)
    total = mine + theirs
    while mine > 0 and theirs > 0:
        games += 1
        ante = min(Fraction(1), mine, theirs / (n - 1))
        mine, theirs, pot = mine - ante, theirs - (n - 1) * ante, n * ante
        while pot > 0:
            own = rng.choice([t for t, _ in solution.player_one])
            k = rng.choice(len(solution.coalition), p=[w for _, w in solution.coalition])
            hands = rng.random(n)
            p = (own, *solution.coalition[k][0])
            holders = sorted((i for i in range(n) if hands[i] > p[i]), key=lambda i: -hands[i])
            if not holders:
                continue
            cap = min(pot, mine, theirs / (n - 1))
            if holders[0] == 0:
                mine += pot
            else:
                theirs += pot
            pot = Fraction(0)
            for loser in holders[1:]:
                if loser == 0:
                    mine -= cap
                else:
                    theirs -= cap
                pot += cap
            assert mine >= 0 and theirs >= 0
            assert mine + theirs + pot == total
    return mine == 0, games


@pytest.mark.parametrize(("N", "chips", "others"), [(2, 2, 4), (3, 2, 6), (3, 4, Fraction(3, 2))])
def test_table_stakes_by_hand(N, chips, others):
    solution, rng = solve_coalition(N, mesh=None), np.random.default_rng(N)
    slow = np.array([slow_ruin(solution, chips, others, rng) for _ in range(2000)], float)
    fast = ruin(
        solution, chips, coalition_capital=float(others), n_walks=20_000, seed=4, table_stakes=True
    )
    told = ((fast.chance, fast.chance_error), (fast.games, fast.games_error))
    for sample, (mean, error) in zip(slow.T, told, strict=True):
        error = np.hypot(np.std(sample) / 2000**0.5, error)
        assert abs(np.mean(sample) - mean) < 4 * error
    assert fast.debt == 0 and fast.unfinished == 0


def test_table_stakes_are_fair_to_equals():
    one = solve_coalition(1, mesh=None)
    for capital, others in ((2, 6), (2.5, 2.5)):
        end = ruin(
            one, capital, coalition_capital=others, n_walks=20_000, seed=3, table_stakes=True
        )
        assert end.debt == 0
        assert abs(end.chance - others / (capital + others)) < 4 * end.chance_error


def test_table_stakes_and_credit_agree_when_nobody_runs_short(two):
    folding = [ruin(two, 10, n_walks=500, own=1.0, table_stakes=t) for t in (False, True)]
    assert folding[0] == folding[1]
    weak = solve_coalition(2, mesh=None, weenie=True)
    assert ruin(weak, 3, n_walks=500, game_limit=2000, table_stakes=True).debt == 0


def test_same_seed_same_walks(two):
    assert ruin(two, 4, n_walks=500, seed=5) == ruin(two, 4, n_walks=500, seed=5)
    assert ruin(two, 4, n_walks=500, seed=5) != ruin(two, 4, n_walks=500, seed=6)


def test_cut_off(two):
    cut = ruin(two, 50, n_walks=100, game_limit=1)
    assert cut.unfinished > 90
    assert abs(cut.chance - 0.5) < 0.1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"capital": 0}, "capital"),
        ({"capital": 2, "coalition_capital": -1}, "capital"),
        ({"capital": 2, "n_walks": 1}, "n_walks"),
        ({"capital": 2, "own": 1.5}, "own"),
    ],
)
def test_bad_input(two, given, says):
    with pytest.raises(ValueError, match=says):
        ruin(two, **given)


@pytest.mark.parametrize("others", [1, 2, 4])
def test_rounds_dealt_ahead_are_those_dealt_one_by_one(others):
    rng, n, first = np.random.default_rng(others), others + 1, 128
    stream = np.uint64(11400714819323198485)
    mixes = [(rng.random((rows, size)), np.cumsum(rng.random(rows)))
             for rows, size in ((2, 1), (3, others))]  # fmt: skip
    room, rounds = np.empty((n + 1, 40)), np.empty((3, 40), np.int64)
    for side, (mix, sums) in enumerate(mixes):
        choose_plans(stream, first, side, mix, sums, room[1:n] if side else room[:1], room[n])
    lines = room[:n].copy()
    deal_rounds(stream, first, room[:n], room[n], rounds)
    hands = np.empty(n)
    for s, step in enumerate(range(first, first + 40)):
        drawn = [mix[draw_place(sums, step_draw(stream, 2 * step, side))]
                 for side, (mix, sums) in enumerate(mixes)]  # fmt: skip
        p = np.concatenate(drawn)
        assert (lines[:, s] == p).all()
        shown = showdown(p, stream ^ np.uint64(HANDS), step, hands)
        assert (*shown, hands[0] > p[0]) == tuple(rounds[:, s])
