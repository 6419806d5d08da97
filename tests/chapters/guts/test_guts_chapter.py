"""What the page on guts computes beside the library, against slower ways to it."""

import numpy as np
import pytest

from chapters.guts.coalitions import beside_of, bloc_of, mix_in_words, own_of
from chapters.guts.nashpy_play import fictitious_play_by_nashpy
from chapters.guts.rounds import against_mix, limit_of_repeating
from chapters.guts.small_games import coalition_share, equilibria_of
from parlor.games.guts import mesh_game, payoff, solve_coalition, stakes_multiplier
from parlor.games.guts.small import equilibria, load_games
from parlor.solvers import fictitious_play


def test_repeating_is_a_fixed_point():
    table = (0.64, 0.0, 0.86)
    alpha, beta = payoff(table), stakes_multiplier(table)
    V = alpha / (1 - beta)
    one = limit_of_repeating(np.array([[alpha]]), np.array([[beta]]), np.ones(1), -1.0)
    assert one == pytest.approx(V)


def test_the_optimal_mix_gains_what_it_should():
    two = solve_coalition(2, mesh=None)
    alpha, beta = against_mix(two.coalition, np.linspace(0, 1, 101))
    most = max(alpha + two.value * beta)
    assert two.value - 1e-3 <= most <= two.value


def test_strategies():
    solution = solve_coalition(3, mesh=101, structure="pseudo-bloc")
    assert 0 < min(own_of(solution)) < min(bloc_of(solution)) < beside_of(solution) < 1
    assert mix_in_words([((0.5, 0.25), 0.75)], 2) == "(0.5, 0.25): 0.75"


def test_nashpy_beside_ours():
    exact = solve_coalition(2, mesh=21, structure="pseudo-bloc")
    A, B = mesh_game(2, 21)
    A += exact.value * B
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    runs = [fictitious_play_by_nashpy(A, 300, seed=1) for _ in range(2)]
    assert runs[0] == runs[1]
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002
    value, low, high = runs[0]
    assert low <= exact.value <= high
    assert low <= value <= high
    ours = fictitious_play.play(A, n_rounds=300, seed=1)
    assert ours.bounds[0] <= exact.value <= ours.bounds[1]


def test_small_games():
    games = load_games()
    found = equilibria(games["C5"], max_support=1)
    assert len(equilibria_of(found, *np.eye(3)[[2, 0, 1]])) == 1
    assert not equilibria_of(found, *np.eye(3)[[2, 2, 2]])
    assert coalition_share("C6", "alternating", 1, reduced=True) in range(0, 101, 10)
