"""Zero-sum matrix games: value and optimal strategies, with the duality gap as certificate.

The steps, in order:

1. *Pure guarantees.* The value lies between L, the most that a pure strategy guarantees the row
   player, and U, the least that one concedes. If they are equal, that is the solution.
2. *Units of their own.* Payoffs are measured from (L + U) / 2 in units of 2 (U - L), and 1 is
   added: the value is then between 3/4 and 5/4. A penalty of 1e15 for what nobody does takes no
   digit from what is played, and a game in cents takes the pivots of the same game in millions.
3. *The simplex method* on the column player's linear programme

       maximise sum(y)  subject to  A y <= 1,  y >= 0,

   whose dual is the row player's; value = 1 / sum(y). See `simplex`. Whoever has fewer strategies
   sits in the tableau's rows. If both have hundreds, what is mixed is found by an interior method
   (see `interior`) unless a few pivots do.
4. *The indifference equations* of what is mixed, solved anew if the pivots have left rounding.
5. *The certificate*: the duality gap, on the payoffs as they were given. If it is larger than
   asked for, all is done again around the value that was found, in units of what is played, and
   at last by SciPy's HiGHS.

All of a call is one kernel, since a small game takes less time than a few calls of NumPy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlor.core import checks
from parlor.core.compiled import njit
from parlor.core.result import GapResult

from .simplex import _MANY, _normalised, _polish, _simplex, padded

__all__ = ["MAX_PAYOFF", "ZeroSumSolution", "solve"]

MAX_PAYOFF = 1e300  # the spread must not overflow

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_FINE = 4e-15  # gap, in units of what is played, above which the equations are solved anew
# A sum of k products is known to k such units of the sum of their sizes (Higham, Accuracy and
# Stability of Numerical Algorithms, 3.1): no gap can be asked to be smaller.
_EPSILON = 2.0**-52
_TOLERANCE = 1e-12
_ROUNDS = 3  # in units that the round before has found
_INTERIOR = 400  # strategies of both players from which on `interior` is quicker than the pivots,
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
        Largest duality gap that is accepted, in units of the spread of the payoffs that are played
        (and never below the rounding error of the gap itself); above 0.

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
    if not (type(A) is np.ndarray and A.dtype is _DOUBLE and A.flags.carray and A.ndim == 2):
        A = payoff_matrix(A, "A").copy()  # the kernel is compiled for plain arrays
    if tolerance is not _TOLERANCE:
        tolerance = checks.positive("tolerance", tolerance)
    row, column = np.empty(A.shape[0]), np.empty(A.shape[1])
    many = min(A.shape) >= _INTERIOR
    value, gap, allowed = _solved(A, tolerance, row, column, many)
    if gap <= allowed:
        return _found(value, gap, row, column)
    payoff_matrix(A, "A")  # if there is something wrong with it, this says what
    best = gap
    for again in (_central, _pivots, _highs) if many else (_highs,):
        row, column = again(A)
        value, gap, allowed = _judged(A, tolerance, row, column)
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
    _solved(A, _TOLERANCE, row, column, False)
    return row, column


def _highs(A: Floats) -> tuple[Floats, Floats]:
    """Both strategies by SciPy's HiGHS; when it reports a failure, the best pure ones."""
    from scipy.optimize import linprog

    m, n = A.shape
    row, column = np.empty(m), np.empty(n)
    lower, upper, _, _ = _guarantees(A, row, column)
    unit = 1 + (A - (lower + (upper - lower) / 2)) / (2 * (upper - lower))
    options = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    lp = linprog(-np.ones(n), unit, np.ones(m), method="highs", options=options)
    if lp.status == 0:
        row, column = np.maximum(-lp.ineqlin.marginals, 0), np.maximum(lp.x, 0)
    _normalised(row, m), _normalised(column, n)
    return row, column


@njit(error_model="numpy")
def _solved(
    A: Floats, tolerance: float, row: Floats, column: Floats, quick: bool
) -> tuple[float, float, float]:
    """Strategies into row and column; value, gap and the gap allowed, as `_judged` has them.

    If it is to be quick, few pivots are made, and one round.
    """
    lower, upper, low, high = _guarantees(A, row, column)
    if not lower < upper:  # a saddle point, or no numbers
        return lower, 0.0 if lower == upper else np.inf, 0.0
    m, n = A.shape
    tall = m > n
    B = -A.T.copy() if tall else A  # whoever has fewer strategies is the row player of B
    x, y = (column, row) if tall else (row, column)
    better_row, better_column = np.empty(m), np.empty(n)
    better_x, better_y = (better_column, better_row) if tall else (better_row, better_column)
    few, many = x.size, y.size
    T, labels = np.empty((few + 1, padded(many))), np.empty((2, many), np.int64)
    most = _FEW if quick else _MANY * (m + n)
    value, gap, allowed = np.nan, np.inf, 0.0
    for again in range(1 if quick else _ROUNDS):
        if again == 0:  # all payoffs are between 1 and 2
            zero, unit = -high if tall else low, high - low
        else:  # the value is 1, or between 3/4 and 5/4
            worth = value if again > 1 else lower + (upper - lower) / 2
            zero, unit = -worth if tall else worth, 2.0 * (upper - lower)
            if again > 1:
                unit = allowed / tolerance
        if not _simplex(B, few, many, zero, unit, False, most, T, labels, x, y):
            continue
        value, gap, allowed = _judged(A, tolerance, row, column)
        played = allowed / tolerance
        if gap > _FINE * played:
            zero = -value if tall else value
            if _polish(B, few, many, zero, played, T, labels, better_x, better_y):
                found = _judged(A, tolerance, better_row, better_column)
                if found[1] < gap:
                    row[:], column[:] = better_row, better_column
                    value, gap, allowed = found
        if gap <= allowed:
            break
    return value, gap, allowed


@njit(error_model="numpy")
def _guarantees(A: Floats, row: Floats, column: Floats) -> tuple[float, float, float, float]:
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
        least = A[i, 0]
        for j in range(1, n):
            least = min(least, A[i, j])
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


@njit(error_model="numpy")
def _judged(A: Floats, tolerance: float, row: Floats, column: Floats) -> tuple[float, float, float]:
    """Value, gap and the gap allowed of two strategies, on the payoffs themselves."""
    m, n = A.shape
    pays, costs = np.zeros(n), np.zeros(m)
    low, high = np.inf, -np.inf  # of what is played
    rows = columns = 0  # how many are
    for i in range(m):
        if row[i] > 0.0:
            rows += 1
            for j in range(n):
                pays[j] += row[i] * A[i, j]
    for j in range(n):
        if column[j] > 0.0:
            columns += 1
            for i in range(m):
                costs[i] += A[i, j] * column[j]
                if row[i] > 0.0:
                    low, high = min(low, A[i, j]), max(high, A[i, j])
    c, r = np.argmin(pays), np.argmax(costs)  # the replies that hurt most
    size = 0.0
    for i in range(m):
        size += rows * row[i] * abs(A[i, c])
    for j in range(n):
        size += columns * column[j] * abs(A[r, j])
    gap = costs[r] - pays[c]
    allowed = tolerance * (high - low) + _EPSILON * size
    return pays[c] + gap / 2, max(gap, 0.0), allowed
