"""Kernels of the simplex method for zero-sum games, and all of it for very small ones.

The linear programme is that of `parlor.solvers.zero_sum`: in units in which the value is positive,
sum(y) is maximised subject to A y <= 1, y >= 0. Its tableau T is the condensed one (Dantzig 1963,
or any textbook under that name), without the columns of a unit matrix. At the start all slacks
1 - A y are basic:

    T[:m, :n] = A,   T[:m, n] = 1,   T[m, :n] = -1,   T[m, n] = 0.

A pivot exchanges the variable of a row for that of a column. At any time T[i, n] is the value of
the basic variable of row i, T[m, j] the reduced cost of the nonbasic one of column j, and T[m, n]
is sum(y). `labels`, integers of shape (2, at least max(m, n)), says which they are: labels[0] those
of the columns, labels[1] those of the rows; a label below n is the game's column of that number,
and n + i the slack of its row i. Where no reduced cost is negative, the values of basic columns are
the column player's strategy and the reduced costs of nonbasic slacks the row player's, both times
sum(y), which is 1 over the value.

`solve_in_place` is all of it, for a small game that stands in the corner of a larger array;
`zero_sum` calls the steps one by one. All arrays are the caller's. T has m + 1 rows, padded with
zeros to a multiple of 4 numbers, which the compiler turns into vector instructions. Divisions by
zero give infinities, not exceptions; a total that is no positive number is reported.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parlor.core.compiled import njit

__all__: list[str] = []

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LANES = 4  # numbers of a vector register of 256 bits
# A tableau's entries are of order 1, so these leave room for a thousand rounding errors of 1e-16:
ENTER = 1e-13  # reduced costs above -ENTER count as nonnegative
PIVOT = 1e-11  # smallest pivot element: who divides 1e-16 by it keeps five digits
TIE = 1e-13  # ratios this close are a tie: the larger pivot is the safer one
_EXACT = 1e-15  # rounding of a tableau that is made anew
# Pivots in a row that gain nothing, after which Bland's rule takes over: it is slow and cannot
# cycle. Small games hardly ever take so many pivots in all.
STALL = 20
MANY = 100  # pivots a strategy: fewer than two are usual, and so many leave a tableau all rounding
GOOD = 2e-15  # gap, in units of the spread of the payoffs, above which the strategies are polished
TOLERANCE = 1e-12  # largest gap that is accepted, in units of the spread of what is played
# A sum of k products is known to k such units of the sum of their sizes (Higham, Accuracy and
# Stability of Numerical Algorithms, 3.1): no gap can be asked to be smaller.
EPSILON = 2.0**-52
RARE = 1e-12  # what is played no more often may be there by rounding, and be a penalty
ROUNDING = 8e-16  # of the gap of a small game, in units of its largest payoff: some four EPSILON


@njit
def padded(n: int) -> int:
    """Width of a tableau for n columns and a right-hand side."""
    return (n // LANES + 1) * LANES


@njit(error_model="numpy")
def _entering(T: Floats, m: int, n: int, free: Ints, bland: bool) -> int:
    """Column of the most negative reduced cost, or by Bland's rule of the lowest label; or -1."""
    c = -1
    if not bland:
        least = -ENTER
        for j in range(n):
            if T[m, j] < least:
                least = T[m, j]
                c = j
    else:
        for j in range(n):
            if T[m, j] < -ENTER and (c < 0 or free[j] < free[c]):
                c = j
    return c


@njit(error_model="numpy")
def _exchange(T: Floats, m: int, width: int, r: int, c: int, pivot_row: Floats) -> None:
    """Pivot on p = T[r, c]: row r becomes T[r] / p, any other T[i] - T[i, c] T[r] / p.

    Column c is from then on that of the variable that has left: 1 / p in row r, -T[i, c] / p
    elsewhere. `pivot_row` is scratch of `width` numbers.
    """
    given = T[r]  # views of rows spare the compiler negative indices
    inverse = 1.0 / given[c]
    for j in range(width):
        pivot_row[j] = given[j] * inverse
    pivot_row[c] = inverse
    for i in range(m + 1):
        other = T[i]
        factor = other[c]
        if i == r or factor == 0.0:
            continue
        for j in range(width):
            other[j] -= factor * pivot_row[j]
        other[c] = 0.0 - factor * inverse  # last: a vector read after one number is written stalls
    for j in range(width):
        given[j] = pivot_row[j]


