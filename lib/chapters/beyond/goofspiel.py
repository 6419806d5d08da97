"""Our claims on Goofspiel and on Nakai's game."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import exp, sqrt
from typing import Any

import numpy as np

from parlor.core.draws import draw_at
from parlor.games import nakai
from parlor.games.goofspiel import solve, solve_hands
from parlor.games.goofspiel.study import NATURAL, exploitability
from parlor.games.nakai.exact import exact_values
from parlor.games.nakai.recursion import State, states
from parlor.games.nakai.regions import regions
from press import Effort, Finding, claim, greatest, show

from ..goofspiel import replies
from ..goofspiel.comparison import every_state
from ..goofspiel.fan import prices
from ..goofspiel.fluid import fluid
from ..goofspiel.large_games import shipped, shipped_to_win, verify
from ..goofspiel.layered_replies import exploitability_by_ranks, spoiled_win
from ..goofspiel.order import scan_order
from ..tolerances import CERTIFIED, ROUNDING
from .said import said

LAWS = ("uniform", "exponential", "beta(2, 5)", "beta(0.5, 0.5)")
RARE: dict[float, float] = {1: 6 / 7, 50: 1 / 7}  # six prizes of 1 for each of 50
SKEWED: dict[float, Any] = {1: Fraction(5, 6), 140: Fraction(1, 6)}


@claim("goofspiel.assignment")
def assignment(effort: Effort) -> Finding:
    """The direct solution of all states with m = n, against sums of prices."""
    n_max, off, wrong = effort.of(full=12, reduced=4), 0.0, 0
    every = [(n, k, l) for n, k, l, m in every_state(n_max) if n == m > 1]
    for law in LAWS:
        table, rows = nakai.values(n_max, distribution=law), prices(n_max, law)
        for n, k, l in every:
            worth = rows[n][:k].sum() - rows[n][n - l :].sum()
            off = greatest(off, abs(table.v(n, k, l, n) - worth))
            low = -np.inf if l == 0 else np.inf if l == n else rows[n - 1][n - 1 - l]
            high = np.inf if k == 0 else -np.inf if k == n else rows[n - 1][k - 1]
            for place in range(4):
                x = 1.2 * draw_at(n * k + l, place, 0)
                choice = table.strategy(n, k, l, n, x)[0]
                wanted = 0 if x < low else 1 if x > high else 2
                near = min(abs(x - low), abs(x - high)) < CERTIFIED
                wrong += k + l > 0 and not near and choice[wanted] < 1
    return Finding(
        off < CERTIFIED and wrong == 0,
        f"We solved the recursion directly in {len(every):,} states with two to {n_max} prizes, "
        f"for each of {len(LAWS)} distributions: the sums of prices are off by {off:.0e} at most, "
        f"and at random prizes {wrong or 'none'} of the choices differs.",
    )


@claim("goofspiel.equal_prizes")
def equal_prizes(effort: Effort) -> Finding:
    """The card game with equal prizes, solved by linear programs, for all pairs of hands."""
    n, most = effort.of(full=4, reduced=2), effort.of(full=7, reduced=4)
    hands, off = list(combinations(range(1, most + 1), n)), 0.0
    for mine, yours in product(hands, repeat=2):
        mean = sum(int(np.sign(a - b)) for a in mine for b in yours) / n
        off = greatest(off, abs(solve_hands(mine, yours, [1] * n).value - mean))
    return Finding(
        off < CERTIFIED,
        f"We solved the card game with equal prizes for {len(hands) ** 2:,} pairs of hands of {n} "
        f"cards out of {most}, backwards by matrix games: the value is {n} times the mean over all "
        f"pairs of cards, to within {off:.0e}.",
    )


@claim("goofspiel.order")
def order(effort: Effort) -> Finding:
    """All states cut into regions, and the lemmas' strict signs."""
    n_max, count, odd, least = effort.of(full=10, reduced=4), 0, [], np.inf
    for law in LAWS:
        table = nakai.values(n_max, distribution=law)
        scan = scan_order(table)
        count = scan.n_states
        odd += [*scan.reversed, *scan.mixed_first]
        odd += [s for s in scan.unlisted if not s[0] == s[1] > s[3]]
        for n, k, l, m in states(n_max):
            if m and k + l < n:
                less = table.v(n, k, l, m) - table.v(n, k, l + 1, m)
                least = min(least, less)
                if l == 0:
                    least = min(least, table.v(n, k + 1, 0, m) - table.v(n, k, 0, m))
    return Finding(
        not odd and least > 0,
        f"We cut {count:,} states with up to {n_max} prizes into ranges of prizes, for each of "
        f"{len(LAWS)} distributions: {len(odd) or 'none'} is an exception. The least that one more "
        f"low card costs, or one more high card brings, is {float(least):.1e}.",
    )


