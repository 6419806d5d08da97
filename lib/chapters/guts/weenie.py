"""Appendix B: the Weenie rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import numpy as np
from scipy.optimize import minimize_scalar

from parlor.games.guts import equilibrium_threshold, payoff, payoffs, stakes_multiplier
from parlor.games.guts.play import deal
from parlor.games.guts.weenie import StrongestCoalition, strongest_coalition
from parlor.solvers import recursive_game
from press import Effort, Finding, claim, counted, greatest, in_parts, show
from press.ledger.verdict import NOISE

from ..agreement import Cases, agrees, largest_difference, tally
from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from . import printed
from .equilibrium import crossings, slope_at
from .recursion import FEE
from .rounds import pairs_of_tenths, triples_of_tenths
from .said import equality, zero
from .solutions import continuum

ROOT = 3**-0.5  # the equilibrium of three
STEP = 1e-6  # of difference quotients
END = 3**0.5 / 2  # where the stationary p2 reaches 0
SIX = (0.0, 0.92, 0.92, 0.92, 0.92)  # the coalition that beats six players' equilibrium


def alpha(p1: float, *others: float) -> float:
    """Player 1's payoff under the Weenie rule."""
    return payoff((p1, *others), weenie=True)


@cache
def strongest(n_players: int) -> StrongestCoalition:
    """The best coalition against the symmetric equilibrium."""
    return strongest_coalition(n_players)


def stationary(p3: np.ndarray) -> np.ndarray:
    """The printed (B.7)."""
    return np.sqrt(np.maximum(1 - 2 * p3 / 3**0.5, 0))


@cache
def least_on_mesh(points: int) -> float:
    """The least that a pair of thresholds on a mesh leaves three players' equilibrium."""
    fine = np.linspace(0, 1, points).tolist()
    return min(alpha(ROOT, b, c) for b, c in product(fine, fine))


@cache
def least_over_p2(points: int) -> tuple[np.ndarray, np.ndarray]:
    """Thresholds p3 of Case II, and the least alpha over p2 by search: it is convex in p2."""
    p3 = np.linspace(ROOT, END, points)
    search = {"bounds": (0, ROOT), "method": "bounded", "options": {"xatol": 1e-12}}
    least = [minimize_scalar(lambda b, c=c: alpha(ROOT, b, c), **search).fun for c in p3]
    return p3, np.array(least)


def right_h(p3: np.ndarray) -> np.ndarray:
    """The least alpha over p2, in closed form."""
    return np.asarray(2 / 3**0.5 - 2 * p3 + p3**3 - stationary(p3) ** 3)


def printed_h(p3: np.ndarray) -> np.ndarray:
    """The printed (B.8)."""
    s = stationary(p3)
    return np.asarray(2 / 3**0.5 - 2 * s - 2 * p3 + s**3 + p3**3 + 3**0.5 * s * p3)


def printed_slope(p3: np.ndarray) -> np.ndarray:
    """The printed h'."""
    s = stationary(p3)
    return np.asarray((3**0.5 * p3 / 2 - 1) / s + (3**0.5 + 1.5) * s - 2 + 3 * p3**2)


def printed_bend(p3: np.ndarray) -> np.ndarray:
    """The printed h''."""
    C = 3**0.5 / 2 + 2 / 3**0.5
    return np.asarray((C * p3 - 1 - p3**2 - 3**0.5) / stationary(p3) / 3**0.5)


def bend(p3: np.ndarray) -> np.ndarray:
    """The second derivative of `right_h`."""
    return np.asarray(6 * p3 - 1 / stationary(p3))


def slope_of(h: Callable[[np.ndarray], np.ndarray], at: np.ndarray) -> np.ndarray:
    """A difference quotient."""
    return (h(at + STEP) - h(at - STEP)) / (2 * STEP)


def in_p2(b: float, c: float) -> float:
    """How alpha at the equilibrium changes with p2."""
    return (alpha(ROOT, b + STEP, c) - alpha(ROOT, b - STEP, c)) / (2 * STEP)


