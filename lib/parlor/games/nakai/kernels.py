"""Kernels of Nakai's game: one stage's matrix, its value, strategies and what is optimal where.

As the prize x moves, a stage's value switches between a single entry and a pair of rows only where
two rows pay the same against M, where a row pays the same against M and against a pass, or where
all three lines of payoffs (as functions of player II's chance to play) go through one point. Each
of these conditions is linear in x, so there are at most 3 + 2 + 1 breakpoints. Between two of them
the value is linear or, for a pair, linear over linear, and its integral against a uniform prize is
a logarithm; against other densities it is taken by Gauss rules on panels short enough for them.

Arrays of values have the shape (n+1, n+1, n+1), by k, l and m; all others are made by `room` and
overwritten from state to state.
"""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlor.core.compiled import njit

from .encoding import AT_HIGH, AT_LOW, ATOMS, EXPONENTIAL, INSIDE, UNIFORM, EncodedLaw

__all__: list[str] = []

SIGN = np.array([-1.0, 1.0, 0.0])  # what becomes of the prize when low, high and no card meet M
PLAY, WAIT, BOTH = range(3)  # what player II does, or that she mixes
ENDS = 7  # of pieces: six breakpoints, and the end of the support
DEPTH = 1200  # of the stack of panels: halving stops at the smallest float long before
SHORTEST = 1e-17  # of a piece: a panel that is shorter holds nothing that a double can tell
TIE = 1e-12  # payoffs that differ by rounding, in units of 1 + x; a stage errs by 1e-15
MIX = 6  # the first of three bits, of the rows that are mixed, in a code of `pieces`


class Stage(NamedTuple):
    """A stage of the game, at any prize.

    Attributes
    ----------
    first, second : ndarray (3,)
        Of the rows low, high, pass: against card M row i pays ``first[i] + SIGN[i] * x``, against
        a pass ``second[i]``.
    rows : int
        What player I may do, row i as bit i.
    columns : int
        1 if player II must play, else 2.
    """

    first: np.ndarray
    second: np.ndarray
    rows: int
    columns: int


class Best(NamedTuple):
    """How the value of a stage comes about at some prize.

    Attributes
    ----------
    value : float
        The value.
    row, other : int
        What player I does; if she mixes, `other` is the second row.
    answer : int
        What player II does, PLAY or WAIT; BOTH if the two mix.
    """

    value: float
    row: int
    other: int
    answer: int


class Piece(NamedTuple):
    """The value between two breakpoints, ``level + tilt x + top / (flat + turn x)``."""

    level: float
    tilt: float
    top: float
    flat: float
    turn: float


class Room(NamedTuple):
    """Where `mean_value` works.

    Attributes
    ----------
    first, second : ndarray (3,)
        Columns of a stage.
    ends : ndarray (ENDS,)
        Of its pieces.
    panels : ndarray (DEPTH, 2)
        A stack of intervals that are still to be integrated over.
    """

    first: np.ndarray
    second: np.ndarray
    ends: np.ndarray
    panels: np.ndarray


@njit
def room() -> Room:
    """Where `mean_value` works."""
    return Room(np.empty(3), np.empty(3), np.empty(ENDS), np.empty((DEPTH, 2)))


