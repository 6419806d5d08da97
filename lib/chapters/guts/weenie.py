"""Appendix B: the Weenie rule."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from parlor.games.guts import (
    equilibrium_threshold,
    payoff,
    payoffs,
    solve_coalition,
    stakes_multiplier,
)
from parlor.games.guts.play import deal
from parlor.games.guts.weenie import StrongestCoalition, strongest_coalition
from parlor.solvers import recursive_game
from press import Effort, Finding, claim, counted, greatest, show
from press.ledger.verdict import NOISE

from ..agreement import Cases, agrees
from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from . import printed
from .equilibrium import crossings, slope_at
from .recursion import FEE
from .rounds import largest_difference, pairs_of_tenths, triples_of_tenths
from .said import equality, in_part, zero

ROOT = 3**-0.5  # the equilibrium of three
END = 3**0.5 / 2  # where the stationary p2 reaches 0
SCANNED = 401  # thresholds of a bloc beside a leader
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
    """Thresholds p3 of Case II, and the least alpha over p2 by search."""
    p3 = np.linspace(ROOT, END, points)
    least = []
    for c in p3:
        low, high = 0.0, ROOT  # alpha is convex in p2
        for _ in range(80):
            a, b = low + (high - low) / 3, high - (high - low) / 3
            low, high = (low, b) if alpha(ROOT, a, c) < alpha(ROOT, b, c) else (a, high)
        least.append(alpha(ROOT, (low + high) / 2, c))
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


def slope_of(h: object, at: np.ndarray, step: float = 1e-6) -> np.ndarray:
    """A difference quotient."""
    return np.asarray((h(at + step) - h(at - step)) / (2 * step))  # type: ignore[operator]


def in_p2(b: float, c: float, step: float = 1e-6) -> float:
    """How alpha at the equilibrium changes with p2."""
    return (alpha(ROOT, b + step, c) - alpha(ROOT, b - step, c)) / (2 * step)


@claim(
    "weenie.abstract", "weenie.unconditional", "weenie.exact_all", "weenie.all_n", "weenie.small",
    "weenie.two_blocs", "weenie.checked",
)  # fmt: skip
def against_all_coalitions(effort: Effort) -> dict[str, Finding]:
    """The equilibrium is optimal against all coalitions."""
    found = {n: strongest(n) for n in range(2, effort.of(full=11, reduced=8))}
    fine = np.linspace(0, 1, effort.of(full=201, reduced=41))
    swept = least_on_mesh(fine.size)
    line = min(alpha(1 / 3, float(b)) for b in fine)
    at_six = payoff((equilibrium_threshold(len(SIX) + 1, weenie=True), *SIX), weenie=True)
    mesh = 201
    margins = [margin_of(n, mesh) for n in (2, 3)]
    minima = {n: len(found[n].minima) for n in (3, 4, 5)}
    near, beside = min(scan_pseudo_blocs(5))
    beaten = min((n for n in found if found[n].least < -CERTIFIED), default=None)
    fails = Finding(
        beaten is None,
        f"The smallest table at which a coalition gains has {beaten} players: the thresholds "
        f"{show(SIX)} hold a player at the equilibrium to {at_six:.6f}, and the best coalition to "
        f"{found[6].least:.6f}. With seven players the best one holds her to {found[7].least:.4f}.",
    )
    small = Finding(
        min(swept, line) > -ROUNDING and min(margins) > 0,
        f"The least that one opponent or two on a mesh of {fine.size} thresholds leave the player "
        f"at the equilibrium in a round is {min(swept, line):.0e}. Her payoff against one is "
        r"exactly $(1 - 2 \max - \min)(p - q)$, and against two it is treated in the cases below. "
        rf"The least $\alpha - \beta + 1$ on a mesh of {mesh} thresholds is {margins[0]:.3f} "
        f"against one and {margins[1]:.3f} against two; where it is positive, playing on takes her "
        "from the loss of an ante to a value that is not negative.",
    )
    checked = Finding(
        min(found[n].least for n in minima) > -CERTIFIED,
        f"We searched for the best coalition at tables of {show(list(minima))} players with an "
        "optimiser that starts from coalitions of two thresholds on a mesh. Player 1's payoff has "
        f"{show(list(minima.values()))} local minima there, and the least of them is "
        f"{abs(min(found[n].least for n in minima)):.0e} away from zero. It is proved for three in "
        "the lecture, and certified for four and five in 'What nobody knew'. If one of her four "
        f"opponents always holds and the others are alike, her payoff is lowest, {near:.4f}, where "
        f"these hold above {beside:.3f}, one of {SCANNED} thresholds tried.",
    )
    blocs = Finding(
        line > -ROUNDING and margins[0] > 0,
        rf"A single opponent is a bloc by himself. Against {fine.size} of his thresholds the "
        rf"payoff $\alpha$ of the equilibrium is at least {line:.0e}, and $\alpha - \beta + 1$, "
        "which has to be positive for the step from one round to the whole game, is at least "
        f"{margins[0]:.3f}.",
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
    x = [float(q) for q in np.linspace(0, 1, mesh)]
    others = [(q,) for q in x] if n_players == 2 else [(a, b) for a in x for b in x if a <= b]
    return min(
        payoff((p, *o), weenie=True) - stakes_multiplier((p, *o), weenie=True) + 1 for o in others
    )


def scan_pseudo_blocs(n_players: int) -> list[tuple[float, float]]:
    """Low points of the payoff at the equilibrium against a leader at 0 and a bloc."""
    p = equilibrium_threshold(n_players, weenie=True)
    x = np.linspace(0, 1, SCANNED)
    paid = [alpha(p, 0.0, *(float(q),) * (n_players - 2)) for q in x]
    inner = range(1, SCANNED - 1)
    return [(paid[i], float(x[i])) for i in inner if paid[i] <= min(paid[i - 1], paid[i + 1])]


@claim("weenie.shift")
def shifted_from(effort: Effort) -> Finding:
    """The bloc optimum of standard guts is 2^(-1/(n-2))."""
    sizes = range(3, effort.of(full=21, reduced=6))
    said = {n: 2 ** (-1 / (n - 2)) for n in sizes}
    off = [abs(said[n] - equilibrium_threshold(n)) for n in sizes]
    n, slope = sizes[0], slope_at(said[sizes[0]], sizes[0])
    return Finding(
        max(off) < ROUNDING,
        f"The printed threshold differs from the symmetric equilibrium's by at least "
        f"{min(off):.3f} for {n} to {sizes[-1]} players. For {n} it is {said[n]:g}, where one's "
        f"own payoff has the slope {slope:.2f} in one's own threshold; the slope is zero at the "
        f"optimum, {equilibrium_threshold(n):.4f}.",
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
    wrong, lost, flat, least, falls = 0, [], [], [], 0
    sizes = range(2, 11)
    for n in sizes:
        p, standard = equilibrium_threshold(n, weenie=True), equilibrium_threshold(n)
        roots = crossings(n, True, effort.of(full=200, reduced=50))
        step = 1 / effort.of(full=200, reduced=50)
        wrong += len(roots) != 1 or abs(roots[0] - 3 ** (-1 / (n - 1))) > step
        moved = [float(x) for x in grid if x != p]
        lost.append(-max(payoff((x, *(p,) * (n - 1)), weenie=True) for x in moved))
        earned = np.array([payoff((float(x), *(p,) * (n - 1)), weenie=True) for x in grid])
        falls += bool((np.diff(earned, 2) > ROUNDING).any())
        flat.append(max(abs(payoff((float(x), *(standard,) * (n - 1)))) for x in grid
                        if x < standard))  # fmt: skip
        least.append(min(payoff((p, *(float(q),) * (n - 1)), weenie=True) for q in grid))
    return {
        "weenie.nash": Finding(
            wrong == 0,
            f"In {counted(len(sizes) - wrong, len(sizes))} games of {sizes[0]} to {sizes[-1]} "
            "players the slope of one's own payoff in one's own threshold, $(n-1)(1 - 3 p^{n-1})$ "
            "where all play $p$, changes its sign just once, at $3^{-1/(n-1)}$.",
        ),
        "weenie.strict": Finding(
            min(lost) > ROUNDING and falls == 0 and max(flat) < ROUNDING,
            f"In {counted(len(sizes) - falls, len(sizes))} games of {sizes[0]} to {sizes[-1]} "
            "players one's own payoff against the equilibrium is concave, and whoever leaves it "
            f"for one of {grid.size} thresholds on a mesh loses at least {min(lost):.0e}. In "
            "standard guts all thresholds below the equilibrium pay the same, within "
            f"{max(flat):.0e}.",
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
    dealt = deal(half, n, weenie=True, seed=1)
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
    off = dict.fromkeys(range(1, 7), 0.0)
    triples = triples_of_tenths(effort.reduced)
    for p in triples:
        line, said = printed.three(*p, weenie=True)
        off[line] = greatest(off[line], abs(float(said) - payoff(p, weenie=True)))
    sixth = [p for p in triples if p[0] > p[1] > p[2]]
    rest = [printed.three(*p, weenie=True)[1] - (p[1] - p[2]) for p in sixth]  # p2 for one p3
    mended = largest_difference(rest, (payoff(p, weenie=True) for p in sixth))
    return {
        "weenie.three": Finding(
            max(off[k] for k in range(1, 6)) < ROUNDING,
            f"At {len(triples)} triples of different thresholds in tenths the first five lines "
            "differ from the payoff that we compute by at most "
            f"{max(off[k] for k in range(1, 6)):.0e}.",
        ),
        "weenie.line6": Finding(
            off[6] < ROUNDING,
            "The printed line exceeds the payoff that we compute by $p_2 - p_3$, which can be any "
            f"number below one: by {off[6]:.2f} in the worst of {len(sixth)} triples of thresholds "
            "in tenths. With $p_2$ in place of one $p_3$ it differs there by at most "
            f"{mended:.0e}.",
        ),
    }


@claim("weenie.proof", "weenie.sum")
def three_cases(effort: Effort) -> dict[str, Finding]:
    """Three cases of all dropping add up, and with (3.2) they give lines 1, 3 and 5 of (B.2)."""
    triples = [p for p in triples_of_tenths(effort.reduced) if p[1] < p[2]]
    drops = [(p, *printed.redrop(*p)) for p in triples]
    cases = max(abs(a - b) for _, a, b in drops)
    added = max(abs(float(b) - payoff(p, weenie=True) + payoff(p)) for p, _, b in drops)
    lines = [printed.three(*p, weenie=True) for p in triples]
    summed = max(abs(printed.three(*p)[1] + b - line[1])
                 for (p, _, b), line in zip(drops, lines, strict=True))  # fmt: skip
    return {
        "weenie.proof": Finding(
            cases == 0 and added < ROUNDING,
            f"At {len(triples)} triples of thresholds in tenths the printed totals agree with the "
            f"sums of their sub-cases {equality(float(cases))}, and with what the rule adds to "
            f"player 1's payoff {equality(added)}.",
        ),
        "weenie.sum": Finding(
            summed == 0 and {line for line, _ in lines} == {1, 3, 5},
            f"At {len(triples)} triples of thresholds in tenths, which reach lines "
            f"{show(sorted({line for line, _ in lines}))}, the sum agrees with the line of (B.2) "
            f"{equality(float(summed))}, in fractions.",
        ),
    }


@claim("weenie.case1", "weenie.case1_end")
def case_one(effort: Effort) -> dict[str, Finding]:
    """Case I: the derivative in p2 is not negative, so that alpha is least at p2 = p1."""
    side = [(b, c) for b in np.linspace(0.578, 0.99, 12) for c in (b + 0.003, 0.999)]
    turn = [in_p2(b, c) for b, c in side]
    stated = [-1 + 6 * b * c - 3 * ROOT * c for b, c in side]
    ends = [alpha(ROOT, ROOT, float(c)) for c in np.linspace(ROOT, 1, 201)]
    return {
        "weenie.case1": Finding(
            largest_difference(turn, stated) < CLIMBED and min(stated) > 0,
            f"At {len(side)} pairs $(p_2, p_3)$ the printed derivative agrees with difference "
            rf"quotients of $\alpha$ within {largest_difference(turn, stated):.0e}, and it is at "
            f"least {min(stated):.3f} there.",
        ),
        "weenie.case1_end": Finding(
            abs(ends[0]) < ROUNDING and bool((np.diff(ends) > 0).all()),
            r"At $p_2 = p_1$ the payoff $\alpha(1/\sqrt3, 1/\sqrt3, p_3)$ rises with $p_3$, on "
            f"{len(ends)} thresholds, from {abs(ends[0]):.0e} to {ends[-1]:.3f}, so that it is "
            "zero at the equilibrium only.",
        ),
    }


@claim("weenie.case2", "weenie.derivative", "weenie.at_zero", "weenie.convex")
def case_two(effort: Effort) -> dict[str, Finding]:
    """Case II: alpha at p1 = 1/sqrt(3), its derivative, its value at p2 = 0, its convexity."""
    side = [(b, c) for b in np.linspace(0.01, ROOT - 0.01, 12) for c in np.linspace(0.6, 0.99, 9)]
    tilde = [2 / 3**0.5 - 1.5 * b - 2 * c + b**3 / 2 + c**3 + 3**0.5 * b * c for b, c in side]
    off = largest_difference(tilde, (alpha(ROOT, b, c) for b, c in side))
    slopes = largest_difference(
        (1.5 * b * b - 1.5 + 3**0.5 * c for b, c in side), (in_p2(b, c) for b, c in side)
    )
    zero = max(abs(2 / 3**0.5 - 2 * c + c**3 - alpha(ROOT, 0.0, c)) for _, c in side)
    bends = [alpha(ROOT, b + 0.005, c) + alpha(ROOT, b - 0.005, c) - 2 * alpha(ROOT, b, c)
             for b, c in side]  # fmt: skip
    n = len(side)
    return {
        "weenie.case2": Finding(
            off < ROUNDING,
            f"At {n} pairs $(p_2, p_3)$ the printed formula differs from the payoff that we "
            f"compute by at most {off:.0e}.",
        ),
        "weenie.derivative": Finding(
            slopes < CLIMBED,
            f"At {n} pairs $(p_2, p_3)$ the printed derivative differs from difference quotients "
            rf"of $\alpha$ by at most {slopes:.0e}.",
        ),
        "weenie.at_zero": Finding(
            zero < ROUNDING,
            f"At {len({c for _, c in side})} thresholds $p_3$ the printed value differs from the "
            f"payoff that we compute by at most {zero:.0e}, and the second line of (B.5) is an "
            "equality.",
        ),
        "weenie.convex": Finding(
            min(bends) > 0,
            rf"The second difference of $\alpha$ in $p_2$ is positive at "
            f"{counted(sum(bend > 0 for bend in bends), n)} pairs $(p_2, p_3)$ that we tried.",
        ),
    }


@claim("weenie.threshold")
def where_the_derivative_is_positive(effort: Effort) -> Finding:
    """(B.3) is nonnegative from p3 = 2/sqrt(3), below 1, on."""
    grid = np.linspace(ROOT, 1, effort.of(full=2001, reduced=201))
    b, said = 1e-5, 2 / 3**0.5  # the derivative is least at p2 = 0
    first = next(float(c) for c in grid if in_p2(b, float(c), 1e-6) >= 0)
    return Finding(
        said <= 1 and abs(first - said) <= grid[1] - grid[0],
        rf"The derivative is least at $p_2 = 0$. There $p_3 = {first:.4f}$ is the first of "
        rf"{grid.size:,} thresholds on a mesh at which it is not negative, and the exact bound is "
        rf"$\sqrt{{3}}/2$. The printed bound $2/\sqrt{{3}} = {said:.4f}$ is "
        "larger than any threshold, so that the printed range is empty.",
    )


@claim("weenie.increasing", "weenie.endpoint")
def along_the_edge(effort: Effort) -> dict[str, Finding]:
    """Alpha at p2 = 0 increases with p3 there; at the end point it is 2/sqrt(3) (1 + 4/3 - 2)."""
    top = np.linspace(END, 1, effort.of(full=200, reduced=50))
    rising = np.diff([alpha(ROOT, 0.0, float(c)) for c in top])
    edge, said = alpha(ROOT, 0.0, END), 2 / 3**0.5 * (1 + 4 / 3 - 2)
    return {
        "weenie.increasing": Finding(
            bool((rising > 0).all()),
            rf"From $p_3 = \sqrt{{3}}/2$, where (B.4) should begin, to {top[-1]:g} the payoff "
            f"rises by {rising.sum():.3f}; it rises in "
            f"{counted(int((rising > 0).sum()), rising.size)} steps of a mesh.",
        ),
        "weenie.endpoint": Finding(
            abs(edge - said) < ROUNDING,
            rf"The range should begin at $\sqrt{{3}}/2$, where the payoff is {edge:.6f}, positive "
            rf"as well. The printed {said:.4f} is what the formula gives at $2/\sqrt{{3}}$, which "
            "is no threshold.",
        ),
    }


@claim("weenie.stationary", "weenie.h", "weenie.ends")
def least_value(effort: Effort) -> dict[str, Finding]:
    """The stationary p2 is sqrt(1 - 2 p3/sqrt(3)), and the least alpha h, 0 at one end."""
    p3, least = least_over_p2(effort.of(full=201, reduced=21))
    at = np.array(
        [alpha(ROOT, float(s), float(c)) for s, c in zip(stationary(p3), p3, strict=True)]
    )
    s, end = stationary(p3), 2 / 3**0.5
    halves = abs(least[0]) < CLIMBED, end <= 1 and float(right_h(np.array([end]))[0]) > 0
    mended = printed_h(p3) + s / 2 - s**3 / 2
    return {
        "weenie.stationary": Finding(
            float(abs(at - least).max()) < CLIMBED,
            rf"We searched for the least $\alpha$ at {p3.size} values of $p_3$. At the printed "
            rf"$p_2$ the payoff is that, within {float(abs(at - least).max()):.0e}. In closed form "
            r"it is $2/\sqrt3 - 2 p_3 + p_3^3 - (1 - 2 p_3/\sqrt3)^{3/2}$ (within "
            f"{float(abs(right_h(p3) - least).max()):.0e}).",
        ),
        "weenie.h": Finding(
            float(abs(printed_h(p3) - least).max()) < CLIMBED,
            rf"The printed $h$ differs from the least $\alpha$ that a search finds by up to "
            f"{float(abs(printed_h(p3) - least).max()):.3f}; at $1/\\sqrt{{3}}$, where that is "
            f"zero, it is {float(printed_h(p3)[0]):.5f}. Its terms in $s$ have the coefficients "
            "$2$ and $1$ where $3/2$ and $1/2$ belong, as in the formula above (B.3); with those "
            f"it differs by at most {float(abs(mended - least).max()):.0e}.",
        ),
        "weenie.ends": Finding(
            all(halves) or ("partly" if any(halves) else False),
            rf"At $1/\sqrt3$ the true $h$ is {abs(float(least[0])):.0e} away from zero, although "
            rf"the printed one is {float(printed_h(p3)[0]):.4f}. But $2/\sqrt{{3}} = {end:.4f}$ "
            r"is no threshold, and $p_2$ would be imaginary; at $\sqrt{3}/2$, which must be meant, "
            f"$h$ is {float(least[-1]):.4f}.",
        ),
    }


@claim("weenie.h_prime", "weenie.h_second", "weenie.concave", "weenie.secant", "weenie.h_positive")
def shape_of_h(effort: Effort) -> dict[str, Finding]:
    """The printed h' and h''; h'' < 0 everywhere, so that h is not negative."""
    p3, least = least_over_p2(effort.of(full=201, reduced=21))
    inner = np.linspace(ROOT, END, 11)[1:-1]
    true, own = slope_of(right_h, inner), slope_of(printed_h, inner)
    bends = bend(inner), slope_of(printed_slope, inner)
    quotient = (right_h(inner + 1e-4) - 2 * right_h(inner) + right_h(inner - 1e-4)) / 1e-8
    at = np.array([0.7])
    secant = np.interp(p3, p3[[0, -1]], least[[0, -1]])
    lowest = int((least - secant).argmin())
    return {
        "weenie.h_prime": Finding(
            min(float(abs(printed_slope(inner) - other).max()) for other in (true, own)) < CLIMBED,
            f"At $p_3 = {at[0]:g}$ the printed formula gives {float(printed_slope(at)[0]):.3f}. "
            rf"The slope of the least $\alpha$ is {float(slope_of(right_h, at)[0]):.3f} there, and "
            f"the slope of the printed $h$ is {float(slope_of(printed_h, at)[0]):.3f}.",
        ),
        "weenie.h_second": Finding(
            min(float(abs(printed_bend(inner) - other).max()) for other in bends) < CLIMBED,
            f"At $p_3 = {at[0]:g}$ the printed formula gives {float(printed_bend(at)[0]):.2f}. The "
            rf"second derivative of the least $\alpha$ is {float(bend(at)[0]):.2f} there, and the "
            f"slope of the printed $h'$ is {float(slope_of(printed_slope, at)[0]):.2f}.",
        ),
        "weenie.concave": Finding(
            bool((bend(p3[:-1]) < 0).all()),
            r"The second derivative of the least $\alpha$ is $6 p_3 - 1/s$ with $s = \sqrt{1 - 2 "
            r"p_3/\sqrt3}$ (difference quotients agree within "
            f"{float(abs(bends[0] - quotient).max()):.0e}). At $1/\\sqrt{{3}}$ it is "
            f"{float(bend(p3[:1])[0]):.3f}, and it falls without bound towards the other end, "
            "where $s$ vanishes.",
        ),
        "weenie.secant": Finding(
            bool((least - secant > -CLIMBED).all()),
            rf"At $p_3 = {p3[lowest]:.3f}$ the least $\alpha$ is {least[lowest]:.4f}, and its "
            f"secant between the end points is at {secant[lowest]:.4f} there.",
        ),
        "weenie.h_positive": Finding(
            bool((np.diff(least) > 0).all()) and abs(least[0]) < CLIMBED,
            r"It follows, but in another way than the source's. The slope $h' = 9/4 (1 - s^2)^2 - "
            r"2 + \sqrt{3} s$, with $s = \sqrt{1 - 2 p_3/\sqrt3}$, is concave in $s$, and it is "
            "$1/4$ at one end and $0$ at the other. So $h$ rises, from "
            f"{abs(float(least[0])):.0e} to {float(least[-1]):.4f}, and is zero at the equilibrium "
            "only.",
        ),
    }


