"""Lemma 5: both players must play at every stage, and player I chooses when to lose."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

from parlor.games.nakai import StageValues
from press import Finding, claim, counted, show

from ..tolerances import CERTIFIED, ROUNDING
from . import comparison, corrected, printed
from .comparison import Case, between, deviations, gaps, law_at, of_range, pairs, told, uniform
from .printed import HIGH, LOW, PLAY, Strategy


def totals(table: StageValues, p: list[np.ndarray]) -> Iterator[Case]:
    """(9): twice the sum of the first entries of p, less the value."""
    for n, l in pairs(table.n_max, first=0):
        yield (n, n - l, l, n), 2 * p[n][: l + 1].sum() - table.v(n, n - l, l, n)


def right_p(table: StageValues, **misprints: Any) -> list[np.ndarray]:
    """The array of (8), repaired but for some misprints."""
    return corrected.p_array(law_at(table), table.n_max, **misprints)


@deviations("eq8.first")
def first_entry(table: StageValues) -> Iterable[Case]:
    """p_{n,0} is half of what n high cards win."""
    for n in range(1, table.n_max + 1):
        yield (n, n, 0, n), n * law_at(table).mean / 2 - table.v(n, n, 0, n) / 2


@deviations("eq8.step", "eq8.last", repaired=lambda table, entry: totals(table, right_p(table)))
def one_slip(table: StageValues, entry: str) -> Iterable[Case]:
    """S_F for T_F in the recursion of (8), or its last sum from 1 on, with the rest repaired."""
    slip: dict[str, Any] = {"eq8.step": {"step": printed.s_function}, "eq8.last": {"first": 1}}
    return totals(table, right_p(table, **slip[entry]))


@claim("eq8.range", of=uniform)
def second_entry_left_open(table: StageValues) -> Finding:
    """For which i the recursion is printed, for which (9) needs it, and whether it does there."""
    n_max = table.n_max
    given = {(n, i) for n in range(1, n_max + 1) for i in (0, *range(2, n), n)}
    needed = {*pairs(n_max, first=0)}
    missing = needed - given
    off = max(abs(size) for _, size in totals(table, right_p(table)))
    return Finding(
        of_range(given, needed),
        f"Up to $n = {n_max}$ the sums in (9) need {len(missing)} entries $p_{{n,i}}$ that (8) "
        f"does not define, the first with the indices {show(min(missing, default=()))}. If the "
        "repaired recursion begins there, (9) gives all values for uniform prizes, to within "
        f"{off:.0e}.",
    )


@claim("lemma5.p_sign", of=uniform)
def not_always_positive(table: StageValues) -> Finding:
    """Signs of p: its first entry is positive, others are not."""
    least = min(float(row.min()) for row in right_p(table))
    return Finding(
        least < 0,
        f"For uniform prizes the least entry up to $n = {table.n_max}$ is {least:.4f}.",
    )


@deviations("eq9", repaired=lambda table: totals(table, right_p(table)), partly=True)
def twice_a_sum(table: StageValues) -> Iterable[Case]:
    """(9) with the array of (8) as printed, from i = 1 on, and repaired."""
    return totals(table, right_p(table, step=printed.s_function, first=1))


def before(table: StageValues, n: int, l: int) -> float:
    """Entry l of p with n - 1 stages, from the values."""
    v = table.v
    return (v(n - 1, n - l - 1, l, n - 1) - v(n - 1, n - l, l - 1, n - 1)) / 2


def h_before(table: StageValues, n: int, l: int) -> float:
    """Entry l of h with n - 1 stages, from the values."""
    return table.v(n - 1, n - 1, 0, l) - table.v(n - 1, n - 1, 0, l - 1)


def threshold_rules(
    table: StageValues,
    strategy: Callable[[float, float], Strategy],
    entry: Callable[[StageValues, int, int], float] = h_before,
) -> Iterator[comparison.Rule]:
    """A strategy of Lemma 5, given an entry of an array, the threshold but for its sign."""
    for n, l in between(table.n_max):
        size = entry(table, n, l)
        yield (n, n - l, l, n), partial(strategy, size), (abs(size),)


def above_h(h: float, x: float) -> Strategy:
    """High above h."""
    return (HIGH if x > h else LOW), PLAY


@deviations(
    "lemma5.strategy",
    repaired=lambda table: gaps(table, threshold_rules(table, above_h)),
    play=True,
)
def sign_of_the_threshold(table: StageValues) -> Iterable[Case]:
    """High above min(-h, 0) as printed, or above h."""
    return gaps(table, threshold_rules(table, lambda h, x: printed.lemma_5_strategy(x, h)))


@deviations("lemma5.proof")
def step(table: StageValues) -> Iterable[Case]:
    """The step of the proof: the mean of a maximum, and S_F at -p."""
    v = table.v
    for n, l in between(table.n_max):
        law = law_at(table, n)
        gain = -law.mean + 2 * printed.s_function(law, -before(table, n, l))
        yield (n, n - l, l, n), v(n - 1, n - l - 1, l, n - 1) + gain - v(n, n - l, l, n)


@claim("lemma5.start", "lemma5.start_high", of=uniform)
def one_stage(table: StageValues) -> dict[str, Finding]:
    """The proof's two values for n = 1, as values and as instances of (9)."""
    p, mean = right_p(table)[1], law_at(table).mean
    low = [-2 * p[0], -mean, 2 * p[:2].sum(), table.v(1, 0, 1, 1)]
    high = [2 * (mean / 2 - p[0] + p[0]), mean, table.v(1, 1, 0, 1)]
    entry = mean / 2 - p[0]
    return {
        "lemma5.start": Finding(
            bool(np.ptp(low) < ROUNDING),
            "For uniform prizes $-2 p_{1,0}$, minus the mean, (9) and the value are all "
            f"{show(low[-1])}.",
        ),
        "lemma5.start_high": Finding(
            (bool(abs(entry - p[1]) <= CERTIFIED) or "partly")
            if np.ptp(high) < ROUNDING
            else False,
            f"For uniform prizes the number {show(high[-1])} is right; in its bracket stands "
            f"{show(float(entry))} for $p_{{1,1}}$, which is {show(float(p[1]))}, and (9) for $l = "
            "0$ has no such term.",
        ),
    }


