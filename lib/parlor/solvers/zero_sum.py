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
   them. If both have hundreds, only a few pivots are made, which solves games that mix little;
   else what is mixed is found by an interior method (see `interior`), and only if that fails by as
   many pivots as it takes. See `simplex` for the tableau.
3. *The indifference equations* of what is mixed, in units of what is played, if the pivots have
   left rounding.
4. *The certificate*: the duality gap, on the payoffs as they were given. It has to be small beside
   the payoffs that are played: a penalty of 1e15 for what nobody does is no excuse.
5. *Again in other units*, if it is not: from the middle of L and U in units of 2 (U - L), which
   penalties do not stretch, and then around the value that was found; then without rows and columns
   that the pure guarantees dominate, which penalties for either player are. What is played may pay
   next to nothing, and all else be rounding: a gap that is small beside the payoffs that are no
   penalties will do then. Last come the best pure strategies, if the game has a saddle point
   but for rounding, SciPy's HiGHS, or an error.

All of a call is one kernel, since a small game takes less time than a few calls of NumPy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlor.core import checks
from parlor.core.compiled import njit
from parlor.core.result import MatrixResult

from .simplex import ENTER, EPSILON, MANY, TOLERANCE, judged, normalised, optimise, padded, polish

__all__ = ["ZeroSumSolution", "solve"]

MAX_PAYOFF = 1e300  # the spread must not overflow

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Judgement = tuple[float, float, float]  # a value, its gap, and the gap allowed: see `judged`

FINE = 4e-15  # gap, in units of what is played, above which the equations are solved anew
_PENALTY = 100.0  # times a usual payoff: what is larger is a penalty. Any larger number would do
_LOOKED_AT = 256  # payoffs at most, to find a usual one: each is compared with each
_ROUNDS = 3  # step 2, and step 5 with either units
# Strategies of both players from which on `interior` is tried, unless so few pivots do: of random
# games, on one thread, it takes as long as pivots at 600, a quarter of that at 1200. Threads of
# BLAS that wait for busy processors make it far slower.
_INTERIOR, _FEW = 400, 100
# Columns a row from which on most are not needed, unless the tableau of all payoffs fits into the
# nearest caches: these are 128 KB.
_WIDE, _LARGE = 32, 1 << 14
_HIGHS = 1e-10  # the least tolerance that HiGHS takes
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
    """Solve a zero-sum game: by the simplex method, a large one by an interior method.

    Parameters
    ----------
    A : array_like, shape (m, n)
        Payoffs to the row player, who maximises; up to 1e300 in size.
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
        # below a rounding error there is nothing to ask for; units are gaps divided by it
        tolerance = max(checks.positive("tolerance", tolerance), EPSILON)
    row, column = np.empty(A.shape[0]), np.empty(A.shape[1])
    many = min(A.shape) >= _INTERIOR  # strategies of both
    value, gap, allowed = solved(A, tolerance, row, column, many)
    if gap <= allowed:
        return _found(value, gap, row, column)
    payoff_matrix(A, "A")  # if there is something wrong with it, this says what
    best = gap
    for again in (_central, _pivots, _highs) if many else (_highs,):
        value, gap, allowed = again(A, tolerance, row, column)
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


def _central(A: Floats, tolerance: float, row: Floats, column: Floats) -> Judgement:
    """As `solved`, by the interior method, which only large games need."""
    from .interior import solve_central

    row[:], column[:] = solve_central(A)
    return judged(A, row.size, column.size, tolerance, row, column)


def _pivots(A: Floats, tolerance: float, row: Floats, column: Floats) -> Judgement:
    """As `solved`, by as many pivots as it takes."""
    return solved(A, tolerance, row, column, False)


def _highs(A: Floats, tolerance: float, row: Floats, column: Floats) -> Judgement:
    """As `solved`, by SciPy's HiGHS; when it reports a failure, by the best pure strategies.

    These do too if they guarantee and concede the same but for rounding. HiGHS itself is for games
    that nobody has met yet: whatever the book asks is solved before. A game that rounding makes
    hard for the pivots here may be easy for those of another programme.
    """
    from scipy.optimize import linprog

    m, n = A.shape
    lower, upper, _, _ = guarantees(A, row, column)
    usual = tolerance * usual_spread(A)
    if upper - lower > usual:
        unit = 1 + (A - (lower + (upper - lower) / 2)) / (2 * (upper - lower))  # as in step 5
        options = {"primal_feasibility_tolerance": _HIGHS, "dual_feasibility_tolerance": _HIGHS}
        lp = linprog(-np.ones(n), unit, np.ones(m), method="highs", options=options)
        if lp.status == 0:
            row[:], column[:] = np.maximum(-lp.ineqlin.marginals, 0), np.maximum(lp.x, 0)
        normalised(row, m)
        normalised(column, n)
    value, gap, allowed = judged(A, m, n, tolerance, row, column)
    return value, gap, max(allowed, usual)


@njit(error_model="numpy")
def solved(
    A: Floats, tolerance: float, row: Floats, column: Floats, quick: bool
) -> tuple[float, float, float]:
    """Strategies into row and column; value, gap and the gap allowed: steps 1 to 5 of the module.

    A is (m, n), row (m,) and column (n,); all are the caller's. In the end a gap is allowed that is
    small beside the payoffs that are no penalties. If it is to be quick, few pivots are made, in
    one round, and no such gap is allowed: there are other methods to try before.
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
    return value, gap, allowed if quick else max(allowed, tolerance * usual_spread(A))


