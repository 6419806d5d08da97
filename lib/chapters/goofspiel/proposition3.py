"""Proposition 3: player I must play at every stage, player II need not."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

from parlor.games.nakai.recursion import StageValues, State, states, values
from press import Finding, claim, greatest

from ..tolerances import CERTIFIED
from . import comparison, corrected, printed
from .comparison import Case, between, deviations, gaps, law_at, pairs, printed_range, told, uniform
from .printed import Function, Strategy
from .recursion import allowed, mixing

Index = tuple[int, int, int]
Reading = Callable[[StageValues, int, int, int], tuple[float, float, float]]


def inner(table: StageValues) -> list[Index]:
    """All (n, l, m) with 0 < l < n and 0 < m < n."""
    return [(n, l, m) for n, l in between(table.n_max) for m in range(1, n)]


def full(n_max: int) -> list[State]:
    """States in which player I must play."""
    return [s for s in states(n_max) if s[1] + s[2] == s[0]]


def proof(table: StageValues, n: int, l: int, m: int) -> tuple[float, float, float]:
    """The z, alpha and beta of the proof."""
    v = table.v
    a, b = v(n - 1, n - l, l - 1, m - 1), v(n - 1, n - l, l - 1, m)
    c, d = v(n - 1, n - l - 1, l, m - 1), v(n - 1, n - l - 1, l, m)
    return a - b - c + d, a - c, b - a


def below(table: StageValues, n: int, l: int, m: int) -> tuple[float, float, float]:
    """The z, alpha and beta of the sums below the table of strategies."""
    z, alpha, beta = proof(table, n, l, m)
    return z, -beta, -alpha


def steps(table: StageValues, function: Function) -> Iterator[Case]:
    """The step by B_F, less what it should be."""
    for n, l, m in inner(table):
        gain = function(law_at(table, n), *proof(table, n, l, m))
        yield (n, n - l, l, m), table.v(n - 1, n - l - 1, l, m) + gain - table.v(n, n - l, l, m)


def rules(
    table: StageValues, strategy: Callable[..., Strategy], reading: Reading = proof
) -> Iterator[comparison.Rule]:
    """A strategy table in every state, with the prizes at which it changes."""
    for n, l, m in inner(table):
        z, alpha, beta = reading(table, n, l, m)
        cuts = (-beta, alpha / 2, beta + z)
        yield (n, n - l, l, m), partial(strategy, z=z, alpha=alpha, beta=beta), cuts


def right(table: StageValues) -> Iterator[Case]:
    """Exploitability of the strategies as repaired."""
    return gaps(table, rules(table, corrected.proposition_3_strategy))


def right_h(table: StageValues, **misprints: Any) -> list[np.ndarray]:
    """The sequence h, repaired but for some misprints."""
    return corrected.h_sequence(law_at(table), table.n_max, **misprints)


def sums(table: StageValues, h: list[np.ndarray]) -> Iterator[Case]:
    """(13): a double sum of h, less the value."""
    for n, k, l, m in full(table.n_max):
        yield (n, k, l, m), h[n][: l + 1, : m + 1].sum() - table.v(n, k, l, m)


@deviations("b_function", repaired=lambda table: steps(table, corrected.b_function))
def step_by_b(table: StageValues) -> Iterable[Case]:
    """B_F as printed and as repaired, with the arguments of the proof."""
    return steps(table, printed.b_function)


def condition(table: StageValues, repaired: bool) -> Iterator[Case]:
    """Where the mixture's denominator is to be positive: 1 where it is not."""
    for n, l, m in inner(table):
        z, alpha, beta = proof(table, n, l, m)
        margin = max(alpha / 2, -beta) - (z / 2 if repaired else -beta - z / 2)
        good = margin >= -CERTIFIED if repaired else margin > CERTIFIED
        yield (n, n - l, l, m), 0.0 if good else 1.0


@deviations("b_function.condition", repaired=lambda t: condition(t, True), yes_or_no=True)
def positive_denominator(table: StageValues) -> Iterable[Case]:
    """The condition printed beside B_F, and that under which 2x - z is positive."""
    return condition(table, False)


@deviations(
    "h.call", "prop3.substitution", repaired=lambda table, entry: sums(table, right_h(table))
)
def sign_in_the_recursion(table: StageValues, entry: str) -> Iterable[Case]:
    """The second argument of B_F (repaired): the sum over j as printed, or minus that sum.

    So it is where (13) for n - 1 stages is substituted in the step, too.
    """
    return sums(table, right_h(table, sign=1))


@printed_range(
    "h.range",
    "Of the {named} entries up to $n = {n}$ that are named, {wrong}, first $(n, l, m) = {first}$, "
    "need an entry for $n - 1$ that does not exist, as its index is too large. The boundary lines "
    "give just these entries.",
)
def range_of_the_recursion(n_max: int) -> tuple[Iterable[Index], Iterable[Index]]:
    """For which indices the recursion of h is printed, and for which it can be evaluated."""
    named = [(n, l, m) for n, l in pairs(n_max) for m in range(1, n + 1) if n > 1]
    return named, inner(values(n_max))


@deviations("h.boundary", note=comparison.COMPLETED)
def boundary(table: StageValues) -> Iterable[Case]:
    """The boundary lines of h: sums along the edges are values of the game."""
    h = right_h(table)
    for n in range(1, table.n_max + 1):
        for i in range(1, n + 1):
            yield (n, 0, n, i), h[n][: n + 1, : i + 1].sum() - table.v(n, 0, n, i)
            yield (n, n, 0, i), h[n][0, : i + 1].sum() - table.v(n, n, 0, i)
            yield (n, n - i, i, n), h[n][: i + 1, : n + 1].sum() - table.v(n, n - i, i, n)
    yield (1, 1, 0, 1), h[1][0, 1] - law_at(table).mean


