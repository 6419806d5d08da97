"""Zero-sum matrix games: value and optimal strategies, with the duality gap as certificate.

Payoffs are first brought to the interval [1, 2] by a shift and a change of scale, so that a game
in cents or in millions is solved by the same pivots. The simplex method then runs on the
condensed tableau of the column player's linear programme

    maximise sum(y)  subject to  A y <= 1,  y >= 0,

whose dual is the row player's; value = 1 / sum(y). Whoever has fewer strategies sits in the
tableau's rows; of a large game twice as wide as high, or more, only what is mixed is kept (see
`wide`), so that a game of 20 by 200 000 is no problem. If both have hundreds, what is mixed is
found by an interior method (see `interior`). The gap is measured on the given payoffs. When it is
larger than asked for, the strategies are made again from the indifference equations of those that
are mixed, and at last by SciPy's HiGHS.

All of a call is one kernel, since a small game takes less time than a few calls of NumPy.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlor.core import checks
from parlor.core.compiled import njit
from parlor.core.result import GapResult

from .simplex import _entering, _exchange, _leaving, _solve_small, _strategies, padded
from .wide import _wide

__all__ = ["MAX_PAYOFF", "ZeroSumSolution", "solve"]

MAX_PAYOFF = 1e300  # the spread must not overflow

Floats = NDArray[np.float64]

_STALL = 40  # degenerate pivots before Bland's rule, which cannot cycle
_LARGE = 1024  # payoffs above which a game may be solved as a wide one, and is polished
_FINE = 1e-14  # gap of a large game, in units of the spread, above which it is
_TOLERANCE = 1e-12
_INTERIOR = 400  # strategies of both players from which on a game is solved by `interior`,
_FEW = 100  # unless so many pivots do
_DOUBLE = np.dtype(np.float64)


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


def solve(A: ArrayLike, *, tolerance: float = _TOLERANCE) -> ZeroSumSolution:
    """Solve a zero-sum game: by the simplex method, a large one by an interior method.

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
        If none of the methods, HiGHS at last, reaches the gap asked for.

    Notes
    -----
    Section 1 of Buck et al. takes the value of a matrix game as the step of its recursion (1.4).

    Examples
    --------
    >>> game = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    >>> game.gap < 1e-15, [round(float(p), 4) for p in game.row]
    (True, [0.3333, 0.3333, 0.3333])
    """
    if not (type(A) is np.ndarray and A.dtype is _DOUBLE and A.flags.carray and A.ndim == 2):
        A = payoff_matrix(A, "A").copy()  # the kernel is compiled for plain arrays
    if tolerance is not _TOLERANCE:
        tolerance = checks.positive("tolerance", tolerance)
    m, n = A.shape
    large = m * n > _LARGE
    row, column = np.empty(m), np.empty(n)
    if min(m, n) >= _INTERIOR:
        best = _large(payoff_matrix(A, "A"), tolerance)
        if best is not None:
            return best
    if not large or m < 2 * n < 4 * m:
        value, gap, allowed = _solved(A, tolerance, row, column)
    else:
        value, gap, allowed = _solved_wide(A, tolerance, row, column, 200 * (m + n))
    best = _found(value, gap, row, column)
    if gap <= allowed and not (large and gap > _FINE / tolerance * allowed):
        return best
    payoff_matrix(A, "A")  # if there is something wrong with it, this says what
    for again in (_polished, _anew, _highs):
        best = min(best, _measure(A, *again(A, best)), key=_gap_or_infinity)
        if best.gap <= allowed:
            return best
    raise ArithmeticError(f"zero-sum game: duality gap {best.gap:.1e}, allowed {allowed:.1e}")


def payoff_matrix(A: object, name: str, largest: float = MAX_PAYOFF) -> Floats:
    """The argument `A`, called `name`, as a matrix of finite numbers, or a ValueError."""
    matrix = checks.table(name, A, "matrix of real numbers, allowed is shape (m, n)", largest)
    if matrix.ndim != 2 or not matrix.size:
        raise ValueError(f"{name}: got shape {matrix.shape}, allowed is (m, n) with m, n >= 1")
    return matrix


def _large(A: Floats, tolerance: float) -> ZeroSumSolution | None:
    """A large game by few pivots or along the central path; None where that finds no solution."""
    from .interior import _central

    row, column = np.empty(A.shape[0]), np.empty(A.shape[1])
    value, gap, allowed = _solved_wide(A, tolerance, row, column, _FEW)
    best = _found(value, gap, row, column)
    if not gap <= _FINE / tolerance * allowed:
        mixed = _found(value, gap, *_central(A))
        best = min(best, _measure(A, *_polished(A, mixed)), key=_gap_or_infinity)
    return best if best.gap <= allowed else None


def _polished(A: Floats, found: ZeroSumSolution) -> tuple[Floats, Floats]:
    """Both strategies from the indifference equations of what is mixed in those that were found.

    A tableau has gone through all pivots and carries their rounding; these equations do not.
    """
    rows, columns = np.flatnonzero(found.row), np.flatnonzero(found.column)
    row, column = np.zeros(found.row.size), np.zeros(found.column.size)
    unit = 1 + (A[np.ix_(rows, columns)] - A.min()) / np.ptp(A)
    if rows.size == columns.size:
        with contextlib.suppress(np.linalg.LinAlgError):
            row[rows] = np.linalg.solve(unit.T, np.ones(rows.size))
            column[columns] = np.linalg.solve(unit, np.ones(rows.size))
    return row, column


def _anew(A: Floats, found: ZeroSumSolution) -> tuple[Floats, Floats]:
    """Both strategies by the kernel for small games, which makes its tableau anew if need be."""
    m, n = A.shape
    row, column = np.empty(m), np.empty(n)
    tableau, labels = np.empty((m + 1, padded(n))), np.empty((2, max(m, n)), np.int64)
    _solve_small(A, m, n, tableau, labels, row, column)
    return row, column


def _highs(A: Floats, found: ZeroSumSolution) -> tuple[Floats, Floats]:
    """Both strategies by SciPy's HiGHS; not-a-number when it reports a failure."""
    from scipy.optimize import linprog

    m, n = A.shape
    unit = 1 + (A - A.min()) / np.ptp(A)
    options = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    lp = linprog(-np.ones(n), unit, np.ones(m), method="highs", options=options)
    if lp.status != 0:
        return np.full(m, np.nan), np.full(n, np.nan)
    return -lp.ineqlin.marginals, lp.x