@njit(counted=False)
def fill_stage(
    previous: np.ndarray, n: int, k: int, l: int, m: int, first: np.ndarray, second: np.ndarray
) -> tuple[int, int]:
    """Fill in the columns of state (n, k, l, m); return `rows` and `columns` of its `Stage`."""
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
def _breakpoints(stage: Stage, low: float, high: float, ends: np.ndarray) -> int:
    """Points in (low, high) where the value may change its formula, in order; return how many."""
    first, second, rows, columns = stage
    count = 0
    for i in range(3):
        if not rows >> i & 1:
            continue
        for j in range(i + 1, 3):
            if rows >> j & 1:
                ends[count] = (first[j] - first[i]) / (SIGN[i] - SIGN[j])
                count += 1
        if columns == 2 and i < 2:
            ends[count] = (second[i] - first[i]) * SIGN[i]
            count += 1
    if rows == 7 and columns == 2:
        up, down = second[1] - second[2], second[0] - second[2]
        if up + down != 0.0:
            ends[count] = ((first[0] - first[2]) * up - (first[1] - first[2]) * down) / (up + down)
            count += 1
    kept = 0
    for i in range(count):  # insert those inside one by one
        x = ends[i]
        if low < x < high:
            j = kept
            while j > 0 and ends[j - 1] > x:
                ends[j] = ends[j - 1]
                j -= 1
            ends[j] = x
            kept += 1
    return kept


@njit(counted=False)
def _best(stage: Stage, x: float) -> Best:
    """The value of a stage at prize x.

    Player I can force the least entry of any row, and the common value of a mixture of two rows
    that makes player II indifferent; the value is the best of these, since player II has but two
    choices.
    """
    first, second, rows, columns = stage
    best = Best(-np.inf, 0, 0, PLAY)
    for i in range(3):
        if not rows >> i & 1:
            continue
        mine = first[i] + SIGN[i] * x
        slope = mine - second[i] if columns == 2 else 0.0
        must = columns == 1 or slope <= 0.0
        worth = mine if must else second[i]
        if worth > best.value:
            best = Best(worth, i, i, PLAY if must else WAIT)
        if columns == 1:
            continue
        for j in range(i + 1, 3):
            if rows >> j & 1:
                other = first[j] + SIGN[j] * x - second[j]
                if slope * other < 0.0:
                    worth = second[i] + (second[j] - second[i]) * slope / (slope - other)
                    if worth > best.value:
                        best = Best(worth, i, j, BOTH)
    return best


@njit(counted=False)
def _density(law: EncodedLaw, x: float) -> float:
    if law.kind == EXPONENTIAL:
        return law.factor * np.exp(-law.factor * x)
    return law.factor * x**law.low_power * (1.0 - x) ** law.high_power


@njit(counted=False)
def gauss(law: EncodedLaw, u: float, v: float, piece: Piece) -> float:
    """Integral of the density times a piece over [u, v] by one rule.

    A power of x or 1 - x that is singular at an end of the panel is the rule's own weight.
    """
    which, power = INSIDE, 0.0
    if law.low_power != 0.0 and u <= law.low:
        which, power = AT_LOW, law.low_power
    elif law.high_power != 0.0 and v >= law.high:
        which, power = AT_HIGH, law.high_power
    half = 0.5 * (v - u)
    total = 0.0
    for i in range(law.rules.shape[2]):
        x = u + half * (1.0 + law.rules[which, 0, i])
        weight = law.rules[which, 1, i]
        if which == INSIDE:
            weight *= _density(law, x)
        elif which == AT_LOW:
            weight *= law.factor * (1.0 - x) ** law.high_power * half**power
        else:
            weight *= law.factor * x**law.low_power * half**power
        g = piece.level + piece.tilt * x
        if piece.top != 0.0:
            g += piece.top / (piece.flat + piece.turn * x)
        total += weight * g
    return half * total


