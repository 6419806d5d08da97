"""Backward induction for the token game: bitmask states, whole-number money, final masks.

A state is the set of occupied stacks, as a bitmask: the order of the earlier moves matters to
nobody who still has to move. Every move sets a bit, so visiting the masks in decreasing numeric
order meets each state after all its successors; those of more tokens than players are passed over,
and what is kept by mask is undefined there. A take is the sum of two entries of the tables of
`board.gap_tables`.
"""

from __future__ import annotations

from math import lcm
from typing import NamedTuple

import numpy as np

from parlor.core.compiled import njit

from .slots import ALL, NOTHING, OPTIMISTIC, SPARE

__all__: list[str] = []


class Ring(NamedTuple):
    """A board as the kernels take it.

    Attributes
    ----------
    right, left : ndarray (n, n + 1)
        What a token takes, as `board.gap_tables` returns it.
    times, plus : int
        ``word = mask * times + plus`` is a mask without ends: the clock's is the mask twice over,
        the line's has a sentinel just beyond each end.
    up, down : int
        The neighbours of stack c are the nearest bits of the word that are set above ``c + up``
        and below ``c + down``.
    """

    right: np.ndarray
    left: np.ndarray
    times: int
    plus: int
    up: int
    down: int


def ring(right: np.ndarray, left: np.ndarray, clock: bool) -> Ring:
    """A board from the tables of its gaps."""
    n = len(right)
    return Ring(right, left, *((1 + (1 << n), 0, 0, n) if clock else (2, 1 + (2 << n), 1, 1)))


@njit(counted=False)
def take(final: int | np.int64, c: int, board: Ring) -> int:
    """Half units that the token on stack c takes when the tokens lie as in `final`."""
    word = final * board.times + board.plus
    up = word >> (c + board.up + 1)
    g = 1
    while not up & 1:
        up >>= 1
        g += 1
    down = c + board.down - 1
    h = 1
    while not (word >> down) & 1:
        down -= 1
        h += 1
    return board.right[c, g] + board.left[c, h]


@njit
def _popcount(mask: int) -> int:
    # by hand: numba 0.68 compiles neither np.bitwise_count nor int.bit_count. Bits are added up in
    # pairs, fours and bytes, and the product adds the bytes into the highest
    mask -= (mask >> 1) & 0x55555555
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    return (((mask + (mask >> 4)) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@njit
def _below(s: int, m: int) -> int:
    """The greatest mask below s of at most m bits."""
    s -= 1
    while _popcount(s) > m:
        s &= s - 1
    return s


@njit
def one_final(n: int, m: int, last: bool, board: Ring) -> np.ndarray:
    """Final mask that each state leads to when ties go to the lowest (or highest) stack.

    A mover looks one stack ahead: all later play is known by the final mask of the state after the
    move, and what she takes can be read off it.

    Returns ``final``, int32 of shape (2**n,).
    """
    s = 1 << n
    final = np.empty(s, np.int32)
    while s:
        s = _below(s, m)
        if _popcount(s) == m:
            final[s] = s
            continue
        best = NOTHING
        chosen = np.int64(0)
        for c in range(n):
            if (s >> c) & 1:
                continue
            f = np.int64(final[s | (1 << c)])
            worth = take(f, c, board)
            if worth > best or (last and worth == best):
                best = worth
                chosen = f
        final[s] = chosen
    return final


@njit
def final_sets(
    n: int, m: int, rule: int, board: Ring, limit: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Set of final masks that the optimal continuations of each state reach.

    A move is worth the least (under OPTIMISTIC the most) that its finals leave to the mover; the
    finals of the best moves are kept, under ALL those of any move that pay the mover as much.

    Returns ``start``, ``stop``, int32 of shape (2**n,), and ``pool``, int32: the finals of state s
    are ``pool[start[s]:stop[s]]``, in the order found. A state with m tokens is its own final and
    stores nothing. When more than `limit` entries are needed the pool comes back empty.
    """
    s = 1 << n
    start, stop = np.empty(s, np.int32), np.empty(s, np.int32)
    pool = np.empty(min(limit, SPARE), np.int32)
    only = np.empty(s, np.int32)  # the final of a state that has but one, as nearly all have, or -1
    seen = np.empty(s, np.int32)  # seen[f] == s: final f is already kept at s
    worths = np.empty(n, np.int64)
    length = 0
    while s:
        s = _below(s, m)
        start[s], only[s] = length, -1
        if _popcount(s) == m:
            only[s], seen[s] = s, -1
        else:
            best = NOTHING
            for c in range(n):
                if (s >> c) & 1:
                    continue
                child = s | (1 << c)
                if only[child] >= 0:
                    worth = take(np.int64(only[child]), c, board)
                else:
                    worth = -NOTHING if rule != OPTIMISTIC else NOTHING
                    for place in range(start[child], stop[child]):
                        taken = take(np.int64(pool[place]), c, board)
                        worth = max(worth, taken) if rule == OPTIMISTIC else min(worth, taken)
                worths[c] = worth
                best = max(best, worth)
            for c in range(n):
                if (s >> c) & 1 or (rule != ALL and worths[c] < best):
                    continue
                child = s | (1 << c)
                first, after = start[child], stop[child]
                for place in range(first, max(after, first + 1)):  # m tokens store nothing
                    f = only[child] if only[child] >= 0 else pool[place]
                    if seen[f] == s:
                        continue
                    if rule == ALL and take(np.int64(f), c, board) < best:
                        continue
                    seen[f] = s
                    if length == limit:
                        return start, stop, pool[:0]
                    if length == pool.size:
                        bigger = np.empty(min(limit, 2 * length), np.int32)
                        for i in range(length):  # an assignment of slices takes long to compile
                            bigger[i] = pool[i]
                        pool = bigger
                    pool[length] = f
                    length += 1
            if length == start[s] + 1:
                only[s] = pool[length - 1]
        stop[s] = length
    return start, stop, pool[:length].copy()


def mean_takes(n: int, m: int, board: Ring) -> tuple[list[list[int]], list[frozenset[int]], int]:
    """Expected takes when every mover picks uniformly among the best moves, in exact integers.

    Plain Python: with ``base = lcm(1..n)`` a mean over at most n moves is a whole number once it
    is multiplied by base, so a state with r moves to come carries the factor ``base**r``. Returns
    the expected takes ``[s][c]`` of the token on stack c in state s, times ``base**r``, the final
    masks reached from each state with positive probability, and base.
    """
    base = lcm(*range(1, n + 1))
    means: list[list[int]] = [[]] * (1 << n)
    finals: list[frozenset[int]] = [frozenset()] * (1 << n)
    for s in range((1 << n) - 1, -1, -1):
        k = s.bit_count()
        if k == m:
            means[s] = [int(take(s, c, board)) if s >> c & 1 else 0 for c in range(n)]
            finals[s] = frozenset((s,))
        elif k < m:
            worths = {c: means[s | 1 << c][c] for c in range(n) if not s >> c & 1}
            best = max(worths.values())
            after = [s | 1 << c for c, worth in worths.items() if worth == best]
            weight = base // len(after)
            means[s] = [
                weight * sum([means[t][c] for t in after]) if s >> c & 1 else 0 for c in range(n)
            ]
            finals[s] = frozenset().union(*(finals[t] for t in after))
    return means, finals, base
