"""The abstract and Section 1: what the paper promises, and how the game goes in words."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, product

import numpy as np

from parlor.games import goofspiel
from parlor.games.goofspiel.matching import check_matching, check_matching_unseen
from parlor.games.goofspiel.study import is_unimodal
from parlor.games.nakai import StageValues, corrected, printed
from parlor.games.nakai.exact import exact_values
from parlor.games.nakai.recursion import states
from parlor.games.nakai.regions import regions
from press import Effort, Finding, claim, show

from .comparing import Case, deviations, every_state, law_at, quiet, tables, uniform
from .proposition5 import gap_of
from .recursion import allowed, one_round

PLANS = ["pass, M", "high, M"], ["low, pass", "low, M"]


@claim("abstract.recursion", of=uniform)
def solvable_in_sequence(table: StageValues) -> Finding:
    """Equation (1) does what is promised; of the arrays made from it some do not, as printed."""
    law, n = law_at(table), table.n_max
    edges = corrected.edge_values(law, n)
    p, f = quiet(printed.p_array, law, n), quiet(printed.f_array, law, n, edges)
    g, h = quiet(printed.g_sequence, law, n, edges), quiet(printed.h_sequence, law, n, edges)
    off = {
        "g of (4)": printed.g_array(law, n)[n][1] - table.v(n, 1, 0, n),
        "h of (5)": printed.h_array(law, n)[n][1] + table.v(n, 0, 1, n),
        "p": 2 * p[n].sum() - table.v(n, 0, n, n),
        "f": f[n][:2, :2].sum() - table.v(n, 1, 1, n),
        "g of (11)": g[n].sum() - table.v(n, n, 0, n),
        "h of (13)": h[n][:2, :2].sum() - table.v(n, n - 1, 1, 1),
    }
    good = [name for name, size in off.items() if abs(size) < 1e-10]
    bad = [name for name in off if name not in good]
    return Finding(
        "partly" if good and bad and table.certificate.value < 1e-12 else not bad,
        f"Solved stage by stage, (1) leaves nobody in any state with up to {n} stages a gain above "
        f"1e-12. As printed the arrays {' and '.join(good)} add up to values of the game, "
        f"{', '.join(bad)} do not.",
    )


@claim("abstract.deterministic")
def solved_completely(effort: Effort) -> Finding:
    """Prizes of 1: the value is there in every state, an optimal strategy of player I is not."""
    n = effort.of(full=10, reduced=4)
    table, values, without = exact_values(n), 0, []
    for state in states(n):
        value, ways, two = printed.proposition_5(*state)
        values += value != table.v(*state)
        if all(gap_of(table, state, way, two) != 0 for way in ways):
            without.append(state)
    repaired = [
        state
        for state in states(n)
        if any(gap_of(table, state, way, corrected.proposition_5(*state)[2])
               for way in corrected.proposition_5(*state)[1])
    ]  # fmt: skip
    return Finding(
        "partly" if not values and without and not repaired else not without,
        f"Up to {n} stages the value is right in all states. In {len(without)}, first "
        f"{show(min(without, default=()))}, neither $x_1$ nor $x_2$ as printed is an optimal "
        "strategy that the cards allow; repaired, one always is.",
    )


@claim("intro.ross_matching")
def matching(effort: Effort) -> Finding:
    """Ross: against bids at random match the prize. By backward induction, without the proof."""
    unseen = check_matching_unseen(effort.of(full=13, reduced=7))
    seen = check_matching(effort.of(full=8, reduced=5))
    bad = unseen.failures + unseen.misvalued + seen.failures + seen.misvalued
    return Finding(
        bad == 0,
        f"{unseen.n_cards} cards, all {unseen.n_decisions:,} decisions by dynamic programming in "
        f"exact integers: {unseen.failures} with a better bid. {seen.n_cards} cards, all "
        f"{seen.n_decisions:,} decisions with the opponent's hand in view: {seen.failures}. "
        f"Matching wins {unseen.value} of {sum(range(1, unseen.n_cards + 1))} points. A proof is "
        "in the lecture.",
    )


@claim("intro.complicated")
def complicated(effort: Effort) -> Finding:
    """The card game: whole it is worth 0 by symmetry; its strategies and later values are not."""
    n = effort.of(full=8, reduced=5)
    game = goofspiel.solve(n)
    skew = max(np.abs(A + A.T).max() for A in map(game.opening_payoffs, range(1, n + 1)))
    peaks = sum(not is_unimodal(game.opening(prize)) for prize in range(1, n + 1))
    worths = {round(abs(value), 9) for layer in game.values[1:] for value in layer.flat}
    return Finding(
        "partly" if skew < 1e-12 and peaks and len(worths) > 100 else False,
        f"{n} cards: the opening is a symmetric game for every prize, so that the whole game is "
        f"worth 0; for {peaks} of {n} prizes the optimal bids have several peaks, and the later "
        f"states have {len(worths):,} different values.",
    )


@deviations("intro.disadvantage", note="It follows from Lemma 1.")
def wasted_high_card(table: StageValues) -> Iterable[Case]:
    """A high card played against a pass: never better than to pass as well."""
    for n, k, l, m in states(table.n_max - 1):
        if k and m < n + 1 and k + l <= n:
            loss = table.v(n, k, l, m) - table.v(n, k - 1, l, m)
            yield (n + 1, k, l, m), max(-loss, 0.0)


@claim("intro.ends")
def nobody_keeps_cards(effort: Effort) -> Finding:
    """Whatever is played, nobody holds more cards than there are stages left."""
    n_max = effort.of(full=12, reduced=4)
    moves = bad = 0
    for state in every_state(n_max):
        mine, yours = allowed(state)
        for a, b in product(mine, yours):
            left, high, low, middle = one_round(state, a, b, Fraction(1))[1]
            moves += 1
            bad += high + low > left or middle > left
        bad += not (mine and yours)
    return Finding(
        bad == 0,
        f"Of {moves:,} pairs of choices in all states with up to {n_max} stages {bad} leave a hand "
        "larger than the number of stages, so that none is left at the end.",
    )


@claim("intro.one_type")
def one_type(effort: Effort) -> Finding:
    """Cards of one type: the losing card, then both play, then both mix; or not, if one must."""
    states_, wrong, unmixed, no_small = 0, [], [], []
    for table in tables(effort).values():
        for n, k, l, m in states(table.n_max):
            if (k and l) or m == n:
                continue
            states_ += 1
            choices = [region.choice for region in regions(table, n, k, l, m)]
            pure = [choice for choice in choices if "mix" not in choice]
            if not any(pure == [c for c in plan if c in pure] for plan in PLANS):
                wrong.append((n, k, l, m))
            if "mix" not in choices[-1]:
                unmixed.append((n, k, l, m))
            if choices[0] not in ("pass, M", "low, pass"):
                no_small.append((n, k, l, m))
    forced = all(n in (k, l) for n, k, l, _ in unmixed + wrong)
    return Finding(
        ("partly" if forced else False) if wrong or unmixed else True,
        f"{states_ // 2:,} states with one type of cards and $m < n$: in {len(unmixed) // 2}, "
        f"first {show(min(unmixed, default=()))}, nobody mixes at any prize, and in all of them "
        "player I must play at every prize. The order is right in all others; the part for small "
        f"prizes is empty in {len(no_small) // 2}.",
    )


@deviations("intro.spends", note=r"By Proposition 1 the chance is $(\alpha + z) / (x + z)$.")
def spends_on_small_prizes(table: StageValues) -> Iterable[Case]:
    """High cards only: the middle card is spent for sure at the prize 0, and less often later."""
    top = 1.0 if table.prizes[0].cdf(1.0) == 1.0 else 6.0
    for n, k, l, m in states(table.n_max):
        if l == 0 and k < n and m < n:
            chances = [table.strategy(n, k, l, m, x)[1][0] for x in np.linspace(1e-9, top, 25)]
            rises = max(b - a for a, b in pairwise(chances))
            yield (n, k, l, m), max(rises, 1 - chances[0] - 1e-6, 0.0)


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