@njit(counted=False)
def integral(law: EncodedLaw, panels: np.ndarray, u: float, v: float, piece: Piece) -> float:
    """Integral of the density times a piece over [u, v], which has no breakpoint inside."""
    if law.kind == UNIFORM:
        total = (v - u) * (piece.level + piece.tilt * 0.5 * (u + v))
        if piece.top != 0.0:
            start, change = piece.flat + piece.turn * u, piece.turn * (v - u)
            if start != 0.0 and start + change != 0.0:  # else a pole at a breakpoint: top is noise
                total += piece.top / piece.turn * np.log1p(change / start)
        return total * law.factor
    # Halve panels until none is longer than twice its distance to a singularity: the pole, or an
    # end of the support that has no rule of its own in this panel.
    panels[0, 0], panels[0, 1] = u, v
    size = 1
    total = 0.0
    while size > 0:
        size -= 1
        a, b = panels[size, 0], panels[size, 1]
        near = 0.5 * (b - a)
        good = b - a <= law.panel
        if good and law.low_power != 0.0 and a > law.low:
            good = near <= a - law.low
        if good and law.high_power != 0.0:
            if b < law.high:
                good = near <= law.high - b
            elif law.low_power != 0.0 and a <= law.low:
                good = False
        if good and piece.top != 0.0:
            pole = -piece.flat / piece.turn
            good = near <= max(a - pole, pole - b)
        middle = 0.5 * (a + b)
        if good or size + 2 > DEPTH or not a < middle < b or b - a < SHORTEST * (v - u):
            total += gauss(law, a, b, piece)
        else:
            panels[size, 0], panels[size, 1] = middle, b
            panels[size + 1, 0], panels[size + 1, 1] = a, middle
            size += 2
    return total


@njit(counted=False)
def mean_value(law: EncodedLaw, stage: Stage, ends: np.ndarray, panels: np.ndarray) -> float:
    """Expectation over the prize of the value of a stage, whose matrix is shifted by the way.

    Values are counted from one of the entries, so that what a quadrature leaves of the total mass
    1 does not multiply all that is still to be won. `ends` and `panels` are as in `Room`.
    """
    first, second = stage.first, stage.second
    base = 0.0
    for i in range(3):
        if stage.rows >> i & 1:
            base = first[i]
    for i in range(3):
        first[i] -= base
        second[i] -= base
    total = base
    if law.kind == ATOMS:
        for i in range(law.atoms.size):
            total += law.chances[i] * _best(stage, law.atoms[i]).value
        return total
    count = _breakpoints(stage, law.low, law.high, ends)
    ends[count] = law.high
    u = law.low
    for e in range(count + 1):
        v = ends[e]
        best = _best(stage, 0.5 * (u + v))
        i, j = best.row, best.other
        if best.answer == PLAY:
            piece = Piece(first[i], SIGN[i], 0.0, 1.0, 1.0)
        elif best.answer == WAIT:
            piece = Piece(second[i], 0.0, 0.0, 1.0, 1.0)
        else:
            slope, other = first[i] - second[i], first[j] - second[j]
            flat, turn = slope - other, SIGN[i] - SIGN[j]
            share = SIGN[i] / turn  # slope / (slope - other) = share + rest / (flat + turn x)
            rest = slope - share * flat
            step = second[j] - second[i]
            piece = Piece(second[i] + step * share, 0.0, step * rest, flat, turn)
        total += integral(law, panels, u, v, piece)
        u = v
    return total


@njit
def solve_layer(previous: np.ndarray, n: int, law: EncodedLaw) -> np.ndarray:
    """Values of all states with n stages to go, from those with one fewer; NaN where k + l > n."""
    values = np.full((n + 1, n + 1, n + 1), np.nan)
    work = room()
    for k in range(n + 1):
        for l in range(n + 1 - k):
            for m in range(n + 1):
                values[k, l, m] = _state_value(previous, n, k, l, m, law, work)
    return values


@njit(counted=False)
def _state_value(
    previous: np.ndarray, n: int, k: int, l: int, m: int, law: EncodedLaw, work: Room
) -> float:
    if k + l == 0 or m == 0:
        return 0.0
    rows, columns = fill_stage(previous, n, k, l, m, work.first, work.second)
    return mean_value(law, Stage(work.first, work.second, rows, columns), work.ends, work.panels)


