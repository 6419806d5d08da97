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
SPARE = 1024  # rows, beyond what is sure to be needed, before an array is doubled
NOTHING = -(2**62)  # below any take: the amounts of a board add up to less than 2**60

compiled = njit(error_model="numpy")  # nothing is divided by 0: a quarter less to compile
inner = njit(error_model="numpy", counted=False)  # makes no arrays


class Spec(NamedTuple):
    """Shape of a board.

    Attributes
    ----------
    n : int
        Stacks.
    clock : bool
        Whether the last is next to the first.
    mesh : int
        F on a grid, 0 on the continuum.
    bits : int
        Of a slot in a key.
    total : int
        All the money, in half units.
    """

    n: int
    clock: bool
    mesh: int
    bits: int
    total: int


class Grid(NamedTuple):
    """A board as the kernels take it: its shape, `wall_tables` and their `next_walls`."""

    spec: Spec
    walls: np.ndarray
    after: np.ndarray


class Turn(NamedTuple):
    """Whose turn it is.

    Attributes
    ----------
    k : int
        Tokens that are placed already.
    last : bool
        Whether the mover is the last one.
    stride : int
        Every so many slots is one of the mover's.
    most : int
        Slots of the mover, at most.
    """

    k: int
    last: bool
    stride: int
    most: int


class Layer(NamedTuple):
    """The positions with so many tokens, and what optimal play leaves to these.

    Attributes
    ----------
    keys : ndarray (c,)
        The positions, in increasing order.
    stop : ndarray (c + 1,)
        The rows of position i are ``rows[stop[i]:stop[i + 1]]``.
    rows : ndarray (r, k)
        What the tokens placed take, from left to right, in half units.
    """

    keys: np.ndarray
    stop: np.ndarray
    rows: np.ndarray


class Tokens(NamedTuple):
    """Where the tokens of one position lie.

    Attributes
    ----------
    y, z : ndarray (k + 1,)
        Slots taken, in increasing order, before and after a move.
    spot : ndarray (4 k + 8,)
        Spots of the folded board that are in use, then their numbers.
    """

    y: np.ndarray
    z: np.ndarray
    spot: np.ndarray


class Choices(NamedTuple):
    """The moves from one position.

    Attributes
    ----------
    slots, seats : ndarray (most,)
        The mover's slots, and where a token there comes among the others.
    worths, children : ndarray (most,)
        What each move is worth, and the place of the position after it in its layer.
    """

    slots: np.ndarray
    seats: np.ndarray
    worths: np.ndarray
    children: np.ndarray


@compiled
def room(k: int, most: int) -> tuple[Tokens, Choices]:
    """Where positions with k tokens are worked out, with at most so many moves."""
    y, z, spot = np.empty(k + 1, np.int64), np.empty(k + 1, np.int64), np.empty(4 * k + 8, np.int64)
    slots, seats = np.empty(most, np.int64), np.empty(most, np.int64)
    worths, children = np.empty(most, np.int64), np.zeros(most, np.int64)
    return Tokens(y, z, spot), Choices(slots, seats, worths, children)


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


@inner
def _row(f: int, spec: Spec) -> int:
    """The row of the tables for F."""
    return 0 if spec.mesh else f // 2 - 1


@inner
def n_slots(f: int, spec: Spec) -> int:
    """Number of slots on the board."""
    return spec.n * f if spec.clock else (spec.n - 1) * f + 1


@inner
def load(key: int, k: int, spec: Spec, y: np.ndarray) -> int:
    """Slots that the mover sees as taken, into y[:k]; returns F."""
    double = 1 if spec.mesh else 2
    for i in range(k - 1, -1, -1):
        y[i] = double * (key & ((1 << spec.bits) - 1))
        key >>= spec.bits
    return spec.mesh if spec.mesh else 2 * (key + 1)


@inner
def takes(y: np.ndarray, k: int, f: int, grid: Grid, out: np.ndarray) -> None:
    """What each of the k tokens on increasing slots y takes, in half units."""
    walls, lap = grid.walls[_row(f, grid.spec)], grid.spec.n * f
    last = grid.spec.total
    if grid.spec.clock:
        last = walls[y[k - 1] + y[0] + 2 * lap]
    before = last - grid.spec.total
    for i in range(k):
        after = walls[y[i] + y[i + 1] + lap] if i + 1 < k else last
        out[i] = after - before
        before = after


@inner
def moves(f: int, turn: Turn, spec: Spec, y: np.ndarray, choices: Choices) -> int:
    """Free slots of the mover and where they come among the tokens; returns how many."""
    k = turn.k
    j = count = 0
    for c in range(0, n_slots(f, spec), turn.stride):
        while j < k and y[j] < c:
            j += 1
        if j == k or y[j] != c:
            choices.slots[count], choices.seats[count] = c, j
            count += 1
    return count


@inner
def last_moves(f: int, every: bool, turn: Turn, grid: Grid, y: np.ndarray, choices: Choices) -> int:
    """Do the same for the last token, with what it takes there into `choices.worths`.

    If not `every` slot is asked for, of those between the same walls, where everybody takes the
    same, there is one.
    """
    k, spec = turn.k, grid.spec
    walls, after = grid.walls[_row(f, spec)], grid.after[_row(f, spec)]
    lap, around = spec.n * f, spec.clock and k > 0
    c = count = 0
    for j in range(k + 1):
        end = y[j] if j < k else n_slots(f, spec)
        # entries of the table for the walls on both sides, less c
        left = lap + y[j - 1] if j > 0 else (y[k - 1] if around else -1)
        right = lap + y[j] if j < k else (2 * lap + y[0] if around else -1)
        while c < end:
            low, high, stop = 0, spec.total, c if every else end
            if left >= 0:
                low, stop = walls[left + c], min(stop, after[left + c] - left)
            if right >= 0:
                high, stop = walls[right + c], min(stop, after[right + c] - right)
            choices.slots[count], choices.seats[count], choices.worths[count] = c, j, high - low
            count += 1
            c += turn.stride
            while c < stop:
                c += turn.stride
        if c == end:  # it is taken
            c += turn.stride
    return count


