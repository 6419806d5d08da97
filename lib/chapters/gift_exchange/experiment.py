"""Section 4, the experiment: how large it is, and how much of it repeats itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import FIVE, MAIN, SIX, Condition, simulate
from parlor.games.gift_exchange.position import Limits
from press import Effort, Finding, Value, claim, counted, in_parts
from press.ledger.verdict import NOISE

from ..tolerances import CERTIFIED
from .decorated_game import CONSTANTS
from .published import SOURCE_GAMES
from .said import printed, said
from .sets import AD, COR, CROWDS, FULL, IND, MODELS, PI, SETS, SINGLES, WITH, conditions
from .study import Study, changed, study
from .survey import survey
from .words import by_model, listed, named, slug


@claim("design.configurations")
def configurations(effort: Effort) -> Value:
    """Sets of features that can be switched on."""
    return Value(len({*map(named, SETS)}), evidence=f"They go from {named(())} to {named(FULL)}.")


@claim("design.distinct", of=study)
def distinct(it: Study) -> Finding:
    """Whether sixteen sets of features are sixteen games."""
    games = {who: len({it.found[who, COR, s].sums for s in SETS}) for who in CROWDS}
    told = said.value("design.configurations")
    return Finding(
        in_parts(len(SETS) == told, *(number == told for number in games.values())),
        "With correlated valuations the sixteen sets lead to "
        f"{games['main']} different results with six strategies and to {games['appendix']} with "
        "the five of the appendix.",
    )


@claim("design.estimable", of=study)
def estimable(it: Study) -> Finding:
    """Whether effects and interactions of PI can be estimated."""
    same = it.unmoved_by_pi
    idle = {who: sum(same[key] for key in same if key[0] == who) for who in CROWDS}
    pairs = {who: sum(key[0] == who for key in same) for who in CROWDS}
    return Finding(
        in_parts(*(idle[who] < pairs[who] for who in CROWDS)),
        f"Of {pairs['main']} pairs of conditions with and without PI {idle['main']} are equal to "
        "the last bit with six strategies, so that effects can be estimated; with the five of "
        f"the appendix {idle['appendix']} are: there PI and its interactions are zero identically.",
    )


def factorial_effect(it: Study, v: str, feature: str, who: str) -> Estimate:
    """The mean over eight pairs that differ by a feature: a main effect of the factorial design."""
    pairs = [it.adds(v, s, feature, who) for s in WITH[feature]]
    return sum((pair / len(pairs) for pair in pairs), Estimate(0.0, 0.0))


@claim("design.main_effects", of=study)
def main_effects(it: Study) -> Finding:
    """Whether effects at BASE are the main effects of the design."""
    cases = {
        (who, v, s): (it.change(v, s, who=who), factorial_effect(it, v, s[0], who))
        for who, v, s in product(CROWDS, MODELS, SINGLES)
    }
    apart = [abs(one - mean).above() for one, mean in cases.values()]
    sure = [pair for pair in cases.values() if all(abs(e).above() for e in pair)]
    flips = sum(one.value * mean.value < 0 for one, mean in sure)
    at_base, over_all = cases["appendix", IND, AD]
    return Finding(
        in_parts(*(not other for other in apart)),
        "They are effects at BASE, as Section 4.4 says. The mean over all eight pairs, which is "
        f"what a factorial design calls so, is surely another number in {sum(apart)} of "
        f"{len(apart)} cases, in {flips} of them with the other sign: for AD in the appendix's "
        f"population, independent, {over_all:+.2f} against {at_base:+.2f} at BASE.",
    )


@claim("design.conditions")
def n_conditions(effort: Effort) -> Value:
    """Sixteen sets of features by three models."""
    return Value(len(MODELS) * len(SETS))


@claim("design.across")
def across(effort: Effort) -> Finding:
    """Whether there are as many configurations as are spoken of."""
    sets = {c.configuration for c in conditions()}
    return Finding(
        len(sets) in said["design.across"],
        f"There are {len(sets)} configurations, which with the models make {len(conditions())} "
        "conditions.",
    )


@claim("design.captions")
def captions(effort: Effort) -> Finding:
    """Whether tables hold the effects that their captions speak of."""
    entries = said.published.entries.values()
    rows = {e.where.removeprefix("Table 3, ") for e in entries if e.id.startswith("table3.")}
    others = sorted(rows - {named(s) for s in SINGLES})
    base = {f"Table {n}": printed(f"table{n}.base.steals") for n in (12, 14, 16)}
    return Finding(
        in_parts(not others, not any(base.values())),
        f"Table 3 has rows for {' and '.join(others)} too, which are no main effects. Without a "
        f"feature there is no effect, and the steals in that row are {by_model(base)}.",
    )


@claim("design.games")
def n_games(effort: Effort) -> Value:
    """Games of all conditions."""
    return Value(len(MODELS) * len(SETS) * SOURCE_GAMES)


@claim("design.measures")
def measures(effort: Effort) -> Finding:
    """Whether all seats, and the strategies under all sets of features, are shown."""
    rows = [e.columns for e in said.published.entries.values() if "population" in e.columns]
    seats = sorted({r["statistic"] for r in rows if r["statistic"].startswith("seat")})
    ranked = {r["features"] for r in rows if r["statistic"] == "always_steal"}
    n = said.facts("design.measures")["seats"]
    return Finding(
        in_parts(len(seats) == n, len(ranked) == len(SETS)),
        f"The tables show {len(seats)} of {n} seats, "
        f"{', '.join(seat.removeprefix('seat') for seat in seats)}; and the strategies under "
        f"{len(ranked)} of {len(SETS)} sets of features.",
    )


@claim("design.six")
def six(effort: Effort) -> Finding:
    """Whether both sets of tables are of players with six strategies, and not of five."""
    n, ours = effort.of(full=2000, reduced=100), {}
    for crowd in (SIX, FIVE):
        one = simulate(n, valuation=COR, strategies=crowd)
        ours[len(crowd)] = one.steals / one.chain_length
    told = {
        "main text": ("table3.base.correlated.steals", "valuation.chain_correlated"),
        "Table 14": ("table14.base.steals", "table14.base.chain"),
    }
    ratio = {x: printed(steals) / printed(chain) for x, (steals, chain) in told.items()}
    return Finding(
        in_parts(*(abs(ours[6] - x) < abs(ours[5] - x) for x in ratio.values())),
        "Steals over chain length, which is the number of rounds with a theft, are, in BASE with "
        f"correlated valuations, {listed(ratio, '.2f')}. Our players have {ours[6]:.2f} with six "
        f"strategies and {ours[5]:.2f} without expected_value.",
    )


@claim("design.own_comparison", of=study)
def own_comparison(it: Study) -> Finding:
    """Whether expected_value alone compares by beliefs."""
    n = it.effort.of(full=200, reduced=20)
    with_it, without_it = (
        changed([Condition(valuation=COR, features=s, strategies=crowd) for s in ((), PI)], n, "")
        for crowd in (SIX, FIVE)
    )
    return Finding(
        without_it == 0 and with_it > 0,
        f"Of {n} games with correlated valuations PI changes {with_it:.0%} with all six strategies "
        f"and {without_it:.0%} without expected_value.",
    )


@claim("design.odd", of=study)
def odd(it: Study) -> Finding:
    """Whether an odd number of players avoids ties: of steals' values, and of two camps' sizes."""
    sizes, n = (28, 29, 30), it.effort.of(full=100, reduced=10)
    readings = [replace(MAIN, ties=order) for order in ("first seat", "last seat")]
    ties = {
        (v, k): changed((Condition(n_players=k, valuation=v, reading=r) for r in readings), n)
        for v, k in product(MODELS, sizes)
    }
    shares = {v: ", ".join(f"{ties[v, k]:.0%}" for k in sizes) for v in MODELS}
    level = [k for k in sizes if any(camp == k - camp for camp in range(k + 1))]
    return Finding(
        in_parts(not any(k % 2 for k in level), not any(ties[v, k] for v, k in ties if k % 2)),
        f"Two camps can be level among {' and '.join(map(str, level))} players only. Of {n} games "
        f"each of {', '.join(map(str, sizes))} players breaking ties of value the other way "
        f"changes the steals in {by_model(shares)}.",
    )


@claim("design.stable")
def stable(effort: Effort) -> Finding:
    """Whether 5,000 games are enough for what the source reads off its means of steals."""
    n = effort.of(full=500, reduced=40)
    runs = {v: simulate(n, valuation=v) for v in MODELS}
    errors = {v: s.steals_error * (n / SOURCE_GAMES) ** 0.5 for v, s in runs.items()}
    cells = product(MODELS, (*SINGLES, FULL))
    changes = [(printed(f"table3.{slug(s)}.{v}.change"), errors[v]) for v, s in cells]
    # against the error of two means, as if unpaired
    loose = sorted(x for x, error in changes if abs(x) <= NOISE * 2**0.5 * error)
    return Finding(
        in_parts(*(x not in loose for x, _ in changes)),
        f"At {SOURCE_GAMES:,} games mean steals have a standard error of "
        f"{listed(errors, '.2f')}. Of the {len(changes)} changes that Table 3 reads off such means "
        f"{len(changes) - len(loose)} are over four errors of a difference, unpaired; these are "
        f"not: {', '.join(f'{x:+g}' for x in loose)}.",
    )


@claim("design.max_steals")
def max_steals(effort: Effort) -> Finding:
    """Whether no more is stolen in a round than the limit that Table 2 gives for a round."""
    most, n = said.facts("design.max_steals")["most"], Condition().n_players
    mean = {v: printed(f"table3.base.{v}.steals") / n for v in MODELS}
    of_one = survey(4, limits=Limits(round_limit=most)).most_in_round
    return Finding(
        max(mean.values()) <= most,
        "By Table 3 the steals of a mean round are "
        f"{by_model({v: f'{x:.1f}' for v, x in mean.items()})}. Of one gift, to which the rules "
        f"apply the limit, there is {of_one} at most, in all positions of four players.",
    )


@claim("design.estimated", "design.calibrated")
def estimated(effort: Effort) -> dict[str, Finding]:
    """Whether the constants look chosen: estimates are not round."""
    twentieths = [20 * getattr(MAIN, name) for name in CONSTANTS]
    chosen = [abs(x - round(x)) < CERTIFIED for x in twentieths]
    data = said.facts("design.calibrated")["data"]
    evidence = (
        f"Of the simulation's constants {counted(sum(chosen), len(chosen))} are printed as "
        "multiples of 0.05, without an error. Of data from which they could be estimated the "
        f"source names {', '.join(data) or 'none'}."
    )
    return {
        "design.estimated": Finding(bool(data) or not all(chosen), evidence),
        "design.calibrated": Finding(all(chosen) and not data, evidence),
    }