@claim(
    "weenie.abstract", "weenie.unconditional", "weenie.exact_all", "weenie.all_n", "weenie.small",
    "weenie.two_blocs", "weenie.checked",
)  # fmt: skip
def against_all_coalitions(effort: Effort) -> dict[str, Finding]:
    """The equilibrium is optimal against all coalitions."""
    found = {n: strongest(n) for n in range(2, effort.of(full=11, reduced=8))}
    mesh = effort.of(full=201, reduced=41)
    line = min(alpha(1 / 3, q) for q in np.linspace(0, 1, mesh).tolist())
    swept, margins = min(least_on_mesh(mesh), line), [margin_of(n, 201) for n in (2, 3)]
    minima = {n: len(found[n].minima) for n in (3, 4, 5)}
    least = min(found[n].least for n in minima)
    beaten = min((n for n, one in found.items() if one.least < -CERTIFIED), default=None)
    fails = Finding(
        beaten is None,
        f"The smallest table at which a coalition gains has {beaten} players: the thresholds "
        f"{show(SIX)} hold a player at the equilibrium to "
        f"{alpha(found[len(SIX) + 1].threshold, *SIX):.6f}, and the best coalition to "
        f"{found[len(SIX) + 1].least:.6f}.",
    )
    small = Finding(
        swept > -ROUNDING and min(margins) > 0,
        f"The least that one opponent or two on a mesh of {mesh} thresholds leave the player at "
        rf"the equilibrium in a round is {swept:.0e}. As $\alpha - \beta + 1$ is at least "
        f"{margins[0]:.3f} against one and {margins[1]:.3f} against two, playing on takes her from "
        "the loss of an ante to a value that is not negative.",
    )
    checked = Finding(
        least > -CERTIFIED,
        f"We searched for the best coalition at tables of {show(list(minima))} players. Player 1's "
        f"payoff has {show(list(minima.values()))} local minima there, and the least of them is "
        f"{abs(least):.0e} away from zero. It is proved for three in the lecture, and certified "
        "for four and five in 'What nobody knew'.",
    )
    blocs = Finding(
        line > -ROUNDING and margins[0] > 0,
        rf"A single opponent is a bloc by himself. Against {mesh} of his thresholds $\alpha$ is at "
        rf"least {line:.0e} and $\alpha - \beta + 1$, which has to be positive for the step from "
        f"one round to the whole game, at least {margins[0]:.3f}.",
    )
    everywhere = "weenie.abstract", "weenie.unconditional", "weenie.exact_all", "weenie.all_n"
    return {
        **dict.fromkeys(everywhere, fails),
        "weenie.small": small,
        "weenie.two_blocs": blocs,
        "weenie.checked": checked,
    }


def margin_of(n_players: int, mesh: int) -> float:
    """The least of alpha - beta + 1 at the equilibrium, over blocs and pairs on a mesh."""
    p = equilibrium_threshold(n_players, weenie=True)
    x = np.linspace(0, 1, mesh).tolist()
    tables = [(p, *others) for others in combinations_with_replacement(x, n_players - 1)]
    return min(alpha(*t) - stakes_multiplier(t, weenie=True) + 1 for t in tables)


@claim("weenie.shift")
def shifted_from(effort: Effort) -> Finding:
    """The bloc optimum of standard guts is 2^(-1/(n-2))."""
    sizes = range(3, effort.of(full=21, reduced=6))
    said = {n: 2 ** (-1 / (n - 2)) for n in sizes}
    off = [abs(said[n] - equilibrium_threshold(n)) for n in sizes]
    n = sizes[0]
    return Finding(
        max(off) < ROUNDING,
        f"For {n} to {sizes[-1]} players the printed threshold differs from the symmetric "
        f"equilibrium's by at least {min(off):.3f}. For {n} it is {said[n]:g}, where one's own "
        f"payoff has the slope {slope_at(said[n], n):.2f} in one's own threshold.",
    )