@claim("weenie.c_bound", "weenie.g")
def constants(effort: Effort) -> dict[str, Finding]:
    """C > sqrt(3) >= 2 p3, and g increases to 14/6 - 6/6 - 8/6 - sqrt(3) < 0."""
    C = 3**0.5 / 2 + 2 / 3**0.5
    p3 = np.linspace(ROOT, END, 101)
    g = C * p3 - 1 - p3**2 - 3**0.5
    end, said = C * 2 / 3**0.5 - 1 - 4 / 3 - 3**0.5, 14 / 6 - 6 / 6 - 8 / 6 - 3**0.5
    return {
        "weenie.c_bound": Finding(
            C > 3**0.5 >= 2 * p3.max() - ROUNDING,
            rf"$C$ is ${C:.4f}$ and $\sqrt{{3}}$ is ${3**0.5:.4f}$; and $2 p_3 \le \sqrt{{3}}$, "
            rf"since the range of $p_3$ ends at $\sqrt{{3}}/2$.",
        ),
        "weenie.g": Finding(
            bool((np.diff(g) > 0).all()) and abs(float(g[-1]) - said) < ROUNDING and said < 0,
            rf"On the interval $g$ rises to {float(g[-1]):.4f} at the right end, $\sqrt{{3}}/2$. "
            rf"The source evaluates it at $2/\sqrt{{3}}$, where it happens to be {end:.4f}. ($g$ "
            r"belongs to the printed $h''$, not to that of the least $\alpha$.)",
        ),
    }


