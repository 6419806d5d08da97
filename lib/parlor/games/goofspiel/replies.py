"""Best replies to a known way of playing, layer by layer, for more cards than `study.best_reply`.

Who is known and who replies are no longer alike, so that a layer has two values for each order
pattern: for the strategist with the first hand, and with the second.
"""

from __future__ import annotations

import numpy as np

from parlor.core.checks import shown, whole
from parlor.core.compiled import njit
from parlor.solvers.simplex import solve_small

from .kernels import _room, _stage
from .layers import Tree
from .study import Strategy, _probabilities
from .winning import Leads

__all__ = ["MAX_RANK_CARDS", "MAX_SPOILED_CARDS", "reply_to_ranks", "spoiled_win"]

MAX_RANK_CARDS = 13
MAX_SPOILED_CARDS = 10


def reply_to_ranks(n_cards: int, strategy: Strategy) -> float:
    """What a best reply wins against a strategy that goes by the rank of the prize alone.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand, 1 to 13. Ten take half a second, each card more six times as much:
        13 some minutes and 3 GB.
    strategy : callable
        As for `study.best_reply`, but given ranks 1, 2, ... in the place of cards and prizes, so
        that it knows how many are left and the prize's rank.

    Returns
    -------
    float
        In points, up to rounding.

    Raises
    ------
    ValueError
        If an argument is not as above, or the strategy gives no probabilities.

    Examples
    --------
    >>> from parlor.games.goofspiel.study import NATURAL
    >>> round(reply_to_ranks(5, NATURAL["at random"]), 9)
    4.0
    """
    n = whole("n_cards", n_cards, 1, MAX_RANK_CARDS)
    if not callable(strategy):
        raise ValueError(f"strategy: got {shown(strategy)}, allowed is a function")
    tree = Tree(4**n - 1, range(1, n + 1))
    values = np.zeros((2, 1, 1))
    for cards in range(1, n + 1):
        codes, masks = tree.codes[cards], tree.masks[cards]
        ranks = tuple(range(1, cards + 1))
        rows = [_probabilities(strategy(ranks, ranks, ranks, r), cards) for r in ranks]
        found = np.empty((2, codes.size, masks.size))
        _reply_to_table(
            codes, masks, tree.prizes, tree.codes[cards - 1], tree.rank, values,
            np.array(rows, float), found,
        )  # fmt: skip
        values = found
    return float(values[0, 0, 0])


@njit
def _bids(code: int, mark: int, table: np.ndarray, odds: np.ndarray) -> None:
    """Chances of the bids that can be told apart, by rank of the prize, from those of the cards."""
    odds[:] = 0.0
    place = card = last = 0
    bid = -1
    while code >> (2 * place):
        symbol = (code >> (2 * place)) & 3
        if symbol & mark:
            bid += symbol == 3 or last != mark
            for r in range(table.shape[0]):
                odds[r, bid] += table[r, card]
            card += 1
        last = symbol
        place += 1


@njit
def _reply_to_table(
    codes: np.ndarray,
    masks: np.ndarray,
    prizes: np.ndarray,
    before: np.ndarray,
    rank: np.ndarray,
    later: np.ndarray,
    table: np.ndarray,
    values: np.ndarray,
) -> None:
    """What the other wins, by the strategist's hand; table has chances by ranks of prize and card.

    Shapes: codes (p,), masks (s,), prizes (n,), before (q,), rank (2**n,), later (2, q, t),
    values (2, p, s). rank counts masks within their layer, later holds the layer with one card
    fewer.
    """
    size = prizes.size + 2
    cards = table.shape[0]
    odds = np.empty((cards, cards))
    mine = np.empty(size, np.int64)
    yours = np.empty(size, np.int64)
    wins = np.empty((size, size))
    sign = np.empty((size, size))
    child = np.empty((size, size), np.int64)
    now = np.empty((size, size))
    pays = np.empty((size, size, later.shape[2]))
    for q in range(codes.size):
        m, n = _stage(codes[q], before, mine, yours, wins, child, sign)
        for who in range(2):
            own, other = (m, n) if who == 0 else (n, m)
            _bids(codes[q], who + 1, table, odds)
            for j in range(other):
                for r in range(cards):
                    now[j, r] = 0.0
                    pays[j, r] = 0.0
                    for i in range(own):
                        chance = odds[r, i]
                        if chance == 0.0:
                            continue
                        row, column = (i, j) if who == 0 else (j, i)
                        won = -wins[row, column] if who == 0 else wins[row, column]
                        now[j, r] += chance * won
                        as_now = sign[row, column] > 0
                        then = later[who if as_now else 1 - who, child[row, column]]
                        for t in range(then.size):
                            pays[j, r, t] += chance * then[t]
            for s in range(masks.size):
                total = 0.0
                r = 0
                for p in range(prizes.size):
                    if not masks[s] >> p & 1:
                        continue
                    t = rank[masks[s] ^ (1 << p)]
                    best = -np.inf
                    for j in range(other):
                        best = max(best, prizes[p] * now[j, r] + pays[j, r, t])
                    total += best
                    r += 1
                values[who, q, s] = total / cards


