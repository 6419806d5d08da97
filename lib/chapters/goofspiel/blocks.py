"""A layer of Goofspiel cut into tasks, which any executor does, on this machine or on others.

A state's value needs states with one prize fewer. So a block holds the sets of prizes that agree in
all but the lowest few, their head, and of the layer below it needs the blocks with the same head or
with one prize of it gone: a small part, however large the layer. A task is some rows of a block,
order patterns of the hands. What a task gives does not depend on how a layer is cut.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from parlor.games.goofspiel.layers import solve_some, stages_of, subsets

FREE = 6  # the lowest prizes, which a head leaves open: up to 20 sets of prizes share a block
GAMES = 4_000_000  # stage games of a task, at most: some seconds
LARGE = 14  # cards from which on a layer is larger than what a task should be sent


class Part(NamedTuple):
    """A task: the rows `first` to `last` of a block, order patterns of hands with `cards` cards."""

    cards: int
    head: int
    first: int
    last: int

    @property
    def name(self) -> str:
        """Its key in a store."""
        return f"{self.cards:02}-{self.head:04x}-{self.first:08}-{self.last:08}"


class Solved(NamedTuple):
    """What a task gives: values (rows, sets of prizes), the largest gap, stage games."""

    values: np.ndarray
    gap: float
    games: int


def free(n_cards: int) -> int:
    """How many prizes a head leaves open: fewer where a block would be too large to be sent."""
    return min(n_cards, FREE if n_cards < LARGE else max(4, FREE - 1 + LARGE - n_cards))


def most_games(n_cards: int) -> int:
    """Stage games of a task, at most: more where a task is sent more."""
    return GAMES if n_cards < LARGE else 4 * GAMES


@cache
def blocks(n_cards: int, cards: int) -> dict[int, np.ndarray]:
    """Sets of prizes with so many cards left, by head, as masks that increase."""
    masks = subsets(n_cards)[0][cards]
    heads = masks >> free(n_cards)
    return {int(head): masks[heads == head] for head in np.unique(heads)}


def needs(n_cards: int, cards: int, head: int) -> list[int]:
    """Heads of the blocks below that a block needs: its own, and those with one prize fewer."""
    heads = [head, *(head ^ 1 << p for p in range(head.bit_length()) if head >> p & 1)]
    return [one for one in heads if one in blocks(n_cards, cards - 1)]


def parts(n_cards: int, cards: int, n_patterns: int) -> dict[int, list[Part]]:
    """The tasks of a layer that has so many order patterns, by head."""
    found = {}
    for head, masks in blocks(n_cards, cards).items():
        step = max(1, most_games(n_cards) // (masks.size * max(cards, 1)))
        cuts = range(0, n_patterns, step)
        found[head] = [Part(cards, head, k, min(k + step, n_patterns)) for k in cuts]
    return found


def solve_part(
    n_cards: int, part: Part, codes: np.ndarray, before: np.ndarray, below: list[list[np.ndarray]]
) -> Solved:
    """Do a task, anywhere.

    Parameters
    ----------
    n_cards : int
        Cards of the whole game.
    part : Part
        The task.
    codes, before : ndarray of int64
        The task's order patterns, and all of the layer below.
    below : list of list of ndarray
        Values of the blocks that it needs, in the order of `needs`, each as its parts.

    Returns
    -------
    Solved
        Values of the task's states.
    """
    masks = blocks(n_cards, part.cards)[part.head]
    there = blocks(n_cards, part.cards - 1)
    known = np.concatenate([there[head] for head in needs(n_cards, *part[:2])])
    rank = np.full(2**n_cards, -1, np.int64)
    rank[known] = np.arange(known.size)
    later = np.hstack([np.vstack(rows) for rows in below])
    stages = stages_of(masks, np.arange(1.0, n_cards + 1), rank)
    values = np.empty((codes.size, masks.size))
    # the kernel is compiled for arrays that lie row by row and may be written
    codes, before, later = (np.array(one, order="C") for one in (codes, before, later))
    return Solved(values, *solve_some(codes, before, later, stages, True, values))
