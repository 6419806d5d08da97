"""Kernels of Goofspiel: order patterns of two hands, and one layer of the backward induction.

Only comparisons between the two hands matter, so a pair of hands is kept as its pattern: its
distinct cards from the lowest up, two bits each, 1 for mine, 2 for yours, 3 for a card that both
hold. Prizes that are left are a bit mask. Swapping the players negates the value, so of a pattern
and its mirror image only the smaller code is kept; cards of one hand with nothing of the other hand
between them are interchangeable, and the lowest stands for them all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlor.core.compiled import njit
from parlor.solvers.batch import MOST, Desk, solve_abreast, solve_small
from parlor.solvers.simplex import padded

__all__: list[str] = []

MINE, YOURS, BOTH = 1, 2, 3  # marks of a place in a pattern
_ALL_MINE = 0x5555555555555555  # the lower bit of every place


@njit
def mirror(code: int) -> int:
    """The pattern with the players swapped."""
    return ((code & _ALL_MINE) << 1) | ((code >> 1) & _ALL_MINE)


@njit
def _drop(code: int, card: int, mark: int) -> int:
    """The pattern without one player's card; the place closes up if nobody holds it any more."""
    code ^= mark << (2 * card)
    if (code >> (2 * card)) & 3:
        return code
    below = code & ((1 << (2 * card)) - 1)
    return below | ((code >> (2 * card + 2)) << (2 * card))


@njit
def _choices(code: int, mark: int, cards: np.ndarray) -> int:
    """Places of the cards worth telling apart in one hand, lowest first; how many there are."""
    count = 0
    place = 0
    last = 0
    while code >> (2 * place):
        symbol = (code >> (2 * place)) & 3
        if symbol & mark and (symbol == BOTH or last != mark):
            cards[count] = place
            count += 1
        last = symbol
        place += 1
    return count


@njit
def find(codes: np.ndarray, code: int) -> int:
    """Index of a code in an increasing array that holds it."""
    low, high = 0, codes.size - 1
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


@njit
def successors(codes: np.ndarray, places: int) -> np.ndarray:
    """Patterns one round after those of a layer, smaller of the two mirror images, with repeats."""
    mine = np.empty(places, np.int64)
    yours = np.empty(places, np.int64)
    total = 0
    for code in codes:
        total += _choices(code, MINE, mine) * _choices(code, YOURS, yours)
    after = np.empty(total, np.int64)
    total = 0
    for code in codes:
        m = _choices(code, MINE, mine)
        n = _choices(code, YOURS, yours)
        for i in range(m):
            for j in range(n):
                after[total] = played(code, mine[i], yours[j])
                after[total] = min(after[total], mirror(after[total]))
                total += 1
    return after


@njit
def played(code: int, mine: int, yours: int) -> int:
    """The pattern after a round; the higher place goes first, so that the lower one stays put."""
    if mine > yours:
        return _drop(_drop(code, mine, MINE), yours, YOURS)
    return _drop(_drop(code, yours, YOURS), mine, MINE)


class Room(NamedTuple):
    """Where one stage game is written and solved; `room` makes it.

    Attributes
    ----------
    mine, yours : ndarray (size,)
        Places in the pattern of the bids of either player.
    wins, sign, child : ndarray (size, size)
        Who wins, and where the game goes, as `fill_stage` has it.
    payoffs : ndarray (size, size)
        Of the game.
    tableau, labels, row, column : ndarray
        As of `solve_small`: what it works on, and the strategies that it finds.
    """

    mine: np.ndarray
    yours: np.ndarray
    wins: np.ndarray
    sign: np.ndarray
    child: np.ndarray
    payoffs: np.ndarray
    tableau: np.ndarray
    labels: np.ndarray
    row: np.ndarray
    column: np.ndarray


@njit
def room(size: int) -> Room:
    """Where stage games of fewer than `size` bids are written."""
    mine, yours = np.empty(size, np.int64), np.empty(size, np.int64)
    wins, sign, payoffs = np.empty((size, size)), np.empty((size, size)), np.empty((size, size))
    child, tableau = np.empty((size, size), np.int64), np.empty((size, padded(size)))
    labels, row, column = np.empty((2, size), np.int64), np.empty(size), np.empty(size)
    return Room(mine, yours, wins, sign, child, payoffs, tableau, labels, row, column)


