"""Proposition 4 and what the paper says after it: the order of choices as prizes rise."""

# ruff: noqa: E741 (the paper's l)

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, product
from typing import Any

import numpy as np

from parlor.games.nakai.encoding import encode
from parlor.games.nakai.kernels import solve_layer
from parlor.games.nakai.recursion import StageValues, State, states, values
from parlor.games.nakai.regions import CLAIMED, regions
from press import Effort, Finding, claim, greatest, show

from ..agreement import tallied, tally
from ..tolerances import CERTIFIED
from . import comparison, corrected, lemma4, lemma5, lemma6, printed, proposition1, proposition3
from .comparison import deviations, every_state, gaps, law_at, summed_up, tables, told, uniform
from .order import OrderScan, scan_order
from .recursion import PRIZES, allowed, by_rules, few_stages, listed, mixing, one_round, violations


def with_boundary(table: StageValues, f: list, g: list, h: list) -> Iterator[comparison.Case]:
    """Equation (1) in the interior, sums of three arrays on the boundary; less the value."""
    law, layer = law_at(table), np.zeros((1, 1, 1))
    for n in range(1, table.n_max + 1):
        layer = solve_layer(layer, n, encode(law))
        for _, k, l, m in (s for s in states(n) if s[0] == n):
            if m == n:
                layer[k, l, m] = f[n][: l + 1, : k + 1].sum()
            elif l == 0:
                layer[k, l, m] = g[n][: k + 1, : m + 1].sum()
            elif k == 0:
                layer[k, l, m] = -g[n][: m + 1, : l + 1].sum()
            elif k + l == n:
                layer[k, l, m] = h[n][: l + 1, : m + 1].sum()
            yield (n, k, l, m), float(layer[k, l, m] - table.v(n, k, l, m))


def arrays(table: StageValues, of: Any) -> list[Any]:
    """The arrays f, g and h, as printed or repaired."""
    law, n_max = law_at(table), table.n_max
    more = (corrected.edge_values(law, n_max),) if of is printed else ()
    made = (of.f_array, of.g_sequence, of.h_sequence)
    return [make(law, n_max, *more) for make in made]


@deviations(
    "prop4", repaired=lambda table: with_boundary(table, *arrays(table, corrected)), partly=True
)
def recursion_with_boundary(table: StageValues) -> Iterable[comparison.Case]:
    """Equation (1) with the boundary conditions as printed, and repaired."""
    return with_boundary(table, *arrays(table, printed))


@tallied(
    "prop4.zero",
    f"We solved the game from its rules, with up to {{it}} stages and prizes of {listed(PRIZES)}: "
    "in {right} states in which a side has no card the value is zero.",
    of=few_stages,
)
def nothing_to_win(n_max: int) -> Iterator[bool]:
    """The value is 0 where a side has no card: by the rules alone, in fractions."""
    return (v == 0 for (_, k, l, m), v in by_rules(n_max, PRIZES).items() if 0 in (m, k + l))


@claim("prop4.strategy")
def best_replies(effort: Effort) -> Finding:
    """The strategies of (1), played throughout, against best replies over the whole game."""
    table = values(effort.of(full=6, reduced=3), distribution=list(PRIZES))
    lowest, highest = {(0, 0, 0, 0): 0.0}, {(0, 0, 0, 0): 0.0}
    worst = 0.0
    for state in every_state(table.n_max):
        mine, yours = allowed(state)
        low = high = 0.0
        for x in PRIZES:
            one, two = table.strategy(*state, x)
            odds = dict(zip(("low", "high", "pass"), one, strict=True))
            rivals = dict(zip(("middle", "pass"), two, strict=True))
            play = partial(one_round, state, x=Fraction(x))

            def pays(after: dict[State, float], *way: str, play: Any = play) -> float:
                won, left = play(*way)
                return float(won) + after[left]

            low += min(sum(odds[a] * pays(lowest, a, b) for a in mine) for b in yours)
            high += max(sum(rivals[b] * pays(highest, a, b) for b in yours) for a in mine)
        lowest[state], highest[state] = low / len(PRIZES), high / len(PRIZES)
        worst = greatest(worst, highest[state] - lowest[state])
    return Finding(
        worst < CERTIFIED,
        "A best reply over the whole game to the strategies of (1) gains, in "
        f"{len(lowest)} states with up to {table.n_max} stages and prizes of {listed(PRIZES)}, "
        f"{told(worst)} at most.",
    )


