"""Zero-sum matrix games: value and optimal strategies, with the duality gap as certificate.

The steps, in order:

1. *Pure guarantees.* The value lies between L, the most that a pure strategy guarantees the row
   player, and U, the least that one concedes. If they are equal, that is the solution.
2. *The simplex method* on the column player's linear programme

       maximise sum(y)  subject to  A y <= 1,  y >= 0,

   whose dual is the row player's; value = 1 / sum(y). See `simplex`. Payoffs are brought to [1, 2]
   first, so that a game in cents takes the pivots of the same game in millions. Whoever has fewer
   strategies sits in the tableau's rows. If the other has many times as many, only those columns
   are in it that pay too little against the solution without them. If both have hundreds, what is
   mixed is found by an interior method (see `interior`) unless a few pivots do.
3. *The indifference equations* of what is mixed, in units of what is played, if the pivots have
   left rounding.
4. *The certificate*: the duality gap, on the payoffs as they were given. It has to be small beside
   the payoffs that are played: a penalty of 1e15 for what nobody does is no excuse.
5. *Again in other units*, if it is not: from the middle of L and U in units of 2 (U - L), which
   penalties do not stretch, and then around the value that was found; then without rows and columns
   that the pure guarantees dominate, which penalties for either player are. What is played may pay
   next to nothing, and all else be rounding: a gap that is small beside the payoffs that are no
   penalties will do then. SciPy's HiGHS comes last, or an error.

All of a call is one kernel, since a small game takes less time than a few calls of NumPy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlor.core import checks
from parlor.core.compiled import njit
from parlor.core.result import GapResult

from .simplex import ENTER, MANY, TOLERANCE, judged, normalised, optimise, padded, polish

__all__ = ["MAX_PAYOFF", "ZeroSumSolution", "solve"]

MAX_PAYOFF = 1e300  # the spread must not overflow

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FINE = 4e-15  # gap, in units of what is played, above which the equations are solved anew
_PENALTY = 100.0
_LOOKED_AT = 256  # payoffs, each beside each
_ROUNDS = 3  # in units that the round before has found
_INTERIOR = 400  # strategies of both players from which on `interior` is quicker than the pivots,
_FEW = 100  # unless so many pivots do
_WIDE = 32  # columns a row from which on most of them are not needed,
_LARGE = 1 << 14  # unless the tableau of all fits into the nearest caches
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


def solve(A: ArrayLike, *, tolerance: float = TOLERANCE) -> ZeroSumSolution:
    """Solve a zero-sum game: by the simplex method, a large one by an interior method.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Payoffs to the row player, who maximises; up to `MAX_PAYOFF` in size.
    tolerance : float
        Largest duality gap that is accepted, in units of the spread of the payoffs that are
        played, or where that cannot be had of all that are no penalties; never below the rounding
        error of the gap itself; above 0.

    Returns
    -------
    ZeroSumSolution
        Value, strategies and gap.

    Raises
    ------
    ValueError
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
    if not (type(A) is np.ndarray and A.dtype == _DOUBLE and A.flags.carray and A.ndim == 2):
        A = payoff_matrix(A, "A").copy()  # the kernel is compiled for plain arrays
    if tolerance is not TOLERANCE:
        tolerance = checks.positive("tolerance", tolerance)
    row, column = np.empty(A.shape[0]), np.empty(A.shape[1])
    many = min(A.shape) >= _INTERIOR
    value, gap, allowed = solved(A, tolerance, row, column, many)
    if gap <= allowed:
        return _found(value, gap, row, column)
    payoff_matrix(A, "A")  # if there is something wrong with it, this says what
    best = gap
    for again in (_central, _pivots, _highs) if many else (_highs,):
        row, column = again(A)
        value, gap, allowed = judged(A, row.size, column.size, tolerance, row, column)
        if gap <= allowed:
            return _found(value, gap, row, column)
        best = min(best, gap)
    raise ArithmeticError(
        f"zero-sum game: double precision does not decide it: duality gap {best:.1e}, "
        f"allowed {allowed:.1e}"
    )


def payoff_matrix(A: object, name: str, largest: float = MAX_PAYOFF) -> Floats:
    """The argument `A`, called `name`, as a matrix of finite numbers, or a ValueError."""
    matrix = checks.table(name, A, "matrix of real numbers, allowed is shape (m, n)", largest)
    if matrix.ndim != 2 or not matrix.size:
        raise ValueError(f"{name}: got shape {matrix.shape}, allowed is (m, n) with m, n >= 1")
    return matrix


def _found(value: float, gap: float, row: Floats, column: Floats) -> ZeroSumSolution:
    """A result, filled in past its frozen `__init__`, which takes as long as a small game."""
    found = object.__new__(ZeroSumSolution)
    into = found.__dict__
    into["value"], into["row"], into["column"], into["gap"] = value, row, column, gap
    return found


def _central(A: Floats) -> tuple[Floats, Floats]:
    """Both strategies by the interior method, which only large games need."""
    from .interior import solve_central

    return solve_central(A)