@njit(error_model="numpy")
def _strategies(
    T: Floats, m: int, n: int, free: Ints, basic: Ints, row: Floats,
    column: Floats,
) -> None:  # fmt: skip
    """The last basis's strategies times sum(y), into row and column; see the module."""
    for i in range(m):
        row[i] = 0.0
    for j in range(n):
        column[j] = 0.0
    for i in range(m):
        if basic[i] < n:
            column[basic[i]] = T[i, n]
    for j in range(n):
        if free[j] >= n:
            row[free[j] - n] = T[m, j]


@njit(error_model="numpy")
def normalised(weights: Floats, n: int) -> bool:
    """Make probabilities of the first n weights, in place; whether that was possible.

    Weights below 0 are there by rounding, and become 0.
    """
    total = 0.0
    for i in range(n):
        weights[i] = max(weights[i], 0.0)
        total += weights[i]
    if not 0.0 < total < np.inf:
        return False
    for i in range(n):
        weights[i] /= total
    return True


@njit(error_model="numpy")
def optimise(
    A: Floats, m: int, n: int, low: float, spread: float, bland: bool, most: int, T: Floats,
    labels: Ints, row: Floats, column: Floats,
) -> bool:  # fmt: skip
    """Optimal strategies of A, m x n, into row and column; whether they are probabilities.

    The programme is that of 1 + (A - low) / spread. If that is where payoffs lie, all are in
    [1, 2]; it need not be, as long as the value is positive then. `most` bounds the pivots: after
    so many the strategies are those of a basis on the way. With `bland` all are by Bland's rule.
    """
    _begin(A, m, n, low, spread, T, labels)
    return _improve(m, n, bland, PIVOT, most, T, labels, row, column)


@njit(error_model="numpy")
def _begin(
    A: Floats, m: int, n: int, low: float, spread: float, T: Floats, labels: Ints,
) -> None:  # fmt: skip
    """The first tableau, of 1 + (A - low) / spread: all slacks are basic."""
    free, basic = labels[0], labels[1]
    width = padded(n)
    scale = 1.0 / spread
    for i in range(m):
        for j in range(n):
            T[i, j] = 1.0 + (A[i, j] - low) * scale
        for j in range(n, width):
            T[i, j] = 0.0
        T[i, n] = 1.0
        basic[i] = n + i
    for j in range(width):
        T[m, j] = 0.0
    for j in range(n):
        T[m, j] = -1.0
        free[j] = j


@njit(error_model="numpy")
def _begin_again(
    A: Floats, m: int, n: int, low: float, spread: float, T: Floats, labels: Ints,
    row: Floats, column: Floats,
) -> None:  # fmt: skip
    """The tableau of the last basis, made anew by the largest pivots, to go on from there.

    What tiny pivots on the way there have spoiled is exact again.
    """
    free, basic = labels[0], labels[1]
    # 1 for rows whose slacks have to leave, and for columns that have to enter, in any order
    for i in range(m):
        row[i] = 0.0
    for j in range(n):
        column[j] = 0.0
    for j in range(n):
        if free[j] >= n:
            row[free[j] - n] = 1.0
    for i in range(m):
        if basic[i] < n:
            column[basic[i]] = 1.0
    _begin(A, m, n, low, spread, T, labels)
    while True:
        r, c, largest = -1, -1, 0.0
        for i in range(m):
            for j in range(n):
                if row[i] * column[j] > 0.0 and abs(T[i, j]) > largest:
                    r, c, largest = i, j, abs(T[i, j])
        if r < 0:
            return
        _exchange(T, m, padded(n), r, c, np.empty(padded(n)))
        basic[r], free[c] = c, n + r
        row[r] = column[c] = 0.0


@njit(error_model="numpy")
def _make_feasible(m: int, n: int, T: Floats, labels: Ints) -> None:
    """Pivot by the dual simplex method until no basic variable is negative.

    A basis that was read off a spoiled tableau may be infeasible in the exact one, by little: m + n
    pivots are plenty, and if they do not do, the gap tells.
    """
    free, basic = labels[0], labels[1]
    for _ in range(m + n):
        r = 0
        for i in range(1, m):
            if T[i, n] < T[r, n]:
                r = i
        if T[r, n] >= -_EXACT:
            return
        c, nearest = -1, np.inf
        for j in range(n):
            if T[r, j] < -ENTER and T[m, j] / -T[r, j] < nearest:
                c, nearest = j, T[m, j] / -T[r, j]
        if c < 0:
            return
        _exchange(T, m, padded(n), r, c, np.empty(padded(n)))
        basic[r], free[c] = free[c], basic[r]


