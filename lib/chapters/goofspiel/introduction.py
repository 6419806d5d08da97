"""The abstract and Section 1: what the paper promises, and how the game goes in words."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise, product

import numpy as np

from parlor.games import goofspiel
from parlor.games.nakai.exact import ExactValues
from parlor.games.nakai.recursion import StageValues, State, states
from parlor.games.nakai.regions import regions
from press import Effort, Finding, claim, counted, show

from ..agreement import tallied, tally
from ..tolerances import CERTIFIED, CLIMBED, ROUNDING
from . import corrected, printed
from .comparison import LAWS, Case, deviations, every_state, law_at, stages, tables, told, uniform
from .matching import check_matching, check_matching_unseen
from .openings import is_unimodal
from .proposition5 import ones, optimal_for_one
from .recursion import PRIZES, allowed, by_rules, few_stages, listed, one_round

SMALL = 1e-9  # a prize next to nothing: at 0 itself all choices may be as good
TRIED = 25  # prizes in each state of intro.spends
PLANS = ["pass, M", "high, M"], ["low, pass", "low, M"]


@claim("abstract.high", of=stages)
def higher_card_wins(n_max: int) -> Finding:
    """Whose card wins: the high one, where there is one, and else the middle one."""
    wins = {"high": 0, "middle": 0}
    for state in states(n_max):
        mine, yours = allowed(state)
        for a, b in product({*mine} - {"pass"}, {*yours} - {"pass"}):
            wins[a if one_round(state, a, b, Fraction(1))[0] > 0 else b] += 1
    others = sum(wins.values()) - wins["high"]
    return Finding(
        "partly" if wins["high"] and others else not others,
        f"Of the {sum(wins.values()):,} pairs of cards that can meet in the states with up to "
        f"{n_max} stages, {wins['high']:,} have a high card, which wins by the rules. In the other "
        f"{others:,} a middle card meets a low one and wins.",
    )


@claim("abstract.recursion", of=uniform)
def solvable_in_sequence(table: StageValues) -> Finding:
    """Equation (1) does what is promised; of the arrays made from it some do not, as printed."""
    law, n = law_at(table), table.n_max
    edges = corrected.edge_values(law, n)
    p, f = printed.p_array(law, n), printed.f_array(law, n, edges)
    g, h = printed.g_sequence(law, n, edges), printed.h_sequence(law, n, edges)
    off = {
        "g of (4)": printed.g_array(law, n)[n][1] - table.v(n, 1, 0, n),
        "h of (5)": printed.h_array(law, n)[n][1] + table.v(n, 0, 1, n),
        "p": 2 * p[n].sum() - table.v(n, 0, n, n),
        "f": f[n][:2, :2].sum() - table.v(n, 1, 1, n),
        "g of (11)": g[n].sum() - table.v(n, n, 0, n),
        "h of (13)": h[n][:2, :2].sum() - table.v(n, n - 1, 1, 1),
    }
    good = [name for name, size in off.items() if abs(size) < CERTIFIED]
    bad = [name for name in off if name not in good]
    return Finding(
        "partly" if good and bad and table.certificate.error < CERTIFIED else not bad,
        f"Solved stage by stage for uniform prizes, (1) leaves nobody in any state with up to {n} "
        f"stages a gain above {told(table.certificate.error)}. We tried each array in one state "
        f"with {n} stages. As printed the sums of {' and '.join(good)} are the values that they "
        f"should be, those of {', '.join(bad)} are not.",
    )


@claim("abstract.deterministic", of=ones)
def solved_completely(table: ExactValues) -> Finding:
    """Prizes of 1: the value is there in every state, an optimal strategy of player I is not."""
    every = list(states(table.n_max))

    def optimal(state: State, ways: Iterable) -> tuple[bool, ...]:
        return tuple(optimal_for_one(table, state, way) for way in ways)

    values = tally(printed.proposition_5(*s)[0] == table.v(*s) for s in every)
    without = [s for s in every if not any(optimal(s, printed.proposition_5(*s)[1]))]
    repaired = tally(all(optimal(s, corrected.proposition_5(*s)[1])) for s in every)
    return Finding(
        "partly" if values.all and without and repaired.all else not without,
        f"For equal prizes the value is right in {values} states with up to {table.n_max} stages. "
        f"In {len(without)} of them, first {show(min(without, default=()))}, neither $x_1$ nor "
        "$x_2$ as printed is an optimal strategy that the cards allow; repaired, one is in "
        f"{repaired}.",
    )


@claim("intro.ross_matching")
def matching(effort: Effort) -> Finding:
    """Ross: against bids at random match the prize. By backward induction, without the proof."""
    unseen = check_matching_unseen(effort.of(full=13, reduced=7))
    seen = check_matching(effort.of(full=8, reduced=5))
    bad = unseen.failures + unseen.misvalued + seen.failures + seen.misvalued
    return Finding(
        bad == 0,
        f"Solved backwards in exact integers, with {unseen.n_cards} cards another bid is better "
        f"than the match at {counted(unseen.failures, unseen.n_decisions)} decisions; with "
        f"{seen.n_cards} cards, where player I also sees the opponent's hand, at "
        f"{counted(seen.failures, seen.n_decisions)}. The lecture has a proof.",
    )


@claim("intro.complicated")
def complicated(effort: Effort) -> Finding:
    """The card game: whole it is worth 0 by symmetry; its strategies and later values are not."""
    n = effort.of(full=8, reduced=5)
    game = goofspiel.solve(n)
    skew = max(np.abs(A + A.T).max() for A in map(game.opening_payoffs, range(1, n + 1)))
    peaks = sum(not is_unimodal(game.opening(prize)) for prize in range(1, n + 1))
    worths = {round(abs(value), 9) for layer in game.values[1:] for value in layer.flat}
    points, whole = sum(range(1, n + 1)), 0  # by symmetry, if the opening is skew
    complicated = bool(peaks) and len(worths) > points
    return Finding(
        "partly" if complicated and skew < ROUNDING else complicated,
        f"With {n} cards the opening is a symmetric game whatever prize comes first, so that the "
        f"whole game is worth {whole}. But for {counted(peaks, n)} prizes the optimal bids have "
        f"several peaks, and the later states have {len(worths):,} different values, signs aside, "
        f"with {points} points at stake.",
    )


@deviations("intro.disadvantage", note="By Lemma 1 it never brings anything.", yes_or_no=True)
def wasted_high_card(table: StageValues) -> Iterable[Case]:
    """A high card played against a pass, where he might pass as well: it costs something."""
    for n, k, l, m in states(table.n_max - 1):
        if k:
            loss = table.v(n, k, l, m) - table.v(n, k - 1, l, m)
            yield (n + 1, k, l, m), 0.0 if loss > CERTIFIED else 1.0


@tallied(
    "intro.ends",
    "In all states with up to {it} stages, {right} pairs of choices leave no hand with more cards "
    "than there are stages to come. So no card is left at the end.",
    of=stages,
)
def nobody_keeps_cards(n_max: int) -> Iterator[bool]:
    """Whatever is played, nobody holds more cards than there are stages left."""
    for state in every_state(n_max):
        mine, yours = allowed(state)
        if not (mine and yours):
            yield False
        for a, b in product(mine, yours):
            left, high, low, middle = one_round(state, a, b, Fraction(1))[1]
            yield high + low <= left and middle <= left


@claim("intro.stops")
def ended_early(effort: Effort) -> Finding:
    """Without a card on one side nothing can be won, and the other side may hold cards still."""
    worth = by_rules(few_stages(effort), PRIZES)
    ended = [s for s in worth if 0 in (s[3], s[1] + s[2])]
    zero = tally(worth[s] == 0 for s in ended)
    kept = [s for s in ended if sum(s[1:])]
    return Finding(
        ("partly" if kept else True) if zero.all else False,
        f"Solved from its rules, with up to {max(worth)[0]} stages and prizes of "
        f"{listed(PRIZES)}, the game is worth nothing in {zero} states in which a side has no "
        f"card. But in {len(kept)} of them, first {show(min(kept, default=()))}, the other side "
        "still holds cards, and is rid of them only if it plays on alone.",
    )


@claim("intro.one_type")
def one_type(effort: Effort) -> Finding:
    """Cards of one type: the losing card, then both play, then both mix; or not, if one must."""
    n_max = stages(effort)
    every = [s for s in states(n_max) if not (s[1] and s[2]) and s[3] < s[0]]
    unmixed, wrong = set(), set()
    small, middle = dict.fromkeys(LAWS, 0), dict.fromkeys(LAWS, 0)  # states without the part
    for (law, table), state in product(tables(effort).items(), every):
        choices = [region.choice for region in regions(table, *state)]
        small[law] += choices[0] not in ("pass, M", "low, pass")
        middle[law] += {"high, M", "low, M"}.isdisjoint(choices)
        pure = [choice for choice in choices if "mix" not in choice]
        if "mix" not in choices[-1]:
            unmixed.add(state)
        if not any(pure == [c for c in plan if c in pure] for plan in PLANS):
            wrong.add(state)
    forced = all(n in (k, l) for n, k, l, _ in unmixed | wrong)
    empty = [f"{small[law]} and {middle[law]} for {law} prizes" for law in LAWS]
    return Finding(
        ("partly" if forced else False) if wrong or unmixed else True,
        f"There are {len(every):,} states with one type of cards, $m < n$ and up to {n_max} "
        f"stages. In {len(unmixed)} of them, first {show(min(unmixed, default=()))}, nobody mixes "
        f"at any prize, and in {len(wrong)} the order is another, for {' and for '.join(LAWS)} "
        f"prizes; in {'all' if forced else 'some'} of these player I must play at every prize. The "
        f"parts for small and for intermediate prizes are empty in {' and in '.join(empty)}.",
    )


@deviations(
    "intro.spends",
    note=f"We tried {TRIED} prizes in each. By Proposition 1 player II plays with chance "
    r"$(\alpha + z)/(x + z)$ once both mix.",
)
def spends_on_small_prizes(table: StageValues) -> Iterable[Case]:
    """High cards only: the middle card is spent for sure at the prize 0, and less often later."""
    top = 1.0 if table.prizes[0].cdf(1.0) == 1.0 else 6.0
    for n, k, l, m in states(table.n_max):
        if l == 0 and k < n and m < n:
            chances = [table.strategy(n, k, l, m, x)[1][0] for x in np.linspace(SMALL, top, TRIED)]
            rises = max(b - a for a, b in pairwise(chances))
            yield (n, k, l, m), max(rises, 1 - chances[0] - CLIMBED, 0.0)


@claim("intro.variant", of=stages)
def like_the_card_game(n_max: int) -> Finding:
    """Cards for every prize and nobody passes: as in the card game, where all cards differ."""
    full = [s for s in every_state(n_max) if s[1] + s[2] == s[3] == s[0]]
    playing = tally(not any("pass" in some for some in allowed(s)) for s in full)
    larger = [s for s in full if s[0] > 1 and all(len(some) == s[0] for some in allowed(s))]
    return Finding(
        ("partly" if not larger else True) if playing.all else False,
        f"In {playing} states with $k + l = m = n \\le {n_max}$ nobody may pass, as in the card "
        f"game. There $n$ cards are of $n$ ranks; that is so in {len(larger) or 'none'} of these "
        "states with more than one stage, as all cards of player II are of one rank.",
    )


@deviations("intro.assignment")
def assignment(table: StageValues) -> Iterable[Case]:
    """High cards against a player who must play: Derman, Lieberman and Ross's thresholds.

    With k of n jobs worth 1 and the rest 0 their recursion gives thresholds a(i, n), of which the k
    highest add up to the value.
    """
    law, old = law_at(table), [0.0, np.inf]
    for n in range(1, table.n_max + 1):
        new = []
        for low, high in pairwise(old):
            top = law.mean if high == np.inf else law.moment(high)
            above = 0.0 if high == np.inf else high * (1 - law.cdf(high))
            new.append(top - law.moment(low) + low * law.cdf(low) + above)
        yield from (
            ((n, k, 0, n), sum(new[n - k :]) - table.v(n, k, 0, n)) for k in range(1, n + 1)
        )
        old = [0.0, *new, np.inf]
