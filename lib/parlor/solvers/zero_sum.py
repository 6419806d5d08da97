"""Zero-sum matrix games: value and optimal strategies, with the duality gap as certificate.

Payoffs are first brought to the interval [1, 2] by a shift and a change of scale, so that a game
in cents or in millions is solved by the same pivots. The simplex method then runs on the
condensed tableau of the column player's linear programme

    maximise sum(y)  subject to  A y <= 1,  y >= 0,

whose dual is the row player's; value = 1 / sum(y). Whoever has fewer strategies sits in the
tableau's rows, so a game of 20 by 200 000 is no problem. SciPy's HiGHS takes over when the gap of
the result, which is measured on the given payoffs, is larger than asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linprog

from parlor.core import checks
from parlor.core.compiled import njit
from parlor.core.result import GapResult

from .simplex import _PIVOT, _entering, _exchange, _strategies

__all__ = ["MAX_PAYOFF", "ZeroSumSolution", "solve"]

MAX_PAYOFF = 1e300  # the spread must not overflow

Floats = NDArray[np.float64]

_STALL = 40  # degenerate pivots before Bland's rule, which cannot cycle


@dataclass(frozen=True, eq=False, repr=False)
class ZeroSumSolution(GapResult):
    """Value and optimal strategies of a zero-sum game.

    Attributes
    ----------
    value : float
        What the row player can force on average, in units of the payoffs.
    row, column : ndarray of float64, shapes (m,) and (n,)
        Optimal mixed strategies: probabilities that add up to 1.
    gap : float
        Duality gap, ``max(A @ column) - min(row @ A)``: the value lies between the two, and
        neither player can gain more than this by deviating.
    """

    value: float
    row: Floats
    column: Floats
    gap: float


def solve(A: ArrayLike, *, tolerance: float = 1e-12) -> ZeroSumSolution:
    """Solve a zero-sum game by the simplex method.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Payoffs to the row player, who maximises; up to `MAX_PAYOFF` in size.
    tolerance : float
        Largest duality gap that is accepted, in units of the spread ``A.max() - A.min()``
        (and never below rounding error at the size of the payoffs); above 0.

    Returns
    -------
    ZeroSumSolution
        Value, strategies and gap.

    Raises
    ------
    ValueError
        If `A` is no such matrix with at least one row and column, or `tolerance` not positive.
    ArithmeticError
        If neither the simplex method nor HiGHS reaches the gap asked for.

    Notes
    -----
    Section 1 of Buck et al. takes the value of a matrix game as the step of its recursion (1.4).

    Examples
    --------
    >>> game = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    >>> game.gap < 1e-15, [round(float(p), 4) for p in game.row]
    (True, [0.3333, 0.3333, 0.3333])
    """
    A = payoff_matrix(A, "A")
    tolerance = checks.positive("tolerance", tolerance)
    low, high = float(A.min()), float(A.max())
    spread = high - low
    m, n = A.shape
    if spread == 0:
        return ZeroSumSolution(low, np.eye(m)[0], np.eye(n)[0], 0.0)
    allowed = tolerance * spread + 8e-16 * max(abs(low), abs(high))
    best = _measure(A, *_pivot(A, low, spread))
    if not best.gap <= allowed:
        best = min(best, _measure(A, *_highs(A, low, spread)), key=_gap_or_infinity)
    if not best.gap <= allowed:
        raise ArithmeticError(f"zero-sum game: duality gap {best.gap:.1e}, allowed {allowed:.1e}")
    return best


def payoff_matrix(A: object, name: str, largest: float = MAX_PAYOFF) -> Floats:
    """The argument `A`, called `name`, as a matrix of finite numbers, or a ValueError."""
    matrix = checks.table(name, A, "matrix of real numbers, allowed is shape (m, n)", largest)
    if matrix.ndim != 2 or not matrix.size:
        raise ValueError(f"{name}: got shape {matrix.shape}, allowed is (m, n) with m, n >= 1")
    return matrix


def _pivot(A: Floats, low: float, spread: float) -> tuple[Floats, Floats]:
    """Both strategies by the simplex method on the smaller side."""
    m, n = A.shape
    unit = 1 + (A - low) / spread
    if m <= n:
        row, column, _ = _simplex(unit)
    else:
        column, row, _ = _simplex(np.ascontiguousarray(3 - unit.T))
    return row, column


def _highs(A: Floats, low: float, spread: float) -> tuple[Floats, Floats]:
    """Both strategies by SciPy's HiGHS; not-a-number when it reports a failure."""
    m, n = A.shape
    unit = 1 + (A - low) / spread
    options = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    lp = linprog(-np.ones(n), unit, np.ones(m), method="highs", options=options)
    if lp.status != 0:
        return np.full(m, np.nan), np.full(n, np.nan)
    return -lp.ineqlin.marginals, lp.x


def _measure(A: Floats, row: Floats, column: Floats) -> ZeroSumSolution:
    """Strategies as probabilities, with their gap on the payoffs themselves."""
    row, column = np.maximum(row, 0), np.maximum(column, 0)
    if not (0 < row.sum() < np.inf and 0 < column.sum() < np.inf):
        return ZeroSumSolution(np.nan, row, column, np.inf)
    row, column = row / row.sum(), column / column.sum()
    least, most = float((row @ A).min()), float((A @ column).max())
    return ZeroSumSolution(least + (most - least) / 2, row, column, max(most - least, 0.0))


def _gap_or_infinity(solution: ZeroSumSolution) -> float:
    return solution.gap if solution.gap >= 0 else np.inf


@njit
def _simplex(A: Floats) -> tuple[Floats, Floats, int]:
    """Unnormalised optimal strategies of a game with positive payoffs, and the pivots made.

    The tableau keeps one column a nonbasic variable: pivoting exchanges the labels of a row and
    a column. Labels below n are columns of the game, the others slacks, that is its rows.
    """
    m, n = A.shape
    T = np.empty((m + 1, n + 1))
    for i in range(m):  # loops: numba is slow to compile assignments to slices
        for j in range(n):
            T[i, j] = A[i, j]
        T[i, n] = 1.0
    for j in range(n):
        T[m, j] = -1.0
    T[m, n] = 0.0
    basic = np.arange(n, n + m)
    free = np.arange(n)
    stalled = 0
    pivots = 0
    while pivots < 200 * (m + n):
        c = _entering(T, m, n, free, stalled >= _STALL)
        if c < 0:
            break
        r = -1
        for i in range(m):
            if T[i, c] <= _PIVOT:
                continue
            if r < 0:
                r = i
                continue
            mine, best = T[i, n] * T[r, c], T[r, n] * T[i, c]
            if mine < best or (mine == best and basic[i] < basic[r]):
                r = i
        if r < 0:
            break
        stalled = stalled + 1 if T[r, n] <= 1e-15 else 0
        _exchange(T, m, n + 1, r, c)
        basic[r], free[c] = free[c], basic[r]
        pivots += 1
    row, column = np.empty(m), np.empty(n)
    _strategies(T, m, n, free, basic, row, column)
    return row, column, pivots
