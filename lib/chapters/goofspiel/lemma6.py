"""Lemma 6: player II must play at every stage, and player I has cards of both types."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

from parlor.games.nakai.recursion import StageValues, State, states
from press import Effort, Finding, claim

from ..tolerances import ROUNDING
from . import corrected, printed
from .comparison import COMPLETED, Case, Rule, deviations, gaps, law_at, printed_range, uniform
from .lemma4 import finite, pareto_excess
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
        yield (n, k, l, m), partial(strategy, z=z, alpha=alpha, beta=beta), cuts


def sums(table: StageValues, f: list[np.ndarray]) -> Iterator[Case]:
    """(10): a double sum of f, less the value."""
    for n, k, l, m in states(table.n_max):
        if m == n:
            yield (n, k, l, m), f[n][: l + 1, : k + 1].sum() - table.v(n, k, l, m)


def f_array(table: StageValues, **misprints: Any) -> list[np.ndarray]:
    """The array f, repaired but for some misprints."""
    return corrected.f_array(law_at(table), table.n_max, **misprints)


@deviations("lemma6.function", repaired=lambda table: steps(table, corrected.c_function))
def c_function(table: StageValues) -> Iterable[Case]:
    """C_F as printed, and with what each card costs."""
    return steps(table, printed.c_function)


@claim("c_function.defined")
def finite_mean(effort: Effort) -> Finding:
    """C_F holds the integral of x dF(x) up to infinity: finite just if the mean is."""

    def mean_above(power: float, most: float) -> float:
        """Integral of x dF(x) from 2 on: the excess over 2, and 2 times its probability."""
        return pareto_excess(2.0, power, most) + 2.0 * (2.0**-power - most**-power)

    limit = 3.0 * 2.0**-0.5  # of 1.5 x**-1.5, integrated
    return finite("the integral of $x$ from 2 on", mean_above, limit)


SLIPS: dict[str, dict[str, Any]] = {  # of f, each alone, with all else repaired
    "lemma6.sign": {"sign": 1},
    "lemma6.first": {"first": 1},
    "lemma6.edges": {"edges": "hg"},
    "lemma6.substitution": {"sign": 1, "first": 1},
}


@deviations(*SLIPS, repaired=lambda table, entry: sums(table, f_array(table)))
def slips(table: StageValues, entry: str) -> Iterable[Case]:
    """Sign and start of the double sum, the boundary, and what substituting in the step gives."""
    return sums(table, f_array(table, **SLIPS[entry]))


@claim("lemma6.range", of=uniform)
def range_of_the_recursion(table: StageValues) -> Finding:
    """0 < k + l < n includes k = 0, where f is given by the boundary, and differently."""
    law = law_at(table)
    f = corrected.f_array(law, 2)
    by_recursion = f[1][1, 0] + corrected.c_function(law, f[1][1, 0], 0.0, 0.0)
    return Finding(
        abs(by_recursion - f[2][1, 0]) < ROUNDING,
        f"For $f_{{2,1,0}}$ and uniform prizes the recursion (repaired) gives {by_recursion:g}, "
        f"and the boundary (repaired) {f[2][1, 0]:g}, which is right, as $v_2(0, 1, 2)$ is "
        f"{table.v(2, 0, 1, 2):g}.",
    )


@deviations("lemma6.corners", note=COMPLETED)
def corners(table: StageValues) -> Iterable[Case]:
    """f_{n,n,0}, f_{n,0,n} and f_{n,l,n-l} complete sums, and the entries for n = 1."""
    f, mean = f_array(table), law_at(table).mean
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
    misprints = {"function": printed.c_function, "edges": "hg", "sign": 1, "first": 1}
    return sums(table, f_array(table, **misprints))


@deviations(
    "lemma6.strategy",
    repaired=lambda table: gaps(table, rules(table, corrected.lemma_6_strategy)),
    play=True,
)
def cuts(table: StageValues) -> Iterable[Case]:
    """Where player I goes from low to pass to high: as printed, and by what each card costs."""
    return gaps(table, rules(table, printed.lemma_6_strategy))


@printed_range(
    "lemma6.proof_range",
    r"{wrong} of the {named} states with $1 < k, l < n = m \le {n}$, first {first}, have "
    "$k + l = n$: player I must not pass there. Of the {meant} states with all three choices "
    "{left}, those with a single card of a type, are left to a simple examination.",
    others=True,
)
def range_in_the_proof(n_max: int) -> tuple[Iterable[State], Iterable[State]]:
    """The general step is printed for 1 < k, l < n: a pass is in it that need not be allowed."""
    full = [s for s in states(n_max) if s[3] == s[0]]
    named = [s for s in full if 1 < s[1] < s[0] and 1 < s[2] < s[0]]
    return named, [s for s in full if len(allowed(s)[0]) == 3]