@njit
def usual_spread(A: Floats) -> float:
    """The spread of 0 and the payoffs that are no penalties, at most `_PENALTY` times a usual one.

    Usual is the size that a quarter of all payoffs that are not 0 do not exceed, so that penalties
    may be three quarters of them. Of more than `_LOOKED_AT` payoffs every so manieth is looked at.
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

    A row that nowhere pays as much as `lower`, which some pure strategy guarantees, is never
    played, nor a column that nowhere costs as little as `upper`. Penalties for either player alone
    are of that kind.
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
    """As `solved`, with whoever has fewer strategies for the row player.

    Pure strategies guarantee `lower` and concede `upper`; the first round's units are those in
    which `low` is 1 and `high` is 2. They are the least and the largest payoff, or any bounds of
    the value.
    """
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
    value. Only this goes through all of A. `row` is scratch, (m,).
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
        worth = low + (1.0 / T[m, k] - 1.0) * (high - low)  # T[m, k] is sum(y)
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

    In a round a payoff of `zero` is 1, and one of zero + unit is 2. First all payoffs are between 1
    and 2 (see `_turned`), then the value is between 3/4 and 5/4, then it is 1 and what is played is
    around it.
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
        unit = allowed / tolerance  # the spread of what is played, and a little for rounding
        if gap > FINE * unit and polish(A, m, n, zero, unit, T, labels, better_row, better_column):
            found = judged(A, m, n, tolerance, better_row, better_column)
            if found[1] < gap:
                for i in range(m):  # a slice would be checked for its length: 3 s to compile that
                    row[i] = better_row[i]
                for j in range(n):
                    column[j] = better_column[j]
                zero, gap, allowed = found
                unit = allowed / tolerance
        if gap <= allowed:
            break
    return zero, gap, allowed


@njit(error_model="numpy")
def guarantees(A: Floats, row: Floats, column: Floats) -> tuple[float, float, float, float]:
    """What the best pure strategies guarantee and concede, and the least and the greatest payoff.

    The strategies go into row and column. Four times not-a-number if there is no payoff, or one
    that is no number or above `MAX_PAYOFF`.
    """
    m, n = A.shape
    if m * n == 0:
        return np.nan, np.nan, np.nan, np.nan
    highs = column  # of each column, until the end
    highs[:] = -np.inf
    lower, safest, low = -np.inf, 0, np.inf
    bad = 0
    for i in range(m):
        for j in range(n):  # without branches, which a compiler can turn into vectors
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
    """The least of a row, by four sequences of comparisons, as each waits for the one before."""
    one = two = three = four = row[0]
    quarters = row.size // 4
    for k in range(quarters):
        one, two = min(one, row[4 * k]), min(two, row[4 * k + 1])
        three, four = min(three, row[4 * k + 2]), min(four, row[4 * k + 3])
    for j in range(4 * quarters, row.size):
        one = min(one, row[j])
    return float(min(min(one, two), min(three, four)))