@claim("weenie.bolder")
def bolder(effort: Effort) -> Finding:
    """Under the Weenie rule the symmetric strategy is more aggressive."""
    cells = effort.of(full=400, reduced=100)
    fair = {n: [crossings(n, weenie, cells) for weenie in (False, True)] for n in range(2, 11)}
    lower = sum(max(weenie) < min(standard) for standard, weenie in fair.values())
    return Finding(
        lower == len(fair),
        "We searched for the thresholds from which nobody wants to move alone if all play them. "
        f"They are lower under the Weenie rule in {counted(lower, len(fair))} games of {min(fair)} "
        f"to {max(fair)} players; for three the one is {fair[3][1][0]:.2f}, and "
        f"{fair[3][0][0]:.2f} in standard guts.",
    )


@claim("weenie.nash", "weenie.strict", "weenie.bloc")
def symmetric_equilibrium(effort: Effort) -> dict[str, Finding]:
    """The unique symmetric equilibrium is 3^(-1/(n-1)); it is strict, and optimal against blocs."""
    grid = np.linspace(0, 1, effort.of(full=401, reduced=81))
    cells, sizes = effort.of(full=200, reduced=50), range(2, 11)
    turns, concave, lost, flat, least = [], [], [], [], []
    for n in sizes:
        p, standard = 3 ** (-1 / (n - 1)), equilibrium_threshold(n)
        turns.append([abs(at - p) <= 1 / cells for at in crossings(n, True, cells)] == [True])
        earned = np.array([alpha(x, *(p,) * (n - 1)) for x in grid.tolist()])
        concave.append((np.diff(earned, 2) <= ROUNDING).all())
        lost.append(-earned[grid != p].max())
        below = grid[grid < standard].tolist()
        flat.append(max(abs(payoff((x, *(standard,) * (n - 1)))) for x in below))
        least.append(min(alpha(p, *(q,) * (n - 1)) for q in grid.tolist()))
    return {
        "weenie.nash": Finding(
            all(turns),
            f"In {tally(turns)} games of {sizes[0]} to {sizes[-1]} players the slope of one's own "
            "payoff in one's own threshold, where all play alike, changes its sign just once, at "
            "$3^{-1/(n-1)}$.",
        ),
        "weenie.strict": Finding(
            min(lost) > ROUNDING and all(concave) and max(flat) < ROUNDING,
            f"In {tally(concave)} games of {sizes[0]} to {sizes[-1]} players one's own payoff "
            f"against the equilibrium is concave, and whoever leaves it for one of {grid.size} "
            f"thresholds on a mesh loses at least {min(lost):.0e}. In standard guts all thresholds "
            f"below the equilibrium pay the same, within {max(flat):.0e}.",
        ),
        "weenie.bloc": Finding(
            min(least) > -ROUNDING,
            f"In games of {sizes[0]} to {sizes[-1]} players we tried {grid.size} blocs each: the "
            rf"least payoff $\alpha$ of the player at the equilibrium is {min(least):.0e}.",
        ),
    }


@agrees(
    "weenie.two",
    "At all {count} pairs of thresholds in tenths (B.1) differs from the payoff that we compute by "
    "at most {off}.",
)
def two_players(effort: Effort) -> Cases:
    """Alpha for two players, (B.1)."""
    return ((printed.two(*p, weenie=True), payoff(p, weenie=True)) for p in pairs_of_tenths())


@claim("weenie.beta")
def stakes(effort: Effort) -> Finding:
    """Beta is as in standard guts."""
    half = (0.5, 0.5, 0.5)
    n = effort.of(full=4_000_000, reduced=20_000)
    dealt = deal(half, n_rounds=n, weenie=True, seed=1)
    source, ours = stakes_multiplier(half), stakes_multiplier(half, weenie=True)
    return Finding(
        abs(dealt.multiplier - source) < NOISE * dealt.multiplier_error,
        f"With the thresholds {show(half)} standard guts multiplies the stakes by {source:g}. The "
        f"Weenie rule multiplies them by {ours:g}, since they double when all drop; in {n:,} deals "
        f"under it the mean is {dealt.multiplier:.4f} +- {dealt.multiplier_error:.4f}.",
    )


