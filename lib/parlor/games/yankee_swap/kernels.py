"""Kernels of the Yankee swap with unlimited re-steal on a deck of equally likely values.

A pool is a decreasing tuple of deck indices. With `k` players to act and `p` boxes on the table a
stage keeps, for every tuple of the ``d = min(k - 1, p)`` best boxes, a row of ``d + 1`` numbers:
what a holder of the best, second, ..., d-th best box expects if the player to act does not take
that box, and last what a fresh box is worth. Rows of all stages lie one after another in one array.
The box of rank k cannot be lost to the k - 1 players who follow, so it needs no table.
"""

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import _draw

# values of the deck, where the rows of each stage start, binomial coefficients, the rows
Stages = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
Tails = tuple[np.ndarray, np.ndarray]  # tails of the lowest of the best boxes, and factorials
TIE = 1e-12  # two actions closer than this are equally good: draw, then the better box, is chosen
DRAW = -1


@njit
def _row(pool: np.ndarray, d: int, binomial: np.ndarray) -> int:
    """Place of a decreasing tuple among all of length d, in lexicographic order."""
    place = 0
    for j in range(d):
        place += binomial[pool[j] + d - 1 - j, d - j]
    return place


@njit
def _advance(pool: np.ndarray, d: int) -> None:
    """Next decreasing tuple in lexicographic order."""
    j = d - 1
    while j > 0 and pool[j] == pool[j - 1]:
        pool[j] = 0
        j -= 1
    if d:
        pool[j] += 1


@njit
def _choose(tables: np.ndarray, at: int, d: int, safe: float) -> tuple[float, int]:
    """Best action on a row: rank from 0, or DRAW; `safe` is the value of rank d, or -inf."""
    best, choice = tables[at + d], DRAW
    for j in range(d):
        if tables[at + j] > best + TIE:
            best, choice = tables[at + j], j
    if safe > best + TIE:
        best, choice = safe, d
    return best, choice


@njit
def _decisions(k: int, p: int, stages: Stages, plane: np.ndarray) -> None:
    """Into `plane` what is done where the two best boxes are those of its row and column."""
    values, start, binomial, tables = stages
    d = min(k - 1, p)
    pool = np.empty(2, np.int64)
    for i in range(values.size):
        for j in range(i + 1):
            pool[0], pool[1] = i, j
            at = start[k] + _row(pool, d, binomial) * (d + 1)
            _, choice = _choose(tables, at, d, values[j] if p > d else -np.inf)
            plane[i, j] = choice - DRAW


@njit
def _solve_stage(k: int, p: int, stages: Stages) -> None:
    """Fill the rows of the stage with k to act and p boxes from those with k - 1 and p + 1."""
    values, start, binomial, tables = stages
    n = values.size
    d, e = min(k - 1, p), min(k - 2, p + 1)
    has_safe = p + 1 >= k - 1
    pool = np.zeros(d + 1, np.int64)
    after = np.zeros(d + 2, np.int64)
    n_rows = binomial[n + d - 1, d]
    for row in range(n_rows):
        out = start[k] + row * (d + 1)
        for i in range(d + 1):
            tables[out + i] = 0.0
        above = 0  # boxes worth more than the fresh one
        for j in range(d):  # an assignment of slices takes long to compile
            after[j + 1] = pool[j]
        for y in range(n - 1, -1, -1):
            while above < d and pool[above] > y:
                after[above] = pool[above]
                above += 1
            equals = 0
            while above + equals < d and pool[above + equals] == y:
                equals += 1
            share = 1.0 / (n * (equals + 1))
            after[above] = y  # and its equals below it hold the same index already
            at = start[k - 1] + _row(after, e, binomial) * (e + 1)
            _, choice = _choose(tables, at, e, values[after[e]] if has_safe else -np.inf)
            for rank in range(above, above + equals + 1):  # equal boxes are ranked by lot
                for i in range(d + 1):
                    place = rank if i == d else i + (i >= rank)
                    if place == choice:
                        tables[out + i] += share * tables[at + e]
                    elif place < e:
                        tables[out + i] += share * tables[at + place]
                    else:
                        tables[out + i] += share * values[after[place]]
        _advance(pool, d)


