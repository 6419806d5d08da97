"""Kernels for one stage of Nakai's game: strategies, exploitability, and what is optimal where.

Stages are given as in `kernels`.
"""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit

from .kernels import SIGN, _breakpoints, _classify, _stage
from .prizes import ATOMS


@njit
def _strategies(
    first: np.ndarray,
    second: np.ndarray,
    rows: int,
    columns: int,
    x: float,
    one: np.ndarray,
    two: np.ndarray,
) -> tuple[float, float]:
    """Optimal strategies at prize x into `one` and `two`; return the exploitability and value."""
    formula, _ = _classify(first, second, rows, columns, x)
    one[:] = 0.0
    i, j = formula
    if j < 2:
        one[i] = 1.0
    else:
        j -= 2
        slope = first[i] + SIGN[i] * x - second[i]
        other = first[j] + SIGN[j] * x - second[j]
        one[i] = -other / (slope - other)
        one[j] = slope / (slope - other)
    # player II's best chance to play is 0, 1, or where two rows pay the same
    best, chance = np.inf, 1.0
    for a in range(3):
        for b in range(a, 3):
            if not (rows >> a & 1 and rows >> b & 1):
                continue
            for c in range(3):
                q = 1.0 if c == 0 else 0.0
                if c == 2:
                    gap = second[b] - second[a]
                    turn = first[a] + SIGN[a] * x - second[a] - first[b] - SIGN[b] * x + second[b]
                    q = gap / turn if turn != 0.0 else 1.0
                if not 0.0 <= q <= 1.0 or (columns == 1 and q < 1.0):
                    continue
                worst = _worst(first, second, rows, x, q)
                if worst < best:
                    best, chance = worst, q
    two[0], two[1] = chance, 1.0 - chance
    least = _least(first, second, rows, columns, x, one)
    return max(best - least, 0.0), least + 0.5 * (best - least)


@njit
def _worst(first: np.ndarray, second: np.ndarray, rows: int, x: float, q: float) -> float:
    """What player I's best row gets when player II plays with chance q."""
    best = -np.inf
    for i in range(3):
        if rows >> i & 1:
            best = max(best, q * (first[i] + SIGN[i] * x) + (1.0 - q) * second[i])
    return best


@njit
def _least(
    first: np.ndarray, second: np.ndarray, rows: int, columns: int, x: float, one: np.ndarray
) -> float:
    """What player I is sure of with the mixture `one`; minus infinity if it is not allowed."""
    play, wait = 0.0, 0.0
    for i in range(3):
        if one[i] != 0.0:
            if not rows >> i & 1:
                return -np.inf
            play += one[i] * (first[i] + SIGN[i] * x)
            wait += one[i] * second[i]
    return play if columns == 1 else min(play, wait)


@njit
def _best_pair(first: np.ndarray, second: np.ndarray, rows: int, x: float) -> tuple[int, int]:
    """Rows of the best mixture of two that makes player II indifferent."""
    best = -np.inf
    pair = (0, 0)
    for i in range(3):
        for j in range(i + 1, 3):
            if rows >> i & 1 and rows >> j & 1:
                slope = first[i] + SIGN[i] * x - second[i]
                other = first[j] + SIGN[j] * x - second[j]
                if slope * other < 0.0:
                    worth = second[i] + (second[j] - second[i]) * slope / (slope - other)
                    if worth > best:
                        best = worth
                        pair = (i, j)
    return pair


@njit
def _largest_gap(previous: np.ndarray, n: int, law: np.ndarray) -> float:
    """Largest exploitability of the strategies in any state with n to go, over a grid of prizes.

    The prizes are the ends and midpoints of all pieces, or the atoms.
    """
    first, second, found = np.empty(3), np.empty(3), np.empty(10)
    one, two = np.empty(3), np.empty(2)
    largest = 0.0
    for k in range(n + 1):
        for l in range(n + 1 - k):
            for m in range(1, n + 1):
                if k + l == 0:
                    continue
                rows, columns = _stage(previous, n, k, l, m, first, second)
                if law[0] == ATOMS:
                    for i in range(int(law[1])):
                        gap, _ = _strategies(first, second, rows, columns, law[7 + i], one, two)
                        largest = max(largest, gap)
                    continue
                count = _breakpoints(first, second, rows, columns, law[1], law[2], found)
                found[count] = law[2]
                u = law[1]
                for i in range(count + 1):
                    for x in (u, 0.5 * (u + found[i])):
                        gap, _ = _strategies(first, second, rows, columns, x, one, two)
                        largest = max(largest, gap)
                    u = found[i]
    return largest


@njit
def _pieces(
    first: np.ndarray, second: np.ndarray, rows: int, columns: int, low: float, high: float
) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the pieces of the value, and a code of what is optimal inside: see `regions`.

    Bits 0 to 5 of the code are the saddle points in pure strategies, entry j of row i as bit
    2 i + j; without any, bits 6 to 8 are the two rows that are mixed.
    """
    ends = np.empty(9)
    count = _breakpoints(first, second, rows, columns, low, high, ends)
    ends[count] = high
    codes = np.zeros(count + 1, np.int64)
    u = low
    for piece in range(count + 1):
        x = 0.5 * (u + ends[piece])
        u = ends[piece]
        top_play = _worst(first, second, rows, x, 1.0)
        top_wait = _worst(first, second, rows, x, 0.0)
        slack = 1e-12 * (1.0 + abs(x))
        for i in range(3):
            if not rows >> i & 1:
                continue
            play = first[i] + SIGN[i] * x
            wait = second[i] if columns == 2 else np.inf
            if play >= top_play - slack and play <= wait + slack:
                codes[piece] |= 1 << (2 * i)
            if columns == 2 and wait >= top_wait - slack and wait <= play + slack:
                codes[piece] |= 1 << (2 * i + 1)
        if codes[piece] == 0:
            i, j = _best_pair(first, second, rows, x)
            codes[piece] = 64 << i | 64 << j
    return ends[: count + 1].copy(), codes
