"""Backward induction over sets of slots: the token game off the stacks, on a grid or a continuum.

Between stack 1 and stack N a grid has F slots to a step, and a position is the increasing list of
the slots taken. Who takes what depends only on the sums of neighbouring slots, so that a take is
the difference of two entries of a table (`wall_tables`).

There are two kinds of board. On a grid F is fixed. On the continuum a position is a class: fold
the line at every stack onto one step, so that 6.9, 7.1 and 8.9 fall on one spot, and only the order
of the spots counts (see `continuous`). Its representative spreads the r spots in use
evenly, F = r + 1, and a mover sees twice as many slots: every spot, and one between any two.

Classes are numbered by layers: layer k holds those with k tokens, as sorted integer keys. A layer
is worked out from the next, keeping for every class rows of takes of the tokens already placed:
the least (greatest) that optimal play leaves to each, or every vector that it may leave.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlor.core.compiled import njit

__all__: list[str] = []

PESSIMISTIC, OPTIMISTIC, FIRST, LAST, ALL = range(5)
RULES = {"pessimistic": 0, "optimistic": 1, "first": 2, "last": 3, "all": 4}
NOTHING = -(2**62)

compiled = njit(error_model="numpy")  # nothing is divided by 0: a quarter less to compile


class Spec(NamedTuple):
    """Shape of a board for the kernels: `mesh` is F on a grid and 0 on the continuum."""

    n: int
    clock: bool
    mesh: int
    bits: int
    total: int


def wall_tables(amounts: list[int], mesh: int, n_players: int) -> np.ndarray:
    """Money to the left of a wall midway between two tokens: int64, shape (any, 4 n F).

    Entry ``a + b + n F``: half units to the left of the middle of slots a and b, half of the stack
    that it is on included, counted from just before stack 0 and going around the clock. On a grid
    there is one row; on the continuum row r is for r spots in use, F = 2 (r + 1).
    """
    n = len(amounts)
    doubled = np.array([2 * a for a in amounts] * 3, dtype=np.int64)
    right = np.cumsum(doubled) - 2 * sum(amounts)
    meshes = [mesh] if mesh else range(2, 2 * n_players + 3, 2)
    tables = np.zeros((len(meshes), 4 * n * meshes[-1]), np.int64)
    for table, f in zip(tables, meshes, strict=True):
        q, rest = np.divmod(np.arange(-n * f, 3 * n * f), 2 * f)
        table[: q.size] = right[q + n] - np.where(rest == 0, doubled[q + n] // 2, 0)
    return tables


def next_walls(walls: np.ndarray) -> np.ndarray:
    """For each entry of the tables the place of the next one in its row that differs."""
    after = np.empty_like(walls)
    for row, table in zip(after, walls, strict=True):
        ends = np.append(np.flatnonzero(np.diff(table)) + 1, table.size)
        row[:] = np.repeat(ends, np.diff(ends, prepend=0))
    return after


@compiled
def _row(walls: np.ndarray, f: int, spec: Spec) -> np.ndarray:
    """The table for F."""
    return walls[0 if spec.mesh else f // 2 - 1]


@compiled
def _wall(a: int, b: int, f: int, n: int, walls: np.ndarray) -> int:
    """Half units to the left of the point midway between slots a and b."""
    return walls[a + b + n * f]


@compiled
def _takes(y: np.ndarray, k: int, f: int, spec: Spec, walls: np.ndarray, out: np.ndarray) -> None:
    """What each of the k tokens on increasing slots y takes, in half units."""
    n, clock, total = spec.n, spec.clock, spec.total
    last = _wall(y[k - 1], y[0] + n * f, f, n, walls) if clock else total
    before = last - total
    for i in range(k):
        after = _wall(y[i], y[i + 1], f, n, walls) if i + 1 < k else last
        out[i] = after - before
        before = after


@compiled
def _own(
    y: np.ndarray, k: int, f: int, every: bool, stride: int, spec: Spec, walls: np.ndarray,
    after: np.ndarray, moves: np.ndarray, seats: np.ndarray, worths: np.ndarray,
) -> int:  # fmt: skip
    """Free slots for a last token, where it comes among the others and what it takes there.

    If not `every` slot is asked for, of those between the same walls, where everybody takes the
    same, there is one.
    """
    turn, around = spec.n * f, spec.clock and k > 0
    c = count = 0
    for j in range(k + 1):
        end = y[j] if j < k else _slots(f, spec)
        # entries of the table for the walls on both sides, less c
        left = turn + y[j - 1] if j > 0 else (y[k - 1] if around else -1)
        right = turn + y[j] if j < k else (2 * turn + y[0] if around else -1)
        while c < end:
            low, high, stop = 0, spec.total, c if every else end
            if left >= 0:
                low, stop = walls[left + c], min(stop, after[left + c] - left)
            if right >= 0:
                high, stop = walls[right + c], min(stop, after[right + c] - right)
            moves[count], seats[count], worths[count] = c, j, high - low
            count += 1
            c += stride
            while c < stop:
                c += stride
        if c == end:  # it is taken
            c += stride
    return count


@compiled
def _load(key: int, k: int, spec: Spec, y: np.ndarray) -> int:
    """Slots that the mover sees as taken, into y[:k]; returns F."""
    mesh, bits = spec.mesh, spec.bits
    double = 1 if mesh else 2
    for i in range(k - 1, -1, -1):
        y[i] = double * (key & ((1 << bits) - 1))
        key >>= bits
    return mesh if mesh else 2 * (key + 1)


@compiled
def _slots(f: int, spec: Spec) -> int:
    """Number of slots on the board."""
    return spec.n * f if spec.clock else (spec.n - 1) * f + 1


@compiled
def _child(
    y: np.ndarray, k: int, f: int, c: int, j: int, spec: Spec, z: np.ndarray, spot: np.ndarray
) -> int:
    """Key of the position after a token on slot c, which is put in at place j."""
    bits = spec.bits
    for i in range(k + 1):
        z[i] = y[i] if i < j else (c if i == j else y[i - 1])
    key = 0
    if not spec.mesh:  # spread the spots in use evenly
        for s in range(f + 1):
            spot[s] = 0
        for i in range(k + 1):
            rest = z[i] % (2 * f)
            spot[min(rest, 2 * f - rest)] = 1
        used = 0
        for s in range(1, f):
            if spot[s]:
                used += 1
                spot[s] = used
        spot[0] = 0
        spot[f] = used + 1
        key = used
        for i in range(k + 1):
            turn, rest = z[i] // (2 * f), z[i] % (2 * f)
            if rest <= f:
                z[i] = turn * 2 * (used + 1) + spot[rest]
            else:
                z[i] = (turn + 1) * 2 * (used + 1) - spot[2 * f - rest]
    for i in range(k + 1):
        key = key << bits | z[i]
    return key


@compiled
def _find(keys: np.ndarray, key: int) -> int:
    """Index of a key that is present in sorted keys."""
    low, high = 0, keys.size
    while high - low > 1:
        middle = (low + high) // 2
        if keys[middle] <= key:
            low = middle
        else:
            high = middle
    return low


@compiled
def _moves(
    key: int, k: int, stride: int, spec: Spec, y: np.ndarray, moves: np.ndarray, seats: np.ndarray
) -> int:
    """Free slots of the mover and where they come among the tokens; returns how many."""
    f = _load(key, k, spec, y)
    j = count = 0
    for c in range(0, _slots(f, spec), stride):
        while j < k and y[j] < c:
            j += 1
        if j == k or y[j] != c:
            moves[count] = c
            seats[count] = j
            count += 1
    return count


@compiled
def _children(
    keys: np.ndarray, k: int, least: int, stride: int, most: int, spec: Spec
) -> np.ndarray:
    """Keys of the positions one move later, with repetitions; at least so many tokens precede."""
    y, z = np.empty(k + 1, np.int64), np.empty(k + 1, np.int64)
    moves, seats = np.empty(most, np.int64), np.empty(most, np.int64)
    spot = np.empty(4 * k + 8, np.int64)
    out = np.empty(keys.size * most, np.int64)
    length = 0
    for key in keys:
        f = _load(key, k, spec, y)
        for i in range(_moves(key, k, stride, spec, y, moves, seats)):
            if seats[i] >= least:
                out[length] = _child(y, k, f, moves[i], seats[i], spec, z, spot)
                length += 1
    return out[:length]


@compiled
def _listed(z: np.ndarray, k: int, rows: np.ndarray, start: int, length: int) -> bool:
    """Whether z[:k] is among rows[start:length]."""
    for r in range(start, length):
        same = True
        for a in range(k):
            same = same and rows[r, a] == z[a]
        if same:
            return True
    return False


@compiled
def _induct(
    keys: np.ndarray,
    k: int,
    leaf: bool,
    stride: int,
    most: int,
    rule: int,
    spec: Spec,
    walls: np.ndarray,
    after: np.ndarray,
    later: np.ndarray,
    later_stop: np.ndarray,
    later_rows: np.ndarray,
    limit: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Work out layer k from the next one, or from the takes themselves if `leaf`.

    Returns ``stop``, ``rows``, ``best`` and the number of moves examined: the rows of class i are
    ``rows[stop[i]:stop[i + 1]]``, of shape (any, k), and ``best[i]`` is what its mover can secure.
    When more than `limit` rows are needed, the number returned is -1.
    """
    y, z = np.empty(k + 1, np.int64), np.empty(k + 1, np.int64)
    moves, seats = np.empty(most, np.int64), np.empty(most, np.int64)
    worths, child = np.empty(most, np.int64), np.zeros(most, np.int64)
    spot = np.empty(4 * k + 8, np.int64)
    stop, best = np.zeros(keys.size + 1, np.int64), np.empty(keys.size, np.int64)
    rows = np.empty((min(limit, keys.size + 1024), k), np.int64)
    single = np.empty((1, k + 1), np.int64)
    length = examined = 0
    for s in range(keys.size):
        f = _load(keys[s], k, spec, y)
        row = _row(walls, f, spec)
        best[s] = NOTHING
        if leaf:
            others = _row(after, f, spec)
            count = _own(y, k, f, False, stride, spec, row, others, moves, seats, worths)
            examined += (_slots(f, spec) - 1) // stride + 1
            for a in range(k):
                examined -= y[a] % stride == 0
        else:
            count = _moves(keys[s], k, stride, spec, y, moves, seats)
            examined += count
        for i in range(count):
            if not leaf:
                j = seats[i]
                child[i] = t = _find(later, _child(y, k, f, moves[i], j, spec, z, spot))
                worths[i] = later_rows[later_stop[t], j]
                for r in range(later_stop[t] + 1, later_stop[t + 1]):
                    worths[i] = min(worths[i], later_rows[r, j])
            best[s] = max(best[s], worths[i])
        start = length
        for i in range(count):
            if (leaf or rule != ALL) and worths[i] < best[s]:
                continue
            j = seats[i]
            low, high = 0, 1
            follows = single
            if leaf:
                for a in range(k + 1):
                    z[a] = y[a] if a < j else (moves[i] if a == j else y[a - 1])
                _takes(z, k + 1, f, spec, row, single[0])
            else:
                low, high = later_stop[child[i]], later_stop[child[i] + 1]
                follows = later_rows
            for r in range(low, high):
                if follows[r, j] < best[s]:  # only under ALL
                    continue
                for a in range(k):
                    z[a] = follows[r, a if a < j else a + 1]
                if length == start or (rule == ALL and not _listed(z, k, rows, start, length)):
                    if length == limit:
                        return stop, rows[:0], best, -1
                    if length == len(rows):
                        bigger = np.empty((min(limit, 2 * length), k), np.int64)
                        for r2 in range(length):
                            for a in range(k):
                                bigger[r2, a] = rows[r2, a]
                        rows = bigger
                    for a in range(k):
                        rows[length, a] = z[a]
                    length += 1
                    continue
                for a in range(k):
                    if rule == PESSIMISTIC:
                        rows[start, a] = min(rows[start, a], z[a])
                    elif rule == OPTIMISTIC:
                        rows[start, a] = max(rows[start, a], z[a])
                    elif rule == LAST:
                        rows[start, a] = z[a]
        stop[s + 1] = length
    return stop, rows[:length].copy(), best, examined
