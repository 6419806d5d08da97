"""Nakai's game: which pair of choices is optimal at which prize, and in which order they come.

The paper says that with rising prize the optimal pair goes through (low, pass), (low, M),
(pass, M), (high, M), and that both players mix at the higher prizes. `regions` cuts the prizes of a
state into intervals, `scan_order` scans the claim over all states.
"""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from parlor.core.checks import shown
from parlor.core.laws import Discrete
from parlor.core.quantities import checked
from parlor.core.result import Certificate, Result

from .encoding import encode
from .kernels import MIX, pieces
from .recursion import StageValues, State, stage_of, states

__all__ = ["OrderScan", "Region", "regions", "scan_order"]

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


@dataclass(frozen=True, repr=False)
class OrderScan(Result):
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
    gap : float
        Largest exploitability of the strategies of the table that was scanned.
    """

    n_states: int
    sequences: dict[tuple[str, ...], int]
    unlisted: tuple[State, ...]
    reversed: tuple[State, ...]
    mixed_first: tuple[State, ...]
    gap: float

    __hash__ = None  # type: ignore[assignment]  # a dict has none

    @property
    def certificate(self) -> Certificate:
        """That of the table that was scanned."""
        return Certificate("exploitability", self.gap)


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
    with_density(table, slice(0))
    stage = stage_of(table, n, k, l, m)
    with_density(table, slice(n - 1, n))
    law = encode(table.prizes[n - 1])
    ends, codes = pieces(stage, law.low, law.high)
    regions: list[Region] = []
    start, place = law.low, 0
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


@checked
def scan_order(table: StageValues) -> OrderScan:
    """Scan all states for exceptions to the claimed order of regions.

    Parameters
    ----------
    table : StageValues
        The solved game, with prizes that have a density.

    Returns
    -------
    OrderScan
        Counts and exceptional states.

    Raises
    ------
    ValueError
        As for `regions`.

    Examples
    --------
    >>> from parlor.games import nakai
    >>> scan_order(nakai.values(2)).n_states
    12
    """
    with_density(table)
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
    gap = table.certificate.error
    return OrderScan(sum(ranked.values()), ranked, tuple(unlisted), tuple(back), tuple(mixed), gap)


def with_density(table: StageValues, stages: slice = slice(None)) -> None:
    """Raise a ValueError unless the prizes of a table have densities, at some stages or all."""
    for law in table.prizes[stages]:
        if isinstance(law, Discrete):
            raise ValueError(f"table: got {shown(law)}, allowed are prizes with a density")
