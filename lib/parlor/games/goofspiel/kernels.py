"""Kernels of Goofspiel: order patterns of two hands, and one layer of the backward induction.

Only comparisons between the two hands matter, so a pair of hands is kept as its pattern: its
distinct cards from the lowest up, two bits each, 1 for mine, 2 for yours, 3 for a card that both
hold. Prizes that are left are a bit mask. Swapping the players negates the value, so of a pattern
and its mirror image only the smaller code is kept; cards of one hand with nothing of the other hand
between them are interchangeable, and the lowest stands for them all.
"""

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit
from parlor.solvers.simplex import _solve_small, padded

__all__: list[str] = []

_MINE = 0x5555555555555555


@njit
def _mirror(code: int) -> int:
    """The pattern with the players swapped."""
    return ((code & _MINE) << 1) | ((code >> 1) & _MINE)


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
    found = 0
    place = 0
    last = 0
    while code >> (2 * place):
        symbol = (code >> (2 * place)) & 3
        if symbol & mark and (symbol == 3 or last != mark):
            cards[found] = place
            found += 1
        last = symbol
        place += 1
    return found


@njit
def _find(codes: np.ndarray, code: int) -> int:
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
def _successors(codes: np.ndarray, places: int) -> np.ndarray:
    """Patterns one round after those of a layer, smaller of the two mirror images, with repeats."""
    mine = np.empty(places, np.int64)
    yours = np.empty(places, np.int64)
    total = 0
    for code in codes:
        total += _choices(code, 1, mine) * _choices(code, 2, yours)
    after = np.empty(total, np.int64)
    total = 0
    for code in codes:
        m = _choices(code, 1, mine)
        n = _choices(code, 2, yours)
        for i in range(m):
            for j in range(n):
                after[total] = _played(code, mine[i], yours[j])
                after[total] = min(after[total], _mirror(after[total]))
                total += 1
    return after


@njit
def _played(code: int, mine: int, yours: int) -> int:
    """The pattern after a round; the higher place goes first, so that the lower one stays put."""
    if mine > yours:
        return _drop(_drop(code, mine, 1), yours, 2)
    return _drop(_drop(code, yours, 2), mine, 1)


@njit
def _stage(
    code: int,
    before: np.ndarray,
    mine: np.ndarray,
    yours: np.ndarray,
    wins: np.ndarray,
    child: np.ndarray,
    sign: np.ndarray,
) -> tuple[int, int]:
    """Who wins and where the game goes, for every pair of bids; the number of bids of each.

    child is an index into the patterns before (one card fewer), sign -1 where it is mirrored.
    """
    m = _choices(code, 1, mine)
    n = _choices(code, 2, yours)
    for i in range(m):
        for j in range(n):
            wins[i, j] = np.sign(mine[i] - yours[j])
            after = _played(code, mine[i], yours[j])
            image = _mirror(after)
            sign[i, j] = 1.0 if after <= image else -1.0
            child[i, j] = _find(before, min(after, image))
    return m, n


@njit
def _room(size: int) -> tuple[np.ndarray, ...]:
    """Where stage games of fewer than `size` bids are written, in the order of their use.

    Bids of either player, who wins, signs and children as of `_stage`; payoffs; tableau, labels and
    both mixes as of `_solve_small`.
    """
    mine, yours = np.empty(size, np.int64), np.empty(size, np.int64)
    wins, sign, payoffs = np.empty((size, size)), np.empty((size, size)), np.empty((size, size))
    child, tableau = np.empty((size, size), np.int64), np.empty((size, padded(size)))
    labels, row, column = np.empty((2, size), np.int64), np.empty(size), np.empty(size)
    return mine, yours, wins, sign, child, payoffs, tableau, labels, row, column


@njit
def _solve_patterns(
    codes: np.ndarray,
    masks: np.ndarray,
    prizes: np.ndarray,
    before: np.ndarray,
    rank: np.ndarray,
    later: np.ndarray,
    values: np.ndarray,
) -> tuple[float, int, int]:
    """Values of some patterns with every set of prizes: the largest gap, games, failures.

    Shapes: codes (p,), masks (s,), prizes (n,), before (q,), rank (2**n,), later (q, t),
    values (p, s). rank counts masks within their layer, later holds the layer with one card fewer.
    """
    mine, yours, wins, sign, child, payoffs, tableau, labels, row, column = _room(prizes.size + 2)
    worst = 0.0
    games = failures = 0
    for q in range(codes.size):
        if codes[q] == _mirror(codes[q]):  # equal hands
            for s in range(masks.size):
                values[q, s] = 0.0
            continue
        m, n = _stage(codes[q], before, mine, yours, wins, child, sign)
        for s in range(masks.size):
            total = 0.0
            left = 0
            for p in range(prizes.size):
                if not masks[s] >> p & 1:
                    continue
                t = rank[masks[s] ^ (1 << p)]
                for i in range(m):
                    for j in range(n):
                        payoffs[i, j] = prizes[p] * wins[i, j] + sign[i, j] * later[child[i, j], t]
                value, gap, good = _solve_small(payoffs, m, n, tableau, labels, row, column)
                total += value
                left += 1
                worst = max(worst, gap)
                failures += not good
            games += left
            values[q, s] = total / left
    return worst, games, failures


@njit
def _solve_wins(
    codes: np.ndarray,
    masks: np.ndarray,
    starts: np.ndarray,
    leads: np.ndarray,
    prizes: np.ndarray,
    before: np.ndarray,
    rank: np.ndarray,
    place: np.ndarray,
    later: np.ndarray,
    values: np.ndarray,
) -> tuple[float, int, int]:
    """Values of some patterns with every set of prizes and every lead, if only winning counts.

    Shapes: codes (p,), masks (s,), starts (s+1,), prizes (n,) of int64, before (q,), rank (2**n,),
    later (q, t), values (p, v). A set of prizes has the leads leads[starts[s]:starts[s+1]], in
    points, and values has a column for each. place[rank, lead + total] is the column of `later`;
    total is half of its width.
    """
    total = place.shape[1] // 2
    mine, yours, wins, sign, child, payoffs, tableau, labels, row, column = _room(prizes.size + 2)
    worst = 0.0
    games = failures = 0
    for q in range(codes.size):
        m, n = _stage(codes[q], before, mine, yours, wins, child, sign)
        for s in range(masks.size):
            left = 0
            most = 0
            for p in range(prizes.size):
                if masks[s] >> p & 1:
                    left += 1
                    most += prizes[p]
            for v in range(starts[s], starts[s + 1]):
                lead = leads[v]
                if abs(lead) > most:  # decided
                    values[q, v] = np.sign(lead)
                    continue
                mean = 0.0
                for p in range(prizes.size):
                    if not masks[s] >> p & 1:
                        continue
                    t = rank[masks[s] ^ (1 << p)]
                    for i in range(m):
                        for j in range(n):
                            new = lead + prizes[p] * int(wins[i, j])
                            if sign[i, j] > 0:
                                payoffs[i, j] = later[child[i, j], place[t, total + new]]
                            else:
                                payoffs[i, j] = -later[child[i, j], place[t, total - new]]
                    value, gap, good = _solve_small(payoffs, m, n, tableau, labels, row, column)
                    mean += value
                    worst = max(worst, gap)
                    failures += not good
                    games += 1
                values[q, v] = mean / left
    return worst, games, failures
