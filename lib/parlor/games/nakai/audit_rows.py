"""Rows of the audit of Nakai's paper, and what its parts have in common."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from . import corrected, printed
from .printed import Totals
from .printed_play import Strategy
from .prizes import Prize
from .recursion import StageValues
from .regions import regions

TOLERANCE = 1e-10  # differences above it are no rounding error
State = tuple[int, int, int, int]
Case = tuple[State, float]
Rule = tuple[State, Callable[[float], Strategy], tuple[float, ...]]


@dataclass(frozen=True)
class AuditRow:
    """What became of one item of the paper.

    Attributes
    ----------
    item : str
        Name of the item, such as ``"eq4"`` or ``"prop3.strategy"``.
    printed : float
        Largest difference, exploitability or violation of the item as printed; infinite where it
        is not defined or not a strategy.
    corrected : float
        The same of the repaired item; equal to `printed` where nothing is to be repaired.
    n_states : int
        Number of states (or cases) that were compared.
    n_wrong : int
        Number of those that show a difference.
    worst : tuple of int
        The state (n, k, l, m) with the largest difference of the item as printed.
    smallest : tuple of int or None
        The first state, by n, then k, l, m, that shows a difference.
    """

    item: str
    printed: float
    corrected: float
    n_states: int
    n_wrong: int
    worst: State
    smallest: State | None

    @property
    def verdict(self) -> str:
        """``"right"``, ``"misprinted"`` (a repair is known) or ``"wrong"``."""
        if self.printed <= TOLERANCE:
            return "right"
        return "misprinted" if self.corrected <= TOLERANCE else "wrong"


def row(item: str, cases: Iterable[Case], repaired: Iterable[Case] | None = None) -> AuditRow:
    """One row from the differences of an item as printed and as repaired."""
    largest, worst, smallest, count, wrong = -1.0, (0, 0, 0, 0), None, 0, 0
    for state, difference in cases:
        size = abs(difference) if math.isfinite(difference) else math.inf
        count += 1
        if size > largest:
            largest, worst = size, state
        if size > TOLERANCE:
            wrong += 1
            smallest = state if smallest is None else min(smallest, state)
    best = largest
    if repaired is not None:
        sizes = [abs(difference) for _, difference in repaired]
        best = max(size if math.isfinite(size) else math.inf for size in sizes)
    return AuditRow(item, float(largest), float(best), count, wrong, worst, smallest)


def gaps(table: StageValues, rules: Iterable[Rule]) -> Iterator[Case]:
    """Largest exploitability of each state's printed strategies."""
    for state, rule, thresholds in rules:
        pieces = regions(table, *state)
        low, high = pieces[0].low, pieces[-1].high
        inner = [x for x in thresholds if low < x < high]
        cuts = sorted({low, *inner, *(piece.high for piece in pieces)})
        middles = [(a + b) / 2 for a, b in pairwise(cuts) if b - a > 1e-9]
        gap = 0.0
        for x in middles:
            one, two = rule(x)
            gap = max(gap, table.exploitability(*state, x, one, two))
        yield state, gap


def law_at(table: StageValues, n: int) -> Prize:
    """Law of the prize with n stages to go."""
    return table.prizes[n - 1]


def between(table: StageValues) -> list[tuple[int, int]]:
    """All (n, l) with 0 < l < n."""
    return [(n, l) for n in range(2, table.n_max + 1) for l in range(1, n)]


def at_prize(
    strategy: Callable[..., Strategy], z: float, alpha: float, beta: float
) -> Callable[[float], Strategy]:
    """Strategy table of one state as a function of the prize."""
    return lambda x: strategy(x, z, alpha, beta)


def edge_values(law: Prize, n_max: int) -> Totals:
    """Values of the states in which one player never chooses, by Lemmas 4 and 5 as repaired."""
    g, h = printed.g_array(law, n_max), printed.h_array(law, n_max)
    p = corrected.p_array(law, n_max)

    def value(n: int, k: int, l: int, m: int) -> float:
        if l == 0 and m == n:
            return float(g[n][: k + 1].sum())
        if k == n:
            return float(h[n][: m + 1].sum())
        if l == n:
            return -float(g[n][: m + 1].sum())
        return 2 * float(p[n][: l + 1].sum())  # k + l = m = n

    return value
