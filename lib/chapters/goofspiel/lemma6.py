"""Lemma 6: player II must play at every stage, and player I has cards of both types."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import log

import numpy as np

from parlor.games.nakai import StageValues
from parlor.games.nakai.recursion import State, states
from press import Effort, Finding, claim, show

from ..tolerances import ROUNDING
from . import corrected, printed
from .comparing import (
    COMPLETED,
    Case,
    Rule,
    at_prize,
    deviations,
    gaps,
    law_at,
    of_range,
    quiet,
    uniform,
)
from .lemma4 import pareto_excess
from .printed import Function, Strategy
from .recursion import allowed


def inner(table: StageValues) -> list[State]:
    """States of the lemma in which player I has all three choices."""
    return [s for s in states(table.n_max) if s[1] and s[2] and s[1] + s[2] < s[0] == s[3]]


def arguments(table: StageValues, n: int, k: int, l: int) -> tuple[float, float, float]:
    """The lemma's z, alpha and beta as differences of values."""
    v = table.v
    both, high = v(n - 1, k, l, n - 1), v(n - 1, k, l - 1, n - 1)
    low, none = v(n - 1, k - 1, l, n - 1), v(n - 1, k - 1, l - 1, n - 1)
    return both - high - low + none, high - none, low - none


def steps(table: StageValues, function: Function) -> Iterator[Case]:
    """The step from n - 1 to n stages by C_F, less what it should be."""
    for n, k, l, m in inner(table):
        step = function(law_at(table, n), *arguments(table, n, k, l))
        yield (n, k, l, m), table.v(n - 1, k, l, n - 1) + step - table.v(n, k, l, m)


def rules(table: StageValues, strategy: Callable[..., Strategy]) -> Iterator[Rule]:
    """A strategy of the lemma with the prizes at which it changes."""
    for n, k, l, m in inner(table):
        z, alpha, beta = arguments(table, n, k, l)
        cuts = (alpha + z, (alpha - beta) / 2, -beta - z)
        yield (n, k, l, m), at_prize(strategy, z, alpha, beta), cuts


def sums(table: StageValues, f: list[np.ndarray]) -> Iterator[Case]:
    """(10): a double sum of f, less the value."""
    for n, k, l, m in states(table.n_max):
        if m == n:
            yield (n, k, l, m), f[n][: l + 1, : k + 1].sum() - table.v(n, k, l, m)


def f_array(table: StageValues, **parts: object) -> list[np.ndarray]:
    """The array f, repaired but for `parts`."""
    law, n_max = law_at(table), table.n_max
    good: dict = {"function": corrected.c_function, "edges": "gh", "sign": -1, "first": 0}
    edges = corrected.edge_values(law, n_max)
    return quiet(printed.f_array, law, n_max, edges, **(good | parts))


@deviations("lemma6.function", repaired=lambda table: steps(table, corrected.c_function))
def c_function(table: StageValues) -> Iterable[Case]:
    """C_F as printed, and with what each card costs."""
    return steps(table, printed.c_function)


@claim("c_function.defined")
def finite_mean(effort: Effort) -> Finding:
    """C_F holds the integral of x dF(x) up to infinity: finite just if the mean is."""
    ends = [10.0**e for e in (6, 12, 24, 48)]

    def mean_above(power: float, most: float) -> float:
        """Integral of x dF(x) from 2 on: the excess over 2, and 2 times its probability."""
        return pareto_excess(2.0, power, most) + 2.0 * (2.0**-power - most**-power)

    with_mean = [mean_above(1.5, most) for most in ends]
    without = [mean_above(1.0, most) for most in ends]
    limit, from_ = 3.0 * 2.0**-0.5, 2  # of 1.5 x**-1.5, integrated
    grows = (without[-1] - without[0]) / log(ends[-1] / ends[0])
    return Finding(
        abs(with_mean[-1] - limit) < ROUNDING and grows > 0.5,
        "If a prize exceeds $x$ with chance $x^{-1.5}$, its mean is finite: then the integral from "
        f"{from_} on is {with_mean[-1]:.4f}, whether prizes are cut off at $10^{{48}}$ or not. "
        "With chance $1/x$ the mean is infinite: as the cut moves from $10^6$ to $10^{48}$, the "
        f"integral grows from {without[0]:.1f} to {without[-1]:.1f}, like a logarithm.",
    )


