"""Solvers of matrix games that others wrote, all asked alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..row import Way

Pair = tuple[np.ndarray, np.ndarray]


def value_of(A: np.ndarray, pair: Pair) -> float:
    row, column = pair
    return float(row @ A @ column)


def gap_of(A: np.ndarray, pair: Pair) -> float:
    """Duality gap of a pair of strategies, in units of the spread of the payoffs."""
    row, column = (np.asarray(mix, float) for mix in pair)
    if row.shape != A.shape[:1] or column.shape != A.shape[1:]:
        return np.inf
    if abs(row.sum() - 1) + abs(column.sum() - 1) + (-min(row.min(), column.min())) > 1e-6:
        return np.inf
    return max(float((A @ column).max() - (row @ A).min()), 0.0) / float(np.ptp(A))


def ours(A: np.ndarray) -> Pair:
    from parlor.solvers import zero_sum

    game = zero_sum.solve(A)
    return game.row, game.column


def highs(A: np.ndarray) -> Pair:
    from scipy.optimize import linprog

    m, n = A.shape
    unit = 1 + (A - A.min()) / np.ptp(A)
    options = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    lp = linprog(-np.ones(n), unit, np.ones(m), method="highs", options=options)
    x, y = -lp.ineqlin.marginals, lp.x
    return x / x.sum(), y / y.sum()


def highs_unshifted(A: np.ndarray) -> Pair:
    """By the programme with the value as a variable, which adds nothing to small payoffs."""
    from scipy.optimize import linprog

    m, n = A.shape
    lp = linprog(
        np.r_[np.zeros(n), 1], np.c_[A, -np.ones(m)], np.zeros(m), np.r_[np.ones(n), 0][None], [1],
        [(0, None)] * n + [(None, None)], method="highs",
    )  # fmt: skip
    x, y = -lp.ineqlin.marginals, lp.x[:n]
    return x / x.sum(), y / y.sum()


def quantecon(A: np.ndarray) -> Pair:
    from quantecon.optimize import minmax

    return minmax(A)[1:]


def quantecon_game(A: np.ndarray) -> Any:
    from quantecon.game_theory import NormalFormGame, Player

    return NormalFormGame((Player(A), Player(-A.T)))


def quantecon_lemke_howson(game: Any) -> Pair:
    from quantecon.game_theory import lemke_howson

    return lemke_howson(game)


def nashpy_game(A: np.ndarray) -> Any:
    from nashpy import Game

    return Game(A, -A)


def nashpy_programme(A: np.ndarray) -> Pair:
    from nashpy import Game

    return Game(A).linear_program()


def nashpy_lemke_howson(game: Any) -> Pair:
    return game.lemke_howson(0)


def gambit_game(A: np.ndarray) -> Any:
    import pygambit

    return pygambit.StrategicGame.from_arrays(A, -A)


def gambit(game: Any) -> Pair:
    import pygambit

    found = pygambit.nash.lp_solve(game, rational=False).equilibrium
    row, column = (np.array([chance for _, chance in found[who]]) for who in game.players)
    return row, column


def open_spiel_game(A: np.ndarray) -> Any:
    import pyspiel

    return pyspiel.create_matrix_game(A.tolist(), (-A).tolist())


def open_spiel(game: Any) -> Pair:
    from open_spiel.python.algorithms.lp_solver import solve_zero_sum_matrix_game

    return solve_zero_sum_matrix_game(game)[:2]


OURS = Way("ours", ours)
HIGHS = Way("SciPy, HiGHS", highs, kind="library")
HIGHS_UNSHIFTED = Way("SciPy, HiGHS, the value as a variable", highs_unshifted, kind="library")
QUANTECON = Way("quantecon, minmax", quantecon, kind="library", package="quantecon")
QUANTECON_LH = Way(
    "quantecon, Lemke-Howson", quantecon_lemke_howson, quantecon_game,
    kind="library", package="quantecon",
)  # fmt: skip
NASHPY = Way("nashpy, linear programme", nashpy_programme, kind="library", package="nashpy")
NASHPY_LH = Way(
    "nashpy, Lemke-Howson", nashpy_lemke_howson, nashpy_game, kind="library", package="nashpy"
)
GAMBIT = Way("Gambit, linear programme", gambit, gambit_game, kind="library", package="pygambit")
OPEN_SPIEL = Way(
    "OpenSpiel, linear programme", open_spiel, open_spiel_game, kind="library", package="open_spiel"
)