@claim("weenie.case3", "weenie.case3_end")
def case_three(effort: Effort) -> dict[str, Finding]:
    """Case III: the derivative in p2 is not positive, so that alpha is least at p2 = p3."""
    side = [(b, c) for b in (0.05, 0.2, 0.4) for c in (0.41, 0.5, 0.57)]
    stated = [1.5 * b**2 + 1.5 * c**2 - 1 for b, c in side]
    off = largest_difference((in_p2(b, c) for b, c in side), stated)
    ends = [alpha(ROOT, float(q), float(q)) for q in np.linspace(0, ROOT, 201)]
    return {
        "weenie.case3": Finding(
            off < CLIMBED and max(stated) <= 0,
            f"At {len(side)} pairs $(p_2, p_3)$ the printed derivative agrees with difference "
            rf"quotients of $\alpha$ within {off:.0e}, and it is at most {max(stated):.3f} there.",
        ),
        "weenie.case3_end": Finding(
            abs(ends[-1]) < ROUNDING and bool((np.diff(ends) < 0).all()),
            r"At $p_2 = p_3 = q$ the payoff $\alpha(1/\sqrt3, q, q)$ falls with $q$, on "
            f"{len(ends)} thresholds, from {ends[0]:.3f} to {abs(ends[-1]):.0e}, so that it is "
            "zero at the equilibrium only.",
        ),
    }