@claim("goofspiel.middle_card")
def middle_card(effort: Effort) -> Finding:
    """The gains by one more middle card in both examples, by the library's solver."""
    gain = gains(nakai.values(4, distribution=RARE))
    plain, low, two, three = (
        gain[state] for state in ((3, 2, 0, 3), (3, 2, 1, 3), (4, 2, 1, 3), (4, 3, 1, 3))
    )
    return Finding(
        plain < low - CERTIFIED and three < two - CERTIFIED,
        "With three prizes and two high cards the third middle card brings player I "
        f"{plain:.3f} if he has no low card, and {low:.3f} if he has one. With four prizes and one "
        f"low card it brings him {two:.3f} if he has two high cards, and {three:.3f} if he has "
        "three.",
    )


def gains(table: nakai.StageValues) -> dict[State, float]:
    """What one more middle card brings player I, by the state that has it."""
    return {
        (n, k, l, m): table.v(n, k, l, m) - table.v(n, k, l, m - 1)
        for n, k, l, m in every_state(table.n_max)
        if m
    }


@claim("goofspiel.middle_uniform")
def middle_card_for_uniform_prizes(effort: Effort) -> Finding:
    """A search for a gain by a middle card that falls with high cards or rises with low ones."""
    n_max = effort.of(full=16, reduced=11)
    found, others = list[State](), list[State]()
    for law, odd in zip(LAWS[:2], (found, others), strict=True):
        gain = gains(nakai.values(n_max, distribution=law))
        for (n, k, l, m), here in gain.items():
            if k + l < n:
                falls = gain[n, k + 1, l, m] < here - CERTIFIED
                if falls or gain[n, k, l + 1, m] > here + CERTIFIED:
                    odd.append((n, k, l, m))
    return Finding(
        "not refuted" if not found else False,
        f"We tried all states with up to {n_max} uniform prizes: {len(found) or 'none'} is an "
        f"exception. With as many exponential prizes there are {len(others)}, first "
        f"{show(min(others, default=()))}.",
    )


@claim("goofspiel.curvature")
def curvature(effort: Effort) -> Finding:
    """What one more card is worth after one more, in fractions, by the library's recursion."""
    table = exact_values(5, distribution=SKEWED)
    first, second = np.diff([table.v(4, k, 1, 2) for k in (1, 2, 3)])
    one, two = np.diff([table.v(5, 3, l, 3) for l in (0, 1, 2)])
    return Finding(
        second > first > 0 > two > one,
        "Four prizes, one low card, two middle ones: the second high card brings player I "
        f"{float(first):.5f} and the third {float(second):.5f}. Five prizes, three high cards, "
        f"three middle ones: the first low card costs him {float(-one):.5f} and the second "
        f"{float(-two):.5f}.",
    )