@njit(error_model="numpy")
def _improve(
    m: int, n: int, bland: bool, pivot: float, most: int, T: Floats, labels: Ints, row: Floats,
    column: Floats,
) -> bool:  # fmt: skip
    """Pivot until a tableau is optimal; its strategies, and whether they are probabilities.

    The column of the most negative reduced cost enters (Dantzig's rule). Of the rows that bound it
    the nearest leaves, and of nearly tied ones that of the largest pivot; which one decides which
    of several optimal strategies is found. After `STALL` pivots that gain nothing, or from the
    start if `bland`, Bland's rule takes the lowest label both times. No pivot is below `pivot`.
    """
    free, basic = labels[0], labels[1]
    ratios = row  # until the end, when it is filled
    width = padded(n)
    pivot_row = np.empty(width)
    pivots = 0
    stalled = STALL if bland else 0
    while pivots < most:
        c = _entering(T, m, n, free, stalled >= STALL)
        if c < 0:
            break
        nearest = np.inf
        for i in range(m):
            ratios[i] = T[i, n] / T[i, c] if T[i, c] > pivot else np.inf
            nearest = min(nearest, ratios[i])
        r = -1
        largest = 0.0
        for i in range(m):
            if stalled < STALL:
                if ratios[i] <= nearest + TIE and T[i, c] > largest:
                    largest = T[i, c]
                    r = i
            elif ratios[i] == nearest and (r < 0 or basic[i] < basic[r]):
                r = i
        if nearest == np.inf:
            break
        if nearest > _EXACT:
            stalled = STALL if bland else 0
        else:
            stalled += 1
        _exchange(T, m, width, r, c, pivot_row)
        basic[r], free[c] = free[c], basic[r]
        pivots += 1
    _strategies(T, m, n, free, basic, row, column)
    return normalised(row, m) and normalised(column, n)


@njit(error_model="numpy")
def _bounds(A: Floats, m: int, n: int, row: Floats, column: Floats) -> tuple[float, float]:
    """What row guarantees and what column concedes, measured on the payoffs themselves."""
    most = -np.inf
    for i in range(m):
        pays = 0.0
        for j in range(n):
            pays += A[i, j] * column[j]
        most = max(most, pays)
    least = np.inf
    for j in range(n):
        pays = 0.0
        for i in range(m):
            pays += row[i] * A[i, j]
        least = min(least, pays)
    return least, most


@njit(error_model="numpy")
def judged(
    A: Floats, m: int, n: int, tolerance: float, row: Floats, column: Floats
) -> tuple[float, float, float]:
    """Value, gap and the gap allowed of two strategies, on the payoffs themselves.

    The value is the middle of what row guarantees and column concedes. Allowed is a gap of so much
    of the spread of what is played, and of its own rounding error: a sum of k products is known to
    k `EPSILON` of the sum of their sizes, and the gap is the difference of two such sums, what the
    replies that hurt most pay and cost. Without strategies the gap is infinite.
    """
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
                if row[i] > RARE and column[j] > RARE:
                    low, high = min(low, A[i, j]), max(high, A[i, j])
    if not low <= high:
        return np.nan, np.inf, 0.0
    c, r = np.argmin(pays), np.argmax(costs)  # the replies that hurt most
    size = 0.0
    for i in range(m):
        size += rows * row[i] * abs(A[i, c])
    for j in range(n):
        size += columns * column[j] * abs(A[r, j])
    gap = costs[r] - pays[c]
    allowed = tolerance * (high - low) + EPSILON * size
    return pays[c] + gap / 2, max(gap, 0.0), allowed


@njit(error_model="numpy")
def _eliminate(T: Floats, s: int) -> None:
    """Solve s linear equations, with the right-hand side in column s, by partial pivoting.

    The solution comes to stand in column s.
    """
    for k in range(s):
        r = k
        for i in range(k + 1, s):
            if abs(T[i, k]) > abs(T[r, k]):
                r = i
        if r != k:
            for j in range(k, s + 1):
                T[k, j], T[r, j] = T[r, j], T[k, j]
        for i in range(k + 1, s):
            factor = T[i, k] / T[k, k]
            for j in range(k + 1, s + 1):
                T[i, j] -= factor * T[k, j]
    for k in range(s - 1, -1, -1):
        for j in range(k + 1, s):
            T[k, s] -= T[k, j] * T[j, s]
        T[k, s] /= T[k, k]


