"""Section 5.1, valuations: where tastes agree there is more theft, and where there is not."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import Condition
from parlor.games.gift_exchange.watch import draw
from press import Effort, Finding, Value, claim, in_parts

from ..tolerances import ROUNDING
from .orders import STRATEGIES, steals
from .said import as_share, printed, said
from .sets import BS, COR, CROWDS, IND, NEG, SC, SEED, SETS, Features
from .study import Study, study
from .words import named

LEVELS: dict[str, tuple[str, Features, str]] = {  # steals and chains that the prose gives
    "valuation.independent": (IND, (), "steals"),
    "valuation.correlated": (COR, (), "steals"),
    "valuation.chain_independent": (IND, (), "chain"),
    "valuation.chain_correlated": (COR, (), "chain"),
    "valuation.chain_bs": (COR, BS, "chain"),
    "valuation.negative_steals": (NEG, (), "steals"),
    "valuation.negative_chain": (NEG, (), "chain"),
}


@claim(*LEVELS, of=study)
def levels(it: Study) -> dict[str, Value]:
    """Steals and chains that the prose gives."""
    return {entry: it.number(*where) for entry, where in LEVELS.items()}


def against(
    it: Study, v: str, base: str, s: Features = (), x: str = "steals", who: str = "main"
) -> Estimate:
    """A statistic under one model of valuations less that under another."""
    return it.estimate(v, s, x, who) - it.estimate(base, s, x, who)


def own_increase(it: Study) -> Estimate:
    """What agreement adds to steals in BASE, as a share of those with independent tastes."""
    return against(it, COR, IND) / it.found["main", IND, ()].steals


def chains(it: Study) -> dict[tuple[str, Features], float]:
    """Mean chain lengths of the main text's 48 conditions."""
    return {(v, s): one.chain_length for (who, v, s), one in it.found.items() if who == "main"}


@cache
def agreement(effort: Effort) -> dict[tuple[str, str, Features], Estimate]:
    """Steals under correlated valuations less those under others, both populations."""
    it = study(effort)
    return {
        (who, v, s): against(it, COR, v, s, who=who)
        for who, v, s in product(CROWDS, (IND, NEG), SETS)
    }


@claim("valuation.increase", of=study)
def increase(it: Study) -> Value:
    """The rise from independent to correlated valuations."""
    return it.value(own_increase(it))


@claim("valuation.intensifies")
def intensifies(effort: Effort) -> Finding:
    """Whether agreement makes for theft in BASE."""
    it = study(effort)
    plain = {(who, v): e for (who, v, s), e in agreement(effort).items() if not s}
    share = [e / it.estimate(v, (), who=who).value for (who, v), e in plain.items()]
    return Finding(
        all(x in said["valuation.intensifies"] for x in share)
        and all(e.above() for e in plain.values()),
        f"In BASE correlated valuations change steals by {plain['main', IND]:+.2f} against "
        f"independent and {plain['main', NEG]:+.2f} against negative ones, in both populations by "
        f"at least {min(e.value for e in share):.0%}.",
    )


@claim("valuation.always", of=agreement)
def always(more: dict[tuple[str, str, Features], Estimate]) -> Finding:
    """Whether agreement makes for theft whatever the features."""
    against_it = sum((-e).above() for e in more.values())
    return Finding(
        "not refuted" if not against_it else False,
        f"Of {len(more)} comparisons with the other models, both populations and all feature sets, "
        f"{sum(e.above() for e in more.values())} show more steals with agreement and "
        f"{against_it or 'no comparison'} shows fewer, beyond doubt. With SC it is level with "
        f"the negative model, {more['main', NEG, SC]:+.2f}.",
    )


@claim("valuation.longest", of=study)
def longest(it: Study) -> Finding:
    """Where chains are longest."""
    length = chains(it)
    tops = sorted(length, key=lambda key: length[key])[::-1]
    return Finding(
        all(v == COR and "BS" in s for v, s in tops[:2]),
        f"The longest mean chains in the {len(tops)} conditions are "
        f"{', '.join(f'{named(s)} {v} {length[v, s]:.2f}' for v, s in tops[:3])}.",
    )


@claim("valuation.chain_mean", of=study)
def counted_chains(it: Study) -> Finding:
    """Whether a mean chain length is the same with the chains of no theft and without them."""
    begun = it.estimate(COR, (), "chain")
    every = it.estimate(COR, ()) / said.facts("valuation.chain_mean")["rounds"]
    told = printed("valuation.chain_correlated")
    off = (abs(Estimate(told, 0.005) - x) for x in (begun, every))
    return Finding(
        in_parts(*(not e.above() for e in off)),
        f"In BASE, correlated, a chain that begins with a theft has {begun:.2f} on average, and a "
        f"round {every:.2f}; the source prints {told}.",
    )


@claim("valuation.between", of=study)
def between(it: Study) -> Finding:
    """Whether the negative model lies between the others."""
    mean = {v: it.deep.played[v, ()].estimate for v in (IND, NEG, COR)}
    low, high = (
        {x: mean[a](x) - mean[b](x) for x in ("steals", "chain")}
        for a, b in ((NEG, IND), (COR, NEG))
    )
    return Finding(
        all(e.above() for part in (low, high) for e in part.values()),
        f"In BASE a game has {low['steals']:.2f} more steals with negative than with independent "
        f"valuations, and chains are longer by {low['chain']:.2f}. With correlated valuations it "
        f"has {high['steals']:.2f} more than with negative ones, and chains are longer by "
        f"{high['chain']:.2f}.",
    )


@claim("valuation.confirms")
def confirms(effort: Effort) -> Finding:
    """Whether it is agreement that raises stealing, and not that values are higher."""
    n, players = effort.of(full=300, reduced=10), 29
    luck = np.random.default_rng(SEED)
    alone, agreed = (
        100 * draw(Condition(n_players=players, valuation=v), n_games=n).values for v in (IND, COR)
    )
    higher = luck.permuted(agreed, axis=2)  # each player's values, without the agreement
    level = np.sort(agreed.ravel())  # what agreed and no higher than independent values are
    both_sides = [np.searchsorted(level, agreed, side) for side in ("left", "right")]
    ranked = 100 * sum(both_sides) / (2 * level.size)
    # who likes several gifts as much as can be has no favourite by its number
    kinds = [x + ROUNDING * luck.random(agreed.shape) for x in (alone, higher, ranked, agreed)]
    thefts = np.empty((len(kinds), n))
    for g in range(n):
        rules = luck.choice(STRATEGIES, players).tolist()
        for kind, values in enumerate(kinds):
            thefts[kind, g] = steals(values[g].tolist(), rules, range(players), None)[0]
    kept, agreement_alone, whole = (of_sample(row - thefts[0]) for row in thefts[1:])
    return Finding(
        in_parts(agreement_alone.above(), as_share(kept, whole, said["valuation.confirms"])),
        f"In {n} games of the five strategies without a coin correlated valuations add "
        f"{whole:+.1f} steals. Dealt out again to each player, so that all stay as high and nobody "
        f"agrees, they add {kept:+.1f}; agreement without higher values, each replaced by its rank "
        f"among all, adds {agreement_alone:+.1f}.",
    )