def spoiled_win(n_cards: int) -> float:
    """What a player who counts points all the game loses, if in fact only winning counts.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand, 1 to 10. Seven take a second, ten a minute.

    Returns
    -------
    float
        The chance to lose less the chance to win, against a best reply, of the strategy that
        `solve` finds for points: at least 0, and 0 would be optimal.

    Raises
    ------
    ValueError
        If the argument is not as above.
    ArithmeticError
        If a stage game is not solved to the tolerance.

    Examples
    --------
    >>> spoiled_win(2)
    0.0
    """
    n = whole("n_cards", n_cards, 1, MAX_SPOILED_CARDS)
    tree = Tree(4**n - 1, range(1, n + 1))
    prizes = tree.prizes.astype(np.int64)
    below = Leads(tree, 0)
    points = np.zeros((1, 1))
    later = np.tile(np.sign(below.leads).astype(float), (2, 1, 1))
    for cards in range(1, n + 1):
        here = Leads(tree, cards)
        codes, masks = tree.codes[cards], tree.masks[cards]
        for_points = np.empty((codes.size, masks.size))
        found = np.empty((2, codes.size, here.leads.size))
        failures = _reply_to_points(
            codes, masks, here.starts, here.leads, prizes, tree.codes[cards - 1], tree.rank,
            below.place, points, later, for_points, found,
        )  # fmt: skip
        if failures:
            raise ArithmeticError(f"goofspiel: {failures} stage games")
        below, points, later = here, for_points, found
    return -float(later[0, 0, 0]) + 0.0


@njit
def _reply_to_points(
    codes: np.ndarray,
    masks: np.ndarray,
    starts: np.ndarray,
    leads: np.ndarray,
    prizes: np.ndarray,
    before: np.ndarray,
    rank: np.ndarray,
    place: np.ndarray,
    points: np.ndarray,
    later: np.ndarray,
    for_points: np.ndarray,
    values: np.ndarray,
) -> int:
    """Solve a layer for points, and what these strategies are worth if winning counts; failures.

    Shapes: codes (p,), masks (s,), starts (s+1,), prizes (n,), before (q,), rank (2**n,); for
    points points (q, t) and for_points (p, s); to win later (2, q, u) and values (2, p, v). A set
    of prizes has the leads leads[starts[s]:starts[s+1]], the strategist's, and values a column for
    each; place[rank, lead + total] is the column of `later`, total half of its width.
    """
    total = place.shape[1] // 2
    mine, yours, wins, sign, child, payoffs, tableau, labels, row, column = _room(prizes.size + 2)
    failures = 0
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
                values[:, q, v] = np.sign(leads[v]) if abs(leads[v]) > most else 0.0
            mean = 0.0
            for p in range(prizes.size):
                if not masks[s] >> p & 1:
                    continue
                t = rank[masks[s] ^ (1 << p)]
                for i in range(m):
                    for j in range(n):
                        payoffs[i, j] = prizes[p] * wins[i, j] + sign[i, j] * points[child[i, j], t]
                value, _, good = solve_small(payoffs, m, n, tableau, labels, row, column)
                mean += value
                failures += not good
                for v in range(starts[s], starts[s + 1]):
                    if abs(leads[v]) > most:  # decided
                        continue
                    worst = np.inf
                    for j in range(n):
                        worth = 0.0
                        for i in range(m):
                            if row[i] > 0.0:
                                new = total + leads[v] + prizes[p] * int(wins[i, j])
                                who = 0 if sign[i, j] > 0 else 1
                                worth += row[i] * later[who, child[i, j], place[t, new]]
                        worst = min(worst, worth)
                    values[0, q, v] += worst / left
                    worst = np.inf
                    for i in range(m):
                        worth = 0.0
                        for j in range(n):
                            if column[j] > 0.0:
                                new = total + leads[v] - prizes[p] * int(wins[i, j])
                                who = 1 if sign[i, j] > 0 else 0
                                worth += column[j] * later[who, child[i, j], place[t, new]]
                        worst = min(worst, worth)
                    values[1, q, v] += worst / left
            for_points[q, s] = mean / left
    return failures