@claim("weenie.optimal")
def loses_to_no_pair(effort: Effort) -> Finding:
    """1/sqrt(3) loses to no pair of thresholds."""
    mesh = effort.of(full=201, reduced=41)
    swept = least_on_mesh(mesh)
    p3, least = least_over_p2(effort.of(full=201, reduced=21))
    return Finding(
        swept > -ROUNDING and float(least.min()) > -ROUNDING,
        r"It follows from the three cases, once the second one is mended; there the least "
        rf"$\alpha$, at $p_3 = {float(p3[least.argmin()]):.4f}$, is {abs(float(least.min())):.0e} "
        rf"away from zero. On a mesh of ${mesh}^2$ pairs of thresholds the least $\alpha$ is "
        f"{swept:.0e}.",
    )


@claim("weenie.forcing")
def forcing(effort: Effort) -> Finding:
    """What alpha >= 0 forces alone, and by how much the equilibria meet condition (1.7) besides."""
    idle = recursive_game.iterate([[0.0]], [[1.0]], -FEE, effort.of(full=100, reduced=10))[-1]
    mesh = effort.of(full=201, reduced=41)
    two, three = margin_of(2, mesh), margin_of(3, mesh)
    return Finding(
        in_part([min(two, three) > 0, idle >= 0]),
        rf"Rounds with $\alpha = 0$ and $\beta = 1$ leave player 1 at {idle:g}. At the equilibria "
        rf"$\alpha - \beta + 1$ is at least {two:.3f} against one opponent and {three:.3f} against "
        f"two, on a mesh of {mesh} thresholds, so that they do force the value.",
    )