@njit
def _weight(top: np.ndarray, m: int, p: int, n: int, tails: Tails) -> float:
    """Probability that the m best of p equally likely draws from n are `top`."""
    tail, factorial = tails
    weight, same = factorial[p], 1
    for j in range(1, m):
        if top[j] == top[j - 1]:
            same += 1
        else:
            weight /= factorial[same] * float(n) ** same
            same = 1
    return weight / factorial[p - m + same] * tail[same, top[m - 1]]


@njit
def _act(k: int, p: int, stages: Stages, tails: Tails, ranks: np.ndarray) -> float:
    """Expected payoff of the player with k to act, and into `ranks` what is taken how often."""
    values, start, binomial, tables = stages
    n = values.size
    d, m = min(k - 1, p), min(k, p)
    top = np.zeros(m + 1, np.int64)
    total = 0.0
    n_tops = binomial[n + m - 1, m] if m else 1
    for _ in range(n_tops):
        weight = _weight(top, m, p, n, tails) if m else 1.0
        at = start[k] + _row(top, d, binomial) * (d + 1)
        best, choice = _choose(tables, at, d, values[top[d]] if m > d else -np.inf)
        total += weight * best
        ranks[choice + 1] += weight
        _advance(top, m)
    return total


@njit
def _hold(k: int, p: int, v: int, stages: Stages, tails: Tails) -> float:
    """What the holder of deck value v expects with k to act and p - 1 random boxes beside it."""
    values, start, binomial, tables = stages
    n = values.size
    d, m = min(k - 1, p), min(k, p - 1)
    top = np.zeros(m + 1, np.int64)
    pool = np.zeros(m + 2, np.int64)
    total = 0.0
    n_tops = binomial[n + m - 1, m] if m else 1
    for _ in range(n_tops):
        weight = _weight(top, m, p - 1, n, tails) if m else 1.0
        above = equals = 0
        while above < m and top[above] > v:
            above += 1
        while above + equals < m and top[above + equals] == v:
            equals += 1
        for j in range(m):
            pool[j + (j >= above)] = top[j]
        pool[above] = v
        at = start[k] + _row(pool, d, binomial) * (d + 1)
        _, choice = _choose(tables, at, d, values[pool[d]] if p > d else -np.inf)
        for place in range(above, above + equals + 1):
            if place == choice:
                worth = tables[at + d]
            elif place < d:
                worth = tables[at + place]
            else:
                worth = values[v]
            total += weight * worth / (equals + 1)
        _advance(top, m)
    return total


@njit
def _play(n_players: int, stages: Stages, seed: np.uint64, n_games: int, sums: np.ndarray) -> None:
    """Play games with uniform boxes, each seat looking its best boxes up in the nearest row."""
    values, start, binomial, tables = stages
    n_values = values.size
    value = np.empty(n_players)
    owner = np.empty(n_players, np.int64)
    cells = np.empty(n_players, np.int64)
    for game in range(n_games):
        for p in range(n_players):
            k = n_players - p
            d = min(k - 1, p)
            for j in range(d):
                cells[j] = int(value[j] * n_values)
            at = start[k] + _row(cells, d, binomial) * (d + 1)
            _, choice = _choose(tables, at, d, value[d] if p > d else -np.inf)
            new_owner = p
            if choice != DRAW:
                new_owner = owner[choice]
                owner[choice] = p
            fresh = _draw(seed, game, p)
            j = p
            while j > 0 and value[j - 1] < fresh:
                value[j], owner[j] = value[j - 1], owner[j - 1]
                j -= 1
            value[j], owner[j] = fresh, new_owner
        for j in range(n_players):
            sums[0, owner[j]] += value[j]
            sums[1, owner[j]] += value[j] * value[j]
