"""Propositions 1 and 2: cards of one type, and nobody must play."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from scipy.integrate import quad

from parlor.core.laws import Law
from parlor.games.nakai.recursion import StageValues, State, states, values
from press import Effort, Finding, claim, counted

from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from . import comparison, corrected, printed
from .comparison import Case, Rule, deviations, gaps, law_at, printed_range, tables, uniform
from .recursion import mixes, mixing

PRICES = np.linspace(0.1, 2, 20)  # z of A_F
SECOND = ((0.0, 0.0), (0.3, 0.1), (0.1, 0.3))  # its alpha and beta
Index = tuple[int, int, int]


@dataclass(frozen=True)
class Side:
    """Player I with high cards alone, or with low ones alone: there all values change their sign.

    Attributes
    ----------
    sign : int
        1 for high cards and Proposition 1, -1 for low ones and Proposition 2.
    """

    sign: int

    def state(self, n: int, i: int, m: int) -> State:
        """With i cards of the type."""
        return (n, i, 0, m) if self.sign > 0 else (n, 0, i, m)

    def v(self, table: StageValues, n: int, i: int, m: int) -> float:
        """Value of a state to whoever it is good for."""
        return self.sign * table.v(*self.state(n, i, m))

    def arguments(self, table: StageValues, n: int, i: int, m: int) -> tuple[float, float, float]:
        """The z, alpha and beta as differences of values, by the proof."""
        none = self.v(table, n - 1, i - 1, m - 1)
        alpha = self.v(table, n - 1, i, m - 1) - none
        beta = self.v(table, n - 1, i - 1, m) - none
        return self.v(table, n - 1, i, m) - self.v(table, n - 1, i - 1, m) - alpha, alpha, beta

    def array(self, g: np.ndarray) -> np.ndarray:
        """G with the type's cards first."""
        return g if self.sign > 0 else g.T


HIGH_ALONE, LOW_ALONE = Side(1), Side(-1)
SIDES = {"prop1": HIGH_ALONE, "eq11": HIGH_ALONE, "prop2": LOW_ALONE, "eq12": LOW_ALONE}


def side_of(entry: str) -> Side:
    """The side that an entry is about."""
    return SIDES[entry.partition(".")[0]]


def inner(table: StageValues) -> list[Index]:
    """All (n, i, m) in which both have cards and nobody must play."""
    return [at for at in triples(table) if max(at[1:]) < at[0]]


def triples(table: StageValues) -> list[Index]:
    """All (n, i, j) with 1 <= i, j <= n."""
    every = range(1, table.n_max + 1)
    return [(n, i, j) for n in every for i in every[:n] for j in every[:n]]


def right_g(table: StageValues, corner: int = 1) -> list[np.ndarray]:
    """The sequence g, repaired, or with its corner as printed: 0."""
    return corrected.g_sequence(law_at(table), table.n_max, corner=corner)


def sums(table: StageValues, g: list[np.ndarray], side: Side = HIGH_ALONE) -> Iterator[Case]:
    """(11), or (12) with its minus: a double sum of g, less the value."""
    for n, i, m in triples(table):
        total = side.array(g[n])[: i + 1, : m + 1].sum()
        yield side.state(n, i, m), total - side.v(table, n, i, m)


def rules(table: StageValues, side: Side) -> Iterator[Rule]:
    """A proposition's strategy in every state, with the prizes at which it changes."""
    strategy = printed.proposition_1_strategy if side.sign > 0 else printed.proposition_2_strategy
    for at in inner(table):
        z, alpha, beta = side.arguments(table, *at)
        yield side.state(*at), partial(strategy, z=z, alpha=alpha, beta=beta), (alpha, beta)


def steps(table: StageValues, with_z: bool = True) -> Iterator[Case]:
    """The step by A_F in Proposition 1, less what it should be."""
    for n, k, m in inner(table):
        z, alpha, beta = HIGH_ALONE.arguments(table, n, k, m)
        gain = printed.a_function(law_at(table, n), z if with_z else 0.0, alpha, beta)
        yield (n, k, 0, m), table.v(n - 1, k, 0, m) + gain - table.v(n, k, 0, m)


@deviations("a_function")
def step_by_a(table: StageValues) -> Iterable[Case]:
    """A_F is what one more stage adds."""
    return steps(table)


@deviations(
    "a_function.condition",
    note=r"For $\beta + z$ in Proposition 1, and $\alpha + z$ in Proposition 2, is what one more "
    "middle card against cards of one type is worth, which is proved to be positive in the proof "
    "of the order of choices.",
    yes_or_no=True,
)
def positive_denominator(table: StageValues) -> Iterable[Case]:
    """Beta > -z, so that x + z is positive where it stands below a fraction.

    Proposition 2 calls A_F with alpha and beta exchanged.
    """
    for at in inner(table):
        for side in (HIGH_ALONE, LOW_ALONE):
            z, *others = side.arguments(table, *at)
            yield side.state(*at), 0.0 if others[side.sign > 0] + z > CERTIFIED else 1.0


