"""Kernels for many small zero-sum games: one after another, or abreast if they are of one size.

One after another (`solve_small`): by the tableau of `simplex`, in the caller's arrays, and if that
leaves a larger gap than is allowed there, by all that `zero_sum` can do.

Abreast (`solve_abreast`): by the same pivots. A processor does the same to eight numbers at once as
fast as to one, but the rows of a small game are shorter than that, and which row and column a pivot
takes is known late. So the games lie side by side, an entry of all of them in a row, and every step
of the simplex method is a loop over the games. Each has a pivot of its own. Its row and its column
are copied out of the tableau, where 0 is left; then what is subtracted of any entry of any game is
a product of two of the copied numbers, and no game needs a branch. A game that is done leaves its
place to the last.

A value and a gap are then those of `solve_small` to the last bit, since the same numbers are added
and multiplied in the same order, up to the sign of a 0. What seldom happens (strategies to polish,
all payoffs alike, a gap that is small beside penalties alone, a long way) is left to it: such a
game gets no gap.

This is a second set of pivots, and earns its lines: with it Goofspiel with nine cards takes half of
the time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import objmode

from parlor.core.checks import Floats
from parlor.core.compiled import njit

from .simplex import (
    ENTER,
    FINE,
    MANY,
    PIVOT,
    STALL,
    TIE,
    TOLERANCE,
    Ints,
    Judgement,
    judged,
    optimise,
    polish,
)
from .zero_sum import judgement

__all__: list[str] = []

# Games at a time, a multiple of the stride; no power of 2, for whose multiples a cache has few
# places.
MOST = 112
_STRIDE = 16  # loops are over a multiple of so many games, which leaves nothing to do one by one
# A gap above which strategies are polished: half of `FINE`, in units of the spread of all payoffs,
# which is known before what is played is, and besides some roundings of the largest payoff.
GOOD, ROUNDING = FINE / 2, 8e-16


@njit(error_model="numpy")
def solve_small(
    A: Floats, m: int, n: int, T: Floats, labels: Ints, row: Floats, column: Floats, unit: float
) -> tuple[float, float, bool]:  # fmt: skip
    """Value, duality gap and whether that is small, for a corner of A, m x n.

    Small is what `simplex.judged` allows, and the same part of `unit`, the least difference of
    payoffs that counts, 0 if that is not known: what is played may be nothing but the rounding of
    games before. Strategies go into the beginnings of row and column. T has at least m + 1 rows of
    padded(n) numbers, labels is int64 (2, max(m, n)); both are scratch.
    """
    low, high = A[0, 0], A[0, 0]
    for i in range(m):
        for j in range(n):
            low = min(low, A[i, j])
            high = max(high, A[i, j])
    spread = high - low
    if spread == 0.0:
        for i in range(m):
            row[i] = 1.0 if i == 0 else 0.0
        for j in range(n):
            column[j] = 1.0 if j == 0 else 0.0
        return low, 0.0, True
    rounding = ROUNDING * max(abs(low), abs(high))
    value, gap, allowed = np.nan, np.inf, 0.0
    if optimise(A, m, n, low, spread, MANY * (m + n), T, labels, row, column):
        value, gap, allowed = judged(A, m, n, TOLERANCE, row, column)
    if not gap <= GOOD * spread + rounding and polish(A, m, n, low, spread, T, labels, row, column):
        value, gap, allowed = judged(A, m, n, TOLERANCE, row, column)
    if not gap <= max(allowed, TOLERANCE * unit):
        with objmode(value="float64", gap="float64", allowed="float64"):
            value, gap, allowed = _by_all_means(A[:m, :n], row, column)
    return value, gap, gap <= max(allowed, TOLERANCE * unit)


def _by_all_means(A: Floats, row: Floats, column: Floats) -> Judgement:
    """As `zero_sum.judgement`, into the beginnings of row and column."""
    m, n = A.shape
    return judgement(np.ascontiguousarray(A), TOLERANCE, row[:m], column[:n])


class Desk(NamedTuple):
    """Where games are solved abreast; the last index of an array is the game, or its place.

    A place is where a game's tableau lies: at first that of its number, g of `MOST`; when games
    are done, those that are left move up. The caller fills in `payoffs` and reads `rows`,
    `columns`, `values` and `gaps`; all else is the kernels'.

    Attributes
    ----------
    payoffs : ndarray (m, n, g)
        What is asked: finite payoffs to the row players, in the corner of the games' size.
    rows, columns : ndarray (m, g), (n, g)
        Optimal strategies.
    values, gaps : ndarray (g,)
        The answer; a gap that is no number says that the game is not solved.
    tableau, free, basic, game : ndarray (m + 1, n + 1, g), (n, g), (m, g), (g,)
        By place, the tableau and both rows of labels of `simplex`; and which game it is.
    entering, leaving : ndarray (g,)
        By place, the column of a pivot, -1 for none, and its row.
    factors, pivots, inverse, ratios : ndarray (m + 1, g), (n + 1, g), (g,), (m, g)
        By place, what is in the pivot's column; in its row, divided by the pivot; 1 over the
        pivot; and the ratios that decide the row.
    low, high, most, spare : ndarray (g,)
        By game: the least payoff, the largest; and two for numbers under way.
    unit : float
        The least difference of payoffs that counts, as of `solve_small`.
    """

    payoffs: Floats
    rows: Floats
    columns: Floats
    values: Floats
    gaps: Floats
    tableau: Floats
    free: Ints
    basic: Ints
    game: Ints
    entering: Ints
    leaving: Ints
    factors: Floats
    pivots: Floats
    inverse: Floats
    ratios: Floats
    low: Floats
    high: Floats
    most: Floats
    spare: Floats
    unit: float


def new_desk(size: int, unit: float = 0.0) -> Desk:
    """A desk for games with up to `size` strategies of either player."""
    more = size + 1
    by_game = {name: np.zeros(MOST) for name in ("values", "gaps", "low", "high", "most", "spare")}
    return Desk(
        payoffs=np.zeros((size, size, MOST)),
        rows=np.zeros((size, MOST)),
        columns=np.zeros((size, MOST)),
        tableau=np.zeros((more, more, MOST)),
        free=np.zeros((size, MOST), np.int64),
        basic=np.zeros((size, MOST), np.int64),
        game=np.zeros(MOST, np.int64),
        entering=np.zeros(MOST, np.int64),
        leaving=np.zeros(MOST, np.int64),
        factors=np.zeros((more, MOST)),
        pivots=np.zeros((more, MOST)),
        inverse=np.zeros(MOST),
        ratios=np.zeros((size, MOST)),
        unit=unit,
        **by_game,
    )


@njit(error_model="numpy", counted=False)
def solve_abreast(desk: Desk, m: int, n: int, count: int) -> None:
    """Solve the first `count` games, from 1 to MOST of them, each of m x n.

    The steps are those of `simplex.optimise` and `simplex.judged`; each goes over all games.
    """
    _begin(desk, m, n, _whole(count))
    for place in range(count):
        desk.game[place] = place
    left = count
    for _ in range(STALL):  # so that `solve_small` would not have come to Bland's rule
        _choose_columns(desk, m, n, _whole(left))
        left = _put_away(desk, m, n, left)
        if left == 0:
            break
        _take_columns(desk, m, left)
        _choose_rows(desk, m, n, _whole(left))
        _take_rows(desk, n, left)
        _exchange(desk, m, n, _whole(left))
    for place in range(left):
        for i in range(m):
            desk.rows[i, desk.game[place]] = 0.0  # no strategy: the sum is 0
    _normalise(desk.rows, m, _whole(count), desk.spare)
    _normalise(desk.columns, n, _whole(count), desk.spare)
    _bound(desk, m, n, _whole(count))


@njit
def _whole(count: int) -> int:
    """The next multiple of the stride; what is done in places beyond the games, nobody reads."""
    return (count + _STRIDE - 1) // _STRIDE * _STRIDE


@njit(error_model="numpy", counted=False)
def _begin(desk: Desk, m: int, n: int, wide: int) -> None:
    """The first tableaux: all slacks are basic."""
    low, high, scale = desk.low, desk.high, desk.spare
    for g in range(wide):
        low[g] = np.inf
        high[g] = -np.inf
    for i in range(m):
        for j in range(n):
            pays = desk.payoffs[i, j]
            for g in range(wide):
                low[g] = min(low[g], pays[g])
                high[g] = max(high[g], pays[g])
    for g in range(wide):
        scale[g] = 1.0 / (high[g] - low[g])
    T = desk.tableau
    for i in range(m):
        for j in range(n):
            entry, pays = T[i, j], desk.payoffs[i, j]
            for g in range(wide):
                entry[g] = 1.0 + (pays[g] - low[g]) * scale[g]
        for g in range(wide):
            T[i, n, g] = 1.0
            desk.basic[i, g] = n + i
    for j in range(n):
        for g in range(wide):
            T[m, j, g] = -1.0
            desk.free[j, g] = j
    for g in range(wide):
        T[m, n, g] = 0.0


@njit(error_model="numpy", counted=False)
def _choose_columns(desk: Desk, m: int, n: int, wide: int) -> None:
    """What enters: the column of the most negative reduced cost, -1 if there is none."""
    least, column = desk.spare, desk.entering
    for g in range(wide):
        least[g] = -ENTER
        column[g] = -1
    for j in range(n):
        cost = desk.tableau[m, j]
        for g in range(wide):
            better = cost[g] < least[g]
            least[g] = cost[g] if better else least[g]
            column[g] = j if better else column[g]


@njit(error_model="numpy", counted=False)
def _put_away(desk: Desk, m: int, n: int, left: int) -> int:
    """Write down the strategies of the games that are done; how many are left, at the front."""
    T, free, basic, column = desk.tableau, desk.free, desk.basic, desk.entering
    place = 0
    while place < left:
        if column[place] >= 0:
            place += 1
            continue
        game = desk.game[place]
        for i in range(m):
            desk.rows[i, game] = 0.0
        for j in range(n):
            desk.columns[j, game] = 0.0
        for i in range(m):
            if basic[i, place] < n:
                desk.columns[basic[i, place], game] = T[i, n, place]
        for j in range(n):
            if free[j, place] >= n:
                desk.rows[free[j, place] - n, game] = T[m, j, place]
        left -= 1
        for i in range(m + 1):
            for j in range(n + 1):
                T[i, j, place] = T[i, j, left]
        for i in range(m):
            basic[i, place] = basic[i, left]
        for j in range(n):
            free[j, place] = free[j, left]
        column[place] = column[left]
        desk.game[place] = desk.game[left]
    return left


@njit(error_model="numpy", counted=False)
def _take_columns(desk: Desk, m: int, left: int) -> None:
    """Take the pivots' columns out of the tableaux, and leave 0 there."""
    T = desk.tableau
    for g in range(left):
        c = desk.entering[g]
        for i in range(m + 1):
            desk.factors[i, g] = T[i, c, g]
            T[i, c, g] = 0.0