@njit(error_model="numpy")
def polish(
    A: Floats, m: int, n: int, low: float, spread: float, T: Floats, labels: Ints,
    row: Floats, column: Floats,
) -> bool:  # fmt: skip
    """The strategies of the last basis again, each from its indifference equations.

    The tableau has gone through all pivots and carries their rounding; these equations do not.
    With U the s x s payoffs 1 + (A - low) / spread of what is mixed, they are U y = 1 and x U = 1.
    T and labels are used up.
    """
    free, basic = labels[0], labels[1]
    # what is mixed comes to the front: rows in `free`, columns in `basic`, s of either
    s = 0
    for i in range(m):
        if basic[i] < n:
            basic[s] = basic[i]
            s += 1
    rows = 0
    for j in range(n):
        if free[j] >= n:
            free[rows] = free[j] - n
            rows += 1
    row[:m], column[:n] = 0.0, 0.0
    scale = 1.0 / spread
    for a in range(s):
        for b in range(s):
            T[a, b] = 1.0 + (A[free[a], basic[b]] - low) * scale
        T[a, s] = 1.0
    _eliminate(T, s)
    for a in range(s):
        column[basic[a]] = T[a, s]
    for a in range(s):
        for b in range(s):
            T[a, b] = 1.0 + (A[free[b], basic[a]] - low) * scale
        T[a, s] = 1.0
    _eliminate(T, s)
    for a in range(s):
        row[free[a]] = T[a, s]
    return normalised(row, m) and normalised(column, n)


@njit(error_model="numpy", counted=False)
def _beside_played(A: Floats, m: int, n: int, row: Floats, column: Floats) -> float:
    """The largest gap that is small beside what is played."""
    low, high = np.inf, -np.inf
    for i in range(m):
        for j in range(n):
            if row[i] > RARE and column[j] > RARE:
                low, high = min(low, A[i, j]), max(high, A[i, j])
    return TOLERANCE * (high - low) + ROUNDING * max(abs(low), abs(high))


@njit(error_model="numpy")
def solve_in_place(
    A: Floats, m: int, n: int, T: Floats, labels: Ints, row: Floats, column: Floats,
    unit: float,
) -> tuple[float, float, bool]:  # fmt: skip
    """Value, duality gap and whether it is small beside what is played, for a corner of A, m x n.

    T has at least m + 1 rows of padded(n) numbers, labels is int64 (2, max(m, n)). `unit` is the
    least difference of payoffs that counts, 0 if that is not known: a gap at its rounding is small.
    The steps:

    1. Payoffs that are all alike need none.
    2. The simplex method, and the strategies polished if it leaves more than a rounding error.
    3. If the gap is then too large even beside all payoffs, the same by Bland's rule.
    4. If it still is, the tableau of the basis where that ended is made anew, and pivots go on.
    """
    low, high = A[0, 0], A[0, 0]
    for i in range(m):
        for j in range(n):
            low = min(low, A[i, j])
            high = max(high, A[i, j])
    spread = high - low
    if spread == 0.0:
        for i in range(m):
            row[i] = 0.0
        for j in range(n):
            column[j] = 0.0
        row[0] = column[0] = 1.0
        return low, 0.0, True
    rounding = ROUNDING * max(abs(low), abs(high))
    pivots = MANY * (m + n)
    least, most = -np.inf, np.inf
    for attempt in range(3):
        found = optimise(A, m, n, low, spread, attempt > 0, pivots, T, labels, row, column)
        if attempt == 2:
            _begin_again(A, m, n, low, spread, T, labels, row, column)
            _make_feasible(m, n, T, labels)
            # with hardly any rounding in it, a tableau allows smaller pivots than `PIVOT`
            found = _improve(m, n, True, ENTER, pivots, T, labels, row, column)
        if found:
            least, most = _bounds(A, m, n, row, column)
        if not most - least <= GOOD * spread + rounding and polish(
            A, m, n, low, spread, T, labels, row, column
        ):
            least, most = _bounds(A, m, n, row, column)
        if most - least <= TOLERANCE * spread + rounding:
            value, gap = least + (most - least) / 2, max(most - least, 0.0)
            if gap <= max(TOLERANCE * abs(value), GOOD * unit):  # nearly always
                return value, gap, True
            return value, gap, gap <= _beside_played(A, m, n, row, column)
    return np.nan, most - least, False