@claim("weenie.winning")
def winning(effort: Effort) -> Finding:
    """It gives player 1 an optimal winning strategy against a coalition of players 2 to n."""
    value = solve_coalition(2, mesh=None, weenie=True).value
    seven = solve_coalition(6, mesh=None, weenie=True)
    enters = "$V = -1$" if not seven.enters else "$V > -1$"
    return Finding(
        value > CERTIFIED,
        f"Against two partners the value of the whole game is {zero(abs(value))}, so that she "
        "breaks even and does not win. At a table of seven she loses, and had better not play "
        f"({enters}).",
    )


@claim("weenie.exact")
def exact_solution(effort: Effort) -> Finding:
    """Three players under the Weenie rule have a pure exact solution, a strong equilibrium."""
    two = solve_coalition(2, mesh=None, weenie=True)
    multiplier = stakes_multiplier((ROOT,) * 3, weenie=True)
    fine = [float(x) for x in np.linspace(0, 1, effort.of(full=101, reduced=21))]
    joint = max(sum(payoffs((ROOT, b, c), weenie=True)[1:]) for b in fine for c in fine)
    return Finding(
        abs(two.value) < CERTIFIED
        and multiplier < 1
        and joint < ROUNDING
        and len(two.player_one) == 1,
        f"The value of the whole game to player 1 is {zero(abs(two.value))}, and she plays one "
        f"threshold. With the right multiplier each round takes the stakes to {multiplier:.4f} of "
        f"what they were. The best pair of partners on a mesh of {len(fine)} thresholds gets "
        f"{joint:.0e} together in a round.",
    )