@njit
def strategies(stage: Stage, x: float, one: np.ndarray, two: np.ndarray) -> float:
    """Optimal strategies at prize x into `one` and `two`; return their exploitability.

    `one` has shape (3,), the chances of low, high and pass, `two` (2,), of M and pass.
    """
    first, second, rows, columns = stage
    best = _best(stage, x)
    i, j = best.row, best.other
    one[:] = 0.0
    one[i] = 1.0
    if best.answer == BOTH:
        slope = first[i] + SIGN[i] * x - second[i]
        other = first[j] + SIGN[j] * x - second[j]
        one[i] = -other / (slope - other)
        one[j] = slope / (slope - other)
    # player II's best chance to play is 0, 1, or where two rows pay the same
    least, chance = np.inf, 1.0
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
                most = best_against(stage, x, q)
                if most < least:
                    least, chance = most, q
    two[0], two[1] = chance, 1.0 - chance
    return max(least - secured(stage, x, one), 0.0)


@njit(counted=False)
def best_against(stage: Stage, x: float, q: float) -> float:
    """What player I's best row gets when player II plays with chance q."""
    best = -np.inf
    for i in range(3):
        if stage.rows >> i & 1:
            played = q * (stage.first[i] + SIGN[i] * x)
            best = max(best, played + (1.0 - q) * stage.second[i])
    return best


@njit(counted=False)
def secured(stage: Stage, x: float, one: np.ndarray) -> float:
    """What player I is sure of with the mixture `one`; minus infinity if it is not allowed."""
    play, wait = 0.0, 0.0
    for i in range(3):
        if one[i] != 0.0:
            if not stage.rows >> i & 1:
                return -np.inf
            play += one[i] * (stage.first[i] + SIGN[i] * x)
            wait += one[i] * stage.second[i]
    return play if stage.columns == 1 else min(play, wait)


@njit(counted=False)
def _best_pair(stage: Stage, x: float) -> tuple[int, int]:
    """Rows of the best mixture of two that makes player II indifferent.

    `_best` may return one row alone where a saddle point is missed by rounding.
    """
    first, second, rows, _ = stage
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
def largest_gap(previous: np.ndarray, n: int, law: EncodedLaw) -> float:
    """Largest exploitability of the strategies in any state with n to go, over a grid of prizes.

    The prizes are the ends and midpoints of all pieces, or the atoms.
    """
    first, second, ends, _ = room()
    one, two = np.empty(3), np.empty(2)
    largest = 0.0
    for k in range(n + 1):
        for l in range(n + 1 - k):
            for m in range(1, n + 1):
                if k + l == 0:
                    continue
                rows, columns = fill_stage(previous, n, k, l, m, first, second)
                stage = Stage(first, second, rows, columns)
                if law.kind == ATOMS:
                    for x in law.atoms:
                        largest = max(largest, strategies(stage, x, one, two))
                    continue
                count = _breakpoints(stage, law.low, law.high, ends)
                ends[count] = law.high
                u = law.low
                for v in ends[: count + 1]:
                    for x in (u, 0.5 * (u + v)):
                        largest = max(largest, strategies(stage, x, one, two))
                    u = v
    return largest


@njit
def pieces(stage: Stage, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the pieces of the value, and a code of what is optimal inside: see `regions`.

    The lowest bits of a code are the saddle points in pure strategies, entry j of row i as bit
    2 i + j; without any, row i is mixed if bit MIX + i is set.
    """
    first, second, rows, columns = stage
    ends = np.empty(ENDS)
    count = _breakpoints(stage, low, high, ends)
    ends[count] = high
    codes = np.zeros(count + 1, np.int64)
    u = low
    for piece in range(count + 1):
        x = 0.5 * (u + ends[piece])
        u = ends[piece]
        top_play = best_against(stage, x, 1.0)
        top_wait = best_against(stage, x, 0.0)
        slack = TIE * (1.0 + abs(x))
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
            i, j = _best_pair(stage, x)
            codes[piece] = 1 << MIX + i | 1 << MIX + j
    return ends[: count + 1].copy(), codes
