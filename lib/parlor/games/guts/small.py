"""Small symmetric three-player games: all their equilibria, and coalitions of two against one.

Tables and payoffs are explained in `parlor.games.guts.small_tables`, the search for equilibria in
`parlor.games.guts.small_equilibria`.

A coalition of players 2 and 3 may agree on pairs of strategies each round (synchronous: a zero-sum
matrix game), or mix independently (asynchronous: ``min over y, z of max over s1``, which is not
convex, though linear in y and in z: from many starts, each is optimised in turn by a linear
programme, which gives upper bounds).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from parlor.solvers import zero_sum

from .small_equilibria import Equilibrium, equilibria
from .small_tables import load, payoffs, regrets

__all__ = [
    "Asynchronous",
    "Equilibrium",
    "asynchronous",
    "equilibria",
    "load",
    "payoffs",
    "regrets",
    "synchronous",
]


@dataclass(frozen=True)
class Asynchronous:
    """Least payoff to which two players, mixing independently, were found to hold the third.

    Attributes
    ----------
    value : float
        max over s1 of the expected payoff: an upper bound of the true minimum.
    second, third : tuple of float
        Their mixes.
    starts : int
        Random starts tried.
    hits : int
        How many of them ended within 1e-9 of `value`.
    """

    value: float
    second: tuple[float, ...]
    third: tuple[float, ...]
    starts: int
    hits: int


def synchronous(A: np.ndarray) -> zero_sum.ZeroSumSolution:
    """Player 1 against players 2 and 3 who draw their pair of strategies together.

    Parameters
    ----------
    A : ndarray, shape (k, k, k)
        Player 1's payoffs.

    Returns
    -------
    ZeroSumSolution
        Value, player 1's mix, and the coalition's over pairs ``k * s2 + s3``.

    Examples
    --------
    >>> games = load("data/games/guts.yaml")
    >>> [round(synchronous(games[name]).value, 6) for name in ("D1", "D2")]
    [-0.666667, -1.333333]
    """
    return zero_sum.solve(A.reshape(A.shape[0], -1))


def asynchronous(A: np.ndarray, starts: int = 200, seed: int = 0) -> Asynchronous:
    """Hold player 1 down by independent mixes of players 2 and 3.

    Parameters
    ----------
    A : ndarray, shape (k, k, k)
        Player 1's payoffs.
    starts : int
        Random starts; some are pure strategies.
    seed : int
        Seed of the starts.

    Returns
    -------
    Asynchronous
        The best found.

    Examples
    --------
    >>> games = load("data/games/guts.yaml")
    >>> [round(asynchronous(games[name], 50).value, 9) + 0.0 for name in ("D1", "D2")]
    [-0.5, 0.0]
    """
    k = A.shape[0]
    rng = np.random.default_rng(seed)
    ends: list[tuple[float, np.ndarray, np.ndarray]] = []
    for start in range(starts):
        y = np.eye(k)[rng.integers(k)] if start % 3 == 0 else rng.dirichlet(np.ones(k))
        value = np.inf
        while True:
            third = zero_sum.solve(np.einsum("abc,b->ac", A, y), tolerance=1e-10)
            second = zero_sum.solve(np.einsum("abc,c->ab", A, third.column), tolerance=1e-10)
            y = second.column
            if second.value >= value - 1e-12:
                break
            value = second.value
        ends.append((second.value, y, third.column))
    value, y, z = min(ends, key=lambda end: end[0])
    hits = sum(end[0] <= value + 1e-9 for end in ends)
    return Asynchronous(value, tuple(y.tolist()), tuple(z.tolist()), starts, hits)