@deviations("prop3.others")
def other_cases(table: StageValues) -> Iterable[Case]:
    """(13) where a side has one type only or both must play, and the step for one middle card."""
    edges = corrected.edge_values(law_at(table), table.n_max)
    for state in full(table.n_max):
        if state[0] in state[1:]:
            yield state, edges(*state) - table.v(*state)
    yield from (case for case in steps(table, corrected.b_function) if case[0][3] == 1)


@printed_range(
    "prop3.proof_range",
    "The {named} states that are named, with up to {n} stages, have such a stage. So have {left} "
    "others, first {first}, all with one middle card, which the paper leaves to a similar manner.",
    others=True,
)
def range_in_the_proof(n_max: int) -> tuple[Iterable[State], Iterable[State]]:
    """The stage of two rows and two columns is printed for 0 < l < n and 1 < m < n."""
    every = full(n_max)
    named = [s for s in every if 0 < s[2] < s[0] and 1 < s[3] < s[0]]
    return named, [s for s in every if list(map(len, allowed(s))) == [2, 2]]


@claim("prop3.range", of=uniform)
def range_of_the_strategies(table: StageValues) -> Finding:
    """Proposition 3 names no condition on l and m."""
    return mixing(table, "$k + l = n$, ", full(table.n_max))


@deviations("eq13", repaired=lambda table: sums(table, right_h(table)), partly=True)
def double_sum(table: StageValues) -> Iterable[Case]:
    """(13) with B_F and the recursion of h as printed, and repaired."""
    return sums(table, right_h(table, function=printed.b_function, sign=1))


def low_mended(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """The strategies as repaired, but for the first two lines, which are those of the print."""
    if x < max(alpha / 2, -beta, 0.0):
        return printed.proposition_3_strategy(x, z, alpha, beta)
    return corrected.proposition_3_strategy(x, z, alpha, beta)


@deviations("prop3.low", play=True)
def first_two_lines(table: StageValues) -> Iterable[Case]:
    """The first two lines of the table, with the alpha and beta of the proof."""
    return gaps(table, rules(table, low_mended))


def without_case(x: float, z: float, alpha: float, beta: float) -> Strategy:
    """The strategies as repaired, but the mixture begins where it begins in print."""
    if x < max(-beta, alpha / 2):
        return corrected.proposition_3_strategy(x, z, alpha, beta)
    return corrected.proposition_3_mixture(x, z, alpha, beta)


def one_mixture(player: int, x: float, z: float, alpha: float, beta: float) -> Strategy:
    """The strategies as repaired, but for one player's mixture, which is that of the print."""
    ways = list(corrected.proposition_3_strategy(x, z, alpha, beta))
    if x >= max(-beta, alpha / 2, beta + z):
        ways[player] = printed.proposition_3_strategy(x, z, alpha, beta)[player]
    return ways[0], ways[1]  # type: ignore[return-value]


# The table as printed with the sums below it, and its slips alone.
STRATEGIES: dict[str, tuple[Callable[..., Strategy], Reading]] = {
    "prop3.strategy": (printed.proposition_3_strategy, below),
    "prop3.case": (without_case, proof),
    "prop3.mixture": (partial(one_mixture, 0), proof),
    "prop3.mixture_two": (partial(one_mixture, 1), proof),
}


@deviations(
    *STRATEGIES, repaired=lambda table, entry: right(table), undefined="no strategy", play=True
)
def strategies(table: StageValues, entry: str) -> Iterable[Case]:
    """The whole table of strategies; the case left out; each player's mixture alone."""
    return gaps(table, rules(table, *STRATEGIES[entry]))


def sums_below(table: StageValues, entry: str, across: bool = True) -> Iterator[Case]:
    """Alpha or beta below the table, less that of the proof; `across` is the print."""
    h, which = right_h(table), ("prop3.alpha", "prop3.beta").index(entry)
    for n, l, m in inner(table):
        one, two = h[n - 1][:l, m].sum(), h[n - 1][l, :m].sum()
        found = (-one, two) if across else (-two, one)
        yield (n, n - l, l, m), found[which] - proof(table, n, l, m)[1 + which]


exchanged = deviations("prop3.alpha", "prop3.beta", repaired=partial(sums_below, across=False))(
    sums_below
)


@claim("prop3.identities", of=uniform)
def from_the_definition(table: StageValues) -> Finding:
    """The sums below the table against the differences of values that the proof has for them."""
    h, off = right_h(table), {r"\alpha": 0.0, r"\beta": 0.0, "z": 0.0}
    for n, l, m in inner(table):
        for which, name in enumerate(off):
            z, alpha, beta = proof(table, n, l, m)
            below_ = -h[n - 1][:l, m].sum(), h[n - 1][l, :m].sum(), h[n - 1][l, m]
            difference = (alpha, beta, z)[which] - below_[which]
            off[name] = greatest(off[name], float(abs(difference)))
    right = [name for name in off if off[name] < CERTIFIED]
    wrong = [f"${name}$ by up to {told(off[name])}" for name in off if name not in right]
    return Finding(
        "partly" if right and wrong else not wrong,
        f"In {len(inner(table))} states with up to {table.n_max} stages and uniform prizes we "
        "compared the sums with the differences. They agree for "
        f"{' and '.join(f'${name}$' for name in right) or 'none'}; off are "
        f"{' and '.join(wrong) or 'none'}.",
    )


@deviations("prop3.z")
def z_below(table: StageValues) -> Iterable[Case]:
    """Z below the table against that of the proof."""
    h = right_h(table)
    for n, l, m in inner(table):
        yield (n, n - l, l, m), h[n - 1][l, m] - proof(table, n, l, m)[0]
