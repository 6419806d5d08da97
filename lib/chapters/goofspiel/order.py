"""In which order the optimal pairs of choices of Nakai's game come, with rising prize."""

from __future__ import annotations

from typing import NamedTuple

from parlor.games.nakai.recursion import StageValues, State, states
from parlor.games.nakai.regions import CLAIMED, regions


class OrderScan(NamedTuple):
    """What speaks for and against the claimed order of regions.

    Attributes
    ----------
    n_states : int
        States that were scanned: somebody has cards on either side.
    sequences : dict of tuple of str to int
        Every sequence of choices that occurs, with its number of states.
    unlisted, reversed, mixed_first : tuple of (n, k, l, m)
        States with a choice that is not in the list; with listed choices in another order; and with
        a mixture at lower prizes than a pure pair. In order of n.
    """

    n_states: int
    sequences: dict[tuple[str, ...], int]
    unlisted: tuple[State, ...]
    reversed: tuple[State, ...]
    mixed_first: tuple[State, ...]


def scan_order(table: StageValues) -> OrderScan:
    """Scan all states for exceptions to the claimed order of regions.

    >>> from parlor.games import nakai
    >>> scan_order(nakai.values(2)).n_states
    12
    """
    sequences: dict[tuple[str, ...], int] = {}
    unlisted: list[State] = []
    back: list[State] = []
    mixed: list[State] = []
    for state in states(table.n_max):
        choices = tuple(region.choice for region in regions(table, *state))
        sequences[choices] = sequences.get(choices, 0) + 1
        pure = [choice for choice in choices if not choice.startswith("mix")]
        ranks = [CLAIMED.index(choice) for choice in pure if choice in CLAIMED]
        if len(ranks) < len(pure):
            unlisted.append(state)
        if ranks != sorted(ranks):
            back.append(state)
        if choices[: len(pure)] != tuple(pure):
            mixed.append(state)
    ranked = dict(sorted(sequences.items(), key=lambda item: (-item[1], item[0])))
    return OrderScan(sum(ranked.values()), ranked, tuple(unlisted), tuple(back), tuple(mixed))
