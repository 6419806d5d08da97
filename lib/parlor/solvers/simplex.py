"""Kernels of the simplex method for zero-sum games.

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

All arrays are the caller's, who may solve a small game in the corner of larger ones. T has m + 1
rows, padded with zeros to a multiple of 4 numbers, which the compiler turns into vector
instructions. Divisions by zero give infinities, not exceptions; a total that is no positive number
is reported.

Whoever solves a first game waits until these are compiled, so they are few and call little: what
one calls is compiled again with each caller. They assign to no slices and make few arrays, each
way of which would take as long to compile as a loop takes a dozen times.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parlor.core.checks import Floats
from parlor.core.compiled import njit

__all__: list[str] = []

Ints = NDArray[np.int64]
Judgement = tuple[float, float, float]  # a value, its gap, and the gap allowed: see `judged`

LANES = 4  # numbers of a vector register of 256 bits
MAX_PAYOFF = 1e300  # the spread must not overflow
# A tableau's entries are of order 1, so these leave room for a thousand rounding errors of 1e-16:
ENTER = 1e-13  # reduced costs above -ENTER count as nonnegative
PIVOT = 1e-11  # smallest pivot element: who divides 1e-16 by it keeps five digits
TIE = 1e-13  # ratios this close are a tie: the larger pivot is the safer one
GAIN = 1e-15  # what a pivot that gains less adds to sum(y) is rounding
# Pivots in a row that gain nothing, after which Bland's rule takes over: it is slow and cannot
# cycle. Small games hardly ever take so many pivots in all.
STALL = 20
ROUNDS = 3  # of pivots, in better units each time
MANY = 100  # pivots a strategy: fewer than two are usual, and so many leave a tableau all rounding
TOLERANCE = 1e-12  # largest gap that is accepted, in units of the spread of what is played
# A sum of k products is known to k such units of the sum of their sizes (Higham, Accuracy and
# Stability of Numerical Algorithms, 3.1): no gap can be asked to be smaller.
EPSILON = 2.0**-52
# Gap, in units of the spread of what is played, above which the equations are solved anew: it is
# some twenty roundings, which pivots that went well do not leave.
FINE = 4e-15
RARE = 1e-12  # what is played no more often may be there by rounding, and be a penalty


@njit
def padded(n: int) -> int:
    """Width of a tableau for n columns and a right-hand side."""
    return (n // LANES + 1) * LANES


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
    A: Floats, m: int, n: int, low: float, spread: float, most: int, T: Floats, labels: Ints,
    row: Floats, column: Floats,
) -> bool:  # fmt: skip
    """Optimal strategies of A, m x n, into row and column; whether they are probabilities.

    The programme is that of 1 + (A - low) / spread. If that is where payoffs lie, all are in
    [1, 2]; it need not be, as long as the value is positive then. `most` bounds the pivots: after
    so many the strategies are those of a basis on the way.

    The column of the most negative reduced cost enters (Dantzig's rule). Of the rows that bound it
    the nearest leaves, and of nearly tied ones that of the largest pivot; which one decides which
    of several optimal strategies is found. After `STALL` pivots that gain nothing Bland's rule
    takes the lowest label both times.
    """
    free, basic = labels[0], labels[1]
    width = (n // LANES + 1) * LANES
    scale = 1.0 / spread
    for i in range(m):  # the first tableau, in which all slacks are basic
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
    ratios = row  # until the end, when it is filled
    pivot_row = np.empty(width)
    stalled = 0
    for _ in range(most):
        c = -1
        least = -ENTER
        if stalled < STALL:
            for j in range(n):
                if T[m, j] < least:
                    least = T[m, j]
                    c = j
        else:
            for j in range(n):
                if T[m, j] < least and (c < 0 or free[j] < free[c]):
                    c = j
        if c < 0:
            break
        nearest = np.inf
        for i in range(m):
            ratios[i] = T[i, n] / T[i, c] if T[i, c] > PIVOT else np.inf
            nearest = min(nearest, ratios[i])
        if nearest == np.inf:
            break
        r = -1
        largest = 0.0
        for i in range(m):
            if stalled < STALL:
                if ratios[i] <= nearest + TIE and T[i, c] > largest:
                    largest = T[i, c]
                    r = i
            elif ratios[i] == nearest and (r < 0 or basic[i] < basic[r]):
                r = i
        stalled = 0 if nearest > GAIN else stalled + 1
        # Row r becomes T[r] / p with p = T[r, c], any other T[i] - T[i, c] T[r] / p. Column c is
        # from then on that of the variable that leaves: 1 / p in row r, -T[i, c] / p elsewhere.
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
            other[c] = 0.0 - factor * inverse  # last: a vector read after one number stalls
        for j in range(width):
            given[j] = pivot_row[j]
        basic[r], free[c] = free[c], basic[r]
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
    return normalised(row, m) and normalised(column, n)


@njit(error_model="numpy")
def judged(A: Floats, m: int, n: int, tolerance: float, row: Floats, column: Floats) -> Judgement:
    """Value, gap and the gap allowed of two strategies, on the payoffs themselves.

    The value is the middle of what row guarantees and column concedes. Allowed is a gap of so much
    of the spread of what is played, and of its own rounding error: a sum of k products is known to
    k `EPSILON` of the sum of their sizes, and the gap is the difference of two such sums, what the
    replies that hurt most pay and cost. Without strategies the gap is infinite.
    """
    low, high = np.inf, -np.inf  # of what is played
    rows = columns = 0  # how many are
    costs, pays = np.zeros(m), np.zeros(n)
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
    r = c = 0  # the replies that hurt most
    for i in range(1, m):
        r = i if costs[i] > costs[r] else r
    for j in range(1, n):
        c = j if pays[j] < pays[c] else c
    size = 0.0
    for i in range(m):
        size += rows * row[i] * abs(A[i, c])
    for j in range(n):
        size += columns * column[j] * abs(A[r, j])
    gap = costs[r] - pays[c]
    return pays[c] + gap / 2, max(gap, 0.0), tolerance * (high - low) + EPSILON * size


@njit(error_model="numpy")
def polish(
    A: Floats, m: int, n: int, low: float, spread: float, T: Floats, labels: Ints,
    row: Floats, column: Floats,
) -> bool:  # fmt: skip
    """The strategies of the last basis again, each from its indifference equations.

    The tableau has gone through all pivots and carries their rounding; these equations do not.
    With U the s x s payoffs 1 + (A - low) / spread of what is mixed, they are U y = 1 and x U = 1,
    and are solved by elimination with partial pivoting. T and labels are used up.
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
    for i in range(m):
        row[i] = 0.0
    for j in range(n):
        column[j] = 0.0
    scale = 1.0 / spread
    for side in range(2):
        for a in range(s):
            for b in range(s):
                i, j = (a, b) if side == 0 else (b, a)
                T[a, b] = 1.0 + (A[free[i], basic[j]] - low) * scale
            T[a, s] = 1.0
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
        for a in range(s):
            if side == 0:
                column[basic[a]] = T[a, s]
            else:
                row[free[a]] = T[a, s]
    return normalised(row, m) and normalised(column, n)


@njit(error_model="numpy")
def guarantees(A: Floats, row: Floats, column: Floats) -> tuple[float, float, float, float]:
    """What the best pure strategies guarantee and concede, and the least and the greatest payoff.

    The strategies go into row and column. Four times not-a-number if there is no payoff, or one
    that is no number or above `MAX_PAYOFF`.
    """
    m, n = A.shape
    highs = column  # of each column, until the end
    for j in range(n):
        highs[j] = -np.inf
    lower, safest, low = -np.inf, 0, np.inf
    bad = 1 if m * n == 0 else 0
    for i in range(m):
        least = np.inf
        for j in range(n):
            pays = A[i, j]
            highs[j] = pays if pays > highs[j] else highs[j]
            least = min(least, pays)
            bad += not abs(pays) <= MAX_PAYOFF
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
    for i in range(m):
        row[i] = 1.0 if i == safest else 0.0
    for j in range(n):
        column[j] = 1.0 if j == dearest else 0.0
    return lower, upper, low, high


@njit(error_model="numpy")
def by_pivots(
    A: Floats, lower: float, upper: float, low: float, high: float, tolerance: float, most: int,
    row: Floats, column: Floats,
) -> Judgement:  # fmt: skip
    """As `judged`, of strategies from pivots in units that fit what is played better each round.

    Whoever has fewer strategies sits in the tableau's rows. The value is known to lie between
    `lower` and `upper`. In a round a payoff of `zero` is 1, and one of zero + unit is 2: first what
    is `low` is 1 and what is `high` is 2, then the value is between 3/4 and 5/4, then it is 1 and
    what is played is around it. If pivots have left rounding, the indifference equations are
    solved. If `most` is not 0 it bounds the pivots, of one round;
    else there are `ROUNDS`, of `MANY` pivots a strategy. Where the four bounds are not known, they
    are not-a-number and `guarantees` finds them. The gap is infinite if it finds no numbers, or if
    no round finds strategies.
    """
    if not lower < upper:
        lower, upper, low, high = guarantees(A, row, column)
        if not lower < upper:  # a saddle point, or no numbers
            return lower, 0.0 if lower == upper else np.inf, 0.0
    B, mine, other = A, row, column
    if A.shape[0] > A.shape[1]:  # whoever has fewer strategies is the row player
        B, mine, other = np.empty((A.shape[1], A.shape[0])), column, row
        for i in range(A.shape[0]):
            for j in range(A.shape[1]):
                B[j, i] = -A[i, j]
        lower, upper, low, high = -upper, -lower, -high, -low
    m, n = B.shape
    T, labels = np.empty((m + 1, (n // LANES + 1) * LANES)), np.empty((2, n), np.int64)
    x, y = np.empty(m), np.empty(n)
    zero, unit, gap, allowed = low, high - low, np.inf, 0.0
    for again in range(1 if most else ROUNDS):
        if again == 1:
            zero, unit = lower + (upper - lower) / 2, 2.0 * (upper - lower)
        gap = np.inf
        for polished in range(2):
            if polished:
                found = polish(B, m, n, zero, unit, T, labels, x, y)
            else:
                found = optimise(B, m, n, zero, unit, most or MANY * (m + n), T, labels, x, y)
            if not found:
                break
            value, between, bound = judged(B, m, n, tolerance, x, y)
            if between < gap:
                zero, gap, allowed = value, between, bound
                unit = allowed / tolerance  # the spread of what is played, and a little rounding
                for i in range(m):
                    mine[i] = x[i]
                for j in range(n):
                    other[j] = y[j]
            if gap <= FINE * unit:
                break
        if gap <= allowed:
            break
    if A.shape[0] > A.shape[1]:
        return judged(A, n, m, tolerance, row, column)
    return zero, gap, allowed