@claim("a_function.defined", of=uniform)
def bounded(table: StageValues) -> Finding:
    """A_F is finite, and would be without a mean: 1/(x + z) is bounded where it is integrated."""
    least = min(
        max(others) + z for z, *others in (HIGH_ALONE.arguments(table, *at) for at in inner(table))
    )
    heavy = quad(lambda x: 1 / ((x + 0.5) * x**2), 1, np.inf)[0]
    return Finding(
        least > CERTIFIED and abs(heavy - (2 - 4 * np.log(1.5))) < CLIMBED,
        f"In the {len(inner(table))} states with up to {table.n_max} stages and uniform prizes in "
        f"which nobody must play, $1/(x + z)$ is at most {1 / least:.1f} where it is integrated. "
        "Even for the density $1/x^2$, $x > 1$, which has no mean, the integral of $1/(x + 1/2)$ "
        f"is finite, {heavy:.4f}.",
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


@printed_range(
    "g.range",
    "Of {meant} entries up to $n = {n}$ that no boundary value gives, {left} lie outside this "
    "range. The first, $g$ with the indices {first}, the Example computes by this recursion.",
)
def range_of_g(n_max: int) -> tuple[Iterable[Index], Iterable[Index]]:
    """For which k and m the recursion of g is printed, and for which nothing else gives g."""
    meant = inner(values(n_max))
    return [at for at in meant if min(at[1:]) > 1 and max(at[1:]) < at[0] - 1], meant


@deviations("g.corner", repaired=lambda table: sums(table, right_g(table)))
def corner(table: StageValues) -> Iterable[Case]:
    """g_{n,n,n} from mu as printed, and from n mu."""
    return sums(table, right_g(table, corner=0))


@deviations("g.boundary", note=comparison.COMPLETED)
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


@deviations(
    "eq11",
    "eq12",
    repaired=lambda table, entry: sums(table, right_g(table), side_of(entry)),
    partly=True,
)
def double_sum(table: StageValues, entry: str) -> Iterable[Case]:
    """(11) and (12) with the corner of g as printed, and repaired."""
    return sums(table, right_g(table, corner=0), side_of(entry))


@deviations("prop1.strategy", "prop2.strategy", play=True)
def strategies(table: StageValues, entry: str) -> Iterable[Case]:
    """The tables of Propositions 1 and 2, where nobody must play."""
    return gaps(table, rules(table, side_of(entry)))


@claim("prop1.range", "prop2.range", of=uniform)
def ranges(table: StageValues) -> dict[str, Finding]:
    """The propositions name no condition on k and l; their proofs say less than n."""
    free = [s for s in states(table.n_max) if s[3] < s[0]]

    def judge(absent: str, held: str) -> Finding:
        some = [s for s in free if s["nkl".index(absent)] == 0]
        all_held = [s for s in some if s["nkl".index(held)] == s[0]]
        found = mixing(table, f"${absent} = 0 < m < n$, ", some)
        exact = all((s in all_held) != mixes(table, s) for s in some)
        they = f" They are the states with ${held} = n$." if exact else ""
        return Finding(found.verdict, found.evidence + they)

    return {"prop1.range": judge("l", "k"), "prop2.range": judge("k", "l")}


@deviations("prop1.identities", "prop2.identities")
def arguments_below(table: StageValues, entry: str) -> Iterable[Case]:
    """z, alpha and beta below the table against those of the proof."""
    g, side = right_g(table), side_of(entry)
    for n, i, m in inner(table):
        old = side.array(g[n - 1])
        below = old[i, m], old[i, :m].sum(), old[:i, m].sum()
        for one, other in zip(below, side.arguments(table, n, i, m), strict=True):
            yield side.state(n, i, m), one - other


@deviations("prop1.signs", note="By Lemmas 1 and 2.")
def nonnegative_prices(table: StageValues) -> Iterable[Case]:
    """Alpha and beta of both proofs are not negative."""
    for at, side in product(inner(table), (HIGH_ALONE, LOW_ALONE)):
        yield side.state(*at), min(*side.arguments(table, *at)[1:], 0.0)


@deviations("prop1.split", note="We tried prizes in each of the pieces.")
def three_pieces(table: StageValues) -> Iterable[Case]:
    """The value of the stage in the three pieces of the proof, prize by prize."""
    v = table.v
    for n, k, m in inner(table):
        z, alpha, beta = HIGH_ALONE.arguments(table, n, k, m)
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


@deviations("prop1.substitution", "prop2.substitution")
def what_substituting_gives(table: StageValues, entry: str) -> Iterable[Case]:
    """Substituting (11) or (12) for n - 1 stages, with all three arguments, gives the value."""
    g, side = right_g(table), side_of(entry)
    for n, i, m in inner(table):
        indices = (i, m) if side is HIGH_ALONE else (m, i)
        told = substituted(law_at(table), g[n - 1], *indices)
        yield side.state(n, i, m), told - side.v(table, n, i, m)


@deviations("prop1.others", "prop2.others", partly=True)
def other_cases(table: StageValues, entry: str) -> Iterable[Case]:
    """(11) and (12) where somebody must play: the lines that complete the sums, as printed."""
    g, side, mean = right_g(table), side_of(entry), law_at(table).mean
    for n, i, m in triples(table):
        if n in (i, m):
            total = mean if i == m else side.array(g[n])[: i + 1, : m + 1].sum()
            yield side.state(n, i, m), total - side.v(table, n, i, m)


@deviations("prop1.call", repaired=steps)
def missing_argument(table: StageValues) -> Iterable[Case]:
    """A_F without its first argument, as the last display has it: z is taken for 0."""
    return steps(table, with_z=False)


@deviations("prop2.step")
def step_with_low_cards(table: StageValues) -> Iterable[Case]:
    """The step of Proposition 2: minus A_F with alpha and beta exchanged."""
    for n, l, m in inner(table):
        z, alpha, beta = LOW_ALONE.arguments(table, n, l, m)
        gain = printed.a_function(law_at(table, n), z, beta, alpha)
        yield (n, 0, l, m), table.v(n - 1, 0, l, m) - gain - table.v(n, 0, l, m)