@njit(error_model="numpy", counted=False)
def _choose_rows(desk: Desk, m: int, n: int, wide: int) -> None:
    """What leaves: of those that are nearest to the least ratio the largest pivot."""
    nearest, largest, row = desk.spare, desk.most, desk.leaving
    for g in range(wide):
        nearest[g] = np.inf
        largest[g] = 0.0
        row[g] = 0
    for i in range(m):
        right, factor, kept = desk.tableau[i, n], desk.factors[i], desk.ratios[i]
        for g in range(wide):
            ratio = right[g] / factor[g]
            ratio = ratio if factor[g] > PIVOT else np.inf
            kept[g] = ratio
            nearest[g] = min(nearest[g], ratio)
    for g in range(wide):
        nearest[g] += TIE
    for i in range(m):
        factor, kept = desk.factors[i], desk.ratios[i]
        for g in range(wide):
            better = (kept[g] <= nearest[g]) & (factor[g] > largest[g])
            largest[g] = factor[g] if better else largest[g]
            row[g] = i if better else row[g]
    for g in range(wide):
        desk.inverse[g] = 1.0 / largest[g]


@njit(error_model="numpy", counted=False)
def _take_rows(desk: Desk, n: int, left: int) -> None:
    """Take the pivots' rows out of the tableaux, divided by the pivots; what is basic changes."""
    T, factors, pivots = desk.tableau, desk.factors, desk.pivots
    for g in range(left):
        r, c = desk.leaving[g], desk.entering[g]
        inverse = desk.inverse[g]
        for j in range(n + 1):
            pivots[j, g] = T[r, j, g] * inverse
            T[r, j, g] = 0.0
        pivots[c, g] = inverse
        factors[r, g] = -1.0  # so that the exchange writes the row back
        desk.basic[r, g], desk.free[c, g] = desk.free[c, g], desk.basic[r, g]


