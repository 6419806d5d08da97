"""Zero-sum matrix games: value and optimal strategies, with the duality gap as certificate.

The steps, in order:

1. *Pure guarantees.* The value lies between L, the most that a pure strategy guarantees the row
   player, and U, the least that one concedes. If they are equal, that is the solution.
2. *The simplex method* on the column player's linear programme

       maximise sum(y)  subject to  A y <= 1,  y >= 0,

   whose dual is the row player's; value = 1 / sum(y), so the value has to be positive. Payoffs are
   brought to [1, 2] first, so that it is, and that a game in cents takes the pivots of the same
   game in millions. Whoever has fewer strategies sits in the tableau's rows. If the other has many
   times as many, only those columns are in it that pay too little against the solution without
   them. If both have hundreds, pivots are made for a quarter of a second; then SciPy's HiGHS finds
   what is mixed, and only if that fails as many pivots as it takes. See `simplex` for the tableau.
3. *The indifference equations* of what is mixed, in units of what is played, if the pivots have
   left rounding.
4. *The certificate*: the duality gap, on the payoffs as they were given. It has to be small beside
   the payoffs that are played: a penalty of 1e15 for what nobody does is no excuse.
5. *Again in other units*, if it is not: from the middle of L and U in units of 2 (U - L), which
   penalties do not stretch, and then around the value that was found; then without rows and columns
   that the pure guarantees dominate, which penalties for either player are. What is played may pay
   next to nothing, and all else be rounding: a gap that is small beside the payoffs that are no
   penalties will do then.
6. *Whole numbers*, of any length, in a small game that rounding makes hard; HiGHS in a larger one;
   or an error.

A small game takes less time than a few calls of NumPy. So all that most need, which is these steps
up to other units, is one kernel (`simplex.by_pivots`), and the first game waits for no other to be
compiled.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from parlor.core import checks
from parlor.core.checks import Floats
from parlor.core.result import MatrixResult

from .simplex import (
    ENTER,
    EPSILON,
    MANY,
    TOLERANCE,
    Ints,
    Judgement,
    by_pivots,
    guarantees,
    judged,
    normalised,
    optimise,
    padded,
)

__all__ = ["ZeroSumSolution", "solve"]

# What pure strategies guarantee and concede, and the least and the largest payoff: `guarantees`
Bounds = tuple[float, float, float, float]

_PENALTY = 100.0  # times a usual payoff: what is larger is a penalty. Any larger number would do
_LOOKED_AT = 256  # payoffs at most, to find a usual one
# Strategies of both players from which on HiGHS is tried, unless pivots do that go through so many
# payoffs in all. That takes a quarter of a second, as long as HiGHS takes for a game of 400 by 400.
# Most random ones of that size need less, all of 1,000 by 1,000 more.
_LARGE, _WORK = 400, 6 * 10**8
# Columns a row from which on most are not needed, unless the tableau of all payoffs fits into the
# nearest caches: these are 128 KB.
_WIDE, _CACHED = 32, 1 << 14
_EXACT = 2500  # payoffs that are solved in whole numbers within seconds
_HIGHS = 1e-10  # the least tolerance that HiGHS takes
_UNKNOWN: Bounds = (np.nan,) * 4  # they are found on the way
_DOUBLE = np.dtype(np.float64)


@dataclass(frozen=True, eq=False, repr=False)
class ZeroSumSolution(MatrixResult):
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


def solve(A: ArrayLike, *, tolerance: float = TOLERANCE) -> ZeroSumSolution:
    """Solve a zero-sum game: by the simplex method, a large one by HiGHS.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Payoffs to the row player, who maximises; up to 1e300 in size. The labels of a data frame
        are those of the strategies in the result's `to_frame`.
    tolerance : float
        Largest duality gap that is accepted, in units of the spread of the payoffs that are
        played, or where that cannot be had of all that are no penalties; never below the rounding
        error of the gap itself; above 0. Nearly all gaps are far below the default.

    Returns
    -------
    ZeroSumSolution
        Value, strategies and gap.

    Raises
    ------
    TypeError, ValueError
        If `A` is no such matrix with at least one row and column, or `tolerance` not positive.
    ArithmeticError
        If none of the methods, HiGHS at last, reaches the gap asked for: double precision does not
        decide the game.

    Notes
    -----
    Section 1 of Buck et al. takes the value of a matrix game as the step of its recursion (1.4).

    Examples
    --------
    >>> game = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    >>> game.gap < 1e-15, [round(float(p), 4) for p in game.row]
    (True, [0.3333, 0.3333, 0.3333])
    """
    labels = None
    if not (type(A) is np.ndarray and A.dtype == _DOUBLE and A.flags.carray and A.ndim == 2):
        if hasattr(A, "index") and hasattr(A, "columns"):  # a data frame
            labels = A.index, A.columns
        A = checks.matrix("A", A).copy()  # the kernel is compiled for plain arrays
    if tolerance is not TOLERANCE:
        # below a rounding error there is nothing to ask for; units are gaps divided by it
        tolerance = max(checks.positive("tolerance", tolerance), EPSILON)
    row, column = np.empty(A.shape[0]), np.empty(A.shape[1])
    gap, allowed = np.inf, 0.0
    if A.size <= _CACHED:
        value, gap, allowed = by_pivots(A, *_UNKNOWN, tolerance, 0, row, column)
    if not gap <= allowed:
        value, gap, allowed = judgement(A, tolerance, row, column)
    if gap <= allowed:
        return _found(value, gap, row, column, labels)
    checks.matrix("A", A)  # if there is something wrong with it, this says what
    raise ArithmeticError(
        f"zero-sum game: double precision does not decide it: duality gap {gap:.1e}, "
        f"allowed {allowed:.1e}"
    )


def _found(
    value: float, gap: float, row: Floats, column: Floats, labels: tuple[Any, Any] | None
) -> ZeroSumSolution:
    """A result, filled in past its frozen `__init__`, which takes as long as a small game."""
    solution = object.__new__(ZeroSumSolution)
    into = solution.__dict__
    into["value"], into["row"], into["column"], into["gap"] = value, row, column, gap
    into["_labels"] = labels
    return solution


def judgement(A: Floats, tolerance: float, row: Floats, column: Floats) -> Judgement:
    """Strategies into row and column; value, gap and the gap allowed, by whatever method does.

    After all pivots a gap is allowed that is small beside the payoffs that are no penalties. If no
    method reaches it, the last one's is returned; the gap is infinite if A is no matrix of numbers.
    """
    bounds = lower, upper, _, _ = guarantees(A, row, column)
    if not lower < upper:
        return lower, 0.0 if lower == upper else np.inf, 0.0
    methods: list[Callable[[Floats, Bounds, float, Floats, Floats], Judgement]]
    methods = [_pivots, _exactly if A.size <= _EXACT else _by_highs]
    if min(A.shape) >= _LARGE:
        methods = [_few_pivots, _by_highs, _pivots]
    usual = 0.0
    for method in methods:
        value, gap, allowed = method(A, bounds, tolerance, row, column)
        if gap <= max(allowed, usual):
            break
        if method is _pivots:
            usual = tolerance * usual_spread(A)
            if gap <= usual:
                break
    return value, gap, max(allowed, usual)


def _few_pivots(
    A: Floats, bounds: Bounds, tolerance: float, row: Floats, column: Floats
) -> Judgement:
    """As `judgement`, by pivots that take no longer than HiGHS is likely to."""
    return _fitted(A, bounds, tolerance, row, column, _WORK // A.size)


def _pivots(A: Floats, bounds: Bounds, tolerance: float, row: Floats, column: Floats) -> Judgement:
    """As `judgement`, by as many pivots as it takes."""
    lower, upper, _, _ = bounds
    value, gap, allowed = _fitted(A, bounds, tolerance, row, column)
    if gap <= allowed:
        return value, gap, allowed
    # A row that nowhere pays what some pure strategy guarantees is never played, nor a column that
    # nowhere costs as little as one concedes. Penalties for either player alone are of that kind.
    rows, columns = np.flatnonzero(A.max(1) >= lower), np.flatnonzero(A.min(0) <= upper)
    if rows.size * columns.size < A.size:
        x, y = np.zeros(rows.size), np.zeros(columns.size)
        B = np.ascontiguousarray(A[np.ix_(rows, columns)])
        _fitted(B, (lower, upper, lower, upper), tolerance, x, y)
        row[:], column[:] = 0.0, 0.0
        row[rows], column[columns] = x, y
        value, gap, allowed = judged(A, row.size, column.size, tolerance, row, column)
    return value, gap, allowed


def _exactly(A: Floats, bounds: Bounds, tolerance: float, row: Floats, column: Floats) -> Judgement:
    """As `judgement`, by pivots in whole numbers and Bland's rule: no rounding, and no cycles.

    Payoffs are multiples of a power of 2: in such units, and with the least at 1, they are whole.
    The tableau is that of `simplex` times the last pivot (Edmonds 1967, Bareiss 1968).
    """
    exact = np.array([Fraction(pays) for pays in A.ravel().tolist()]).reshape(A.shape)
    low, unit = exact.min(), lcm(*(pays.denominator for pays in exact.flat))
    m, n = A.shape
    T = np.ones((m + 1, n + 1), dtype=object)
    T[:m, :n] = [[int((pays - low) * unit) + 1 for pays in line] for line in exact]
    T[m] = [-1] * n + [0]
    free, basic, last = [*range(n)], [*range(n, n + m)], 1
    while entering := [(free[j], j) for j in range(n) if T[m, j] < 0]:
        c = min(entering)[1]
        r = min((Fraction(T[i, n], T[i, c]), basic[i], i) for i in range(m) if T[i, c] > 0)[2]
        pivot, given, factors = T[r, c], T[r].copy(), T[:, c].copy()
        T = (T * pivot - np.outer(factors, given)) // last
        T[r], T[:, c], T[r, c], last = given, -factors, last, pivot
        basic[r], free[c] = free[c], basic[r]
    row[:], column[:] = 0.0, 0.0
    for i in range(m):
        if basic[i] < n:
            column[basic[i]] = T[i, n] / T[m, n]
    for j in range(n):
        if free[j] >= n:
            row[free[j] - n] = T[m, j] / T[m, n]
    return judged(A, m, n, tolerance, row, column)


def _by_highs(
    A: Floats, bounds: Bounds, tolerance: float, row: Floats, column: Floats
) -> Judgement:
    """As `judgement`, by SciPy's HiGHS and the equations of indifference of what that mixes.

    When it reports a failure, the strategies are left as they are.
    """
    from scipy.optimize import linprog

    (m, n), (lower, upper, _, _) = A.shape, bounds
    unit = 1 + (A - (lower + (upper - lower) / 2)) / (2 * (upper - lower))  # as in step 5
    options = {"primal_feasibility_tolerance": _HIGHS, "dual_feasibility_tolerance": _HIGHS}
    lp = linprog(-np.ones(n), unit, np.ones(m), method="highs-ipm", options=options)
    if lp.status == 0:
        row[:], column[:] = -lp.ineqlin.marginals, lp.x
        x, y = row.copy(), column.copy()
        rows, columns = np.flatnonzero(row > 0), np.flatnonzero(column > 0)
        with contextlib.suppress(np.linalg.LinAlgError):  # not square, or singular
            U, ones = unit[np.ix_(rows, columns)], np.ones(rows.size)
            x[rows], y[columns] = np.linalg.solve(U.T, ones), np.linalg.solve(U, ones)
        for one in (row, column, x, y):
            normalised(one, one.size)
        if judged(A, m, n, tolerance, x, y)[1] < judged(A, m, n, tolerance, row, column)[1]:
            row[:], column[:] = x, y
    return judged(A, m, n, tolerance, row, column)


def usual_spread(A: Floats) -> float:
    """The spread of 0 and the payoffs that are no penalties, at most `_PENALTY` times a usual one.

    Usual is the size that a quarter of all payoffs that are not 0 do not exceed, so that penalties
    may be three quarters of them. Of more than `_LOOKED_AT` payoffs every so manieth is looked at.
    """
    pays = A.ravel()
    sizes = np.sort(np.abs(pays[:: pays.size // _LOOKED_AT + 1]))
    sizes = sizes[sizes > 0]
    usual = sizes[(sizes.size - 1) // 4] if sizes.size else np.inf
    plain = pays[np.abs(pays) <= _PENALTY * usual]
    return float(plain.max(initial=0.0) - plain.min(initial=0.0))


def _fitted(
    A: Floats, bounds: Bounds, tolerance: float, row: Floats, column: Floats, most: int = 0
) -> Judgement:
    """As `simplex.by_pivots`, of a wide or tall game with those strategies alone that are needed.

    The last two bounds are of the payoffs or, if these are penalties, of the value.
    """
    (m, n), (lower, upper, low, high) = A.shape, bounds
    if m * n > _CACHED and m > _WIDE * n:
        B = np.negative(A.T, order="C")
        _fitted(B, (-upper, -lower, -high, -low), tolerance, column, row, most)
        return judged(A, m, n, tolerance, row, column)
    if m * n > _CACHED and n > _WIDE * m:
        chosen = _needed(A, low, high, row)
        B, few = np.ascontiguousarray(A[:, chosen]), np.zeros(chosen.size)
        by_pivots(B, lower, upper, low, high, tolerance, most, row, few)
        column[:] = 0.0
        column[chosen] = few
        value, gap, allowed = judged(A, m, n, tolerance, row, column)
        if gap <= allowed:
            return value, gap, allowed
    return by_pivots(A, lower, upper, low, high, tolerance, most, row, column)


def _needed(A: Floats, low: float, high: float, row: Floats) -> Ints:
    """Columns beside which the others of a wide game need not be looked at, by their numbers.

    The game of some columns is solved; from each of as many blocks as there are rows, the column
    that pays the row player least against the solution is added; until none pays less than the
    value. Only this goes through all of A. `row` is scratch, (m,).
    """
    m, n = A.shape
    size = -(-n // m)
    firsts = np.arange(0, n, size)
    padding = np.full(firsts.size * size - n, np.inf)
    chosen, known = np.empty(0, np.int64), np.zeros(n, np.bool_)
    worth, pays = np.inf, A[0]
    while True:
        best = firsts + np.append(pays, padding).reshape(-1, size).argmin(1)
        new = best[~known[best] & (pays[best] < worth - ENTER * (high - low))]
        if not new.size:
            return chosen
        chosen, known[new] = np.append(chosen, new), True
        k = chosen.size
        B, column = np.ascontiguousarray(A[:, chosen]), np.empty(k)
        T, labels = np.empty((m + 1, padded(k))), np.empty((2, max(m, k)), np.int64)
        if not optimise(B, m, k, low, high - low, MANY * (m + k), T, labels, row, column):
            return chosen
        worth = low + (1.0 / T[m, k] - 1.0) * (high - low)  # T[m, k] is sum(y)
        pays = np.zeros(n)
        for i in np.flatnonzero(row > 0):
            pays += row[i] * A[i]
