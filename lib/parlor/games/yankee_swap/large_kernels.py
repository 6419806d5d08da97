"""Kernels of unlimited re-steal with many players: a fitted policy, and play by it.

A table is its best boxes, decreasing. See `parlor.games.yankee_swap.large` for the idea.
"""

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import _draw

TERMS = 6  # of the regression: 1, x, x**2, r/k, (r/k)**2, x r/k
Policy = tuple[np.ndarray, np.ndarray]  # weights (N+1, KINDS, TERMS), worths of a fresh box (N+1,)
Hands = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # value, owner, paid, thief
KINDS = 9  # of boxes, by when they would be stolen if no better box came
FIT, PLAY, TEST = 0, 1, 2  # streams of random numbers


@njit
def _stream(seed: int, purpose: int, k: int) -> np.uint64:
    return np.uint64(seed) * np.uint64(3) + np.uint64(purpose) + (np.uint64(k) << np.uint64(44))


@njit
def _deal(p: int, m: int, stream: np.uint64, game: int, at: int, value: np.ndarray) -> None:
    """The m best of p uniform numbers, decreasing; uses m draws of the stream."""
    x = 1.0
    for j in range(m):
        x *= _draw(stream, game, at + j) ** (1.0 / (p - j))
        value[j] = x


@njit
def _kind(turns: int) -> int:
    """Class of a box that would be stolen in so many turns; 0 for never."""
    if turns <= 4:
        return turns
    return 5 if turns <= 6 else 6 if turns <= 10 else 7 if turns <= 20 else 8


@njit
def _terms(x: float, rank: int, k: int, out: np.ndarray) -> None:
    r = rank / k
    out[0], out[1], out[2], out[3], out[4], out[5] = 1.0, x, x * x, r, r * r, x * r


@njit
def _decide(k: int, p: int, policy: Policy, value: np.ndarray, thief: np.ndarray) -> int:
    """Action of the mover, 0 for opening a box, else the rank of the box taken.

    On the way `thief` becomes, for each box, the number of players to act when it would be stolen
    next if no better box came: the decisions of the movers 1, 2, ..., k, last to first.
    """
    weights, draws = policy
    action = 0
    for i in range(min(k, p)):
        thief[i] = 0
    for j in range(1, k + 1):
        best, action = draws[j], 0
        if p >= j and value[j - 1] > best:
            best, action = value[j - 1], j
        for i in range(min(j - 1, p)):
            if value[i] <= best:
                break  # a holder never does better than to keep the box
            kind = _kind(j - thief[i]) if thief[i] else 0
            w, x, r = weights[j, kind], value[i], i / j
            worth = w[0] + x * (w[1] + x * w[2] + r * w[5]) + r * (w[3] + r * w[4])
            if worth > best:
                best, action = worth, i + 1
        if action and j < k:
            thief[action - 1] = j
    return action


@njit
def _finish(
    n: int,
    k: int,
    policy: Policy,
    stream: np.uint64,
    game: int,
    at: int,
    hands: Hands,
    counts: np.ndarray,
) -> None:
    """Play from the moment the mover with k to act opens a box: the min(k, n - k) best are known.

    Those belong to owners 0, 1, ..., the mover is the next and later movers follow. What they get
    is left in `paid`, what movers take is counted in `counts` unless that is empty.
    """
    value, owner, paid, thief = hands
    held = mover = new = min(k, n - k)
    for i in range(held):
        owner[i], paid[i] = i, value[i]
    while True:
        y = _draw(stream, game, at + n - k)
        j = held
        while j > 0 and value[j - 1] < y:
            value[j], owner[j] = value[j - 1], owner[j - 1]
            j -= 1
        value[j], owner[j] = y, new
        held += 1
        paid[new] = y
        k -= 1
        if k == 0:
            return
        held = min(held, k)  # boxes of lower rank are safe, and paid
        mover += 1
        paid[mover] = 0.0
        action = _decide(k, n - k, policy, value, thief)
        if counts.size:
            counts[n - k, action] += 1
        new = mover
        if action:
            new = owner[action - 1]
            owner[action - 1] = mover
            paid[mover] = value[action - 1]


