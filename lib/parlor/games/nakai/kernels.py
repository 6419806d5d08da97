"""Kernels of Nakai's game: one stage's matrix, its value, strategies and what is optimal where.

A stage is given by three arrays of length 3, one entry for each row (low, high, pass): against
card M row i pays ``first[i] + SIGN[i] * x``, against a pass ``second[i]``. A mask of rows and a
flag for the second column say what the players may do.

As x moves, the value switches between a single entry and a pair of rows only where two rows pay the
same against M, where a row pays the same against M and against a pass, or where all three lines of
payoffs (as functions of player II's chance to play) go through one point. Each of these conditions
is linear in x, so there are at most 3 + 2 + 1 breakpoints. Between two of them the value is linear
or, for a pair, linear over linear, and its integral against a uniform prize is a logarithm.
"""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit

from .encoding import ATOMS, EXPONENTIAL, UNIFORM

Room = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
SIGN = np.array([-1.0, 1.0, 0.0])
DEPTH = 1200  # of the stack of panels: halving stops at the smallest float long before


@njit(counted=False)
def _stage(
    previous: np.ndarray, n: int, k: int, l: int, m: int, first: np.ndarray, second: np.ndarray
) -> tuple[int, int]:
    """Fill in the matrix of state (n, k, l, m) at x = 0; return the rows as flags, and columns."""
    rows = 0
    columns = 1 if m == n else 2
    for i in range(3):
        if (l == 0, k == 0, k + l == n)[i]:
            continue
        rows |= 1 << i
        layer = previous[k - (i == 1), l - (i == 0)]
        first[i] = layer[m - 1]
        second[i] = layer[m] if columns == 2 else 0.0
    return rows, columns


@njit(counted=False)
def _breakpoints(
    first: np.ndarray,
    second: np.ndarray,
    rows: int,
    columns: int,
    low: float,
    high: float,
    found: np.ndarray,
) -> int:
    """Points in (low, high) where the value may change its formula, in order; return how many."""
    count = 0
    for i in range(3):
        if not rows >> i & 1:
            continue
        for j in range(i + 1, 3):
            if rows >> j & 1:
                found[count] = (first[j] - first[i]) / (SIGN[i] - SIGN[j])
                count += 1
        if columns == 2 and i < 2:
            found[count] = (second[i] - first[i]) * SIGN[i]
            count += 1
    if rows == 7 and columns == 2:
        up, down = second[1] - second[2], second[0] - second[2]
        if up + down != 0.0:
            found[count] = ((first[0] - first[2]) * up - (first[1] - first[2]) * down) / (up + down)
            count += 1
    kept = 0
    for i in range(count):
        x = found[i]
        if low < x < high:
            j = kept
            while j > 0 and found[j - 1] > x:
                found[j] = found[j - 1]
                j -= 1
            found[j] = x
            kept += 1
    return kept


@njit(counted=False)
def _classify(
    first: np.ndarray, second: np.ndarray, rows: int, columns: int, x: float
) -> tuple[tuple[int, int], float]:
    """The formula of the value at x, as (i, j): entry j of row i if j < 2, else rows i and j - 2.

    Player I can force the least entry of any row, and the common value of a mixture of two rows
    that makes player II indifferent; the value is the best of these.
    """
    best = -np.inf
    formula = (0, 0)
    for i in range(3):
        if not rows >> i & 1:
            continue
        mine = first[i] + SIGN[i] * x
        slope = mine - second[i] if columns == 2 else 0.0
        worth = mine if columns == 1 or slope <= 0.0 else second[i]
        if worth > best:
            best = worth
            formula = (i, 0) if columns == 1 or slope <= 0.0 else (i, 1)
        if columns == 1:
            continue
        for j in range(i + 1, 3):
            if rows >> j & 1:
                other = first[j] + SIGN[j] * x - second[j]
                if slope * other < 0.0:
                    worth = second[i] + (second[j] - second[i]) * slope / (slope - other)
                    if worth > best:
                        best = worth
                        formula = (i, j + 2)
    return formula, best


@njit(counted=False)
def _density(law: np.ndarray, x: float) -> float:
    if law[0] == EXPONENTIAL:
        return law[4] * np.exp(-law[4] * x)
    return law[4] * x ** law[5] * (1.0 - x) ** law[6]


@njit(counted=False)
def _gauss(
    law: np.ndarray,
    rules: np.ndarray,
    u: float,
    v: float,
    level: float,
    tilt: float,
    top: float,
    flat: float,
    turn: float,
) -> float:
    """Integral of the density times ``level + tilt x + top / (flat + turn x)`` by one rule."""
    which, power = 0, 0.0
    if law[5] != 0.0 and u <= law[1]:
        which, power = 2, law[5]
    elif law[6] != 0.0 and v >= law[2]:
        which, power = 4, law[6]
    half = 0.5 * (v - u)
    total = 0.0
    for i in range(rules.shape[1]):
        x = u + half * (1.0 + rules[which, i])
        weight = rules[which + 1, i]
        if which == 0:
            weight *= _density(law, x)
        elif which == 2:  # the factor x ** power is the rule's
            weight *= law[4] * (1.0 - x) ** law[6] * half**power
        else:
            weight *= law[4] * x ** law[5] * half**power
        g = level + tilt * x
        if top != 0.0:
            g += top / (flat + turn * x)
        total += weight * g
    return half * total


