"""Nakai's game: which pair of choices is optimal at which prize.

The paper says that with rising prize the optimal pair goes through (low, pass), (low, M),
(pass, M), (high, M), and that both players mix at the higher prizes. `regions` cuts the prizes of a
state into intervals.
"""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from parlor.core.checks import shown
from parlor.core.laws import Discrete
from parlor.core.quantities import checked

from .encoding import encode
from .kernels import MIX, pieces
from .recursion import StageValues, stage_of

__all__ = ["Region", "regions"]

NO_WIDTH = 1e-13  # of a region between two breakpoints that differ by rounding, in units of 1 + x
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


@checked
def regions(table: StageValues, n: int, k: int, l: int, m: int) -> tuple[Region, ...]:
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
    stage, law = stage_of(table, n, k, l, m), table.prizes[n - 1]
    if isinstance(law, Discrete):
        raise ValueError(f"table: got {shown(law)}, allowed are prizes with a density")
    support = encode(law)
    ends, codes = pieces(stage, support.low, support.high)
    regions: list[Region] = []
    start, place = support.low, 0
    for end, code in zip(ends.tolist(), codes.tolist(), strict=True):
        if end - start < NO_WIDTH * (1 + end):
            continue
        names, listed = _named(code)
        if names:
            later = [i for i in listed if i >= place] or listed
            place = later[0] if later else place
            choice = CLAIMED[later[0]] if later else names[0]
        else:
            choice = "mix " + "/".join(row for i, row in enumerate(ROWS) if code >> MIX + i & 1)
        others = tuple(name for name in names if name != choice)
        if regions and regions[-1].choice == choice:
            regions[-1] = Region(regions[-1].low, end, choice, others)
        else:
            regions.append(Region(start, end, choice, others))
        start = end
    return tuple(regions)


@cache
def _named(code: int) -> tuple[list[str], list[int]]:
    """The pure pairs that are optimal, and which of the list these are."""
    names = [PURE[i] for i in range(6) if code >> i & 1]
    return names, [i for i, name in enumerate(CLAIMED) if name in names]
