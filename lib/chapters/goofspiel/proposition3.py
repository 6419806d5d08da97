"""Proposition 3: player I must play at every stage, player II need not."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from parlor.games.nakai import StageValues, values
from parlor.games.nakai.recursion import states
from parlor.games.nakai.regions import regions
from press import Effort, Finding, claim, greatest, show

from ..tolerances import CERTIFIED
from . import corrected, printed
from .comparing import (
    COMPLETED,
    Case,
    Rule,
    at_prize,
    between,
    deviations,
    gaps,
    held,
    law_at,
    of_range,
    quiet,
    told,
    uniform,
)
from .printed import LOW, PLAY, WAIT, Function, Strategy
from .recursion import allowed

Reading = Callable[[StageValues, int, int, int], tuple[float, float, float]]


def inner(table: StageValues) -> list[tuple[int, int, int]]:
    """All (n, l, m) with 0 < l < n and 0 < m < n."""
    return [(n, l, m) for n, l in between(table.n_max) for m in range(1, n)]


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
        gain = quiet(function, law_at(table, n), *proof(table, n, l, m))
        yield (n, n - l, l, m), table.v(n - 1, n - l - 1, l, m) + gain - table.v(n, n - l, l, m)


def rules(
    table: StageValues, strategy: Callable[..., Strategy], reading: Reading = proof
) -> Iterator[Rule]:
    """A strategy table in every state, with the prizes at which it changes."""
    for n, l, m in inner(table):
        z, alpha, beta = reading(table, n, l, m)
        cuts = (-beta, alpha / 2, beta + z)
        yield (n, n - l, l, m), at_prize(strategy, z, alpha, beta), cuts


def right(table: StageValues) -> Iterator[Case]:
    """Exploitability of the strategies as repaired."""
    return gaps(table, rules(table, corrected.proposition_3_strategy))


def right_h(table: StageValues) -> list[np.ndarray]:
    """The sequence h, repaired."""
    return corrected.h_sequence(law_at(table), table.n_max)


def sums(table: StageValues, h: list[np.ndarray]) -> Iterator[Case]:
    """(13): a double sum of h, less the value."""
    for n in range(1, table.n_max + 1):
        for l in range(n + 1):
            for m in range(1, n + 1):
                total = h[n][: l + 1, : m + 1].sum()
                yield (n, n - l, l, m), total - table.v(n, n - l, l, m)


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


def sign_as_printed(table: StageValues) -> Iterator[Case]:
    """(13) with B_F repaired, and the sum over j as its second argument."""
    law, n_max = law_at(table), table.n_max
    edges = corrected.edge_values(law, n_max)
    h = quiet(printed.h_sequence, law, n_max, edges, function=corrected.b_function)
    yield from sums(table, h)


@deviations("h.call", repaired=lambda table: sums(table, right_h(table)))
def sign_in_the_recursion(table: StageValues) -> Iterable[Case]:
    """The second argument of B_F: the sum over j as printed, or minus that sum."""
    return sign_as_printed(table)


@claim("h.range")
def range_of_the_recursion(effort: Effort) -> Finding:
    """For which indices the recursion of h is printed, and for which it can be evaluated."""
    n_max = effort.of(full=12, reduced=4)
    named = [
        (n, l, m) for n in range(2, n_max + 1) for l in range(1, n + 1) for m in range(1, n + 1)
    ]
    meant = inner(values(n_max))
    without = sorted({*named} - {*meant})
    return Finding(
        of_range(named, meant),
        f"Of the {len(named)} entries up to $n = {n_max}$ that are named, {len(without)}, first "
        f"$(n, l, m) = {show(without[0] if without else ())}$, need an entry for $n - 1$ that does "
        "not exist, as its index is too large. The boundary lines give just these entries.",
    )


@deviations("h.boundary", note=COMPLETED)
def boundary(table: StageValues) -> Iterable[Case]:
    """The boundary lines of h: sums along the edges are values of the game."""
    h = right_h(table)
    for n in range(1, table.n_max + 1):
        for i in range(1, n + 1):
            yield (n, 0, n, i), h[n][: n + 1, : i + 1].sum() - table.v(n, 0, n, i)
            yield (n, n, 0, i), h[n][0, : i + 1].sum() - table.v(n, n, 0, i)
            yield (n, n - i, i, n), h[n][: i + 1, : n + 1].sum() - table.v(n, n - i, i, n)
    yield (1, 1, 0, 1), h[1][0, 1] - law_at(table).mean


@deviations("prop3.substitution", repaired=lambda table: sums(table, right_h(table)))
def what_substituting_gives(table: StageValues) -> Iterable[Case]:
    """(13) for n - 1 stages in the step (B_F repaired), with h as it is defined in print."""
    return sign_as_printed(table)


@deviations("prop3.others")
def other_cases(table: StageValues) -> Iterable[Case]:
    """(13) where a side has one type only or both must play, and the step for one middle card."""
    edges = corrected.edge_values(law_at(table), table.n_max)
    for n in range(1, table.n_max + 1):
        for l in range(n + 1):
            for m in range(1, n + 1):
                if l in (0, n) or m == n:
                    yield (n, n - l, l, m), edges(n, n - l, l, m) - table.v(n, n - l, l, m)
    yield from (case for case in steps(table, corrected.b_function) if case[0][3] == 1)


@claim("prop3.proof_range")
def range_in_the_proof(effort: Effort) -> Finding:
    """The stage of two rows and two columns is printed for 0 < l < n and 1 < m < n."""
    n_max = effort.of(full=12, reduced=4)
    full = [s for s in states(n_max) if s[1] + s[2] == s[0]]
    named = [s for s in full if 0 < s[2] < s[0] and 1 < s[3] < s[0]]
    meant = [s for s in full if list(map(len, allowed(s))) == [2, 2]]
    left = sorted({*meant} - {*named})
    return Finding(
        of_range(named, meant, others=True),
        f"The {len(named)} states that are named, with up to {n_max} stages, have such a stage. So "
        f"have {len(left)} others, first {show(left[0] if left else ())}, all with one middle "
        "card, which the paper leaves to a similar manner.",
    )


@claim("prop3.range", of=uniform)
def range_of_the_strategies(table: StageValues) -> Finding:
    """Proposition 3 names no condition on l and m."""
    some = [s for s in states(table.n_max) if s[1] + s[2] == s[0]]
    odd = [s for s in some if "mix" not in regions(table, *s)[-1].choice]
    forced = all(1 in map(len, allowed(s)) for s in odd)
    return Finding(
        ("partly" if forced and len(odd) < len(some) else False) if odd else True,
        f"In {len(odd)} of {len(some)} states with $k + l = n \\le {table.n_max}$, first "
        f"{show(min(odd, default=()))}, somebody has no choice and nobody mixes at any prize, "
        "though the last row of the table says that both mix.",
    )


@deviations("eq13", repaired=lambda table: sums(table, right_h(table)), partly=True)
def double_sum(table: StageValues) -> Iterable[Case]:
    """(13) with B_F and the recursion of h as printed, and repaired."""
    law, n_max = law_at(table), table.n_max
    edges = corrected.edge_values(law, n_max)
    yield from sums(table, quiet(printed.h_sequence, law, n_max, edges))


@deviations("prop3.strategy", repaired=right, undefined="no strategy", play=True)
def strategies_as_printed(table: StageValues) -> Iterable[Case]:
    """The whole table of strategies with the sums below it."""
    return gaps(table, rules(table, printed.proposition_3_strategy, below))


@deviations("prop3.low", play=True)
def first_two_lines(table: StageValues) -> Iterable[Case]:
    """The first two lines of the table, with the alpha and beta of the proof."""

    def mended(x: float, z: float, alpha: float, beta: float) -> Strategy:
        if x < max(-beta, 0.0):
            return LOW, WAIT
        if x < max(alpha / 2, -beta, 0.0):
            return LOW, PLAY
        return corrected.proposition_3_strategy(x, z, alpha, beta)

    return gaps(table, rules(table, mended))


@deviations("prop3.case", repaired=right, undefined="no strategy", play=True)
def case_left_out(table: StageValues) -> Iterable[Case]:
    """Repaired but for the case left out: the mixture begins where it begins in print."""

    def without(x: float, z: float, alpha: float, beta: float) -> Strategy:
        if x < max(-beta, alpha / 2):
            return corrected.proposition_3_strategy(x, z, alpha, beta)
        return corrected.proposition_3_mixture(x, z, alpha, beta)

    return gaps(table, rules(table, without))


def one_mixture(player: int) -> Callable[..., Strategy]:
    """The strategies as repaired, but for one player's mixture, which is that of the print."""

    def strategy(x: float, z: float, alpha: float, beta: float) -> Strategy:
        ways = list(corrected.proposition_3_strategy(x, z, alpha, beta))
        if x >= max(-beta, alpha / 2, beta + z):
            ways[player] = printed.proposition_3_strategy(x, z, alpha, beta)[player]
        return ways[0], ways[1]  # type: ignore[return-value]

    return strategy