@njit(error_model="numpy", counted=False)
def _exchange(desk: Desk, m: int, n: int, wide: int) -> None:
    """Pivot: `simplex._exchange`, with the pivot's own row and column already set to 0."""
    for i in range(m + 1):
        factor = desk.factors[i]
        for j in range(n + 1):
            entry, pivot = desk.tableau[i, j], desk.pivots[j]
            for g in range(wide):
                entry[g] -= factor[g] * pivot[g]


@njit(error_model="numpy", counted=False)
def _normalise(weights: Floats, size: int, wide: int, total: Floats) -> None:
    """Make probabilities of weights; where all are 0, no numbers."""
    for g in range(wide):
        total[g] = 0.0
    for i in range(size):
        weight = weights[i]
        for g in range(wide):
            weight[g] = max(weight[g], 0.0)
            total[g] += weight[g]
    for i in range(size):
        weight = weights[i]
        for g in range(wide):
            weight[g] /= total[g]


@njit(error_model="numpy", counted=False)
def _bound(desk: Desk, m: int, n: int, wide: int) -> None:
    """Values and gaps, from what rows guarantee and columns concede in the payoffs themselves.

    What `solve_small` would not stop at is no number: a gap that polishing would make smaller, or
    one that is not small; of what is played the value, which lies in it, stands for the spread.
    """
    least, most, sums = desk.values, desk.most, desk.spare
    for g in range(wide):
        least[g] = np.inf
        most[g] = -np.inf
    for i in range(m):
        for g in range(wide):
            sums[g] = 0.0
        for j in range(n):
            pays, chance = desk.payoffs[i, j], desk.columns[j]
            for g in range(wide):
                sums[g] += pays[g] * chance[g]
        for g in range(wide):
            most[g] = max(most[g], sums[g])
    for j in range(n):
        for g in range(wide):
            sums[g] = 0.0
        for i in range(m):
            pays, chance = desk.payoffs[i, j], desk.rows[i]
            for g in range(wide):
                sums[g] += chance[g] * pays[g]
        for g in range(wide):
            least[g] = min(least[g], sums[g])
    low, high = desk.low, desk.high
    for g in range(wide):
        gap = most[g] - least[g]
        rounding = ROUNDING * max(abs(low[g]), abs(high[g]))
        good = gap <= GOOD * (high[g] - low[g]) + rounding
        least[g] += gap / 2
        good &= gap <= TOLERANCE * max(desk.unit, abs(least[g]))
        # of strategies that are no numbers the bounds have stayed infinite
        desk.gaps[g] = max(gap, 0.0) if good & (gap > -np.inf) else np.nan