@claim("weenie.three", "weenie.line6")
def three_players(effort: Effort) -> dict[str, Finding]:
    """Alpha for three players, (B.2)."""
    triples = triples_of_tenths(effort.reduced)
    cases = [(p, *printed.three(*p, weenie=True), alpha(*p)) for p in triples]
    first = greatest(*(abs(float(said) - ours) for _, line, said, ours in cases if line < 6))
    sixth = [(p, float(said), ours) for p, line, said, ours in cases if line == 6]
    off = greatest(*(abs(said - ours) for _, said, ours in sixth))
    mended = greatest(*(abs(said - float(p[1] - p[2]) - ours) for p, said, ours in sixth))
    return {
        "weenie.three": Finding(
            first < ROUNDING,
            f"At {len(triples)} triples of different thresholds in tenths the first five lines "
            f"differ from the payoff that we compute by at most {first:.0e}.",
        ),
        "weenie.line6": Finding(
            off < ROUNDING,
            "The printed line exceeds the payoff that we compute by $p_2 - p_3$: by "
            f"{off:.2f} in the worst of {len(sixth)} triples of thresholds in tenths. With $p_2$ "
            f"in place of one $p_3$ it differs there by at most {mended:.0e}.",
        ),
    }


@claim("weenie.proof", "weenie.sum")
def three_cases(effort: Effort) -> dict[str, Finding]:
    """Three cases of all dropping add up, and with (3.2) they give lines 1, 3 and 5 of (B.2)."""
    triples = [p for p in triples_of_tenths(effort.reduced) if p[1] < p[2]]
    drops = [printed.redrop(*p) for p in triples]
    cases = greatest(*(abs(float(parts - total)) for parts, total in drops))
    more = [total for _, total in drops]
    added = largest_difference(more, (alpha(*p) - payoff(p) for p in triples))
    lines, said = zip(*(printed.three(*p, weenie=True) for p in triples), strict=True)
    sums = [printed.three(*p)[1] + total for p, total in zip(triples, more, strict=True)]
    summed = largest_difference(sums, said)
    return {
        "weenie.proof": Finding(
            cases == 0 and added < ROUNDING,
            f"At {len(triples)} triples of thresholds in tenths the printed totals agree with the "
            f"sums of their sub-cases {equality(cases)}, and with what the rule adds to player 1's "
            f"payoff {equality(added)}.",
        ),
        "weenie.sum": Finding(
            summed == 0 and {*lines} == {1, 3, 5},
            f"At {len(triples)} triples of thresholds in tenths, which reach lines "
            f"{show(sorted({*lines}))}, the sum agrees with the line of (B.2) {equality(summed)}.",
        ),
    }


@claim("weenie.case1", "weenie.case1_end", "weenie.case3", "weenie.case3_end")
def cases_one_and_three(effort: Effort) -> dict[str, Finding]:
    """The derivative in p2 has one sign, so that alpha is least at p2 = p1, or at p2 = p3."""
    one = [(b, c) for b in np.linspace(0.578, 0.99, 12).tolist() for c in (b + 0.003, 0.999)]
    three = list(product((0.05, 0.2, 0.4), (0.41, 0.5, 0.57)))
    stated = [-1 + 6 * b * c - 3 * ROOT * c for b, c in one]
    falls = [1.5 * b**2 + 1.5 * c**2 - 1 for b, c in three]
    near, beside = (
        largest_difference(said, (in_p2(*pair) for pair in pairs))
        for said, pairs in ((stated, one), (falls, three))
    )
    low, high = np.linspace(0, ROOT, 201).tolist(), np.linspace(ROOT, 1, 201).tolist()
    ends = [alpha(ROOT, ROOT, c) for c in high]
    blocs = [alpha(ROOT, q, q) for q in low]
    off_end = min(alpha(ROOT, b, c) - alpha(ROOT, ROOT, c) for b, c in combinations(high[::20], 2))
    off_bloc = min(alpha(ROOT, b, c) - alpha(ROOT, c, c) for b, c in combinations(low[::20], 2))
    agree = "the printed derivative agrees with difference quotients of $\\alpha$ within"
    only = "so that it is zero at the equilibrium only. It is nowhere lower at another $p_2$."
    return {
        "weenie.case1": Finding(
            near < CLIMBED and min(stated) > 0,
            f"At {len(one)} pairs $(p_2, p_3)$ {agree} {near:.0e}, and it is at least "
            f"{min(stated):.3f} there.",
        ),
        "weenie.case1_end": Finding(
            off_end > -ROUNDING and abs(ends[0]) < ROUNDING and bool((np.diff(ends) > 0).all()),
            r"At $p_2 = p_1$ the payoff $\alpha(1/\sqrt3, 1/\sqrt3, p_3)$ rises with $p_3$, on "
            f"{len(ends)} thresholds, from {abs(ends[0]):.0e} to {ends[-1]:.3f}, {only}",
        ),
        "weenie.case3": Finding(
            beside < CLIMBED and max(falls) <= 0,
            f"At {len(three)} pairs $(p_2, p_3)$ {agree} {beside:.0e}, and it is at most "
            f"{max(falls):.3f} there.",
        ),
        "weenie.case3_end": Finding(
            off_bloc > -ROUNDING and abs(blocs[-1]) < ROUNDING and bool((np.diff(blocs) < 0).all()),
            r"At $p_2 = p_3 = q$ the payoff $\alpha(1/\sqrt3, q, q)$ falls with $q$, on "
            f"{len(blocs)} thresholds, from {blocs[0]:.3f} to {abs(blocs[-1]):.0e}, {only}",
        ),
    }