@cache
def scans(effort: Effort) -> dict[str, OrderScan]:
    """All states by their sequences of choices, for two laws."""
    return {law: scan_order(table) for law, table in tables(effort).items()}


def _scanned(effort: Effort) -> str:
    """How many states were scanned, for each law."""
    return f"{scans(effort)['uniform'].n_states:,} states with up to {uniform(effort).n_max} stages"


@claim("order.sequence")
def in_this_order(effort: Effort) -> Finding:
    """Pure choices in another order, or after a mixture."""
    found = scans(effort).values()
    bad = sum(len(scan.reversed) + len(scan.mixed_first) for scan in found)
    return Finding(
        bad == 0,
        f"We cut {_scanned(effort)} into ranges of prizes, for "
        f"{' and for '.join(scans(effort))} prizes: {bad or 'none'} of them has another order. The "
        "lecture has a proof.",
    )


@claim("order.pairs")
def no_other_pair(effort: Effort) -> Finding:
    """Pure choices that are not in the list."""
    odd = [at for scan in scans(effort).values() for at in scan.unlisted]
    forced = all(k == n > m for n, k, _, m in odd)
    return Finding(
        ("partly" if forced else False) if odd else True,
        f"In {len(set(odd))} of {_scanned(effort)}, for {' or for '.join(scans(effort))} prizes, "
        f"(high, pass) is optimal at some prizes; the smallest is {show(min(odd, default=()))}. In "
        f"{'all' if forced else 'some'} of them player I holds high cards only and must play one "
        "at every prize.",
    )


@claim("order.mixed", of=uniform)
def both_mix_at_the_end(table: StageValues) -> Finding:
    """States in which nobody mixes at any prize."""
    return mixing(table, "", states(table.n_max))


@claim("order.chain")
def all_four(effort: Effort) -> Finding:
    """How many of the four pairs one state goes through."""
    whole, most, bad, both = 0, 0, 0, 0
    for scan in scans(effort).values():
        bad += len(scan.reversed) + len(scan.mixed_first)
        for sequence, times in scan.sequences.items():
            found = sum(choice in CLAIMED for choice in sequence)
            whole += times * (found == len(CLAIMED))
            most = max(most, found)
            both += times * (
                "low, pass" in sequence and not {"pass, M", "high, M"}.isdisjoint(sequence)
            )
    every = sum(scan.n_states for scan in scans(effort).values())
    return Finding(
        ("partly" if not bad else False) if whole < every else True,
        f"{whole or 'None'} of {_scanned(effort)} goes through all {len(CLAIMED)} pairs, for "
        f"{' or for '.join(scans(effort))} prizes; at most {most} occur in one state. "
        f"{bad or 'None'} has them in another order than the list, and {both or 'none'} has both "
        "(low, pass) and one of (pass, M) and (high, M).",
    )


# Who wins or passes: player II, then player I; a mixture is the last part. (high, pass) is forced.
PART = {"low, pass": 0, "low, M": 0, "pass, M": 1, "high, M": 1}


@claim("order.winners", of=uniform)
def who_wins_when(table: StageValues) -> Finding:
    """At small prizes player II wins or passes, at middle ones player I; then both mix."""
    every = list(states(table.n_max))
    choices = {state: [region.choice for region in regions(table, *state)] for state in every}
    parts = {s: [PART.get(c, 2) for c in some if c != "high, pass"] for s, some in choices.items()}
    some = [state for state in every if {*parts[state]} != {0, 1, 2}]
    wrong = sum(one != sorted(one) for one in parts.values())
    rich = (3, 2, 0, 1)  # high cards to spare
    return Finding(
        ("partly" if len(some) < len(every) and not wrong else False) if some else not wrong,
        f"{len(every) - len(some):,} of {len(every):,} states with up to {table.n_max} stages "
        "and uniform prizes have all three parts. In the others one or more are empty, and "
        f"{wrong or 'none'} has them in another order: at {show(some[0] if some else ())}, the "
        f"first, both must play; at {show(rich)} the small prizes are ({choices[rich][0]}).",
    )


