"""Time small zero-sum games beside other solvers on the same games, and the card game.

The games are random ones of 7 x 7 and stage games of Goofspiel, which have many ties. The rivals
solve one game a call, so they get fewer of them: the time is per game. nashpy is asked for its
linear programme and, where no payoffs tie, for Lemke and Howson's method, which runs without end
on the stage games; quantecon, when it is installed, for minmax and for Lemke and Howson's.

    python benchmarks/bench_goofspiel.py
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Callable

import numpy as np
from nashpy import Game
from scipy.optimize import linprog
from timing import clocked

from parlor.games.goofspiel import solve
from parlor.games.goofspiel.matching import check_matching_unseen
from parlor.solvers import zero_sum
from parlor.solvers.simplex import _solve_small, padded

MANY, FEW = 50_000, 100
Pair = tuple[np.ndarray, np.ndarray]


def parlor_small(games: np.ndarray) -> float:
    """Solve all games by the kernel of the card game; the largest gap."""
    _, m, n = games.shape
    tableau, labels = np.empty((m + 1, padded(n))), np.empty((2, max(m, n)), np.int64)
    row, column = np.zeros(m), np.zeros(n)
    return max(_solve_small(A, m, n, tableau, labels, row, column)[1] for A in games)


def parlor_one(A: np.ndarray) -> Pair:
    game = zero_sum.solve(A)
    return game.row, game.column


def highs(A: np.ndarray) -> Pair:
    m, n = A.shape
    options = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    lp = linprog(-np.ones(n), A - A.min() + 1, np.ones(m), method="highs", options=options)
    x, y = -lp.ineqlin.marginals, lp.x
    return x / x.sum(), y / y.sum()


def nashpy_programme(A: np.ndarray) -> Pair:
    return Game(A).linear_program()


def nashpy_lemke_howson(A: np.ndarray) -> Pair:
    return Game(A, -A).lemke_howson(0)


def quantecon_minmax(A: np.ndarray) -> Pair:
    from quantecon.optimize import minmax

    _, x, y = minmax(A)
    return x, y


def quantecon_lemke_howson(A: np.ndarray) -> Pair:
    from quantecon.game_theory import NormalFormGame, Player, lemke_howson

    return lemke_howson(NormalFormGame((Player(A), Player(-A.T))))


def gap_of(A: np.ndarray, pair: Pair) -> float:
    row, column = pair
    if np.shape(row) != (A.shape[0],) or np.shape(column) != (A.shape[1],):
        return np.nan
    return float((A @ column).max() - (row @ A).min())


def stage_games(n_cards: int, cards: int, count: int) -> np.ndarray:
    """Stage games of Goofspiel with so many cards left, all bids told apart or not."""
    game, rng = solve(n_cards), np.random.default_rng(0)

    def draw() -> list[int]:
        return [int(card) + 1 for card in rng.choice(n_cards, cards, replace=False)]

    found = []
    for _ in range(count):
        prizes = draw()
        found.append(game.stage(draw(), draw(), prizes, prizes[0]).payoffs)
    return np.array(found)


def compare(name: str, games: np.ndarray, ties: bool) -> None:
    rivals: list[tuple[str, Callable[[np.ndarray], Pair]]] = [
        ("parlor, one by one", parlor_one),
        ("SciPy HiGHS", highs),
        ("nashpy, linear programme", nashpy_programme),
    ]
    if not ties:
        rivals.append(("nashpy, Lemke-Howson", nashpy_lemke_howson))
    if importlib.util.find_spec("quantecon"):
        rivals += [
            ("quantecon, minmax", quantecon_minmax),
            ("quantecon, Lemke-Howson", quantecon_lemke_howson),
        ]
    seconds, gap = clocked(lambda: parlor_small(games))
    ours = seconds / len(games)
    print(f"\n{name:<40}{'us a game':>12}{'largest gap':>13}{'ratio':>9}")
    print(f"{'parlor, kernel for small games':<40}{ours * 1e6:>12.2f}{gap:>13.1e}")
    for rival, method in rivals:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            method(games[0])
            seconds, pairs = clocked(lambda m=method: [m(A) for A in games[:FEW]], 2)
        gaps = np.array([gap_of(A, pair) for A, pair in zip(games, pairs, strict=False)])
        bad = int((~(gaps < 1e-6 * np.ptp(games))).sum())
        worst = f"{bad} failed" if bad else f"{gaps.max():.1e}"
        print(f"{rival:<40}{seconds / FEW * 1e6:>12.1f}{worst:>13}{seconds / FEW / ours:>8.0f}x")
    if not importlib.util.find_spec("quantecon"):
        print("quantecon is not installed")


def main() -> None:
    solve(3)
    check_matching_unseen(3)  # compiled, or read from the cache
    compare("random games, 7 x 7", np.random.default_rng(1).normal(size=(MANY, 7, 7)), False)
    compare("Goofspiel's stage games, 7 x 7", stage_games(9, 7, 2000), True)
    print(f"\n{'Goofspiel, all states':<40}{'seconds':>12}{'gap':>13}{'states':>12}{'us/game':>9}")
    for n in (8, 9, 10):
        seconds, game = clocked(lambda n=n: solve(n), 2)
        each = seconds / game.n_games * 1e6
        print(f"{n!s:<40}{seconds:>12.3f}{game.gap:>13.1e}{game.n_states:>12,}{each:>9.2f}")
    seconds, found = clocked(lambda: check_matching_unseen(13), 2)
    label = "Ross's claim, 13 cards, exact"
    print(f"{label:<40}{seconds:>12.3f}{found.failures:>13}{found.n_decisions:>12,}")


if __name__ == "__main__":
    main()