def _measure(A: Floats, row: Floats, column: Floats) -> ZeroSumSolution:
    """Strategies as probabilities, with their gap on the payoffs themselves."""
    return _found(*_measured(A, row, column), row, column)


def _found(value: float, gap: float, row: Floats, column: Floats) -> ZeroSumSolution:
    """A result, filled in past its frozen `__init__`, which takes as long as a small game."""
    found = object.__new__(ZeroSumSolution)
    into = found.__dict__
    into["value"], into["row"], into["column"], into["gap"] = value, row, column, gap
    return found


def _gap_or_infinity(solution: ZeroSumSolution) -> float:
    return solution.gap if solution.gap >= 0 else np.inf


@njit(error_model="numpy")
def _solved(A: Floats, tolerance: float, row: Floats, column: Floats) -> tuple[float, float, float]:
    """Strategies into row and column; value, gap and the gap allowed, as `_judged` has them."""
    m, n = A.shape
    low, high = _range(A, column)
    spread = high - low
    if spread > 0.0 and m <= n:
        T = np.empty((m + 1, n + 1))
        for i in range(m):
            for j in range(n):
                T[i, j] = 1.0 + (A[i, j] - low) / spread
        _simplex(T, row, column)
    elif spread > 0.0:
        T = np.empty((n + 1, m + 1))
        for i in range(m):
            for j in range(n):
                T[j, i] = 3.0 - (1.0 + (A[i, j] - low) / spread)
        _simplex(T, column, row)
    return _judged(A, low, high, tolerance, row, column)


@njit(error_model="numpy")
def _solved_wide(
    A: Floats, tolerance: float, row: Floats, column: Floats, most: int
) -> tuple[float, float, float]:
    """As `_solved`, for a game of which few strategies are mixed, by `most` pivots at most."""
    m, n = A.shape
    low, high = _range(A, column)
    spread = high - low
    if spread > 0.0 and m <= n:
        _wide(A, low, spread, row, column, most)
    elif spread > 0.0:
        _wide(-A.T.copy(), -high, spread, column, row, most)
    return _judged(A, low, high, tolerance, row, column)