@claim("goofspiel.exclusion")
def exclusion(effort: Effort) -> Finding:
    """A search for a state with (low, pass) and a later pure pair but (low, M)."""
    n_max, found = effort.of(full=14, reduced=4), []
    every = list(states(n_max))
    for law in LAWS:
        table = nakai.values(n_max, distribution=law)
        for state in every:
            choices = {region.choice for region in regions(table, *state)}
            if "low, pass" in choices and choices & {"pass, M", "high, M"}:
                found.append(state)
    return Finding(
        "not refuted" if not found else False,
        f"We searched {len(every):,} states with up to {n_max} prizes, for each of {len(LAWS)} "
        f"distributions: in {len(found) or 'none'} of them (low, pass) is optimal at some prizes "
        "and (pass, middle) or (high, middle) at others.",
    )


def random_law(number: int) -> dict[float, float]:
    """A law of two to four prizes, some of them much dearer than others."""
    size = 2 + number % 3
    prizes = [exp(6 * draw_at(19, number, i)) for i in range(size)]
    chances = [draw_at(23, number, i) + ROUNDING for i in range(size)]
    return {x: p / sum(chances) for x, p in zip(prizes, chances, strict=True)}


@claim("goofspiel.convex")
def convex(effort: Effort) -> Finding:
    """What each further middle card changes, in all states, for laws of several kinds."""
    n_max, few = effort.of(full=(10, 7), reduced=(4, 4))
    count, least, found = 0, np.inf, []
    games = effort.of(full=40, reduced=4)
    drawn = [random_law(number) for number in range(games)]
    rare = {prize: float(chance) for prize, chance in SKEWED.items()}
    laws: list[Any] = [*LAWS, RARE, rare, *drawn]
    tables = [
        (nakai.values(n_max if isinstance(law, str) else few, distribution=law), [law])
        for law in laws
    ]
    for game in range(games):  # prizes of different distributions
        stages = [random_law(games + few * game + n) for n in range(few)]
        tables.append((nakai.values(few, stage_distributions=stages), stages))
    for table, prizes in tables:
        scale = max(max(law) if isinstance(law, dict) else 1 for law in prizes)
        for n, k, l, m in states(table.n_max):
            if 0 < m < n:
                count += 1
                bend = table.v(n, k, l, m + 1) - 2 * table.v(n, k, l, m) + table.v(n, k, l, m - 1)
                least = min(least, bend / scale)
                if bend < -CERTIFIED * scale:
                    found.append((n, k, l, m))
    return Finding(
        "not refuted" if not found else False,
        f"We searched all states with up to {n_max} prizes of {len(LAWS)} distributions that have "
        f"a density, and with up to {few} prizes of {len(laws) - len(LAWS)} others, of which "
        f"{len(drawn)} were drawn at random, and of {games} games in which each prize has another "
        f"distribution: in {len(found) or 'none'} of {count:,} cases, each a "
        "state and a game, one more middle card brings less than the one before. The least "
        f"difference is {float(least):.0e}, in units of the dearest prize where there is one.",
    )


