"""Kernels of the Yankee swap with unlimited re-steal on a deck of equally likely values.

A pool is a decreasing tuple of deck indices. With `k` players to act and `p` boxes on the table a
stage keeps, for every tuple of the ``d = min(k - 1, p)`` best boxes, a row of ``d + 1`` numbers:
what a holder of the best, second, ..., d-th best box expects if the player to act does not take
that box, and last what a fresh box is worth. Rows of all stages lie one after another in one array.
The box of rank k cannot be lost to the k - 1 players who follow, so it needs no table. It
is taken from a value on that is read off the row: sums over it and over boxes below it are closed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import draw_at

__all__: list[str] = []

TIE = 1e-12  # two actions closer than this are equally good: draw, then the better box, is chosen
DRAW = -1


class Stages(NamedTuple):
    """The stages of a game, which whoever makes them owns; kernels fill the tables.

    Attributes
    ----------
    values : ndarray, shape (n,)
        The deck, increasing, in units of its largest value.
    start : ndarray of int, shape (N + 2,)
        Where the rows of the stage with k to act begin in `tables`.
    binomial : ndarray of int
        Binomial coefficients, by which a tuple's row is found.
    tables : ndarray
        The rows of all stages.
    """

    values: np.ndarray
    start: np.ndarray
    binomial: np.ndarray
    tables: np.ndarray


class Tails(NamedTuple):
    """What the chance of the best boxes of several draws is made of.

    Attributes
    ----------
    table : ndarray, shape (m + 1, n)
        [c, v]: all but the m - c best draws are at most v, and c of them or more are v.
    factorials : ndarray, shape (N + 1,)
        Factorials.
    """

    table: np.ndarray
    factorials: np.ndarray


@njit(counted=False)
def _row(pool: np.ndarray, d: int, binomial: np.ndarray) -> int:
    """Place of a decreasing tuple among all of length d, in lexicographic order."""
    place = 0
    for j in range(d):
        place += binomial[pool[j] + d - 1 - j, d - j]
    return place


@njit(counted=False)
def advance(pool: np.ndarray, d: int) -> None:
    """Next decreasing tuple in lexicographic order."""
    j = d - 1
    while j > 0 and pool[j] == pool[j - 1]:
        pool[j] = 0
        j -= 1
    if d:
        pool[j] += 1


@njit(counted=False)
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
def decisions(k: int, p: int, stages: Stages, plane: np.ndarray) -> None:
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


@njit(counted=False)
def _first_taken(values: np.ndarray, best: float) -> int:
    """Index of the first value that a mover takes if it is safe, the rest being worth `best`."""
    low, high = 0, values.size
    while low < high:
        mid = (low + high) // 2
        if values[mid] > best + TIE:
            high = mid
        else:
            low = mid + 1
    return low


@njit(counted=False)
def _insert(pool: np.ndarray, d: int, y: int, after: np.ndarray) -> tuple[int, int]:
    """Put y into a pool of d boxes; how many of them are above it, and how many equal to it."""
    above = 0
    while above < d and pool[above] > y:
        after[above] = pool[above]
        above += 1
    after[above] = y
    equals = 0
    for j in range(above, d):
        after[j + 1] = pool[j]
        equals += pool[j] == y
    return above, equals


@njit(counted=False)
def open_box(
    k: int, p: int, stages: Stages, pool: np.ndarray, y: int, after: np.ndarray, out: int
) -> None:
    """Add to the row of a pool what its boxes and the fresh one are worth if that is y."""
    values, start, binomial, tables = stages
    d, e = min(k - 1, p), min(k - 2, p + 1)
    above, equals = _insert(pool, d, y, after)
    share = 1.0 / (values.size * (equals + 1))
    at = start[k - 1] + _row(after, e, binomial) * (e + 1)
    safe = values[after[e]] if p + 1 >= k - 1 else -np.inf
    _, choice = _choose(tables, at, e, safe)
    for rank in range(above, above + equals + 1):  # equal boxes are ranked by lot
        for i in range(d + 1):
            place = rank if i == d else i + (i >= rank)
            if place == choice:
                tables[out + i] += share * tables[at + e]
            elif place < e:
                tables[out + i] += share * tables[at + place]
            else:
                tables[out + i] += share * values[after[place]]


@njit
def solve_stage(k: int, p: int, stages: Stages) -> None:
    """Fill the rows of the stage with k to act and p boxes from those with k - 1 and p + 1."""
    values, start, binomial, _ = stages
    n, d = values.size, min(k - 1, p)
    if 2 < k <= p + 2:
        _solve_by_steps(k, p, stages)
        return
    pool, after = np.zeros((2, d + 2), np.int64)
    for row in range(binomial[n + d - 1, d]):
        for y in range(n - 1, -1, -1):
            open_box(k, p, stages, pool, y, after, start[k] + row * (d + 1))
        advance(pool, d)


@njit
def enclose_stage(k: int, p: int, low: Stages, high: Stages, slack: float) -> None:
    """Fill a stage's rows with the least and the most that boxes of any values there are worth.

    The values of `low` and `high` are the ends of the cells that a pool names. A fresh box in the
    cell of others may be above or below each; the mover may take whatever may be best.
    """
    start, binomial, n = low.start, low.binomial, low.values.size
    d, e = min(k - 1, p), min(k - 2, p + 1)
    pool, after = np.zeros((2, d + 2), np.int64)
    least, most = np.empty((2, d + 2))  # of boxes that are not taken
    wanted = np.zeros(d + 2, np.bool_)
    for row in range(binomial[n + d - 1, d]):
        out = start[k] + row * (d + 1)
        for y in range(n):
            above, equals = _insert(pool, d, y, after)
            at = start[k - 1] + _row(after, e, binomial) * (e + 1)
            bad, good = low.tables[at + e], high.tables[at + e]  # a fresh box
            sure = bad
            for j in range(d + 1):
                least[j] = low.tables[at + j] if j < e else low.values[after[j]]
                most[j] = high.tables[at + j] if j < e else high.values[after[j]]
                if j <= e:
                    sure = max(sure, least[j])
            choices = int(good >= sure - slack)
            for j in range(d + 1):
                wanted[j] = j <= e and most[j] >= sure - slack
                choices += wanted[j]
            for j in range(d + 1):
                if wanted[j]:
                    least[j] = bad if choices == 1 else min(bad, least[j])
                    most[j] = good if choices == 1 else max(good, most[j])
            for i in range(d + 1):
                # a box, or the fresh one, may have any rank among those of its cell
                first = above if i == d else i + (i >= above + equals)
                last = above + equals if i == d else i + (i >= above)
                worst, best = least[first], most[first]
                for j in range(first + 1, last + 1):
                    worst, best = min(worst, least[j]), max(best, most[j])
                low.tables[out + i] += worst / n
                high.tables[out + i] += best / n
        advance(pool, d)


@njit
def _solve_by_steps(k: int, p: int, stages: Stages) -> None:
    """Fill a stage after which one box is safe, in a time that goes with its rows alone.

    The next mover sees e boxes that have a row, and the safe one, which is taken if its value is
    `first` or more: this depends on the row alone. Let z be the e-th box of the pool. If the fresh
    value y is above z, the safe box is z: for the other boxes and y given, all worths have one
    step along z, and steps are added up over y. If y is below z the row is known, and worths have
    one step along y.
    """
    values, start, binomial, tables = stages
    n = values.size
    d, e = min(k - 1, p), min(k - 2, p + 1)
    pool, after = np.zeros((2, d + 2), np.int64)
    worth, steps = np.empty(e + 2), np.empty((n + 1, e + 2))
    below = np.zeros(n + 1)  # sums over the values below each
    for y in range(n):
        below[y + 1] = below[y] + values[y] / n
    out = start[k]
    for _ in range(binomial[n + e - 2, e - 1]):
        n_z = pool[e - 2] + 1 if e > 1 else n
        _steps(k, e, stages, pool, after, n_z, steps)
        for i in range(e + 2):
            worth[i] = 0.0
        for z in range(n_z):
            for i in range(e + 2):
                worth[i] += steps[z, i]
            pool[e - 1] = z
            at = start[k - 1] + _row(pool, e, binomial) * (e + 1)
            best, choice = _choose(tables, at, e, -np.inf)
            first, fresh = _first_taken(values, best), tables[at + e]
            for w in range(z + 1 if d > e else 1):  # the last box of the pool, if it is not z
                under = w if d > e else 0  # fresh values below w: w is safe
                low = min(w + 1, z) if d > e else 0  # from here to z the fresh box is
                middle = min(max(first, low), z)
                left, taken = middle - low, z - middle
                if under >= first:
                    taken += under
                else:
                    left += under
                for i in range(e):
                    stays = tables[at + i]
                    robbed = fresh if i == choice else stays
                    tables[out + i] = worth[i] + (left * robbed + taken * stays) / n
                tables[out + e - 1] += worth[e + 1] * values[z]
                tables[out + d] = worth[e] + below[under] + below[middle] - below[low]
                tables[out + d] += (z - middle) * fresh / n
                if d > e:
                    safe = (n - 1 - under - (w < z)) * values[w]
                    tables[out + e] = (safe + under * (fresh if w >= first else values[w])) / n
                    pool[e] = w
                open_box(k, p, stages, pool, z, after, out)
                if d > e and w < z:
                    open_box(k, p, stages, pool, w, after, out)
                out += d + 1
        advance(pool, e - 1)


@njit(counted=False)
def _steps(
    k: int,
    e: int,
    stages: Stages,
    pool: np.ndarray,
    after: np.ndarray,
    n_z: int,
    steps: np.ndarray,
) -> None:
    """Changes along z < n_z of worths, summed over fresh values above z, e - 1 boxes known.

    In the columns: boxes 0, ..., e - 2; what comes for the box z if it is taken; the fresh box; how
    often the box z is left.
    """
    values, start, binomial, tables = stages
    n = values.size
    for z in range(n_z + 1):
        for i in range(e + 2):
            steps[z, i] = 0.0
    for y in range(1, n):
        above, equals = _insert(pool, e - 1, y, after)
        at = start[k - 1] + _row(after, e, binomial) * (e + 1)
        best, choice = _choose(tables, at, e, -np.inf)
        fresh = tables[at + e]
        end = min(y, n_z)
        first = min(_first_taken(values, best), end)
        share = 1.0 / (n * (equals + 1))
        for rank in range(above, above + equals + 1):
            for i in range(e):
                place, column = (rank, e) if i == e - 1 else (i + (i >= rank), i)
                stays = share * tables[at + place]
                robbed = share * fresh if place == choice else stays
                steps[0, column] += robbed
                steps[first, column] += stays - robbed
                steps[end, column] -= stays
        steps[first, e - 1] += fresh / n
        steps[end, e - 1] -= fresh / n
        steps[0, e + 1] += 1.0 / n
        steps[first, e + 1] -= 1.0 / n


@njit(counted=False)
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
def act(k: int, p: int, stages: Stages, tails: Tails, ranks: np.ndarray) -> float:
    """Expected payoff of the player with k to act, and into `ranks` what is taken how often."""
    values, start, binomial, tables = stages
    n, tail = values.size, tails[0]
    d, m = min(k - 1, p), min(k, p)
    top = np.zeros(m + 1, np.int64)
    chance, mean = np.zeros((2, n + 1))  # of the safe box to be below each value, about that of 0
    for v in range(n if m > d else 0):
        chance[v + 1] = chance[v] + tail[1, v] / tail[1, 0]
        mean[v + 1] = mean[v] + tail[1, v] / tail[1, 0] * values[v]
    total = 0.0
    for row in range(binomial[n + d - 1, d]):
        best, choice = _choose(tables, start[k] + row * (d + 1), d, -np.inf)
        first = _first_taken(values, best) if m > d else n
        end = top[d - 1] if d else m * (n - 1)
        if m > d > 0 and end > 0:  # the safe box is below all others
            top[d] = 0
            weight, middle = _weight(top, m, p, n, tails), min(first, end)
            total += weight * (chance[middle] * best + mean[end] - mean[middle])
            ranks[choice - DRAW] += weight * chance[middle]
            ranks[d - DRAW] += weight * (chance[end] - chance[middle])
        for v in range(end if d else 0, end + 1):  # it equals the lowest, or is the only one
            top[d] = v
            weight = _weight(top, m, p, n, tails) if m else 1.0
            total += weight * (values[v] if v >= first else best)
            ranks[(d if v >= first else choice) - DRAW] += weight
        advance(top, d)
    return total


@njit
def hold(k: int, p: int, stages: Stages, tails: Tails, held: np.ndarray) -> None:
    """What the holder of each deck value expects with k to act and p - 1 random boxes beside it."""
    values, start, binomial, tables = stages
    n = values.size
    d, m = min(k - 1, p), min(k, p - 1)
    top = np.zeros(m + 1, np.int64)
    pool = np.zeros(m + 2, np.int64)
    n_tops = binomial[n + m - 1, m] if m else 1
    for _ in range(n_tops):
        weight = _weight(top, m, p - 1, n, tails) if m else 1.0
        for v in range(n):
            above, equals = _insert(top, m, v, pool)
            at = start[k] + _row(pool, d, binomial) * (d + 1)
            _, choice = _choose(tables, at, d, values[pool[d]] if p > d else -np.inf)
            for place in range(above, above + equals + 1):
                if place == choice:
                    worth = tables[at + d]
                elif place < d:
                    worth = tables[at + place]
                else:
                    worth = values[v]
                held[v] += weight * worth / (equals + 1)
        advance(top, m)


@njit
def play(n_players: int, stages: Stages, seed: np.uint64, n_games: int, sums: np.ndarray) -> None:
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
            fresh = draw_at(seed, game, p)
            j = p
            while j > 0 and value[j - 1] < fresh:
                value[j], owner[j] = value[j - 1], owner[j - 1]
                j -= 1
            value[j], owner[j] = fresh, new_owner
        for j in range(n_players):
            sums[0, owner[j]] += value[j]
            sums[1, owner[j]] += value[j] * value[j]
