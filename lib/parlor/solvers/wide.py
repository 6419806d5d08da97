"""The simplex method for zero-sum games in which one player has many more strategies.

The programme is that of `parlor.solvers.zero_sum`, but no tableau of the whole game is kept: of the
m strategies of the other player only some are ever mixed, so that the reduced costs of all columns
are made anew before each pivot, from the rows that are. What is kept are the columns of the slacks
that left the basis, and the right-hand side: m + 1 rows of at most m + 2 numbers, from which an
entering column is made when it enters.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parlor.core.compiled import njit

from .simplex import _ENTER, _exchange, _leaving

__all__: list[str] = []

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_STALL = 40  # degenerate pivots before Bland's rule, which cannot cycle
_BLOCK = 512  # columns priced together: their prices stay in the nearest cache


@njit(error_model="numpy")
def _wide(A: Floats, low: float, spread: float, row: Floats, column: Floats, most: int) -> int:
    """Unnormalised optimal strategies into row and column, and the pivots made, `most` at most.

    Payoffs are brought to [1, 2] as they are read. Of T, column 0 is the right-hand side, column
    1 + s belongs to the slack of row out[s] of the game, and row m holds their reduced costs.
    """
    m, n = A.shape
    T = np.zeros((m + 1, m + 2))
    prices = np.empty(_BLOCK)
    basic = np.empty(m, np.int64)
    out = np.empty(m + 1, np.int64)
    count = 0  # slacks out of the basis
    for i in range(m):
        T[i, 0] = 1.0
        basic[i] = n + i
    stalled = 0
    pivots = 0
    while pivots < most:
        c, cost = _dearest(A, low, spread, T, out, count, prices, stalled >= _STALL)
        if c < 0:
            break
        enters, place = c, 1 + count
        if c >= n:
            enters, place = n + out[c - n], 1 + c - n
        else:
            _column(A, c, low, spread, T, out, count, basic)
            T[m, place] = cost
        r = _leaving(T, m, place, 0, basic)
        if r < 0:
            break
        stalled = stalled + 1 if T[r, 0] <= 1e-15 else 0
        _exchange(T, m, max(1 + count, 1 + place), r, place)
        left, basic[r] = basic[r], enters
        if left >= n:  # its column stands where the entering one stood
            out[place - 1] = left - n
            count += c < n
        elif c >= n:  # a column of the game is made again if it is needed
            count -= 1
            out[place - 1] = out[count]
            for i in range(m + 1):
                T[i, place] = T[i, 1 + count]
        pivots += 1
    for i in range(m):
        row[i] = 0.0
    for j in range(n):
        column[j] = 0.0
    for r in range(m):
        if basic[r] < n:
            column[basic[r]] = T[r, 0]
    for s in range(count):
        row[out[s]] = T[m, 1 + s]
    return pivots


@njit(error_model="numpy")
def _dearest(
    A: Floats, low: float, spread: float, T: Floats, out: Ints, count: int, prices: Floats,
    bland: bool,
) -> tuple[int, float]:  # fmt: skip
    """What enters, and its reduced cost: the least, or by Bland's rule the first below zero.

    A column of the game, or n + s for the slack in column 1 + s of T; -1 if there is none.
    """
    m, n = A.shape
    total = -1.0
    for s in range(count):
        total += T[m, 1 + s]
    best, least = -1, -_ENTER
    for first in range(0, n, _BLOCK):
        size = min(_BLOCK, n - first)
        for j in range(size):
            prices[j] = total
        for s in range(count):
            weight = T[m, 1 + s] / spread
            if weight == 0.0:
                continue
            pays = A[out[s], first : first + size]
            for j in range(size):
                prices[j] += (pays[j] - low) * weight
        for j in range(size):
            if prices[j] < least:
                best, least = first + j, prices[j]
                if bland:
                    return best, least
    slack = -1
    for s in range(count):
        if T[m, 1 + s] < least:
            if bland and slack >= 0 and out[s] > out[slack]:
                continue
            slack = s
            if not bland:
                least = T[m, 1 + s]
    return (best, least) if slack < 0 else (n + slack, T[m, 1 + slack])


@njit(error_model="numpy")
def _column(
    A: Floats, c: int, low: float, spread: float, T: Floats, out: Ints, count: int,
    basic: Ints,
) -> None:  # fmt: skip
    """Column c of the game's tableau, into column 1 + count of T."""
    m, n = A.shape
    for r in range(m):
        x = 0.0
        for s in range(count):
            x += T[r, 1 + s] * (1.0 + (A[out[s], c] - low) / spread)
        if basic[r] >= n:
            x += 1.0 + (A[basic[r] - n, c] - low) / spread
        T[r, 1 + count] = x
