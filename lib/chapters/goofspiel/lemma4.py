"""Section 3 up to Lemma 4: T_F and S_F, the arrays g and h, and games with one decision maker."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import log

import numpy as np
from scipy.integrate import quad

from parlor.core.laws import Law, read
from parlor.games.nakai import StageValues
from parlor.games.nakai.recursion import State
from press import Effort, Finding, claim, show

from ..tolerances import CLIMBED, ROUNDING
from .comparing import Case, Rule, deviations, gaps, law_at, pairs
from .printed import (
    HIGH,
    LOW,
    PASS,
    PLAY,
    WAIT,
    Strategy,
    g_array,
    h_array,
    opportunity,
    s_function,
)
from .recursion import allowed

NO_SUCH_HAND = "As printed these are no states: the hand has more cards than there are stages."
FROM, TO = -1, 4  # where S_F is tried
SEVERAL = ("uniform", "exponential", "beta(0.5, 0.5)", "beta(2, 3)", "uniform(1, 2)")


def arrays(table: StageValues) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """The arrays g of (4) and h of (5)."""
    return g_array(law_at(table), table.n_max), h_array(law_at(table), table.n_max)


def pareto_excess(z: float, power: float, most: float) -> float:
    """Integral of x - z from z to `most` for the density power * x**(-power-1) on x > 1."""
    if power == 1:
        return log(most / z) - z * (1 / z - 1 / most)
    tail = power / (power - 1) * (z ** (1 - power) - most ** (1 - power))
    return tail - z * (z**-power - most**-power)


@claim("t_function.defined")
def finite_mean(effort: Effort) -> Finding:
    """T_F is finite because the mean is: heavy tails with and without a mean."""
    ends = [10.0**e for e in (6, 12, 24, 48)]
    with_mean = [pareto_excess(2.0, 1.5, most) for most in ends]
    without = [pareto_excess(2.0, 1.0, most) for most in ends]
    limit = 2.0 * 2.0**-0.5  # of what is left of 1.5 x**-2.5, integrated
    grows = [(b - a) / log(to / start) for (a, b), (start, to) in zip(
        pairwise(without), pairwise(ends), strict=True)]  # fmt: skip
    return Finding(
        abs(with_mean[-1] - limit) < ROUNDING and min(grows) > 0.5,
        "If a prize exceeds $x$ with chance $x^{-1.5}$, its mean is finite and its variance is "
        f"not: then $T_F(2)$ is {with_mean[-1]:.4f}, whether prizes are cut off at $10^{{48}}$ or "
        "not. With chance $1/x$ the mean is infinite: as the cut moves from $10^6$ to "
        f"$10^{{48}}$, $T_F(2)$ grows from {without[0]:.1f} to {without[-1]:.1f}, like "
        "the logarithm of the cut.",
    )


def second_differences(law: Law, count: int) -> np.ndarray:
    """Values of S_F on a grid, then their first and second differences' least entries."""
    s = np.array([s_function(law, z) for z in np.linspace(FROM, TO, count)])
    return np.array([np.diff(s).min(), np.diff(s, 2).min()])


def mean_of_larger(law: Law, z: float) -> float:
    """The mean of the larger of the prize and z, by quadrature: z and all that lies above it."""
    ends = [z, *(end for end in (0.0, 0.5, 1.0, 2.0, 8.0, 64.0) if end > z)]
    return z + sum(quad(lambda x: 1 - law.cdf(x), a, b)[0] for a, b in pairwise(ends))