def _pivots(A: Floats) -> tuple[Floats, Floats]:
    """Both strategies by as many pivots as it takes."""
    row, column = np.empty(A.shape[0]), np.empty(A.shape[1])
    solved(A, TOLERANCE, row, column, False)
    return row, column


def _highs(A: Floats) -> tuple[Floats, Floats]:
    """Both strategies by SciPy's HiGHS; when it reports a failure, the best pure ones."""
    from scipy.optimize import linprog

    m, n = A.shape
    row, column = np.empty(m), np.empty(n)
    lower, upper, _, _ = guarantees(A, row, column)
    unit = 1 + (A - (lower + (upper - lower) / 2)) / (2 * (upper - lower))
    options = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    lp = linprog(-np.ones(n), unit, np.ones(m), method="highs", options=options)
    if lp.status == 0:
        row, column = np.maximum(-lp.ineqlin.marginals, 0), np.maximum(lp.x, 0)
    normalised(row, m), normalised(column, n)
    return row, column


@njit(error_model="numpy")
def solved(
    A: Floats, tolerance: float, row: Floats, column: Floats, quick: bool
) -> tuple[float, float, float]:
    """Strategies into row and column; value, gap and the gap allowed, as `judged` has them.

    If it is to be quick, few pivots are made, and one round.
    """
    lower, upper, low, high = guarantees(A, row, column)
    if not lower < upper:  # a saddle point, or no numbers
        return lower, 0.0 if lower == upper else np.inf, 0.0
    value, gap, allowed = _turned(A, lower, upper, low, high, tolerance, row, column, quick)
    if gap <= allowed:
        return value, gap, allowed
    B, rows, columns = _undominated(A, lower, upper)
    if B.size < A.size:
        x, y = np.empty(rows.size), np.empty(columns.size)
        _turned(B, lower, upper, lower, upper, tolerance, x, y, quick)
        row[:], column[:] = 0.0, 0.0
        for i in range(rows.size):
            row[rows[i]] = x[i]
        for j in range(columns.size):
            column[columns[j]] = y[j]
        value, gap, allowed = judged(A, row.size, column.size, tolerance, row, column)
    return value, gap, max(allowed, tolerance * usual_spread(A))


