"""Section 3 up to Lemma 4: T_F and S_F, the arrays g and h, and games with one decision maker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from math import log

import numpy as np
from scipy.integrate import quad

from parlor.core.laws import Law, read
from parlor.games.nakai.recursion import StageValues, State
from press import Effort, Finding, claim, show

from ..tolerances import CLIMBED, ROUNDING
from . import printed
from .comparison import Case, Rule, between, deviations, gaps, law_at, pairs, stages
from .printed import HIGH, LOW, PASS, PLAY, WAIT, g_array, h_array, opportunity, s_function
from .recursion import allowed

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


def finite(name: str, integral: Callable[[float, float], float], limit: float) -> Finding:
    """Whether an integral, of a power and a cut, is finite as the mean is: with heavy tails."""
    with_mean = integral(1.5, 1e48)
    first, last = integral(1.0, 1e6), integral(1.0, 1e48)
    return Finding(
        abs(with_mean - limit) < ROUNDING and (last - first) / log(1e42) > 0.5,
        f"If a prize exceeds $x$ with chance $x^{{-1.5}}$, its mean is finite: then {name} is "
        f"{with_mean:.4f}, also if prizes are cut off at $10^{{48}}$. With chance $1/x$ the mean "
        f"is infinite: as the cut moves from $10^6$ to $10^{{48}}$, {name} grows from {first:.1f} "
        f"to {last:.1f}, like its logarithm.",
    )


@claim("t_function.defined")
def finite_mean(effort: Effort) -> Finding:
    """T_F is finite because the mean is: heavy tails with and without a mean."""
    limit = 2.0 * 2.0**-0.5  # of what is left of 1.5 x**-2.5, integrated
    return finite("$T_F(2)$", partial(pareto_excess, 2.0), limit)


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
    shapes = {"increasing": ("first", "never falls"), "convex": ("second", "is convex")}
    return {
        f"s_function.{name}": Finding(
            bool(quadrature < CLIMBED and size > -ROUNDING),
            f"At {count} points from {FROM} to {TO} for each of the distributions "
            f"{', '.join(SEVERAL)} the least {order} difference is {size:.1e}, so that none is "
            rf"negative beyond rounding. For $S_F(z)$ is the mean of $\max(X, z)$, which {shape} "
            f"(quadrature of this mean agrees within {quadrature:.0e}).",
        )
        for (name, (order, shape)), size in zip(shapes.items(), least, strict=True)
    }


# Of (4) to (7): which array it is, the state whose value its first i entries add up to, and a sign.
SUMS: dict[str, tuple[int, Callable[[int, int], State], int]] = {
    "eq4": (0, lambda n, i: (n, i, 0, n), 1),
    "eq5": (1, lambda n, i: (n, 0, i, n), -1),
    "eq6.second": (0, lambda n, i: (n, 0, n, i), -1),  # as it is meant
    "eq7.second": (1, lambda n, i: (n, n, 0, i), 1),
}


def sums(table: StageValues, entry: str) -> Iterator[Case]:
    """The first entries of g or h, less the value that they should add up to."""
    which, state, sign = SUMS[entry]
    array = arrays(table)[which]
    for n, i in pairs(table.n_max):
        yield state(n, i), array[n][: i + 1].sum() - sign * table.v(*state(n, i))


cards_against_one_who_must = deviations("eq4", "eq5")(sums)


@deviations(
    "eq6.second",
    "eq7.second",
    repaired=sums,
    note="As printed these are no states: the hand has more cards than there are stages.",
)
def roles_exchanged(table: StageValues, entry: str) -> Iterable[Case]:
    """Second equalities: printed for a state that does not exist, where nothing can be won."""
    array = arrays(table)[SUMS[entry][0]]
    for n, i in pairs(table.n_max):
        state = (n, n, i, 0) if entry == "eq6.second" else (n, i, n, 0)
        yield state, array[n][: i + 1].sum()


def one_step(table: StageValues, sign: int) -> Iterator[Case]:
    """The last line of Lemma 4's proof, with `sign` before its argument: 1 is the print."""
    v = table.v
    for n, k in between(table.n_max):
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
    for n, k in between(table.n_max):
        before = g[n - 1][: k + 1].sum() + opportunity(law_at(table), g[n - 1][k])
        yield (n, k, 0, n), before - g[n][: k + 1].sum()


def cut(
    price: float, below: printed.Strategy, above: printed.Strategy
) -> Callable[[float], printed.Strategy]:
    """The strategy that changes at a price."""
    return lambda x: below if x < price else above


@deviations("lemma4.strategy", "lemma4.strategy_others", play=True)
def thresholds(table: StageValues, entry: str) -> Iterable[Case]:
    """High from the prize g_{n-1,k} on; and the three other cases.

    Dear prizes are worth a winning card, cheap ones a losing card.
    """

    def rules() -> Iterator[Rule]:
        g, h = arrays(table)
        for n, i in between(table.n_max):
            dear, cheap = g[n - 1][i], h[n - 1][i]
            if entry == "lemma4.strategy":
                yield (n, i, 0, n), cut(dear, (PASS, PLAY), (HIGH, PLAY)), (dear,)
            else:
                yield (n, 0, n, i), cut(dear, (LOW, WAIT), (LOW, PLAY)), (dear,)
                yield (n, 0, i, n), cut(cheap, (LOW, PLAY), (PASS, PLAY)), (cheap,)
                yield (n, n, 0, i), cut(cheap, (HIGH, PLAY), (HIGH, WAIT)), (cheap,)

    return gaps(table, rules())


@deviations(
    "lemma4.positive",
    note="Each is the mean of a prize confined between two earlier entries, so positive by "
    "induction; Lemmas 1 and 4 alone say that none is negative.",
    yes_or_no=True,
)
def positive_prices(table: StageValues) -> Iterable[Case]:
    """All entries of g and h are positive."""
    g, h = arrays(table)
    for n, i in pairs(table.n_max):
        yield (n, i, 0, n), 0.0 if min(g[n][i], h[n][i]) > 0 else 1.0


@claim("lemma4.one_decides", of=stages)
def who_decides(n_max: int) -> Finding:
    """Lemmas 4 to 6: in which of their states player I alone has a choice."""
    every: list[State] = []
    for n, i in between(n_max):
        every += [(n, i, 0, n), (n, 0, n, i), (n, 0, i, n), (n, n, 0, i), (n, n - i, i, n)]
        every += [(n, high, i, n) for high in range(1, n - i)]
    choices = {state: [len(some) > 1 for some in allowed(state)] for state in every}
    others = [state for state in every if choices[state] != [True, False]]
    only = all(choices[state] == [False, True] for state in others)
    return Finding(
        "partly" if others and only else not others,
        f"In {len(others)} of the {len(every)} states of these lemmas with up to {n_max} stages in "
        f"which somebody has a choice, first {show(min(others, default=()))}, player II alone has "
        "one. They are the states of the second halves of (6) and (7).",
    )