@claim("weenie.case2", "weenie.derivative", "weenie.at_zero", "weenie.convex")
def case_two(effort: Effort) -> dict[str, Finding]:
    """Case II: alpha at p1 = 1/sqrt(3), its derivative, its value at p2 = 0, its convexity."""
    side = list(product(np.linspace(0.01, ROOT - 0.01, 12).tolist(), np.linspace(0.6, 0.99, 9)))
    tilde = [2 / 3**0.5 - 1.5 * b - 2 * c + b**3 / 2 + c**3 + 3**0.5 * b * c for b, c in side]
    off = largest_difference(tilde, (alpha(ROOT, b, c) for b, c in side))
    said = (1.5 * b * b - 1.5 + 3**0.5 * c for b, c in side)
    slopes = largest_difference(said, (in_p2(b, c) for b, c in side))
    thresholds = sorted({c for _, c in side})
    at_zero = [2 / 3**0.5 - 2 * c + c**3 for c in thresholds]
    edge = largest_difference(at_zero, (alpha(ROOT, 0.0, c) for c in thresholds))
    bends = [
        alpha(ROOT, b + 0.005, c) + alpha(ROOT, b - 0.005, c) > 2 * alpha(ROOT, b, c)
        for b, c in side
    ]
    pairs, ours = f"At {len(side)} pairs $(p_2, p_3)$ the printed", "the payoff that we compute"
    return {
        "weenie.case2": Finding(
            off < ROUNDING, f"{pairs} formula differs from {ours} by at most {off:.0e}."
        ),
        "weenie.derivative": Finding(
            slopes < CLIMBED,
            rf"{pairs} derivative differs from difference quotients of $\alpha$ by at most "
            f"{slopes:.0e}.",
        ),
        "weenie.at_zero": Finding(
            edge < ROUNDING,
            f"At {len(thresholds)} thresholds $p_3$ the printed value differs from {ours} by at "
            f"most {edge:.0e}.",
        ),
        "weenie.convex": Finding(
            all(bends),
            rf"The second difference of $\alpha$ in $p_2$ is positive at {tally(bends)} pairs "
            "$(p_2, p_3)$ that we tried.",
        ),
    }


@claim("weenie.threshold")
def where_the_derivative_is_positive(effort: Effort) -> Finding:
    """(B.3) is nonnegative from p3 = 2/sqrt(3), below 1, on."""
    grid = np.linspace(ROOT, 1, effort.of(full=2001, reduced=201))
    said = 2 / 3**0.5
    first = next(c for c in grid.tolist() if in_p2(1e-5, c) >= 0)  # it is least at p2 = 0
    return Finding(
        said <= 1 and abs(first - said) <= grid[1] - grid[0],
        rf"The derivative is least at $p_2 = 0$, where $p_3 = {first:.4f}$ is the first of "
        rf"{grid.size:,} thresholds on a mesh at which it is not negative. The printed bound "
        rf"$2/\sqrt{{3}} = {said:.4f}$ is larger than any threshold.",
    )


