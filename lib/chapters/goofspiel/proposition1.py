"""Propositions 1 and 2: cards of one type, and nobody must play."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from scipy.integrate import quad

from parlor.core.laws import Law
from parlor.games.nakai import StageValues, values
from parlor.games.nakai.recursion import states
from parlor.games.nakai.regions import regions
from press import Effort, Finding, claim, counted, show

from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from . import corrected, printed
from .comparing import (
    COMPLETED,
    Case,
    Rule,
    at_prize,
    deviations,
    gaps,
    held,
    law_at,
    of_range,
    quiet,
    tables,
    uniform,
)
from .printed import Strategy

PRICES = np.linspace(0.1, 2, 20)  # z of A_F
SECOND = ((0.0, 0.0), (0.3, 0.1), (0.1, 0.3))  # its alpha and beta
Arguments = Callable[[StageValues, int, int, int], tuple[float, float, float]]


def inner(table: StageValues) -> list[tuple[int, int, int]]:
    """All (n, i, m) in which both have cards and nobody must play."""
    sizes = range(1, table.n_max)
    return [(n, i, m) for n in range(2, table.n_max + 1) for i in sizes for m in sizes
            if max(i, m) < n]  # fmt: skip


def triples(table: StageValues) -> list[tuple[int, int, int]]:
    """All (n, i, j) with 1 <= i, j <= n."""
    every = range(1, table.n_max + 1)
    return [(n, i, j) for n in every for i in every[:n] for j in every[:n]]


def first(table: StageValues, n: int, k: int, m: int) -> tuple[float, float, float]:
    """The z, alpha and beta of Proposition 1 as differences of values, by its proof."""
    v = table.v
    alpha = v(n - 1, k, 0, m - 1) - v(n - 1, k - 1, 0, m - 1)
    beta = v(n - 1, k - 1, 0, m) - v(n - 1, k - 1, 0, m - 1)
    return v(n - 1, k, 0, m) - v(n - 1, k - 1, 0, m) - alpha, alpha, beta


def second(table: StageValues, n: int, l: int, m: int) -> tuple[float, float, float]:
    """The z, alpha and beta of Proposition 2 as differences of values, by its proof."""
    v = table.v
    alpha = v(n - 1, 0, l - 1, m - 1) - v(n - 1, 0, l, m - 1)
    beta = v(n - 1, 0, l - 1, m - 1) - v(n - 1, 0, l - 1, m)
    return v(n - 1, 0, l - 1, m) - v(n - 1, 0, l, m) - alpha, alpha, beta


def right_g(table: StageValues) -> list[np.ndarray]:
    """The sequence g, repaired."""
    return corrected.g_sequence(law_at(table), table.n_max)


def printed_g(table: StageValues) -> list[np.ndarray]:
    """The sequence g with its corner as printed."""
    law, n_max = law_at(table), table.n_max
    return quiet(printed.g_sequence, law, n_max, corrected.edge_values(law, n_max))


def sums(table: StageValues, g: list[np.ndarray]) -> Iterator[Case]:
    """(11): a double sum of g, less the value."""
    for n, k, m in triples(table):
        yield (n, k, 0, m), g[n][: k + 1, : m + 1].sum() - table.v(n, k, 0, m)


def rules(table: StageValues, of: Arguments, strategy: Callable[..., Strategy]) -> Iterator[Rule]:
    """A strategy table in every state, with the prizes at which it changes."""
    for n, i, m in inner(table):
        z, alpha, beta = of(table, n, i, m)
        state = (n, i, 0, m) if of is first else (n, 0, i, m)
        yield state, at_prize(strategy, z, alpha, beta), (alpha, beta)


def steps(table: StageValues, with_z: bool = True) -> Iterator[Case]:
    """The step by A_F in Proposition 1, less what it should be."""
    for n, k, m in inner(table):
        z, alpha, beta = first(table, n, k, m)
        gain = printed.a_function(law_at(table, n), z if with_z else 0.0, alpha, beta)
        yield (n, k, 0, m), table.v(n - 1, k, 0, m) + gain - table.v(n, k, 0, m)


@deviations("a_function")
def step_by_a(table: StageValues) -> Iterable[Case]:
    """A_F is what one more stage adds."""
    return steps(table)


@claim("a_function.condition")
def positive_denominator(effort: Effort) -> Finding:
    """Beta > -z, so that x + z is positive where it stands below a fraction.

    Proposition 2 calls A_F with alpha and beta exchanged.
    """

    def cases(table: StageValues) -> Iterator[Case]:
        for n, k, m in inner(table):
            z, _, beta = first(table, n, k, m)
            yield (n, k, 0, m), 0.0 if beta + z > CERTIFIED else 1.0
            z, alpha, _ = second(table, n, k, m)
            yield (n, 0, k, m), 0.0 if alpha + z > CERTIFIED else 1.0

    note = (
        r"For $\beta + z$ in Proposition 1, and $\alpha + z$ in Proposition 2, is what one more "
        "middle card against cards of one type is worth, which is proved to be positive in the "
        "proof of the order of choices."
    )
    return held(effort, cases, note=note, yes_or_no=True)


@claim("a_function.defined", of=uniform)
def bounded(table: StageValues) -> Finding:
    """A_F is finite, and would be without a mean: 1/(x + z) is bounded where it is integrated."""
    least = min(
        max(alpha, beta) + z for z, alpha, beta in (first(table, *at) for at in inner(table))
    )
    heavy = quad(lambda x: 1 / ((x + 0.5) * x**2), 1, np.inf)[0]
    return Finding(
        least > CERTIFIED and abs(heavy - (2 - 4 * np.log(1.5))) < CLIMBED,
        f"In the {len(inner(table))} states with up to {table.n_max} stages and uniform prizes in "
        f"which nobody must play, $1/(x + z)$ is at most {1 / least:.1f} where it is integrated, "
        r"and $x$ only between $\alpha$ and $\beta$. Even for the density $1/x^2$, $x > 1$, which "
        f"has no mean, $A_F$ is finite: the integral of $1/(x + 1/2)$ is {heavy:.4f}.",
    )


def bends(law: Law) -> list[float]:
    """Second differences of A_F in z."""
    return [
        float(bend)
        for alpha, beta in SECOND
        for bend in np.diff([printed.a_function(law, z, alpha, beta) for z in PRICES], 2)
    ]


@claim("a_function.convex")
def concave(effort: Effort) -> Finding:
    """Second differences of A_F in z: convex as printed, concave as computed."""
    found = [bend for table in tables(effort).values() for bend in bends(law_at(table))]
    one, two, three = (printed.a_function(law_at(uniform(effort)), z, 0, 0) for z in (1, 2, 3))
    return Finding(
        min(found) > -ROUNDING,
        f"We computed second differences in $z$ at {len(PRICES)} values of $z$, for {len(SECOND)} "
        rf"pairs of $\alpha$ and $\beta$ and {' and '.join(tables(effort))} prizes. Of these "
        f"{counted(sum(b < -ROUNDING for b in found), len(found))} are negative and "
        f"{counted(sum(b > ROUNDING for b in found), len(found))} positive. For example, with "
        rf"uniform prizes and $\alpha = \beta = 0$ it is {one:.3f}, {two:.3f} and {three:.3f} at "
        "$z = 1$, $2$ and $3$, and the middle one is above the mean of the others.",
    )


@claim("g.range")
def range_of_g(effort: Effort) -> Finding:
    """For which k and m the recursion of g is printed, and for which nothing else gives g."""
    n_max = effort.of(full=12, reduced=4)
    open_ = inner(values(n_max))
    given = {(n, k, m) for n, k, m in open_ if 1 < k < n - 1 and 1 < m < n - 1}
    missing = [index for index in open_ if index not in given]
    return Finding(
        of_range(given, open_),
        f"Of {len(open_)} entries up to $n = {n_max}$ that no boundary value gives, "
        f"{len(missing)} lie outside this range. The first, $g$ with the indices "
        f"{show(missing[0] if missing else ())}, the Example computes by this recursion.",
    )


@deviations("g.corner", repaired=lambda table: sums(table, right_g(table)))
def corner(table: StageValues) -> Iterable[Case]:
    """g_{n,n,n} from mu as printed, and from n mu."""
    return sums(table, printed_g(table))


@deviations("g.boundary", note=COMPLETED)
def boundary(table: StageValues) -> Iterable[Case]:
    """The boundary lines of g but the corner: sums along the edges are values of the game."""
    g = right_g(table)
    for n in range(2, table.n_max + 1):
        for i in range(1, n):
            yield (n, i, 0, n), g[n][: i + 1, : n + 1].sum() - table.v(n, i, 0, n)
            yield (n, n, 0, i), g[n][: n + 1, : i + 1].sum() - table.v(n, n, 0, i)


@deviations("g.start")
def start_of_g(table: StageValues) -> Iterable[Case]:
    """G for n = 1."""
    for k, m in ((1, 1), (0, 1), (1, 0)):
        expected = law_at(table).mean * k * m
        yield (1, k, 0, m), expected - table.v(1, k, 0, m)


@deviations("eq11", repaired=lambda table: sums(table, right_g(table)), partly=True)
def double_sum(table: StageValues) -> Iterable[Case]:
    """(11) with the corner of g as printed, and repaired."""
    return sums(table, printed_g(table))


@deviations("prop1.strategy", play=True)
def strategies_with_high_cards(table: StageValues) -> Iterable[Case]:
    """The table of Proposition 1, where nobody must play."""
    return gaps(table, rules(table, first, printed.proposition_1_strategy))


def mixing(table: StageValues, lacks: str, holds: str) -> Finding:
    """Whether both mix at some prize in all states with 0 < m < n and cards of one kind alone."""
    own, other = (1 + "kl".index(kind) for kind in (holds, lacks))
    some = [s for s in states(table.n_max) if s[3] < s[0] and s[other] == 0]
    odd = [s for s in some if "mix" not in regions(table, *s)[-1].choice]
    forced = all(s[own] == s[0] for s in odd)
    return Finding(
        ("partly" if forced else False) if odd else True,
        f"In {len(odd)} of {len(some)} states with ${lacks} = 0 < m < n \\le {table.n_max}$, first "
        f"{show(min(odd, default=()))}, $z$ does not exist, player I may not pass and nobody "
        f"mixes: they are the states with ${holds} = n$.",
    )


@claim("prop1.range", of=uniform)
def range_of_proposition_1(table: StageValues) -> Finding:
    """Proposition 1 names no condition on k; its proof says k < n."""
    return mixing(table, lacks="l", holds="k")


@deviations("prop1.identities")
def arguments_of_proposition_1(table: StageValues) -> Iterable[Case]:
    """z, alpha and beta below the table against those of the proof."""
    g = right_g(table)
    for n, k, m in inner(table):
        z, alpha, beta = first(table, n, k, m)
        old = g[n - 1]
        yield (n, k, 0, m), old[k, m] - z
        yield (n, k, 0, m), old[k, :m].sum() - alpha
        yield (n, k, 0, m), old[:k, m].sum() - beta


@deviations("prop1.signs", note="By Lemmas 1 and 2.")
def nonnegative_prices(table: StageValues) -> Iterable[Case]:
    """Alpha and beta of both proofs are not negative."""
    for n, i, m in inner(table):
        yield (n, i, 0, m), min(*first(table, n, i, m)[1:], 0.0)
        yield (n, 0, i, m), min(*second(table, n, i, m)[1:], 0.0)


@deviations("prop1.split", note="We tried prizes in each of the pieces.")
def three_pieces(table: StageValues) -> Iterable[Case]:
    """The value of the stage in the three pieces of the proof, prize by prize."""
    v = table.v
    for n, k, m in inner(table):
        z, alpha, beta = first(table, n, k, m)
        top = max(alpha, beta)
        for x in (alpha / 2, (alpha + top) / 2, top + 0.01, top + 0.7):
            if x < alpha:
                expected = v(n - 1, k, 0, m - 1)
            elif x < top:
                expected = x + v(n - 1, k - 1, 0, m - 1)
            else:
                expected = v(n - 1, k, 0, m) - (alpha + z) * (beta + z) / (x + z)
            game = table.matrix(n, k, 0, m, x)[1:]
            one, two = table.strategy(n, k, 0, m, x)
            yield (n, k, 0, m), float(one[1:] @ game @ two) - expected


def substituted(law: Law, old: np.ndarray, i: int, m: int) -> float:
    """(11) for n - 1 stages, whose array g is `old`, in the last line of the split."""
    gain = printed.a_function(law, old[i, m], old[i, :m].sum(), old[:i, m].sum())
    return float(old[: i + 1, : m + 1].sum() + gain)


@deviations("prop1.substitution")
def what_substituting_gives(table: StageValues) -> Iterable[Case]:
    """Substituting (11) for n - 1 stages gives its sum for n, with all three arguments."""
    g = right_g(table)
    for n, k, m in inner(table):
        told = substituted(law_at(table), g[n - 1], k, m)
        yield (n, k, 0, m), told - g[n][: k + 1, : m + 1].sum()


def on_the_edges(table: StageValues) -> Iterator[tuple[int, int, int, float]]:
    """The sums of g with k or m equal to n, the corner from mu as printed."""
    g, mean = right_g(table), law_at(table).mean
    for n, k, m in triples(table):
        if n in (k, m):
            yield n, k, m, mean if k == m else float(g[n][: k + 1, : m + 1].sum())


@deviations("prop1.others", partly=True)
def other_cases(table: StageValues) -> Iterable[Case]:
    """(11) where somebody must play: the lines that complete the sums."""
    for n, k, m, total in on_the_edges(table):
        yield (n, k, 0, m), total - table.v(n, k, 0, m)


@deviations("prop1.call", repaired=steps)
def missing_argument(table: StageValues) -> Iterable[Case]:
    """A_F without its first argument, as the last display has it: z is taken for 0."""
    return steps(table, with_z=False)


def mirrored(table: StageValues, g: list[np.ndarray]) -> Iterator[Case]:
    """(12): minus a double sum of g with its indices exchanged, less the value."""
    for n, l, m in triples(table):
        yield (n, 0, l, m), -g[n][: m + 1, : l + 1].sum() - table.v(n, 0, l, m)


@deviations("eq12", repaired=lambda table: mirrored(table, right_g(table)), partly=True)
def mirrored_sum(table: StageValues) -> Iterable[Case]:
    """(12) with the corner of g as printed, and repaired."""
    return mirrored(table, printed_g(table))


@deviations("prop2.substitution")
def what_substituting_gives_for_low(table: StageValues) -> Iterable[Case]:
    """Substituting (12) for n - 1 stages gives its sum for n."""
    g = right_g(table)
    for n, l, m in inner(table):
        told = substituted(law_at(table), g[n - 1], m, l)
        yield (n, 0, l, m), -told - table.v(n, 0, l, m)


@deviations("prop2.others", partly=True)
def other_cases_for_low(table: StageValues) -> Iterable[Case]:
    """(12) where somebody must play: the lines that complete the sums."""
    for n, m, l, total in on_the_edges(table):
        yield (n, 0, l, m), -total - table.v(n, 0, l, m)


@deviations("prop2.strategy", play=True)
def strategies_with_low_cards(table: StageValues) -> Iterable[Case]:
    """The table of Proposition 2, where nobody must play."""
    return gaps(table, rules(table, second, printed.proposition_2_strategy))


@claim("prop2.range", of=uniform)
def range_of_proposition_2(table: StageValues) -> Finding:
    """Proposition 2 names no condition on l; its proof says l < n."""
    return mixing(table, lacks="k", holds="l")


@deviations("prop2.identities")
def arguments_of_proposition_2(table: StageValues) -> Iterable[Case]:
    """z, alpha and beta below the table against those of the proof."""
    g = right_g(table)
    for n, l, m in inner(table):
        z, alpha, beta = second(table, n, l, m)
        old = g[n - 1]
        yield (n, 0, l, m), old[m, l] - z
        yield (n, 0, l, m), old[:m, l].sum() - alpha
        yield (n, 0, l, m), old[m, :l].sum() - beta


@deviations("prop2.step")
def step_with_low_cards(table: StageValues) -> Iterable[Case]:
    """The step of Proposition 2: minus A_F with alpha and beta exchanged."""
    for n, l, m in inner(table):
        z, alpha, beta = second(table, n, l, m)
        gain = printed.a_function(law_at(table, n), z, beta, alpha)
        yield (n, 0, l, m), table.v(n - 1, 0, l, m) - gain - table.v(n, 0, l, m)
