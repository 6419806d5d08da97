"""Goofspiel in which only winning counts, by layers: states are those for points, with a lead.

A lead that can no longer be caught up decides the game, and nothing is played on it. A layer has
one row an order pattern of the hands, and for each set of prizes left a column a lead.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .kernels import Stages, find, mirror, played
from .layers import Layer, Tree, solve_rows

__all__: list[str] = []


class Leads:
    """The leads that are possible with so many cards left, by set of prizes left.

    Attributes
    ----------
    leads : ndarray (v,)
        In points, set by set: the s-th has ``leads[starts[s]:starts[s + 1]]``. With a lead comes
        its negative, which is that of the players swapped.
    starts : ndarray (s + 1,)
        Where the sets begin.
    place : ndarray (s, 2 * most + 1)
        Where a lead stands in `leads`, by set and by the lead from ``-most`` up.
    """

    def __init__(self, tree: Tree, cards: int, start: int = 0) -> None:
        prizes = tree.prizes.astype(np.int64).tolist()
        masks = tree.masks[cards]
        most = abs(start) + sum(prizes)
        self.place = np.zeros((masks.size, 2 * most + 1), np.int64)
        starts: list[int] = [0]
        leads: list[int] = []
        for rank, mask in enumerate(masks):
            possible = {start, -start}
            for place, prize in enumerate(prizes):
                if not mask >> place & 1:
                    possible = {lead + won for lead in possible for won in (-prize, 0, prize)}
            for lead in sorted(possible):
                self.place[rank, most + lead] = len(leads)
                leads.append(lead)
            starts.append(len(leads))
        self.starts = np.array(starts, np.int64)
        self.leads = np.array(leads, np.int64)

    def column(self, rank: int, lead: int) -> int:
        """Column of a set of prizes and a lead."""
        return int(self.place[rank, self.place.shape[1] // 2 + lead])


def solve_layers(
    tree: Tree,
    most: int,
    *,
    start: int = 0,
    told: Callable[[Layer, Leads, np.ndarray], None] | None = None,
) -> tuple[Leads, np.ndarray]:
    """Solve all layers with up to `most` cards, if the game begins with the lead `start`.

    The last layer is returned; `told` is given every one of them.
    """
    below = Leads(tree, 0, start)
    values = np.sign(below.leads)[None, :].astype(float)
    for cards in range(1, most + 1):
        here = Leads(tree, cards, start)
        codes, masks = tree.codes[cards], tree.masks[cards]
        layer_values = np.tile(np.sign(here.leads).astype(float), (codes.size, 1))
        stages = stages_of(tree, cards, here, below)
        gap, games = solve_rows(codes, tree.codes[cards - 1], values, stages, False, layer_values)
        below, values = here, layer_values
        if told is not None:
            told(Layer(cards, codes.size, masks.size, games, gap), here, layer_values)
    return below, values


def stages_of(tree: Tree, cards: int, here: Leads, below: Leads) -> Stages:
    """The stage games of all sets of prizes with every lead that can be caught up."""
    prizes = tree.prizes.astype(np.int64)
    there = tree.masks[cards][:, None] >> np.arange(prizes.size) & 1
    sets = np.repeat(np.arange(len(there)), np.diff(here.starts))
    columns = np.flatnonzero(np.abs(here.leads) <= (there @ prizes)[sets])
    p = np.nonzero(there)[1].reshape(-1, cards)[sets[columns]]
    after = tree.rank[tree.masks[cards][sets[columns], None] ^ 1 << p].ravel()
    total = below.place.shape[1] // 2
    leads = [here.leads[columns, None] + won * prizes[p] for won in (-1, 0, 1)]
    places = [below.place[after, total + sign * lead.ravel()] for sign in (1, -1) for lead in leads]
    ways = np.arange(6).reshape(2, 3)
    return Stages(cards, columns, np.zeros(after.size), np.array(places), ways)


def value(tree: Tree, leads: Leads, values: np.ndarray, code: int, mask: int, lead: int) -> float:
    """One state's value from its layer's."""
    codes = tree.codes[int(mask).bit_count()]
    image = int(mirror(code))
    sign = 1 if code <= image else -1
    row = values[find(codes, min(code, image))]
    return sign * float(row[leads.column(int(tree.rank[mask]), sign * lead)])


def opening(
    tree: Tree, leads: Leads, values: np.ndarray, code: int, prize: int, start: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Payoffs of the first stage game and the places in the pattern of either player's bids.

    `leads` and `values` are those of the layer with one card fewer, `prize` is the place of one,
    and the game begins with the lead `start`.
    """
    n = tree.prizes.size
    rest = 2**n - 1 ^ 1 << prize
    below = np.zeros((tree.codes[n - 1].size, tree.masks[n - 1].size))
    payoffs, mine, yours = tree.stage(below, code, 2**n - 1, prize)  # its shape and bids
    for i, a in enumerate(mine):
        for j, b in enumerate(yours):
            lead = start + int(tree.prizes[prize]) * int(np.sign(a - b))
            after = int(played(code, a, b))
            payoffs[i, j] = value(tree, leads, values, after, rest, lead)
    return payoffs, mine, yours