@claim("weenie.increasing", "weenie.endpoint")
def along_the_edge(effort: Effort) -> dict[str, Finding]:
    """Alpha at p2 = 0 increases with p3 there; at the end point it is 2/sqrt(3) (1 + 4/3 - 2)."""
    top = np.linspace(END, 1, effort.of(full=200, reduced=50))
    rising = np.diff([alpha(ROOT, 0.0, c) for c in top.tolist()])
    edge, said = alpha(ROOT, 0.0, END), 2 / 3**0.5 * (1 + 4 / 3 - 2)
    return {
        "weenie.increasing": Finding(
            bool((rising > 0).all()),
            rf"From $p_3 = \sqrt{{3}}/2$, where (B.4) should begin, to {top[-1]:g} the payoff "
            f"rises by {rising.sum():.3f}, in {tally(rising > 0)} steps of a mesh.",
        ),
        "weenie.endpoint": Finding(
            abs(edge - said) < ROUNDING,
            rf"The range should begin at $\sqrt{{3}}/2$, where the payoff is {edge:.6f}. The "
            rf"printed {said:.4f} is what the formula gives at $2/\sqrt{{3}}$, no threshold.",
        ),
    }


@claim("weenie.stationary", "weenie.h", "weenie.ends")
def least_value(effort: Effort) -> dict[str, Finding]:
    """The stationary p2 is sqrt(1 - 2 p3/sqrt(3)), and the least alpha h, 0 at one end."""
    p3, least = least_over_p2(effort.of(full=201, reduced=21))
    s, said, end = stationary(p3), printed_h(p3), 2 / 3**0.5
    at = largest_difference(map(alpha, np.full(p3.size, ROOT), s, p3), least)
    off, mended = (largest_difference(h, least) for h in (said, said + s / 2 - s**3 / 2))
    parts = abs(least[0]) < CLIMBED, end <= 1 and float(right_h(np.array([end]))[0]) > 0
    return {
        "weenie.stationary": Finding(
            at < CLIMBED,
            rf"We searched for the least $\alpha$ at {p3.size} values of $p_3$. At the printed "
            rf"$p_2$ the payoff is that, within {at:.0e}.",
        ),
        "weenie.h": Finding(
            off < CLIMBED,
            rf"The printed $h$ differs from the least $\alpha$ that a search finds by up to "
            f"{off:.3f}. With the coefficients $3/2$ and $1/2$ in place of $2$ and $1$ for its "
            f"terms in $s$ it differs by at most {mended:.0e}.",
        ),
        "weenie.ends": Finding(
            in_parts(*parts),
            rf"At $1/\sqrt3$ the true $h$ is {abs(float(least[0])):.0e} away from zero. But "
            rf"$2/\sqrt{{3}} = {end:.4f}$ is no threshold, and $p_2$ would be imaginary; at "
            rf"$\sqrt{{3}}/2$, which must be meant, $h$ is {float(least[-1]):.4f}.",
        ),
    }