@claim("order.similar", of=uniform)
def in_lemmas_too(table: StageValues) -> Finding:
    """Mixing at high prizes: in states of the lemmas, where somebody must play, and of the rest."""
    mixes = {s: "mix" in regions(table, *s)[-1].choice for s in states(table.n_max)}
    rest = tally(found for s, found in mixes.items() if s[0] not in s[1:])
    lemmas = tally(found for s, found in mixes.items() if s[0] in s[1:])
    return Finding(
        ("partly" if rest.all else False) if not lemmas.right else lemmas.all and rest.all,
        f"For uniform prizes and up to {table.n_max} stages both mix at the higher prizes in "
        f"{rest} states of the propositions, and in {lemmas} of the lemmas, first "
        f"{show(min(s for s in mixes if s[0] in s[1:]))}, where one player must play the same card "
        "or play at every prize.",
    )


@claim("order.passes", of=uniform)
def who_passes(table: StageValues) -> Finding:
    """High cards alone and nobody must play: who passes at the smallest prizes."""
    some = [s for s in states(table.n_max) if s[2] == 0 and max(s[1], s[3]) < s[0]]
    firsts = [regions(table, *state)[0].choice for state in some]
    one = sum(choice == "pass, M" for choice in firsts)
    two = sum(choice.endswith("pass") and "mix" not in choice for choice in firsts)
    rest = {choice for choice in firsts if choice != "pass, M"}
    plays = all("high" in choice for choice in rest)
    return Finding(
        ("partly" if one else False) if two == 0 else two == len(some),
        f"In {one} of the {len(some)} states with high cards alone, up to {table.n_max} stages and "
        "uniform prizes in which nobody must play, player I passes and player II plays at the "
        f"smallest prizes; player II passes in {two or 'none'}. In the others player I "
        f"{'plays high or mixes' if plays else 'does something else'} from the first prize on.",
    )


@claim("order.defends", of=uniform)
def who_is_attacked(table: StageValues) -> Finding:
    """Where both mix with high cards alone: what a pure choice costs, and whom a round pays."""
    costs: list[float] = []
    pays = 0
    for state in states(table.n_max):
        last = regions(table, *state)[-1]
        if state[2] == 0 and "mix" in last.choice:
            x = (last.low + last.high) / 2
            game = table.matrix(*state, x)[1:]
            one, two = table.strategy(*state, x)
            costs.extend(np.nanmax(game, 0) - float(one[1:] @ game @ two))
            pays += sum(one_round(state, a, b, Fraction(1))[0] < 0
                        for a, b in product(*allowed(state)))  # fmt: skip
    right = tally(cost > CERTIFIED for cost in costs)
    return Finding(
        ("partly" if right.all else False) if not pays else right.all,
        f"In the {len(costs) // 2} states with high cards alone in which both mix, up to "
        f"{table.n_max} stages and uniform prizes, each at the middle of the prizes at which they "
        f"do, player II loses if he always plays or always passes, in {right} cases: he defends. "
        f"{pays or 'No'} pair of choices pays him anything.",
    )


@claim("unequal")
def different_laws(effort: Effort) -> Finding:
    """Independent prizes with different laws: the steps and strategies with the stage's own law."""
    n = effort.of(full=12, reduced=4)
    laws = [*(comparison.LAWS[i % 2] for i in range(n - 1)), "beta(2, 3)"]
    table = values(n, stage_distributions=laws)
    found = [*violations(table)]
    found += lemma4.one_step(table, -1)
    means = accumulate(law_at(table, i + 1).mean for i in range(n))
    found += [((i, i, 0, i), mean - table.v(i, i, 0, i)) for i, mean in enumerate(means, 1)]
    found += lemma6.steps(table, corrected.c_function)
    found += gaps(table, lemma6.rules(table, corrected.lemma_6_strategy))
    found += proposition1.steps(table)
    for side in (proposition1.HIGH_ALONE, proposition1.LOW_ALONE):
        found += gaps(table, proposition1.rules(table, side))
    found += proposition3.steps(table, corrected.b_function)
    found += proposition3.right(table)
    by_p = lemma5.threshold_rules(
        table, lambda p, x: corrected.lemma_5_strategy(x, p), lemma5.before
    )
    found += gaps(table, by_p)
    off = summed_up(found)
    return Finding(
        off.first is None,
        f"In a game of {n} stages with uniform, exponential and beta prizes mixed Lemmas 1 to 3 "
        "and the steps and strategies of the other lemmas and the propositions (repaired), with "
        f"the distribution of the current prize for $F$, are off by {told(off.worst)} at most, in "
        f"{off.count:,} comparisons.",
    )
