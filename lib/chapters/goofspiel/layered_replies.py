"""Best replies to a known way of playing, layer by layer, for more cards than `study` does.

Who is known and who replies are no longer alike, so that a layer has two values for each order
pattern: for the strategist with the first hand, and with the second.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlor.core.compiled import njit
from parlor.games.goofspiel.kernels import BOTH, MINE, YOURS, fill_stage, room
from parlor.games.goofspiel.layers import Tree
from parlor.games.goofspiel.study import Strategy, probabilities_of
from parlor.games.goofspiel.winning import Leads
from parlor.solvers.batch import solve_small


class PatternLayer(NamedTuple):
    """A layer of Goofspiel as the kernels take it.

    Attributes
    ----------
    codes : ndarray (p,)
        Order patterns of the hands.
    masks : ndarray (s,)
        Sets of prizes.
    prizes : ndarray (n,)
        What all prizes are worth.
    before : ndarray (q,)
        Order patterns of the layer with one card fewer.
    rank : ndarray (2**n,)
        The place of a set of prizes among those of its size.
    """

    codes: np.ndarray
    masks: np.ndarray
    prizes: np.ndarray
    before: np.ndarray
    rank: np.ndarray


class LeadColumns(NamedTuple):
    """Columns of a layer to win: set s has the leads ``leads[starts[s]:starts[s + 1]]``."""

    starts: np.ndarray
    leads: np.ndarray


def _layer_of(tree: Tree, cards: int, prizes: np.ndarray) -> PatternLayer:
    """The layer of a tree with so many cards."""
    before = tree.codes[cards - 1]
    return PatternLayer(tree.codes[cards], tree.masks[cards], prizes, before, tree.rank)


def exploitability_by_ranks(n_cards: int, strategy: Strategy) -> float:
    """What a best reply wins against a strategy that goes by the rank of the prize alone.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand. Ten take half a second, each card more six times as much: 13 some
        minutes and 3 GB.
    strategy : callable
        As for `study.exploitability`, but given ranks 1, 2, ... in the place of cards and prizes,
        so that it knows how many are left and the prize's rank.

    Returns
    -------
    float
        In points, up to rounding.

    Raises
    ------
    ValueError
        If the strategy gives no probabilities.

    Examples
    --------
    >>> from parlor.games.goofspiel.study import NATURAL
    >>> round(exploitability_by_ranks(5, NATURAL["at random"]), 9)
    4.0
    """
    tree = Tree(4**n_cards - 1, range(1, n_cards + 1))
    values = np.zeros((2, 1, 1))
    for cards in range(1, n_cards + 1):
        layer = _layer_of(tree, cards, tree.prizes)
        ranks = tuple(range(1, cards + 1))
        rows = [probabilities_of(strategy, (ranks, ranks, ranks, r)) for r in ranks]
        replies = np.empty((2, layer.codes.size, layer.masks.size))
        _reply_to_table(layer, values, np.array(rows, float), replies)
        values = replies
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
            bid += symbol == BOTH or last != mark
            for r in range(table.shape[0]):
                odds[r, bid] += table[r, card]
            card += 1
        last = symbol
        place += 1


@njit
def _reply_to_table(
    layer: PatternLayer, later: np.ndarray, table: np.ndarray, values: np.ndarray
) -> None:
    """What the other wins, by the strategist's hand; table has chances by ranks of prize and card.

    Of a pair of hands either may be the strategist's. For each rank of the prize the strategist's
    chances are known, so that every bid of the other has an expectation, and the best is taken.

    Shapes: later (2, q, t), values (2, p, s). later holds the layer with one card fewer.
    """
    codes, masks, prizes, before, rank = layer
    cards, size = table.shape[0], prizes.size + 1
    odds = np.empty((cards, cards))
    work = room(size)
    wins, sign, child = work.wins, work.sign, work.child
    now = np.empty((size, size))
    pays = np.empty((size, size, later.shape[2]))
    for q in range(codes.size):
        m, n = fill_stage(codes[q], before, work)
        for who in range(2):
            own, other = (m, n) if who == 0 else (n, m)
            _bids(codes[q], MINE if who == 0 else YOURS, table, odds)
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
        Cards n in either hand. Seven take a second, ten a minute.

    Returns
    -------
    float
        The chance to lose less the chance to win, against a best reply, of the strategy that
        `solve` finds for points: at least 0, and 0 would be optimal.

    Raises
    ------
    ArithmeticError
        If a stage game is not solved to the tolerance.

    Examples
    --------
    >>> spoiled_win(2)
    0.0
    """
    tree = Tree(4**n_cards - 1, range(1, n_cards + 1))
    prizes = tree.prizes.astype(np.int64)
    below = Leads(tree, 0)
    points = np.zeros((1, 1))
    later = np.tile(np.sign(below.leads).astype(float), (2, 1, 1))
    for cards in range(1, n_cards + 1):
        here = Leads(tree, cards)
        layer = _layer_of(tree, cards, prizes)
        for_points = np.empty((layer.codes.size, layer.masks.size))
        replies = np.empty((2, layer.codes.size, here.leads.size))
        columns = LeadColumns(here.starts, here.leads)
        failures = _reply_to_points(layer, columns, below.place, points, later, for_points, replies)
        if failures:
            raise ArithmeticError(f"goofspiel: {failures} stage games")
        below, points, later = here, for_points, replies
    return -float(later[0, 0, 0]) + 0.0


@njit
def _reply_to_points(
    layer: PatternLayer,
    here: LeadColumns,
    place: np.ndarray,
    points: np.ndarray,
    later: np.ndarray,
    for_points: np.ndarray,
    values: np.ndarray,
) -> int:
    """Solve a layer for points, and what these strategies are worth if winning counts; failures.

    In each stage the strategist mixes as for points, whatever the lead; the other knows the lead
    and takes the bid that leaves the strategist least. Where the lead cannot be caught up the game
    is decided.

    Shapes: for points points (q, t) and for_points (p, s); to win later (2, q, u) and
    values (2, p, v), whose columns are those of `here`; place[rank, lead + total] is the column of
    `later`, total half of its width.
    """
    codes, masks, prizes, before, rank = layer
    starts, leads = here
    total = place.shape[1] // 2
    work = room(prizes.size + 1)
    wins, sign, child, row, column = work.wins, work.sign, work.child, work.row, work.column
    failures = 0
    for q in range(codes.size):
        m, n = fill_stage(codes[q], before, work)
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
                        then = sign[i, j] * points[child[i, j], t]
                        work.payoffs[i, j] = prizes[p] * wins[i, j] + then
                value, _, good = solve_small(
                    work.payoffs, m, n, work.tableau, work.labels, row, column, 1.0
                )
                mean += value
                failures += not good
                for v in range(starts[s], starts[s + 1]):
                    if abs(leads[v]) > most:  # decided
                        continue
                    for who in range(2):
                        own, other = (m, n) if who == 0 else (n, m)
                        worst = np.inf
                        for reply in range(other):
                            worth = 0.0
                            for bid in range(own):
                                i, j = (bid, reply) if who == 0 else (reply, bid)
                                chance = row[i] if who == 0 else column[j]
                                if chance > 0.0:
                                    won = prizes[p] * int(wins[i, j])
                                    new = total + leads[v] + (won if who == 0 else -won)
                                    then = who if sign[i, j] > 0 else 1 - who
                                    worth += chance * later[then, child[i, j], place[t, new]]
                            worst = min(worst, worth)
                        values[who, q, v] += worst / left
            for_points[q, s] = mean / left
    return failures