@claim("weenie.h_prime", "weenie.h_second", "weenie.concave", "weenie.secant", "weenie.h_positive")
def shape_of_h(effort: Effort) -> dict[str, Finding]:
    """The printed h' and h''; h'' < 0 everywhere, so that h is not negative."""
    p3, least = least_over_p2(effort.of(full=201, reduced=21))
    inner = np.linspace(ROOT, END, 11)[1:-1]
    slopes = slope_of(right_h, inner), slope_of(printed_h, inner)
    bends = bend(inner), slope_of(printed_slope, inner)
    at = np.array([0.7])

    def told(name: str, said: np.ndarray, true: np.ndarray, of_printed: np.ndarray) -> str:
        return (
            f"At $p_3 = {at[0]:g}$ the printed formula gives {said[0]:.3f}. The right one, of the "
            rf"least $\alpha$, gives {true[0]:.3f} there, and the slope of the printed ${name}$ is "
            f"{of_printed[0]:.3f}."
        )

    secant = np.interp(p3, p3[[0, -1]], least[[0, -1]])
    lowest = int((least - secant).argmin())
    return {
        "weenie.h_prime": Finding(
            min(largest_difference(printed_slope(inner), one) for one in slopes) < CLIMBED,
            told("h", printed_slope(at), slope_of(right_h, at), slope_of(printed_h, at)),
        ),
        "weenie.h_second": Finding(
            min(largest_difference(printed_bend(inner), one) for one in bends) < CLIMBED,
            told("h'", printed_bend(at), bend(at), slope_of(printed_slope, at)),
        ),
        "weenie.concave": Finding(
            bool((bend(p3[:-1]) < 0).all()),
            r"The second derivative of the least $\alpha$ is $6 p_3 - 1/s$ with $s = \sqrt{1 - 2 "
            rf"p_3/\sqrt3}}$: at $1/\sqrt{{3}}$ it is {float(bend(p3[:1])[0]):.3f}, and it falls "
            "without bound towards the other end, where $s$ vanishes.",
        ),
        "weenie.secant": Finding(
            bool((least - secant > -CLIMBED).all()),
            rf"At $p_3 = {p3[lowest]:.3f}$ the least $\alpha$ is {least[lowest]:.4f}, and its "
            f"secant between the end points is at {secant[lowest]:.4f} there.",
        ),
        "weenie.h_positive": Finding(
            bool((np.diff(least) > 0).all()) and abs(least[0]) < CLIMBED,
            r"It follows, but in another way than the source's: with $s = \sqrt{1 - 2 "
            r"p_3/\sqrt3}$ the slope $h' = 9/4 (1 - s^2)^2 - 2 + \sqrt{3} s$ is concave in $s$, "
            r"$1/4$ at one end and $0$ at the other. So $h$ rises, from "
            f"{abs(float(least[0])):.0e} to {float(least[-1]):.4f}, and is zero at the "
            "equilibrium only.",
        ),
    }


@claim("weenie.c_bound", "weenie.g")
def constants(effort: Effort) -> dict[str, Finding]:
    """C > sqrt(3) >= 2 p3, and g increases to 14/6 - 6/6 - 8/6 - sqrt(3) < 0."""
    C = 3**0.5 / 2 + 2 / 3**0.5
    p3 = np.array([*np.linspace(ROOT, END, 101), 2 * ROOT])  # the last is the source's end
    *g, misread = C * p3 - 1 - p3**2 - 3**0.5
    said = 14 / 6 - 6 / 6 - 8 / 6 - 3**0.5
    return {
        "weenie.c_bound": Finding(
            C > 3**0.5 >= 2 * END - ROUNDING,
            rf"$C$ is ${C:.4f}$ and $\sqrt{{3}}$ is ${3**0.5:.4f}$; and $2 p_3 \le \sqrt{{3}}$, "
            rf"since the range of $p_3$ ends at $\sqrt{{3}}/2$.",
        ),
        "weenie.g": Finding(
            bool((np.diff(g) > 0).all()) and abs(float(g[-1]) - said) < ROUNDING and said < 0,
            rf"On the interval $g$ rises to {float(g[-1]):.4f} at the right end, $\sqrt{{3}}/2$. "
            rf"The source evaluates it at $2/\sqrt{{3}}$, where it happens to be {misread:.4f}. "
            r"($g$ belongs to the printed $h''$, not to that of the least $\alpha$.)",
        ),
    }


@claim("weenie.optimal")
def loses_to_no_pair(effort: Effort) -> Finding:
    """1/sqrt(3) loses to no pair of thresholds."""
    mesh = effort.of(full=201, reduced=41)
    swept = least_on_mesh(mesh)
    _, least = least_over_p2(effort.of(full=201, reduced=21))
    return Finding(
        swept > -ROUNDING and float(least.min()) > -ROUNDING,
        r"It follows from the three cases, once the second one is mended; there the least "
        rf"$\alpha$ is {abs(float(least.min())):.0e} away from zero. On a mesh of ${mesh}^2$ pairs "
        rf"of thresholds the least $\alpha$ is {swept:.0e}.",
    )