@claim("lemma5.substitution", "lemma5.ends", of=uniform)
def induction(table: StageValues) -> dict[str, Finding]:
    """What substituting (9) in the step gives for p, beside the recursion and last entry of (8)."""
    law, p = law_at(table), right_p(table)
    printed_ = right_p(table, step=printed.s_function)
    apart = [(n, i) for n, i in between(table.n_max) if abs(p[n][i] - printed_[n][i]) > CERTIFIED]
    ends = range(1, table.n_max + 1)
    last = [-n * law.mean / 2 - p[n][1:-1].sum() for n in ends]
    low = [2 * (p[n][:-1].sum() + last[n - 1]) - table.v(n, 0, n, n) for n in ends]
    high = [2 * p[n][0] - table.v(n, n, 0, n) for n in ends]
    high_off, low_off = (float(np.abs(some).max()) for some in (high, low))
    wrong = [(n, 0, n, n) for n in ends if abs(low[n - 1]) > CERTIFIED]
    return {
        "lemma5.substitution": Finding(
            not apart,
            "Substituting gives a recursion of $p$ with $T_F$. For uniform prizes that of (8), "
            f"with $S_F$, differs from it in {counted(len(apart), len(between(table.n_max)))} "
            rf"entries $p_{{n,i}}$, $0 < i < n \le {table.n_max}$, first in that with the indices "
            f"{show(apart[0] if apart else ())}.",
        ),
        "lemma5.ends": Finding(
            ("partly" if high_off < CERTIFIED else False) if wrong else high_off < CERTIFIED,
            f"For uniform prizes up to $n = {table.n_max}$, (9) as printed is off by "
            f"{told(high_off)} at most where $l = 0$. Where $l = n$ it is off in {len(wrong)} "
            f"states, first {show(min(wrong, default=()))}, by up to {low_off:g}.",
        ),
    }