@claim("s_function.increasing", "s_function.convex")
def larger_of_prize_and_price(effort: Effort) -> dict[str, Finding]:
    """S_F(z) is the mean of the larger of the prize and z: it never falls, and is convex."""
    count = effort.of(full=501, reduced=51)
    least = np.array([second_differences(read(law), count) for law in SEVERAL]).min(0)
    quadrature = max(
        abs(s_function(read(law), z) - mean_of_larger(read(law), z))
        for law in SEVERAL
        for z in (-0.5, 0.3, 1.2)
    )
    same = quadrature < CLIMBED
    return {
        name: Finding(
            bool(same and size > -ROUNDING),
            f"We computed it at {count} points from {FROM} to {TO} for each of the distributions "
            f"{', '.join(SEVERAL)}: the least {order} difference is {size:.1e}, so that none is "
            "negative beyond rounding. The "
            rf"reason is that $S_F(z)$ is the mean of $\max(X, z)$, which {shape} "
            f"(quadrature of this mean agrees within {quadrature:.0e}).{more}",
        )
        for (name, order, shape, more), size in zip(
            (
                (
                    "s_function.increasing",
                    "first",
                    "never falls as $z$ grows",
                    " Where $z$ is below all prizes it is constant.",
                ),
                ("s_function.convex", "second", "is convex in $z$", ""),
            ),
            least,
            strict=True,
        )
    }


@deviations("eq4")
def high_cards_against_one_who_must(table: StageValues) -> Iterable[Case]:
    """(4), (6): the first k entries of g add up to v_n(k, 0, n)."""
    g, _ = arrays(table)
    for n, k in pairs(table.n_max):
        yield (n, k, 0, n), g[n][: k + 1].sum() - table.v(n, k, 0, n)


def with_roles_exchanged_in_6(table: StageValues) -> Iterable[Case]:
    """(6), second equality, for the state that is meant."""
    g, _ = arrays(table)
    for n, k in pairs(table.n_max):
        yield (n, 0, n, k), g[n][: k + 1].sum() + table.v(n, 0, n, k)


@deviations("eq6.second", repaired=with_roles_exchanged_in_6, note=NO_SUCH_HAND)
def roles_exchanged_in_6(table: StageValues) -> Iterable[Case]:
    """(6), second equality: printed for a state that does not exist, where nothing can be won."""
    g, _ = arrays(table)
    yield from (((n, n, k, 0), g[n][: k + 1].sum()) for n, k in pairs(table.n_max))


@deviations("eq5")
def low_cards_against_one_who_must(table: StageValues) -> Iterable[Case]:
    """(5), (7): the first l entries of h add up to -v_n(0, l, n)."""
    _, h = arrays(table)
    for n, l in pairs(table.n_max):
        yield (n, 0, l, n), h[n][: l + 1].sum() + table.v(n, 0, l, n)


def with_roles_exchanged_in_7(table: StageValues) -> Iterable[Case]:
    """(7), second equality, for the state that is meant."""
    _, h = arrays(table)
    for n, l in pairs(table.n_max):
        yield (n, n, 0, l), h[n][: l + 1].sum() - table.v(n, n, 0, l)


@deviations("eq7.second", repaired=with_roles_exchanged_in_7, note=NO_SUCH_HAND)
def roles_exchanged_in_7(table: StageValues) -> Iterable[Case]:
    """(7), second equality: printed for a state that does not exist, where nothing can be won."""
    _, h = arrays(table)
    yield from (((n, l, n, 0), h[n][: l + 1].sum()) for n, l in pairs(table.n_max))


def one_step(table: StageValues, sign: int) -> Iterator[Case]:
    """The last line of Lemma 4's proof, with `sign` before its argument: 1 is the print."""
    v = table.v
    for n, k in pairs(table.n_max):
        if k < n:
            stay, play = v(n - 1, k, 0, n - 1), v(n - 1, k - 1, 0, n - 1)
            more = opportunity(law_at(table, n), sign * (play - stay))
            yield (n, k, 0, n), stay + more - v(n, k, 0, n)


@deviations("lemma4.proof", repaired=lambda table: one_step(table, -1))
def sign_in_the_proof(table: StageValues) -> Iterable[Case]:
    """The argument of T_F in the proof: the value of playing less that of waiting, or reversed."""
    return one_step(table, 1)