@claim("prop3.mixture", "prop3.mixture_two")
def mixtures(effort: Effort) -> dict[str, Finding]:
    """The mixtures of the last line, each player's alone."""
    one, two = one_mixture(0), one_mixture(1)
    return {
        "prop3.mixture": held(
            effort,
            lambda t: gaps(t, rules(t, one)),
            repaired=right,
            undefined="no strategy",
            play=True,
        ),
        "prop3.mixture_two": held(
            effort,
            lambda t: gaps(t, rules(t, two)),
            repaired=right,
            undefined="no strategy",
            play=True,
        ),
    }


def sums_below(table: StageValues, across: bool, which: int) -> Iterator[Case]:
    """Alpha (0) or beta (1) below the table, less that of the proof; `across` is the print."""
    h = right_h(table)
    for n, l, m in inner(table):
        one, two = h[n - 1][:l, m].sum(), h[n - 1][l, :m].sum()
        found = (-one, two) if across else (-two, one)
        yield (n, n - l, l, m), found[which] - proof(table, n, l, m)[1 + which]


@deviations("prop3.alpha", repaired=lambda t: sums_below(t, False, 0))
def alpha_below(table: StageValues) -> Iterable[Case]:
    """Alpha below the table against that of the proof."""
    return sums_below(table, True, 0)


@deviations("prop3.beta", repaired=lambda t: sums_below(t, False, 1))
def beta_below(table: StageValues) -> Iterable[Case]:
    """Beta below the table against that of the proof."""
    return sums_below(table, True, 1)


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