@njit
def usual_spread(A: Floats) -> float:
    """The spread of the payoffs that are no penalties: no more than `_PENALTY` times a usual one.

    Usual is the size that a quarter of all payoffs that are not 0 do not exceed; of many payoffs
    some are looked at.
    """
    pays = A.ravel()
    sizes = np.abs(pays[:: pays.size // _LOOKED_AT + 1])
    usual, some = np.inf, 0
    for size in sizes:
        some += size > 0.0
    for size in sizes:
        below = 0
        for other in sizes:
            below += 0.0 < other <= size
        if size > 0.0 and 4 * below >= some:
            usual = min(usual, size)
    low, high = 0.0, 0.0
    for x in pays:
        if abs(x) <= _PENALTY * usual:
            low, high = min(low, x), max(high, x)
    return high - low


@njit
def _undominated(A: Floats, lower: float, upper: float) -> tuple[Floats, Ints, Ints]:
    """What is left without rows and columns that a pure guarantee dominates, and which that is.

    A row that nowhere pays as much as the guarantee is never played, nor a column that nowhere
    concedes as little. Penalties for either player alone are of that kind.
    """
    m, n = A.shape
    rows, columns = np.empty(m, np.int64), np.empty(n, np.int64)
    a = b = 0
    for i in range(m):
        if A[i].max() >= lower:
            rows[a] = i
            a += 1
    for j in range(n):
        if A[:, j].min() <= upper:
            columns[b] = j
            b += 1
    B = np.empty((a, b))
    for i in range(a):
        for j in range(b):
            B[i, j] = A[rows[i], columns[j]]
    return B, rows[:a], columns[:b]


@njit(error_model="numpy")
def _turned(
    A: Floats, lower: float, upper: float, low: float, high: float, tolerance: float, row: Floats,
    column: Floats, quick: bool,
) -> tuple[float, float, float]:  # fmt: skip
    """As `solved`, with whoever has fewer strategies for the row player."""
    m, n = A.shape
    if m <= n:
        return _as_row_player(A, lower, upper, low, high, tolerance, row, column, quick)
    _as_row_player(-A.T.copy(), -upper, -lower, -high, -low, tolerance, column, row, quick)
    return judged(A, m, n, tolerance, row, column)


@njit(error_model="numpy")
def _as_row_player(
    A: Floats, lower: float, upper: float, low: float, high: float, tolerance: float, row: Floats,
    column: Floats, quick: bool,
) -> tuple[float, float, float]:  # fmt: skip
    """As `solved`, of a game with no more rows than columns; a wide one by the columns needed."""
    m, n = A.shape
    if n > _WIDE * m and m * n > _LARGE:
        chosen = _needed(A, low, high, row)
        few = np.empty(chosen.size)
        B = np.ascontiguousarray(A[:, chosen])
        _rounds(B, lower, upper, low, high, tolerance, row, few, quick)
        column[:] = 0.0
        column[chosen] = few
        value, gap, allowed = judged(A, m, n, tolerance, row, column)
        if gap <= allowed:
            return value, gap, allowed
    return _rounds(A, lower, upper, low, high, tolerance, row, column, quick)


@njit(error_model="numpy")
def _needed(A: Floats, low: float, high: float, row: Floats) -> Ints:
    """Columns beside which the others of a wide game need not be looked at, by their numbers.

    The game of some columns is solved; from each of as many blocks as there are rows, the column
    that pays the row player least against the solution is added; until none pays less than the
    value. Only this goes through all of A.
    """
    m, n = A.shape
    size = (n + m - 1) // m
    chosen, known = [0 for _ in range(0)], np.zeros(n, np.bool_)
    worth, pays = np.inf, A[0].copy()
    while True:
        before = len(chosen)
        for first in range(0, n, size):
            best = first
            for j in range(first + 1, min(first + size, n)):
                best = j if pays[j] < pays[best] else best
            if not known[best] and pays[best] < worth - ENTER * (high - low):
                chosen.append(best)
                known[best] = True
        columns = np.array(chosen)
        if len(chosen) == before:
            return columns
        k = columns.size
        B, column = np.ascontiguousarray(A[:, columns]), np.empty(k)
        T, labels = np.empty((m + 1, padded(k))), np.empty((2, k), np.int64)
        if not optimise(B, m, k, low, high - low, False, MANY * (m + k), T, labels, row, column):
            return columns
        worth = low + (1.0 / T[m, k] - 1.0) * (high - low)
        pays[:] = 0.0
        for i in range(m):
            if row[i] > 0.0:
                for j in range(n):
                    pays[j] += row[i] * A[i, j]


@njit(error_model="numpy")
def _rounds(
    A: Floats, lower: float, upper: float, low: float, high: float, tolerance: float, row: Floats,
    column: Floats, quick: bool,
) -> tuple[float, float, float]:  # fmt: skip
    """As `solved`, by the simplex method, each round in units that fit what is played better.

    First all payoffs are between 1 and 2, then the value is between 3/4 and 5/4, then it is 1 and
    what is played is around it.
    """
    m, n = A.shape
    T, labels = np.empty((m + 1, padded(n))), np.empty((2, n), np.int64)
    better_row, better_column = np.empty(m), np.empty(n)
    most = _FEW if quick else MANY * (m + n)
    zero, unit = low, high - low
    gap, allowed = np.inf, 0.0
    for again in range(1 if quick else _ROUNDS):
        if again == 1:
            zero, unit = lower + (upper - lower) / 2, 2.0 * (upper - lower)
        if not optimise(A, m, n, zero, unit, False, most, T, labels, row, column):
            gap = np.inf  # no strategies
            continue
        zero, gap, allowed = judged(A, m, n, tolerance, row, column)
        unit = allowed / tolerance
        if gap > FINE * unit and polish(A, m, n, zero, unit, T, labels, better_row, better_column):
            found = judged(A, m, n, tolerance, better_row, better_column)
            if found[1] < gap:
                row[:], column[:] = better_row, better_column
                zero, gap, allowed = found
                unit = allowed / tolerance
        if gap <= allowed:
            break
    return zero, gap, allowed


@njit(error_model="numpy")
def guarantees(A: Floats, row: Floats, column: Floats) -> tuple[float, float, float, float]:
    """What the best pure strategies guarantee and concede, and these into row and column.

    Then the least and the greatest payoff. Not-a-number if there is none, or one is too large.
    """
    m, n = A.shape
    if m * n == 0:
        return np.nan, np.nan, np.nan, np.nan
    highs = column  # of each column, until the end
    highs[:] = -np.inf
    lower, safest, low = -np.inf, 0, np.inf
    bad = 0
    for i in range(m):
        for j in range(n):  # what vectors can do, and then what they cannot
            pays = A[i, j]
            highs[j] = pays if pays > highs[j] else highs[j]
            bad += not abs(pays) <= MAX_PAYOFF
        least = _least(A[i])
        low = min(low, least)
        if least > lower:
            lower, safest = least, i
    if bad:
        return np.nan, np.nan, np.nan, np.nan
    dearest, high = 0, highs[0]
    for j in range(1, n):
        high = max(high, highs[j])
        if highs[j] < highs[dearest]:
            dearest = j
    upper = highs[dearest]
    row[:], column[:] = 0.0, 0.0
    row[safest] = column[dearest] = 1.0
    return lower, upper, low, high


@njit
def _least(row: Floats) -> float:
    """The least of a row; by four at a time, since each comparison waits for the one before."""
    one = two = three = four = row[0]
    quarters = row.size // 4
    for k in range(quarters):
        one, two = min(one, row[4 * k]), min(two, row[4 * k + 1])
        three, four = min(three, row[4 * k + 2]), min(four, row[4 * k + 3])
    for j in range(4 * quarters, row.size):
        one = min(one, row[j])
    return float(min(min(one, two), min(three, four)))