@njit(error_model="numpy")
def _range(A: Floats, lows: Floats) -> tuple[float, float]:
    """The least and the greatest payoff, or not-a-number if there is none or one is too large.

    Those of each column come first, which vectors can compare at once; `lows` is room for them.
    """
    m, n = A.shape
    if m * n == 0:
        return np.nan, np.nan
    highs = A[0].copy()
    for j in range(n):  # an assignment of slices takes long to compile
        lows[j] = highs[j]
    bad = 0
    for i in range(m):
        for j in range(n):
            pays = A[i, j]
            lows[j] = pays if pays < lows[j] else lows[j]
            highs[j] = pays if pays > highs[j] else highs[j]
            bad += not abs(pays) <= MAX_PAYOFF
    if bad:
        return np.nan, np.nan
    low, high = lows[0], highs[0]
    for j in range(1, n):
        low, high = min(low, lows[j]), max(high, highs[j])
    return low, high


@njit(error_model="numpy")
def _judged(
    A: Floats, low: float, high: float, tolerance: float, row: Floats, column: Floats
) -> tuple[float, float, float]:
    """Value, gap and the gap allowed, by the range of the payoffs and what was found.

    The gap is infinite where there is nothing to show: payoffs too large, a failure.
    """
    spread = high - low
    if spread > 0.0:
        value, gap = _measured(A, row, column)
        return value, gap, tolerance * spread + 8e-16 * max(abs(low), abs(high))
    if spread == 0.0:
        row[:], column[:] = 0.0, 0.0
        row[0] = column[0] = 1.0
        return low, 0.0, 0.0
    return np.nan, np.inf, 0.0


@njit(error_model="numpy")
def _simplex(T: Floats, row: Floats, column: Floats) -> int:
    """Unnormalised optimal strategies of a game with positive payoffs, and the pivots made.

    The game stands in T, which has a row and a column more. The tableau keeps one column a nonbasic
    variable: pivoting exchanges the labels of a row and a column. Labels below n are columns of the
    game, the others slacks, that is its rows.
    """
    m, n = row.size, column.size
    for i in range(m):
        T[i, n] = 1.0
    for j in range(n):
        T[m, j] = -1.0
    T[m, n] = 0.0
    basic, free = np.empty(m, np.int64), np.empty(n, np.int64)
    for i in range(m):
        basic[i] = n + i
    for j in range(n):
        free[j] = j
    stalled = 0
    pivots = 0
    while pivots < 200 * (m + n):
        c = _entering(T, m, n, free, stalled >= _STALL)
        if c < 0:
            break
        r = _leaving(T, m, c, n, basic)
        if r < 0:
            break
        stalled = stalled + 1 if T[r, n] <= 1e-15 else 0
        _exchange(T, m, n + 1, r, c)
        basic[r], free[c] = free[c], basic[r]
        pivots += 1
    _strategies(T, m, n, free, basic, row, column)
    return pivots


@njit(error_model="numpy")
def _measured(A: Floats, row: Floats, column: Floats) -> tuple[float, float]:
    """Make probabilities of both strategies; value and gap, on the payoffs themselves."""
    if not (_probabilities(row) and _probabilities(column)):
        return np.nan, np.inf
    m, n = A.shape
    pays, costs = np.zeros(n), np.zeros(m)
    for i in range(m):
        if row[i] > 0.0:
            for j in range(n):
                pays[j] += row[i] * A[i, j]
    for j in range(n):
        if column[j] > 0.0:
            for i in range(m):
                costs[i] += A[i, j] * column[j]
    least, most = pays[0], costs[0]
    for j in range(1, n):
        least = min(least, pays[j])
    for i in range(1, m):
        most = max(most, costs[i])
    return least + (most - least) / 2, max(most - least, 0.0)


@njit(error_model="numpy")
def _probabilities(weights: Floats) -> bool:
    """Make weights nonnegative with sum 1; whether that was possible.

    The sum is taken as NumPy takes it, in eight parts: the last digits of a strategy depend on it.
    """
    n = weights.size
    for i in range(n):
        weights[i] = max(weights[i], 0.0)
    whole = n - n % 8
    total = 0.0
    if whole:
        parts = weights[:8].copy()
        for first in range(8, whole, 8):
            for k in range(8):
                parts[k] += weights[first + k]
        total = (parts[0] + parts[1]) + (parts[2] + parts[3])
        total += (parts[4] + parts[5]) + (parts[6] + parts[7])
    for i in range(whole, n):
        total += weights[i]
    if not 0.0 < total < np.inf:
        return False
    for i in range(n):
        weights[i] /= total
    return True
