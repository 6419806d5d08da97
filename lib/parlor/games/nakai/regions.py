"""Nakai's game: which pair of choices is optimal at which prize, and in which order they come.

The paper says that with rising prize the optimal pair goes through (low, pass), (low, M),
(pass, M), (high, M), and that both players mix at the higher prizes. `regions` cuts the prizes of a
state into intervals, `order` scans the claim over all states.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .prizes import ATOMS
from .recursion import StageValues
from .stage import _pieces

__all__ = ["Exceptions", "Region", "order", "regions"]

ROWS = ("low", "high", "pass")
CLAIMED = ("low, pass", "low, M", "pass, M", "high, M")
PURE = tuple(f"{row}, {column}" for row in ROWS for column in ("M", "pass"))


@dataclass(frozen=True)
class Region:
    """Prizes at which the same choice is optimal.

    Attributes
    ----------
    low, high : float
        Ends of the interval.
    choice : str
        Such as ``"low, M"``, player I's choice first, or ``"mix low/high"``: player I mixes these
        two and player II plays and passes.
    others : tuple of str
        Pairs of pure choices that are optimal just as well.
    """

    low: float
    high: float
    choice: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exceptions:
    """What speaks against the claimed order of regions.

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
    unlisted: tuple[tuple[int, int, int, int], ...]
    reversed: tuple[tuple[int, int, int, int], ...]
    mixed_first: tuple[tuple[int, int, int, int], ...]


def regions(
    table: StageValues,
    n: int,
    k: int,
    l: int,  # noqa: E741
    m: int,
) -> tuple[Region, ...]:
    """Cut the prizes of one state into intervals by what is optimal.

    Parameters
    ----------
    table : StageValues
        The solved game, with prizes that have a density.
    n, k, l, m : int
        A state in which both sides have cards.

    Returns
    -------
    tuple of Region
        In order of prizes; neighbours have different choices. Where several pure pairs are
        optimal, the one that the claimed order asks for is named if there is one.

    Raises
    ------
    ValueError
        If there is no such state, the game has ended there, or prizes have no density.

    Examples
    --------
    >>> from parlor.games import nakai
    >>> [(round(r.high, 6), r.choice) for r in regions(nakai.values(3), 3, 1, 1, 2)]
    [(0.225347, 'low, M'), (1.0, 'mix high/pass')]
    """
    first, second, rows, columns = table._stage(n, k, l, m, 0.0)
    law = table.prizes[n - 1].law()
    if law[0] == ATOMS:
        raise ValueError(f"table: got {table.prizes[n - 1]}, allowed are prizes with a density")
    ends, codes = _pieces(first, second, rows, columns, law[1], law[2])
    found: list[Region] = []
    start, place = float(law[1]), 0
    for end, code in zip(ends.tolist(), codes.tolist(), strict=True):
        if end - start < 1e-13 * (1 + end):
            continue
        names = [PURE[i] for i in range(6) if code >> i & 1]
        if names:
            listed = [i for i, name in enumerate(CLAIMED) if name in names]
            later = [i for i in listed if i >= place] or listed
            place = later[0] if later else place
            choice = CLAIMED[later[0]] if later else names[0]
        else:
            choice = "mix " + "/".join(row for i, row in enumerate(ROWS) if code >> (6 + i) & 1)
        others = tuple(name for name in names if name != choice)
        if found and found[-1].choice == choice:
            found[-1] = Region(found[-1].low, end, choice, others)
        else:
            found.append(Region(start, end, choice, others))
        start = end
    return tuple(found)


def order(table: StageValues) -> Exceptions:
    """Scan all states for exceptions to the claimed order of regions.

    Parameters
    ----------
    table : StageValues
        The solved game, with prizes that have a density.

    Returns
    -------
    Exceptions
        Counts and exceptional states.

    Raises
    ------
    ValueError
        As for `regions`.

    Examples
    --------
    >>> from parlor.games import nakai
    >>> order(nakai.values(2)).n_states
    12
    """
    sequences: dict[tuple[str, ...], int] = {}
    kinds: dict[str, list[tuple[int, int, int, int]]] = {"unlisted": [], "back": [], "mixed": []}
    count = 0
    for state in states(table.n_max):
        count += 1
        choices = tuple(region.choice for region in regions(table, *state))
        sequences[choices] = sequences.get(choices, 0) + 1
        pure = [choice for choice in choices if not choice.startswith("mix")]
        ranks = [CLAIMED.index(choice) for choice in pure if choice in CLAIMED]
        if len(ranks) < len(pure):
            kinds["unlisted"].append(state)
        if bool(np.any(np.diff(ranks) < 0)):
            kinds["back"].append(state)
        if choices[: len(pure)] != tuple(pure):
            kinds["mixed"].append(state)
    ranked = dict(sorted(sequences.items(), key=lambda item: (-item[1], item[0])))
    unlisted, back, mixed = (tuple(kinds[kind]) for kind in ("unlisted", "back", "mixed"))
    return Exceptions(count, ranked, unlisted, back, mixed)


def states(n_max: int) -> Iterator[tuple[int, int, int, int]]:
    """Run through the states in which both sides have cards.

    Parameters
    ----------
    n_max : int
        Most stages to go.

    Yields
    ------
    tuple of int
        (n, k, l, m), by n, then k, l, m.
    """
    for n in range(1, n_max + 1):
        for k in range(n + 1):
            for l in range(n + 1 - k):  # noqa: E741
                if k + l:
                    yield from ((n, k, l, m) for m in range(1, n + 1))
