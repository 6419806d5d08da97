"""Guts between two coalitions of two, each drawing its pair of thresholds together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from parlor.core.compiled import njit
from parlor.core.quantities import Integer, checked
from parlor.solvers import double_oracle

from .kernels import alpha_of

__all__ = ["two_against_two"]

MAX_PAIRS_MESH = 301  # some seconds

Pair = tuple[int, int]
PairsMesh = Annotated[int, Integer(2, MAX_PAIRS_MESH)]
TwoPairs = double_oracle.DoubleOracleSolution[Pair, Pair]


@checked
def two_against_two(*, mesh: PairsMesh = 21) -> TwoPairs:
    """Solve guts between two coalitions of two, each drawing its pair of thresholds together.

    Parameters
    ----------
    mesh : int
        Thresholds 0, 1 / (mesh - 1), ..., 1.

    Returns
    -------
    DoubleOracleSolution
        Optimal mixes over pairs of mesh indices in increasing order, value and gap. The game is
        symmetric, so V = 0 is a fixed point and the stage game is alpha alone.

    Notes
    -----
    Section 5, by the source at mesh 21.

    Examples
    --------
    >>> game = two_against_two(mesh=11)
    >>> abs(game.value) < 1e-14, game.gap < 1e-13
    (True, True)
    """
    x = np.arange(mesh) / (mesh - 1)
    columns: dict[Pair, np.ndarray] = {}

    def column(pair: Pair) -> np.ndarray:
        if pair not in columns:
            columns[pair] = pair_payoffs(x, x[pair[0]], x[pair[1]])
        return columns[pair]

    def index(pair: Pair) -> int:  # where `pair_payoffs` has it: rows of a triangle, one by one
        a, b = pair
        return a * mesh - a * (a - 1) // 2 + b - a

    pairs = [(a, b) for a in range(mesh) for b in range(a, mesh)]

    def best(mix: Sequence[tuple[Pair, float]]) -> tuple[Pair, float]:
        total = np.zeros(len(pairs))
        for pair, probability in mix:
            total += probability * column(pair)
        return pairs[int(total.argmax())], float(total.max())

    def worst(mix: Sequence[tuple[Pair, float]]) -> tuple[Pair, float]:
        pair, value = best(mix)
        return pair, -value

    middle = round(2 ** (-1 / 3) * (mesh - 1))  # the symmetric equilibrium of four, as a guess
    start = [(middle, middle)]
    return double_oracle.solve(
        lambda r, c: float(column(c)[index(r)]), best, worst, start, start, tolerance=1e-14
    )


@njit
def pair_payoffs(x: np.ndarray, third: float, fourth: float) -> np.ndarray:
    """Joint payoff of every pair (x[a], x[b]), a <= b, of a mesh against a pair of thresholds.

    Pairs stand in the order of a, and then of b: shape (M (M + 1) / 2,).
    """
    M = x.size
    out = np.empty(M * (M + 1) // 2)
    p = np.empty(4)
    p[2], p[3] = third, fourth
    k = 0
    for a in range(M):
        for b in range(a, M):
            p[0], p[1] = x[a], x[b]
            out[k] = alpha_of(p, False)
            p[0], p[1] = x[b], x[a]
            out[k] += alpha_of(p, False)
            k += 1
    return out