@inner
def child(k: int, f: int, c: int, j: int, spec: Spec, tokens: Tokens) -> int:
    """Key of the position after a token on slot c, which is put in at place j."""
    y, z, spot = tokens
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
        key = key << spec.bits | z[i]
    return key


@inner
def find(keys: np.ndarray, key: int) -> int:
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
def children(keys: np.ndarray, least: int, turn: Turn, spec: Spec) -> np.ndarray:
    """Keys of the positions one move later, with repetitions; at least so many tokens precede."""
    tokens, choices = room(turn.k, turn.most)
    out = np.empty(keys.size * turn.most, np.int64)
    length = 0
    for key in keys:
        f = load(key, turn.k, spec, tokens.y)
        for i in range(moves(f, turn, spec, tokens.y, choices)):
            if choices.seats[i] >= least:
                out[length] = child(turn.k, f, choices.slots[i], choices.seats[i], spec, tokens)
                length += 1
    return out[:length]


@inner
def _judge(
    f: int, turn: Turn, grid: Grid, later: Layer, tokens: Tokens, choices: Choices
) -> tuple[int, int]:
    """Judge the moves of a position by the least that they leave; how many, and of how many."""
    y, k, worths = tokens.y, turn.k, choices.worths
    if turn.last:
        examined = (n_slots(f, grid.spec) - 1) // turn.stride + 1
        for a in range(k):
            examined -= y[a] % turn.stride == 0
        return last_moves(f, False, turn, grid, y, choices), examined
    count = moves(f, turn, grid.spec, y, choices)
    for i in range(count):
        j = choices.seats[i]
        t = find(later.keys, child(k, f, choices.slots[i], j, grid.spec, tokens))
        choices.children[i] = t
        worths[i] = later.rows[later.stop[t], j]
        for r in range(later.stop[t] + 1, later.stop[t + 1]):
            worths[i] = min(worths[i], later.rows[r, j])
    return count, count


@inner
def _listed(z: np.ndarray, k: int, rows: np.ndarray, start: int, length: int) -> bool:
    """Whether z[:k] is among rows[start:length]."""
    for r in range(start, length):
        same = True
        for a in range(k):
            same = same and rows[r, a] == z[a]
        if same:
            return True
    return False


@inner
def _merge(z: np.ndarray, k: int, rule: int, row: np.ndarray) -> None:
    """Take what another optimal continuation leaves, z[:k], into what was kept of the others."""
    for a in range(k):
        if rule == PESSIMISTIC:
            row[a] = min(row[a], z[a])
        elif rule == OPTIMISTIC:
            row[a] = max(row[a], z[a])
        elif rule == LAST:
            row[a] = z[a]


@compiled
def solve_layer(
    keys: np.ndarray, turn: Turn, rule: int, grid: Grid, later: Layer, limit: int
) -> tuple[Layer, np.ndarray, int]:
    """Work out the positions `keys` from the layer after them, or from the takes of a last token.

    For each position all moves are judged, the best are kept, and of each of these what its
    continuations leave to the tokens that were there before, from a row of the layer after it
    without the mover's own entry: under ALL every such row once, else one row merged from them.

    Returns the layer, what each mover can secure, and the number of moves examined. When more than
    `limit` rows are needed, that number is -1.
    """
    k = turn.k
    tokens, choices = room(k, turn.most)
    y, z, _ = tokens
    stop, best = np.zeros(keys.size + 1, np.int64), np.empty(keys.size, np.int64)
    rows = np.empty((min(limit, keys.size + SPARE), k), np.int64)
    single = np.empty((1, k + 1), np.int64)
    length = examined = 0
    for s in range(keys.size):
        f = load(keys[s], k, grid.spec, y)
        count, judged = _judge(f, turn, grid, later, tokens, choices)
        examined += judged
        most = NOTHING
        for i in range(count):
            most = max(most, choices.worths[i])
        best[s], start = most, length
        for i in range(count):
            if (turn.last or rule != ALL) and choices.worths[i] < most:
                continue
            j = choices.seats[i]
            low, high = 0, 1
            follows = single
            if turn.last:
                for a in range(k + 1):
                    z[a] = y[a] if a < j else (choices.slots[i] if a == j else y[a - 1])
                takes(z, k + 1, f, grid, single[0])
            else:
                low, high = later.stop[choices.children[i]], later.stop[choices.children[i] + 1]
                follows = later.rows
            for r in range(low, high):
                if follows[r, j] < most:  # only under ALL
                    continue
                for a in range(k):
                    z[a] = follows[r, a if a < j else a + 1]
                if length > start and (rule != ALL or _listed(z, k, rows, start, length)):
                    _merge(z, k, rule, rows[start])
                    continue
                if length == limit:
                    return Layer(keys, stop, rows[:0]), best, -1
                if length == len(rows):
                    bigger = np.empty((min(limit, 2 * length), k), np.int64)
                    for r2 in range(length):
                        for a in range(k):
                            bigger[r2, a] = rows[r2, a]
                    rows = bigger
                for a in range(k):
                    rows[length, a] = z[a]
                length += 1
        stop[s + 1] = length
    return Layer(keys, stop, rows[:length].copy()), best, examined
