"""Section 4, the experiment: how large it is, and how much of it repeats itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import FIVE, MAIN, SIX, Condition, play, simulate
from parlor.games.gift_exchange.condition import conditions
from parlor.games.gift_exchange.published import SOURCE_GAMES
from press import Effort, Finding, Value, claim, value

from .study import AD, COR, CROWDS, IND, MODELS, PI, SC, SEED, SETS, Study, study, without
from .words import by_model, named


@value("design.configurations")
def configurations(effort: Effort) -> Value:
    """Sets of features that can be switched on."""
    names = {c.configuration for c in conditions(seed=SEED)}
    return Value(len(names), evidence=f"Named {min(names)} to FULL.")


@cache
def different_games(effort: Effort) -> dict[str, int]:
    """How many of the sixteen sets of features lead to different games, by population."""
    it = study(effort)
    n = effort.of(full=200, reduced=20)
    return {
        who: len({play(it.condition(COR, s, who), n).tobytes() for s in SETS}) for who in CROWDS
    }


@claim("design.distinct")
def distinct(effort: Effort) -> Finding:
    """Whether sixteen sets of features are sixteen games."""
    games = different_games(effort)
    return Finding(
        True if min(games.values()) == len(SETS) else "partly",
        f"The sixteen sets play {games['main']} different games with six strategies and "
        f"{games['appendix']} with the five of the appendix: under AD without BS nobody asks what "
        "a wrapped gift is worth, and without expected_value nobody ever does.",
    )


@claim("design.estimable", of=study)
def estimable(it: Study) -> Finding:
    """Whether effects and interactions of PI can be estimated."""
    same = it.unmoved_by_pi
    idle = {who: sum(same[key] for key in same if key[0] == who) for who in CROWDS}
    pairs = {who: sum(key[0] == who for key in same) for who in CROWDS}
    return Finding(
        "partly"
        if idle["appendix"] == pairs["appendix"] > idle["main"]
        else not any(idle.values()),
        f"Of {pairs['main']} pairs of conditions with and without PI {idle['main']} are equal to "
        "the last bit with six strategies, so that effects can be estimated; with the five of "
        f"the appendix {idle['appendix']} are: there PI and its interactions are 0 identically.",
    )


def factorial_effect(it: Study, v: str, feature: str, who: str) -> Estimate:
    """The mean over eight pairs that differ by a feature: a main effect of the factorial design."""
    total = Estimate(0.0, 0.0)
    for s in SETS:
        if feature in s:
            pair = it.estimate(v, s, who=who) - it.estimate(v, without(s, feature), who=who)
            total -= -pair / 8
    return total


@claim("design.main_effects", of=study)
def main_effects(it: Study) -> Finding:
    """Whether effects at BASE are the main effects of the design."""
    at_base = it.change(IND, AD, who="appendix")
    over_all = factorial_effect(it, IND, "AD", "appendix")
    ours = {v: factorial_effect(it, v, "AD", "main") for v in MODELS}
    own = {v: it.change(v, AD) for v in MODELS}
    flips = over_all.value * at_base.value < 0
    return Finding(
        "partly" if flips else True,
        "They are effects at BASE, as Section 4.4 says. The mean over all eight pairs, which is "
        "what a factorial design calls so, has the other sign for AD in the appendix's "
        f"population, independent: {over_all:+.2f} against {at_base:+.2f} at BASE. Main "
        f"population, AD: {by_model({v: f'{e:+.1f}' for v, e in ours.items()})} against "
        f"{by_model({v: f'{e:+.1f}' for v, e in own.items()})}.",
    )


@value("design.conditions")
def n_conditions(effort: Effort) -> Value:
    """Sixteen sets of features by three models."""
    return Value(len({(c.valuation, c.features) for c in conditions(seed=SEED)}))


@value("design.games")
def n_games(effort: Effort) -> Value:
    """Games of all conditions."""
    return Value(len(conditions(seed=SEED)) * SOURCE_GAMES)


def changed_by_belief(effort: Effort, strategies: Sequence[str]) -> float:
    """Share of games that PI changes, correlated valuations."""
    one, two = (
        play(Condition(SEED, 29, COR, f, strategies), effort.of(full=200, reduced=20))
        for f in ((), PI)
    )
    return float((one != two).mean())


@claim("design.own_comparison")
def own_comparison(effort: Effort) -> Finding:
    """Whether expected_value alone compares by beliefs."""
    with_it, without_it = (changed_by_belief(effort, crowd) for crowd in (SIX, FIVE))
    return Finding(
        without_it == 0 and with_it > 0,
        f"PI changes {with_it:.0%} of games with all six strategies and {without_it:.0%} of games "
        "without expected_value.",
    )


def moved_by_ties(effort: Effort, v: str, n_players: int) -> float:
    """Share of games in which breaking ties the other way changes the steals."""
    first, last = (
        play(
            Condition(SEED, n_players, v, reading=replace(MAIN, ties=order)),
            effort.of(full=100, reduced=10),
        )["steals"]
        for order in ("first seat", "last seat")
    )
    return float((np.subtract(first, last) != 0).mean())


@claim("design.odd")
def odd(effort: Effort) -> Finding:
    """Whether an odd number of players avoids ties."""
    ties = {v: {n: moved_by_ties(effort, v, n) for n in (28, 29, 30)} for v in MODELS}
    shares = {v: f"{t[28]:.0%}, {t[29]:.0%} and {t[30]:.0%}" for v, t in ties.items()}
    return Finding(
        max(t[29] for t in ties.values()) == 0,
        "Share of games of 28, 29 and 30 players in which breaking ties the other way changes the "
        f"steals: {by_model(shares)}.",
    )


@claim("design.stable")
def stable(effort: Effort) -> Finding:
    """Whether 5,000 games are enough."""
    runs = {v: simulate(effort.of(full=500, reduced=40), seed=SEED, valuation=v) for v in MODELS}
    scale = {v: (s.n_games / SOURCE_GAMES) ** 0.5 for v, s in runs.items()}
    most = max(
        scale[v] * max(s.steals_error / s.steals, (s.seat_value_error / s.seat_value).max())
        for v, s in runs.items()
    )
    errors = {v: scale[v] * s.steals_error for v, s in runs.items()}
    small = 4 * 2**0.5 * min(errors.values())  # a difference of two means that would be decided
    return Finding(
        ("partly" if small > 1.5 else True) if most < 0.01 else False,
        "At 5,000 games no mean of steals or of a seat's value has a standard error above "
        f"{most:.1%}. That of steals is {by_model({v: f'{e:.2f}' for v, e in errors.items()})}: "
        f"unpaired, differences below {small:.1f} steals are not stable, and the source reads "
        "+0.7, +0.9 and +1.5 off these means.",
    )


@claim("bs.appearance")
def bs_appearance(effort: Effort) -> Finding:
    """What biased openers look at, in each population."""
    it = study(effort)
    n = effort.of(full=200, reduced=20)
    moved = {}
    for who in CROWDS:
        one, two = (
            play(it.condition(COR, ("BS",), who, signal_noise=noise), n)["steals"]
            for noise in (0.3, 0.6)
        )
        moved[who] = float((one != two).mean())
    return Finding(
        "partly" if moved["appendix"] and not moved["main"] else moved["main"] > 0,
        f"Twice the noise of the appearances changes {moved['main']:.0%} of BS games of the main "
        "text, whose openers look at true values as Section 4.3 has it, and "
        f"{moved['appendix']:.0%} of the appendix's, who look at appearances as Definition 3.13 "
        "has it.",
    )


@claim("h8.reputation")
def reputation(effort: Effort) -> Finding:
    """Whether AD has reputation costs."""
    it = study(effort)
    moved = {}
    for s in (AD, SC, ("SC", "AD")):
        one, two = (
            play(it.condition(COR, s, reputation_cost=cost), effort.of(full=200, reduced=20))
            for cost in (0.1, 0.3)
        )
        moved[named(s)] = float((one["steals"] != two["steals"]).mean())
    return Finding(
        moved["AD"] > 0,
        f"Three times the reputation cost changes {moved['AD']:.0%} of games with AD, "
        f"{moved['SC']:.0%} with SC and {moved['SC+AD']:.0%} with both: it belongs to SC.",
    )