@claim("weenie.forcing")
def forcing(effort: Effort) -> Finding:
    """What alpha >= 0 forces alone, and by how much the equilibria meet condition (1.7) besides."""
    rounds, mesh = effort.of(full=(100, 201), reduced=(10, 41))
    idle = recursive_game.iterate([[0.0]], [[1.0]], v0=-FEE, n_rounds=rounds)[-1]
    two, three = margin_of(2, mesh), margin_of(3, mesh)
    return Finding(
        in_parts(min(two, three) > 0, idle >= 0),
        rf"Rounds with $\alpha = 0$ and $\beta = 1$ leave player 1 at {idle:g}. At the equilibria "
        rf"$\alpha - \beta + 1$ is at least {two:.3f} against one opponent and {three:.3f} against "
        f"two, on a mesh of {mesh} thresholds, so that they do force the value.",
    )


@claim("weenie.winning")
def winning(effort: Effort) -> Finding:
    """It gives player 1 an optimal winning strategy against a coalition of players 2 to n."""
    value = continuum(2, weenie=True).value
    seven = continuum(6, weenie=True)
    enters = "$V = -1$" if not seven.enters else "$V > -1$"
    return Finding(
        value > CERTIFIED,
        f"Against two partners the value of the whole game is {zero(abs(value))}. At a table of "
        f"seven she had better not play ({enters}).",
    )


@claim("weenie.exact")
def exact_solution(effort: Effort) -> Finding:
    """Three players under the Weenie rule have a pure exact solution, a strong equilibrium."""
    two = continuum(2, weenie=True)
    multiplier = stakes_multiplier((ROOT,) * 3, weenie=True)
    fine = np.linspace(0, 1, effort.of(full=101, reduced=21)).tolist()
    joint = max(sum(payoffs((ROOT, *pair), weenie=True)[1:]) for pair in product(fine, repeat=2))
    return Finding(
        abs(two.value) < CERTIFIED > joint and multiplier < 1 == len(two.player_one),
        f"The value of the whole game to player 1 is {zero(abs(two.value))}, and she plays one "
        f"threshold. The best pair of partners on a mesh of {len(fine)} thresholds gets "
        f"{joint:.0e} together in a round.",
    )


def pair_sum(p: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Payoff of a symmetric zero-sum game of three, concave in one's own choice, not linear."""
    return np.asarray(a**2 + b**2 - 2 * p**2)


@claim("weenie.never_concave")
def never_concave(effort: Effort) -> Finding:
    """A symmetric payoff is never concave in p1 and convex in the others unless linear."""
    tried = effort.of(full=500, reduced=50)
    p, a, b, d, e = np.random.default_rng(0).random((tried, 5)).T
    sums = greatest(*abs(pair_sum(p, a, b) + pair_sum(a, p, b) + pair_sum(b, p, a)))
    bend = greatest(*(pair_sum(p, a, b) + pair_sum(d, a, b) - 2 * pair_sum((p + d) / 2, a, b)))
    middle = pair_sum(p, (a + d) / 2, (b + e) / 2)
    hollow = min(pair_sum(p, a, b) + pair_sum(p, d, e) - 2 * middle)
    return Finding(
        not (sums < ROUNDING and bend < 0 < hollow),
        f"The payoff $p_2^2 + p_3^2 - 2 p_1^2$ is a counterexample: symmetric and zero-sum (within "
        f"{sums:.0e}), concave in $p_1$ and convex in $(p_2, p_3)$ at {tried} random midpoints "
        "each, and not linear.",
    )


@claim("weenie.bloc_convex")
def concave_convex_for_blocs(effort: Effort) -> Finding:
    """Against blocs the payoff is concave in p1 and convex in the bloc's threshold."""
    x = np.linspace(0, 1, effort.of(full=41, reduced=21)).tolist()
    tables = [np.array([[alpha(p, *(q,) * n) for q in x] for p in x]) for n in (1, 2)]
    bend = max(float(np.diff(table, 2, axis=0).max()) for table in tables)
    hollow = min(float(np.diff(table, 2, axis=1).min()) for table in tables)
    return Finding(
        bend < ROUNDING and hollow > -ROUNDING,
        f"For two and three players the second differences of the payoff on a mesh of {len(x)} "
        f"thresholds are at most {bend:.0e} in $p_1$ and at least {hollow:.0e} in the bloc's "
        "threshold.",
    )
