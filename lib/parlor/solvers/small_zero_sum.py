"""Many small zero-sum games at once: values, optimal strategies and duality gaps.

For a game of 7 x 7 a call from Python costs many times the solution, so the batch is handed to one
kernel, which allocates nothing per game: about a microsecond for each. The method is that of
`parlor.solvers.zero_sum`, the simplex method on payoffs brought to [1, 2]. It is followed by one
step more: a strategy whose gap shows rounding is computed again from the indifference equations of
its last basis, by elimination with partial pivoting, so that the gap is a few units in the last
place. A game that still misses the tolerance is solved again by Bland's rule, and then by
`parlor.solvers.zero_sum`, which has HiGHS behind it and raises if that fails too.

Optimal strategies need not be unique. The one returned is the vertex that the pivots end at
(largest reduced cost enters, the first among equals; largest pivot leaves among tied ratios), which
depends on the game's own payoffs alone, not on its neighbours in the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlor.core import checks

from . import zero_sum
from .simplex import _solve_batch, padded

__all__ = ["ZeroSumBatch", "solve_batch"]

MAX_STRATEGIES = 32


@dataclass(frozen=True, eq=False)
class ZeroSumBatch:
    """Solutions of g zero-sum games of the same shape.

    Attributes
    ----------
    values : ndarray (g,)
        What the row player can force on average, in units of the payoffs.
    rows, columns : ndarray (g, m) and (g, n)
        Optimal mixed strategies: probabilities that add up to 1.
    gaps : ndarray (g,)
        Duality gaps ``max(A @ column) - min(row @ A)``, measured on the payoffs themselves: the
        value is known to half of it, and no player can gain more than this by deviating.
    """

    values: np.ndarray
    rows: np.ndarray
    columns: np.ndarray
    gaps: np.ndarray


def solve_batch(payoffs: np.ndarray | Sequence) -> ZeroSumBatch:
    """Solve many small zero-sum games of the same shape.

    Parameters
    ----------
    payoffs : array_like, shape (g, m, n)
        Payoffs to the row player, who maximises, one matrix a game; finite (up to
        1e300 in size), m and n from 1 to 32.

    Returns
    -------
    ZeroSumBatch
        Values, strategies and gaps. Every gap is at most 1e-12 of the spread of the game's
        payoffs, or rounding error at their size where that is more.

    Raises
    ------
    ValueError
        If `payoffs` is not an array of that shape, or holds what is not a finite number.
    ArithmeticError
        If a game cannot be solved to that gap.

    Notes
    -----
    These are the stage games of Section 1 of Nakai's paper and of its recursion (1), for any size.

    Examples
    --------
    >>> stones = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    >>> batch = solve_batch([stones, [[3, 1, 5], [4, 2, 6], [0, 0, 9]]])
    >>> float(batch.values[1]), bool(batch.gaps.max() < 1e-15)
    (2.0, True)
    >>> batch.rows[0]
    array([0.33333333, 0.33333333, 0.33333333])
    """
    A = _checked(payoffs)
    g, m, n = A.shape
    values, gaps, good = np.empty(g), np.empty(g), np.empty(g, np.bool_)
    rows, columns = np.empty((g, m)), np.empty((g, n))
    tableau, labels = np.empty((m + 1, padded(n))), np.empty((2, max(m, n)), np.int64)
    _solve_batch(A, tableau, labels, values, rows, columns, gaps, good)
    for k in np.flatnonzero(~good):
        game = zero_sum.solve(A[k])
        values[k], rows[k], columns[k], gaps[k] = game.value, game.row, game.column, game.gap
    return ZeroSumBatch(values, rows, columns, gaps)


def _checked(payoffs: np.ndarray | Sequence) -> np.ndarray:
    """Payoffs as an array, or a ValueError."""
    allowed = f"allowed is (g, m, n) with g >= 0 and m, n from 1 to {MAX_STRATEGIES}"
    A = checks.table("payoffs", payoffs, f"array of real numbers, {allowed}")
    if A.ndim != 3 or not all(1 <= size <= MAX_STRATEGIES for size in A.shape[1:]):
        raise ValueError(f"payoffs: got shape {A.shape}, {allowed}")
    good = np.abs(A) <= zero_sum.MAX_PAYOFF
    if not good.all():
        where = tuple(int(i) for i in np.argwhere(~good)[0])
        raise ValueError(
            f"payoffs: got {A[where]} at {where}, allowed are finite numbers up to "
            f"{zero_sum.MAX_PAYOFF}"
        )
    return A