@njit(counted=False)
def fill_stage(code: int, before: np.ndarray, work: Room) -> tuple[int, int]:
    """Who wins and where the game goes, for every pair of bids; the number of bids of each.

    ``child`` is an index into the patterns before (one card fewer), ``sign`` -1 where it is
    mirrored.
    """
    mine, yours = work.mine, work.yours
    m = _choices(code, MINE, mine)
    n = _choices(code, YOURS, yours)
    for i in range(m):
        for j in range(n):
            work.wins[i, j] = np.sign(mine[i] - yours[j])
            after = played(code, mine[i], yours[j])
            image = mirror(after)
            work.sign[i, j] = 1.0 if after <= image else -1.0
            work.child[i, j] = find(before, min(after, image))
    return m, n


class Stages(NamedTuple):
    """The stage games that all patterns of a layer have, one after the other.

    Attributes
    ----------
    left : int
        Cards in either hand, and prizes; the mean of so many stages is a value.
    columns : ndarray (v,)
        Where in its row the value goes of the first `left` stages, of the next, and so on.
    gains : ndarray (k,)
        What a stage's winner gets from the loser at once.
    places : ndarray (w, k)
        Columns of the layer with one card fewer in which the game may go on.
    ways : ndarray (2, 3)
        Row of `places` by whether the pattern is mirrored, and by who wins: the other, nobody, I.
    """

    left: int
    columns: np.ndarray
    gains: np.ndarray
    places: np.ndarray
    ways: np.ndarray


@njit(nogil=True)
def solve_patterns(
    codes: np.ndarray,
    before: np.ndarray,
    later: np.ndarray,
    stages: Stages,
    even: bool,
    desk: Desk,
    values: np.ndarray,
) -> tuple[float, int, int]:
    """Values of some patterns: the largest gap, games, failures.

    All stage games of a pattern are of one size and are solved side by side (see
    `parlor.solvers.batch`); those that this leaves open, one by one.

    Shapes: codes (p,), before (q,), later (q, t), values (p, s). `later` holds the layer with one
    card fewer. If `even`, equal hands are worth 0.
    """
    work = room(stages.left + 1)
    wins, sign, child = work.wins, work.sign, work.child
    stage_values = np.empty(stages.gains.size)
    worst = 0.0
    games = failures = 0
    for q in range(codes.size):
        if even and codes[q] == mirror(codes[q]):
            for s in range(stages.columns.size):
                values[q, stages.columns[s]] = 0.0
            continue
        m, n = fill_stage(codes[q], before, work)
        for first in range(0, stage_values.size, MOST):
            count = min(MOST, stage_values.size - first)
            for i in range(m):
                for j in range(n):
                    way = stages.ways[0 if sign[i, j] > 0 else 1, 1 + int(wins[i, j])]
                    _pay(
                        desk.payoffs[i, j], stages.gains, wins[i, j], later[child[i, j]],
                        stages.places[way], sign[i, j], first, count,
                    )  # fmt: skip
            solve_abreast(desk, m, n, count)
            for g in range(count):
                value, gap = desk.values[g], desk.gaps[g]
                if np.isnan(gap):
                    for i in range(m):
                        for j in range(n):
                            work.payoffs[i, j] = desk.payoffs[i, j, g]
                    value, gap, good = solve_small(
                        work.payoffs,
                        m,
                        n,
                        work.tableau,
                        work.labels,
                        work.row,
                        work.column,
                        desk.unit,
                    )
                    failures += not good
                worst = max(worst, gap)
                stage_values[first + g] = value
        games += stage_values.size
        for s in range(stages.columns.size):
            total = 0.0
            for k in range(s * stages.left, (s + 1) * stages.left):
                total += stage_values[k]
            values[q, stages.columns[s]] = total / stages.left
    return worst, games, failures


@njit(counted=False)
def _pay(
    payoffs: np.ndarray,
    gains: np.ndarray,
    wins: float,
    later: np.ndarray,
    places: np.ndarray,
    sign: float,
    first: int,
    count: int,
) -> None:
    """What one pair of bids pays in some stages, from the first on."""
    for g in range(count):
        payoffs[g] = gains[first + g] * wins + sign * later[places[first + g]]