@deviations("lemma6.sign", repaired=lambda table: sums(table, f_array(table)))
def sign_of_the_sum(table: StageValues) -> Iterable[Case]:
    """The double sum of changes is subtracted."""
    return sums(table, f_array(table, sign=1))


@deviations("lemma6.first", repaired=lambda table: sums(table, f_array(table)))
def start_of_the_sum(table: StageValues) -> Iterable[Case]:
    """The double sum starts at i = j = 0."""
    return sums(table, f_array(table, first=1))


@claim("lemma6.range", of=uniform)
def range_of_the_recursion(table: StageValues) -> Finding:
    """0 < k + l < n includes k = 0, where f is given by the boundary, and differently."""
    law = law_at(table)
    f = corrected.f_array(law, 2)
    by_recursion = f[1][1, 0] + corrected.c_function(law, f[1][1, 0], 0.0, 0.0)
    return Finding(
        abs(by_recursion - f[2][1, 0]) < ROUNDING,
        "We computed $f_{2,1,0}$ for uniform prizes. The paper gives both the recursion and a "
        f"boundary value for it: the recursion (repaired) gives {float(by_recursion):g}, and the "
        f"boundary (repaired) gives {float(f[2][1, 0]):g}, which is right, as $v_2(0, 1, 2)$ is "
        f"{table.v(2, 0, 1, 2):g}.",
    )


@deviations("lemma6.substitution", repaired=lambda table: sums(table, f_array(table)))
def what_substituting_gives(table: StageValues) -> Iterable[Case]:
    """(10) for n - 1 stages in the step (repaired), with f as it is defined in print."""
    return sums(table, f_array(table, sign=1, first=1))


@deviations("lemma6.edges", repaired=lambda table: sums(table, f_array(table)))
def exchanged_boundary(table: StageValues) -> Iterable[Case]:
    """F with l = 0 is g, f with k = 0 is -h."""
    return sums(table, f_array(table, edges="hg"))


@deviations("lemma6.corners", note=COMPLETED)
def corners(table: StageValues) -> Iterable[Case]:
    """f_{n,n,0}, f_{n,0,n} and f_{n,l,n-l} complete sums, and the entries for n = 1."""
    f, mean = corrected.f_array(law_at(table), table.n_max), law_at(table).mean
    for n in range(1, table.n_max + 1):
        yield (n, 0, n, n), -n * mean - table.v(n, 0, n, n)
        yield (n, n, 0, n), n * mean - table.v(n, n, 0, n)
        for l in range(1, n):
            rest = f[n][: l + 1, : n - l + 1].sum()
            yield (n, n - l, l, n), rest - table.v(n, n - l, l, n)
    yield (1, 1, 0, 1), abs(f[1][0, 1] - mean) + abs(f[1][1, 0] + mean) + abs(f[1][0, 0])


@deviations("eq10", repaired=lambda table: sums(table, f_array(table)), partly=True)
def double_sum(table: StageValues) -> Iterable[Case]:
    """(10) with f as printed, and repaired."""
    misprints: dict = {"function": printed.c_function, "edges": "hg", "sign": 1, "first": 1}

    return sums(table, f_array(table, **misprints))


@deviations(
    "lemma6.strategy",
    repaired=lambda table: gaps(table, rules(table, corrected.lemma_6_strategy)),
    play=True,
)
def cuts(table: StageValues) -> Iterable[Case]:
    """Where player I goes from low to pass to high: as printed, and by what each card costs."""
    return gaps(table, rules(table, printed.lemma_6_strategy))


@claim("lemma6.proof_range")
def range_in_the_proof(effort: Effort) -> Finding:
    """The general step is printed for 1 < k, l < n: a pass is in it that need not be allowed."""
    n_max = effort.of(full=12, reduced=4)
    named = [s for s in states(n_max) if 1 < s[1] < s[0] and 1 < s[2] < s[0] and s[3] == s[0]]
    meant = [s for s in states(n_max) if len(allowed(s)[0]) == 3 and s[3] == s[0]]
    wrong = sorted({*named} - {*meant})
    return Finding(
        of_range(named, meant, others=True),
        f"{len(wrong)} of the {len(named)} states with $1 < k, l < n = m \\le {n_max}$, first "
        f"{show(min(wrong, default=()))}, have $k + l = n$: player I must not pass there, and the "
        "step would need $v_{n-1}(k, l, n - 1)$, a hand with more cards than stages. Of the "
        f"{len(meant)} states with all three choices {len({*meant} - {*named})}, those with a "
        "single card of a type, are left to a simple examination.",
    )