@njit
def _sample(
    n: int, k: int, policy: Policy, seed: int, n_games: int, gram: np.ndarray, moment: np.ndarray
) -> float:
    """Play on from tables with k to act: normal equations for boxes, mean for a fresh one."""
    p = n - k
    m, d, mean = min(k, p), min(k - 1, p), 0.0
    value, table, paid = np.empty((3, n + 1))
    owner, thief, kinds = np.empty((3, n + 1), np.int64)
    hands, counts, terms = (value, owner, paid, thief), np.empty((0, 0)), np.empty(TERMS)
    stream = _stream(seed, FIT, k)
    for game in range(n_games):
        _deal(p, m, stream, game, n, table)
        _decide(k, p, policy, table, kinds)
        value[:m] = table[:m]
        _finish(n, k, policy, stream, game, 0, hands, counts)
        mean += paid[m] / n_games
        for i in range(d):
            kind = _kind(k - kinds[i]) if kinds[i] else 0
            _terms(table[i], i, k, terms)
            for a in range(TERMS):
                moment[kind, a] += terms[a] * paid[i]
                for b in range(TERMS):
                    gram[kind, a, b] += terms[a] * terms[b]
    return mean


@njit
def _run(
    n: int,
    policy: Policy,
    seed: int,
    n_games: int,
    total: np.ndarray,
    square: np.ndarray,
    actions: np.ndarray,
) -> None:
    value, paid = np.empty((2, n + 1))
    owner, thief = np.empty((2, n + 1), np.int64)
    hands, stream = (value, owner, paid, thief), _stream(seed, PLAY, 0)
    actions[0, 0] += n_games
    for game in range(n_games):
        _finish(n, n, policy, stream, game, 0, hands, actions)
        for i in range(n):
            total[i] += paid[i]
            square[i] += paid[i] * paid[i]


@njit
def _test(
    n: int,
    k: int,
    policy: Policy,
    seed: int,
    n_tables: int,
    half: int,
    lower: np.ndarray,
    upper: np.ndarray,
) -> None:
    """Gain of the best other action at random tables: on fresh continuations, and at most."""
    p = n - k
    m = min(k, p)
    d = min(k - 1, p)
    value, table, paid = np.empty((3, n + 1))
    owner, thief = np.empty((2, n + 1), np.int64)
    hands, counts = (value, owner, paid, thief), np.empty((0, 0))
    stream = _stream(seed, TEST, k)
    for t in range(n_tables):
        _deal(p, m, stream, t, 0, table)
        chosen = _decide(k, p, policy, table, thief)
        worth = np.zeros((2, k + 1))  # by half and action
        for side in range(2):
            for play in range(half):
                at = n * (1 + side * half + play)
                value[:m] = table[:m]
                _finish(n, k, policy, stream, t, at, hands, counts)
                worth[side, 0] += paid[m] / half
                for i in range(d):
                    worth[side, i + 1] += paid[i] / half
            for i in range(d, k):
                worth[side, i + 1] = table[i] if i < m else 0.0
        for side in range(2):
            better = np.argmax(worth[side])
            lower[t] += 0.5 * (worth[1 - side, better] - worth[1 - side, chosen])
        both = 0.5 * (worth[0] + worth[1])
        upper[t] = both.max() - both[chosen]


@njit
def _hold_first(
    n: int,
    policy: Policy,
    seed: int,
    values: np.ndarray,
    n_plays: int,
    total: np.ndarray,
    square: np.ndarray,
) -> None:
    """What the first player gets from holding each value, before the second player moves."""
    value, paid = np.empty((2, n + 1))
    owner, thief = np.empty((2, n + 1), np.int64)
    hands, counts = (value, owner, paid, thief), np.empty((0, 0))
    stream = _stream(seed, PLAY, n)
    for i in range(values.size):
        value[0] = values[i]
        robbed = _decide(n - 1, 1, policy, value, thief)  # then the first opens what is opened next
        for game in range(n_plays):
            value[0] = values[i]
            _finish(n, n - 1, policy, stream, game, 0, hands, counts)
            total[i] += paid[robbed]
            square[i] += paid[robbed] * paid[robbed]