@claim("goofspiel.fluid")
def fluid_limit(effort: Effort) -> Finding:
    """Values of finite games against the saddle point of the limit, found by other means."""
    quarters = [(2, 1, 2), (2, 0, 1), (1, 2, 3), (1, 1, 1), (3, 1, 2)]
    tops, off = effort.of(full=(8, 16, 32), reduced=(4, 8)), []
    table = nakai.values(max(tops))
    for k, l, m in quarters:
        limit = fluid(k / 4, l / 4, m / 4, n_steps=effort.of(full=28, reduced=14))
        for n in tops:
            left = table.v(n, n // 4 * k, n // 4 * l, n // 4 * m) - n * limit
            off.append(left / sqrt(n))
    return Finding(
        -2 * sqrt(2) < min(off) and max(off) < 0.5,
        f"We compared $v_n$ with $nV$ in {len(off)} states with up to {max(tops)} uniform prizes: "
        f"the difference is from {min(off):.3f} to {max(off):.3f} times $\\sqrt n$, where the "
        rf"claim allows $-2\sqrt2$ to $\frac12$.",
    )


@claim("goofspiel.fourteen")
def fourteen(effort: Effort) -> Finding:
    """The openings that ship, in their payoffs; sampled states solved anew; all gaps added up.

    All of this is in floats, whose rounding is bounded and added. In a layer a gap is the
    difference of two sums of up to n products of a probability and a payoff, values are means of up
    to n games, payoffs are sums of two numbers, and probabilities add up to 1 within n roundings,
    where n is the number of cards left.
    """
    runs = shipped()
    most = max(runs)
    report = verify(runs[most], max_cards=effort.of(full=8, reduced=4))
    worst = report.certificate.error
    lost = 2 * sum(layer.gap for layer in runs[most].layers) + report.opening_gap
    left = np.array([layer.cards for layer in runs[most].layers])
    points = left * (2 * most + 1 - left) / 2  # of the best prizes: no payoff is larger
    rounded = float((4 * (left + 1) * points).sum() * np.finfo(float).eps)  # twice, like the gaps
    games = round(sum(layer.games for layer in runs[most].layers) / 1e6)
    return Finding(
        most == 14 and worst < CERTIFIED and lost + rounded in said["goofspiel.fourteen"],
        f"The run with {most} cards solved {games:,} million matrix games. Twice the sum of the "
        f"layers' largest gaps, and what a reply gains in the payoffs in our files, are together "
        f"{lost:.0e} points, and rounding adds {rounded:.0e} at most. {report.n_samples} states "
        f"solved anew are off by {worst:.0e} at most.",
    )


@claim("goofspiel.two_aims")
def two_aims(effort: Effort) -> Finding:
    """The openings that ship, in their payoffs; their states and play for points solved anew."""
    most, few = max(shipped_to_win()), effort.of(full=8, reduced=6)
    found = shipped_to_win()[most]
    report = verify(found, max_cards=effort.of(full=5, reduced=3))
    game = solve(most)
    first = max(-float((game.opening(p) @ found.payoffs[p - 1]).min()) for p in range(1, most + 1))
    kept = replies.shipped()[replies.FOR_POINTS]
    off = max(abs(kept[n] - spoiled_win(n)) for n in kept if n <= few) if few >= min(kept) else 0.0
    worst = greatest(report.certificate.error, off)
    return Finding(
        worst < CERTIFIED and first in said["first_bid"] and kept[most] in said["to_the_end"],
        f"With {most} cards the openings to win, and {report.n_samples} states solved anew, are "
        f"off by {worst:.0e} at most. A first bid for points loses up to {first:.3f}, and play for "
        f"points to the end loses {kept[most]:.3f}.",
    )


@claim("goofspiel.blurred")
def blurred(effort: Effort) -> Finding:
    """Small games in fractions from the rules, larger ones by layers, the largest as they ship."""
    exact, layered = effort.of(full=5, reduced=4), effort.of(full=10, reduced=7)
    least, worse = 4, 12  # cards; from how many on it loses more
    kept = replies.shipped()
    off = max(abs(loss - (n * n - 1) / 6) for n, loss in kept[replies.RANDOM].items())
    near, wrong = NATURAL[replies.NEIGHBOUR], []
    for n in range(least, max(kept[replies.NEIGHBOUR]) + 1):
        if n <= exact:
            loss = float(exploitability(n, near))
            off = greatest(off, abs(loss - exploitability_by_ranks(n, near)))
        elif n <= layered or n not in kept[replies.NEIGHBOUR]:
            loss = exploitability_by_ranks(n, near)
            off = greatest(off, abs(loss - kept[replies.NEIGHBOUR].get(n, loss)))
        else:
            loss = kept[replies.NEIGHBOUR][n]
        if (loss > (n * n - 1) / 6) != (n >= worse):
            wrong.append(n)
    return Finding(
        not wrong and off < CERTIFIED,
        f"We compared the losses of both plans with {least} to {max(kept[replies.NEIGHBOUR])} "
        f"cards: {len(wrong) or 'none'} is an exception. They differ by {off:.0e} at most from "
        "those in fractions, from those in layers solved anew and, for bids at random, from "
        "$(n^2-1)/6$.",
    )
