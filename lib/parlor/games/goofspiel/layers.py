"""Goofspiel by layers: all states with the same number of cards left, from the last card up.

A layer is an array of values, one row an order pattern of the two hands (see `kernels`), one column
a set of prizes. It needs the layer below it and no other. Every pattern is solved by itself, so
nothing depends on how a layer is cut into chunks, nor on how many threads there are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from parlor.core.processors import in_threads
from parlor.core.result import GapResult, Result, data_frame
from parlor.solvers.batch import new_desk, solve_small
from parlor.solvers.simplex import padded

from .kernels import Stages, fill_stage, find, mirror, room, solve_patterns, successors

__all__: list[str] = []

CHUNK = 200_000  # stage games that a thread does at a time: a fraction of a second


@dataclass(frozen=True, repr=False)
class Layer(GapResult):
    """What solving a layer has shown.

    Attributes
    ----------
    cards : int
        Cards left in either hand.
    patterns, prize_sets : int
        Shape of the layer; their product is the number of states.
    games : int
        Stage games solved; none for equal hands, whose value is 0 by symmetry.
    gap : float
        Largest duality gap among them, in points.
    """

    cards: int
    patterns: int
    prize_sets: int
    games: int
    gap: float


class Layered(Result):
    """The base of Goofspiel solved by layers: what the layers tell."""

    n_cards: int
    layers: tuple[Layer, ...]

    @property
    def gap(self) -> float:
        """Largest duality gap of a stage game, in points."""
        return max((layer.gap for layer in self.layers), default=0.0)

    def to_frame(self) -> Any:
        """Return a data frame with a row for each layer, by cards left."""
        return data_frame(map(asdict, self.layers), columns=[field.name for field in fields(Layer)])


class Tree:
    """All states that can follow a pair of hands: codes[k] and masks[k] with k cards left."""

    def __init__(self, code: int, prizes: Iterable[float]) -> None:
        self.prizes = np.array(list(prizes), float)
        n = self.prizes.size
        self.codes: list[np.ndarray] = [np.array([min(code, int(mirror(code)))])]
        for _ in range(n):
            self.codes.append(np.unique(successors(self.codes[-1], 2 * n)))
        self.codes.reverse()
        self.masks, self.rank = subsets(n)

    @cached_property
    def n_states(self) -> int:
        """States with at least one card left."""
        return sum(c.size * m.size for c, m in zip(self.codes[1:], self.masks[1:], strict=True))

    def solve_layer(self, cards: int, below: np.ndarray) -> tuple[np.ndarray, Layer]:
        """Values of a layer from those of the one below."""
        codes, masks = self.codes[cards], self.masks[cards]
        values = np.empty((codes.size, masks.size))
        stages = stages_of(masks, self.prizes, self.rank)
        gap, games = solve_rows(codes, self.codes[cards - 1], below, stages, True, values)
        return values, Layer(cards, codes.size, masks.size, games, gap)

    def value(self, values: np.ndarray, code: int, mask: int) -> float:
        """One state's value from its layer's."""
        cards = int(mask).bit_count()
        image = int(mirror(code))
        value = values[find(self.codes[cards], min(code, image)), self.rank[mask]]
        return float(value if code <= image else -value) + 0.0  # no minus zero

    def stage(
        self, below: np.ndarray, code: int, mask: int, prize: int
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Payoffs of one stage game and the places in the pattern of either player's bids.

        `below` are the values of the layer with one card fewer, `prize` is a bit of the mask.
        """
        cards = int(mask).bit_count()
        work = room(cards + 1)
        m, n = fill_stage(code, self.codes[cards - 1], work)
        later = below[work.child[:m, :n], self.rank[mask ^ 1 << prize]]
        payoffs = self.prizes[prize] * work.wins[:m, :n] + work.sign[:m, :n] * later
        return payoffs, work.mine[:m], work.yours[:n]


def stages_of(masks: np.ndarray, prizes: np.ndarray, rank: np.ndarray) -> Stages:
    """The stage games of some sets of prizes; rank counts the sets of the layer below."""
    s, p = np.nonzero(masks[:, None] >> np.arange(prizes.size) & 1)
    places = rank[masks[s] ^ 1 << p]
    ways = np.zeros((2, 3), np.int64)
    return Stages(s.size // masks.size, np.arange(masks.size), prizes[p], places[None], ways)


def solve_rows(
    codes: np.ndarray,
    before: np.ndarray,
    below: np.ndarray,
    stages: Stages,
    even: bool,
    values: np.ndarray,
) -> tuple[float, int]:
    """Solve some patterns, in threads if they are many: the largest gap, stage games.

    Arguments as of `solve_patterns`; `values` is filled.
    """

    def solve(first: int) -> tuple[float, int]:
        some = slice(first, first + step)
        return solve_some(codes[some], before, below, stages, even, values[some])

    step = max(1, CHUNK // max(1, stages.gains.size))
    gaps, games = zip(*in_threads(solve, range(0, codes.size, step)), strict=True)
    return max(gaps), sum(games)


def solve_some(
    codes: np.ndarray,
    before: np.ndarray,
    below: np.ndarray,
    stages: Stages,
    even: bool,
    values: np.ndarray,
) -> tuple[float, int]:
    """Do the same by itself, or raise an ArithmeticError."""
    # the least difference that counts is a prize, or winning the game, which is worth 1
    desk = new_desk(stages.left, float(stages.gains.min(initial=1.0, where=stages.gains > 0)))
    worst, games, failures = solve_patterns(codes, before, below, stages, even, desk, values)
    if failures:
        raise ArithmeticError(
            f"goofspiel: {failures} of {games} stage games have a duality gap above the "
            f"tolerance, the largest {worst:.1e}"
        )
    return worst, games


def subsets(n: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Masks of n cards by size, and each mask's place among those of its size."""
    every = np.arange(2**n)
    sizes = np.bitwise_count(every)
    masks = [np.flatnonzero(sizes == k) for k in range(n + 1)]
    rank = np.empty(2**n, np.int64)
    for some in masks:
        rank[some] = np.arange(some.size)
    return masks, rank


def pattern(hand: Iterable[int], opponent_hand: Iterable[int]) -> tuple[int, list[int]]:
    """Code of two hands, and the cards that its places stand for."""
    hand, opponent_hand = set(hand), set(opponent_hand)
    cards = sorted(hand | opponent_hand)
    marks = [(card in hand) + 2 * (card in opponent_hand) for card in cards]
    return sum(mark << 2 * place for place, mark in enumerate(marks)), cards


def solve_stage(payoffs: np.ndarray) -> tuple[float, np.ndarray, np.ndarray, float]:
    """Value, strategies and gap of one stage game, exactly as the layers solve it."""
    m, n = payoffs.shape
    row, column = np.zeros(m), np.zeros(n)
    tableau, labels = np.empty((m + 1, padded(n))), np.empty((2, max(m, n)), np.int64)
    value, gap, good = solve_small(payoffs, m, n, tableau, labels, row, column, 0.0)
    if not good:
        raise ArithmeticError(f"goofspiel: a stage game has a duality gap of {gap:.1e} points")
    return value, row, column, gap