@njit(counted=False)
def _integral(
    law: np.ndarray,
    rules: np.ndarray,
    panels: np.ndarray,
    u: float,
    v: float,
    level: float,
    tilt: float,
    top: float,
    flat: float,
    turn: float,
) -> float:
    """Integral of the density times ``level + tilt x + top / (flat + turn x)`` over [u, v]."""
    if law[0] == UNIFORM:
        total = (v - u) * (level + tilt * 0.5 * (u + v))
        if top != 0.0:
            start, change = flat + turn * u, turn * (v - u)
            if start != 0.0 and start + change != 0.0:  # else a pole at a breakpoint: top is noise
                total += top / turn * np.log1p(change / start)
        return total * law[4]
    # Halve panels until none is longer than twice its distance to a singularity: the pole, or an
    # end of the support that has no rule of its own in this panel.
    panels[0, 0], panels[0, 1] = u, v
    size = 1
    total = 0.0
    while size > 0:
        size -= 1
        a, b = panels[size, 0], panels[size, 1]
        near = 0.5 * (b - a)
        good = b - a <= law[3]
        if good and law[5] != 0.0 and a > law[1]:
            good = near <= a - law[1]
        if good and law[6] != 0.0:
            if b < law[2]:
                good = near <= law[2] - b
            elif law[5] != 0.0 and a <= law[1]:
                good = False
        if good and top != 0.0:
            pole = -flat / turn
            good = near <= max(a - pole, pole - b)
        middle = 0.5 * (a + b)
        if good or size + 2 > DEPTH or not a < middle < b or b - a < 1e-17 * (v - u):
            total += _gauss(law, rules, a, b, level, tilt, top, flat, turn)
        else:
            panels[size, 0], panels[size, 1] = middle, b
            panels[size + 1, 0], panels[size + 1, 1] = a, middle
            size += 2
    return total


@njit(counted=False)
def _mean_value(
    law: np.ndarray,
    rules: np.ndarray,
    first: np.ndarray,
    second: np.ndarray,
    rows: int,
    columns: int,
    found: np.ndarray,
    panels: np.ndarray,
) -> float:
    """Expectation over the prize of the value of the stage's matrix, which is shifted by the way.

    Values are counted from one of the entries, so that what a quadrature leaves of the total mass
    1 does not multiply all that is still to be won.
    """
    base = 0.0
    for i in range(3):
        if rows >> i & 1:
            base = first[i]
    for i in range(3):
        first[i] -= base
        second[i] -= base
    if law[0] == ATOMS:
        total = base
        atoms = int(law[1])
        for i in range(atoms):
            _, worth = _classify(first, second, rows, columns, law[7 + i])
            total += law[7 + atoms + i] * worth
        return total
    count = _breakpoints(first, second, rows, columns, law[1], law[2], found)
    found[count] = law[2]
    u = law[1]
    total = base
    for piece in range(count + 1):
        v = found[piece]
        (i, j), _ = _classify(first, second, rows, columns, 0.5 * (u + v))
        if j == 0:
            total += _integral(law, rules, panels, u, v, first[i], SIGN[i], 0.0, 1.0, 1.0)
        elif j == 1:
            total += _integral(law, rules, panels, u, v, second[i], 0.0, 0.0, 1.0, 1.0)
        else:
            j -= 2
            slope, other = first[i] - second[i], first[j] - second[j]
            flat, turn = slope - other, SIGN[i] - SIGN[j]
            share = SIGN[i] / turn  # slope / (slope - other) = share + rest / (flat + turn x)
            rest = slope - share * flat
            step = second[j] - second[i]
            total += _integral(
                law, rules, panels, u, v, second[i] + step * share, 0.0, step * rest, flat, turn
            )
        u = v
    return total


@njit
def room() -> Room:
    """Where `_mean_value` works: both columns of a stage, breakpoints, a stack of panels."""
    return np.empty(3), np.empty(3), np.empty(8), np.empty((DEPTH, 2))


@njit
def _layer(previous: np.ndarray, n: int, law: np.ndarray, rules: np.ndarray) -> np.ndarray:
    """Values of all states with n stages to go: shape (n+1, n+1, n+1), NaN where k + l > n."""
    values = np.full((n + 1, n + 1, n + 1), np.nan)
    first, second, found, panels = room()
    for k in range(n + 1):
        for l in range(n + 1 - k):
            values[k, l, 0] = 0.0
            for m in range(1, n + 1):
                if k + l == 0:
                    values[k, l, m] = 0.0
                    continue
                rows, columns = _stage(previous, n, k, l, m, first, second)
                values[k, l, m] = _mean_value(
                    law, rules, first, second, rows, columns, found, panels
                )
    return values


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


@njit(counted=False)
def _worst(first: np.ndarray, second: np.ndarray, rows: int, x: float, q: float) -> float:
    """What player I's best row gets when player II plays with chance q."""
    best = -np.inf
    for i in range(3):
        if rows >> i & 1:
            best = max(best, q * (first[i] + SIGN[i] * x) + (1.0 - q) * second[i])
    return best


@njit(counted=False)
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


@njit(counted=False)
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