def pair_sum(p: float, a: float, b: float) -> float:
    """Payoff of a symmetric zero-sum game of three, concave in one's own choice, not linear."""
    return a**2 + b**2 - 2 * p**2


@claim("weenie.never_concave")
def never_concave(effort: Effort) -> Finding:
    """A symmetric payoff is never concave in p1 and convex in the others unless linear."""
    rng = np.random.default_rng(0)
    sums, bend, hollow, tried = 0.0, -np.inf, np.inf, effort.of(full=500, reduced=50)
    for p, a, b, d, e in rng.random((tried, 5)):
        sums = greatest(sums, abs(pair_sum(p, a, b) + pair_sum(a, p, b) + pair_sum(b, p, a)))
        bend = greatest(
            bend, pair_sum(p, a, b) + pair_sum(d, a, b) - 2 * pair_sum((p + d) / 2, a, b)
        )
        hollow = min(
            hollow,
            pair_sum(p, a, b) + pair_sum(p, d, e) - 2 * pair_sum(p, (a + d) / 2, (b + e) / 2),
        )
    return Finding(
        not (sums < ROUNDING and bend < 0 < hollow),
        f"The payoff $p_2^2 + p_3^2 - 2 p_1^2$ is a counterexample. It is symmetric and zero-sum "
        f"(within {sums:.0e}), concave in $p_1$ and convex in $(p_2, p_3)$ at {tried} random "
        "midpoints each, and not linear.",
    )


@claim("weenie.bloc_convex")
def concave_convex_for_blocs(effort: Effort) -> Finding:
    """Against blocs the payoff is concave in p1 and convex in the bloc's threshold."""
    x = np.linspace(0, 1, effort.of(full=41, reduced=21))
    worst = {}
    for n in (2, 3, 4):
        table = np.array([[alpha(float(p), *(float(q),) * (n - 1)) for q in x] for p in x])
        worst[n] = float(np.diff(table, 2, axis=0).max()), float(np.diff(table, 2, axis=1).min())
    bend, hollow = max(worst[2][0], worst[3][0]), min(worst[2][1], worst[3][1])
    return Finding(
        bend < ROUNDING and hollow > -ROUNDING,
        f"For two and three players the second differences of the payoff on a mesh of {x.size} "
        f"thresholds are at most {bend:.0e} in $p_1$ and at least {hollow:.0e} in the bloc's "
        f"threshold. (For four the latter go down to {worst[4][1]:.0e}.)",
    )