@deviations(
    "lemma4.substitution",
    note="From the line of the proof with its sign repaired; as printed it has $T_F$ at $-g$.",
)
def sums_of_the_stage_before(table: StageValues) -> Iterable[Case]:
    """(6) for n - 1 stages in the last line of the proof, less the sum of (6) for n."""
    g, _ = arrays(table)
    for n, k in pairs(table.n_max):
        if k < n:
            before = g[n - 1][: k + 1].sum() + opportunity(law_at(table), g[n - 1][k])
            yield (n, k, 0, n), before - g[n][: k + 1].sum()


def cut(price: float, below: Strategy, above: Strategy) -> Callable[[float], Strategy]:
    """The strategy that changes at a price."""
    return lambda x: below if x < price else above


@deviations("lemma4.strategy", play=True)
def threshold_for_high(table: StageValues) -> Iterable[Case]:
    """Play high from the prize g_{n-1,k} on."""

    def rules(table: StageValues) -> Iterator[Rule]:
        g, _ = arrays(table)
        for n, k in pairs(table.n_max):
            if k < n:
                price = g[n - 1][k]
                yield (n, k, 0, n), cut(price, (PASS, PLAY), (HIGH, PLAY)), (price,)

    return gaps(table, rules(table))


@deviations("lemma4.strategy_others", play=True)
def other_thresholds(table: StageValues) -> Iterable[Case]:
    """The other three cases: dear prizes are worth a winning card, cheap ones a losing card."""

    def rules(table: StageValues) -> Iterator[Rule]:
        g, h = arrays(table)
        for n, i in pairs(table.n_max):
            if i < n:
                dear, cheap = g[n - 1][i], h[n - 1][i]
                yield (n, 0, n, i), cut(dear, (LOW, WAIT), (LOW, PLAY)), (dear,)
                yield (n, 0, i, n), cut(cheap, (LOW, PLAY), (PASS, PLAY)), (cheap,)
                yield (n, n, 0, i), cut(cheap, (HIGH, PLAY), (HIGH, WAIT)), (cheap,)

    return gaps(table, rules(table))


@deviations(
    "lemma4.positive",
    note="Each is the mean of a prize confined between two earlier entries (see intro.assignment), "
    "so positive by induction; Lemmas 1 and 4 alone say that none is negative.",
    yes_or_no=True,
)
def positive_prices(table: StageValues) -> Iterable[Case]:
    """All entries of g and h are positive."""
    g, h = arrays(table)
    for n, i in pairs(table.n_max):
        yield (n, i, 0, n), 0.0 if min(g[n][i], h[n][i]) > 0 else 1.0


@claim("lemma4.one_decides")
def who_decides(effort: Effort) -> Finding:
    """Lemmas 4 to 6: in which of their states player I alone has a choice."""
    n_max = effort.of(full=12, reduced=4)
    groups: dict[str, list[State]] = {"6": [], "7": [], "5": [], "l6": []}
    for n, k in pairs(n_max):
        if k < n:
            groups["6"] += [(n, k, 0, n), (n, 0, n, k)]
            groups["7"] += [(n, 0, k, n), (n, n, 0, k)]
            groups["5"].append((n, n - k, k, n))
            groups["l6"] += [(n, high, k, n) for high in range(1, n - k)]

    def player_one_alone(state: State) -> bool:
        mine, yours = allowed(state)
        return len(mine) > 1 and len(yours) == 1

    every = [state for group in groups.values() for state in group]
    others = [state for state in every if not player_one_alone(state)]
    only = all(state[3] < state[0] and state[0] in state[1:3] for state in others)
    return Finding(
        "partly" if others and only else not others,
        f"In {len(others)} of the {len(every)} states of these lemmas with up to {n_max} stages in "
        f"which somebody has a choice, first {show(min(others, default=()))}, player II alone has "
        "one. They are the states of the second halves of (6) and (7).",
    )
