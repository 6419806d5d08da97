"""Section 5.2, partial information: how little it changes, for whom, and why."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import MAIN
from parlor.games.gift_exchange.watch import draw
from press import Effort, Finding, Value, claim, counted, in_parts
from press.ledger.verdict import NOISE

from .paired import difference, play_each
from .said import said
from .sets import AD, BS, COR, CROWDS, IND, MODELS, PI, SC, WITH
from .study import Study, beside, changed, overrated, study
from .words import by_model, listed

MIXED = ("posterior or value", "posterior or appearance")  # what openers of each crowd look at


def shares(it: Study) -> dict[str, Estimate]:
    """Steals that PI adds as a share of BASE, by model."""
    return {v: e / it.found["main", v, ()].steals for v, e in it.rise(PI).items()}


@claim("pi.low", "pi.high", of=study)
def extremes(it: Study) -> dict[str, Value]:
    """The least and the largest rise; the source's own error is larger than either."""
    share, more = shares(it), it.rise(PI)
    order = sorted(MODELS, key=lambda v: share[v].value)
    found = {}
    for entry, v in (("pi.low", order[0]), ("pi.high", order[-1])):
        theirs = it.percent(v, PI).error
        found[entry] = beside(
            share[v],
            theirs,
            f"With {v} valuations PI adds {more[v]:+.2f} steals on the same games, "
            f"{share[v].value:.2%}; the source's error, if its games were not paired, is "
            f"{theirs:.1%}.",
            decidable=share[v].value > NOISE * theirs,
        )
    return found


@claim("pi.consistent", of=study)
def consistent(it: Study) -> Finding:
    """Whether PI raises stealing under all models."""
    more = it.rise(PI)
    return Finding(
        all(e.above() for e in more.values()),
        f"PI changes the steals of the same games by {listed(more, '+.2f')}. In the appendix "
        "nothing changes.",
    )


@claim("pi.abstract", of=study)
def abstract(it: Study) -> Finding:
    """Whether PI raises stealing in all experiments that the paper tabulates."""
    same = [it.unmoved_by_pi["appendix", v, s] for v, s in product(MODELS, WITH["PI"])]
    moved = [not it.unmoved_by_pi["appendix", v, PI] for v in MODELS]
    main = it.rise(PI)
    slight = all(e in said["pi.abstract"] for e in shares(it).values())
    return Finding(
        in_parts(slight and all(e.above() for e in main.values()), all(moved)),
        f"With six strategies PI changes steals by {listed(main, '+.2f')}, at most "
        f"{max(e.value for e in shares(it).values()):.1%} more. With the five of the paper's own "
        f"Tables 12 to 17 it changes nothing: {counted(sum(same), len(same))} pairs of conditions "
        "with and without it are equal to the last bit.",
    )


@cache
def opening(effort: Effort) -> dict[str, Estimate]:
    """What wrapped gifts are taken for under PI less what they are worth."""
    it = study(effort)
    return {v: overrated(it.condition(v, PI), it.effort.of(full=2000, reduced=40)) for v in MODELS}


@claim("pi.opening_lower")
def opening_lower(effort: Effort) -> Finding:
    """Whether opening is worth less under PI."""
    less = opening(effort)
    return Finding(
        all((-e).above() for e in less.values()),
        "The certainty equivalent of a wrapped gift differs from its value by "
        f"{listed(less, '+.4f')}.",
    )


@claim("pi.null", of=study)
def null_result(it: Study) -> Finding:
    """Whether PI has no effect."""
    more = it.rise(PI)
    none = all(it.unmoved_by_pi["appendix", v, PI] for v in MODELS)
    return Finding(
        in_parts(not all(e.above() for e in more.values()), none),
        f"PI changes the steals of the same games by {listed(more, '+.2f')}, which is not nothing; "
        "with the five strategies of the appendix nothing at all.",
    )


@claim("pi.posteriors", of=study)
def openers_use_posteriors(it: Study) -> Finding:
    """Whether biased openers use posteriors under PI, in both experiments that are tabulated."""
    n = it.effort.of(full=200, reduced=20)
    main, appendix = (
        changed((it.condition(COR, s, who, selection=reading) for s in (BS, PI + BS)), n)
        for who, reading in zip(CROWDS, MIXED, strict=True)
    )
    rows = [said.published.entry(f"table14.{s}.steals").printed for s in ("bs", "pi_bs")]
    return Finding(
        in_parts(main > 0, not (rows[0] == rows[1] and appendix > 0)),
        f"In the main text PI changes {main:.0%} of {n} BS games. If the appendix's openers used "
        f"posteriors it would change {appendix:.0%} of as many; Table 14 prints {rows[0]} for BS "
        f"and {rows[1]} for PI+BS.",
    )


@claim("pi.reasons")
def reasons(effort: Effort) -> Finding:
    """Whether regression to the prior mean and risk aversion are why."""
    it, averse = study(effort), opening(effort)
    n = it.effort.of(full=2000, reduced=40)
    neutral = {v: overrated(it.condition(v, PI, risk_aversion=0.0), n) for v in MODELS}
    level = [v for v in MODELS if not (-neutral[v]).above()]
    mean = draw(it.condition(COR, PI), n_games=n).values.mean()
    return Finding(
        in_parts(all(averse[v].value < neutral[v].value for v in MODELS), not level),
        f"Risk aversion takes {neutral[COR].value - averse[COR].value:.4f} everywhere. Without it "
        f"the estimate of a wrapped gift exceeds its value by {listed(neutral, '+.4f')}: "
        f"regression lowers nothing where tastes are {' or '.join(level)}; under correlated "
        f"valuations the prior is misplaced, {MAIN.prior_mean:g} against a mean value of "
        f"{mean:.2f}.",
    )


@claim("pi.favours_theft", of=study)
def favours_theft(it: Study) -> Finding:
    """Whether it is the uncertainty of wrapped gifts that favours theft."""
    takes = {n: it.share(n, "thefts", "turns", "expected_value") for n in ("BASE", "PI")}
    fair = {"BASE": it.kept.effect("fair"), "SC": it.kept.effect("fair+SC", base=SC)}
    whole = {"BASE": it.rise(PI)[COR], "SC": it.kept.effect(PI + SC, base=SC)}
    slight = whole["BASE"].little(it.found["main", COR, ()].steals)
    more = (takes["PI"] - takes["BASE"]).above() and slight
    left = [fair[s].value / whole[s].value for s in fair]  # where the prior is in place
    return Finding(
        in_parts(more, not any(share in said["pi.favours_theft"] for share in left)),
        f"expected_value steals in {takes['BASE'].value:.1%} of its decisions, with PI in "
        f"{takes['PI'].value:.1%}. But with a prior that gives a wrapped gift its true mean value, "
        f"and no risk aversion, uncertainty alone adds {listed(fair, '+.2f')} steals, correlated, "
        f"against {listed(whole, '+.2f')} with the source's prior.",
    )


@claim("pi.one_sixth", of=study)
def one_sixth(it: Study) -> Finding:
    """Whether the effect is small because a sixth of the players compare."""
    n, few = it.effort.of(full=2000, reduced=20), it.rise(PI)
    conditions = {
        (v, s): replace(it.condition(v, s), strategies=["expected_value"])
        for v, s in product((IND, COR), ((), PI))
    }
    played = play_each("games of one mind", conditions, ["steals"], n)
    whole = {v: difference(played[v, PI], played[v, ()]) for v in (IND, COR)}
    return Finding(
        all(few[v].value / e.value in said["pi.one_sixth"] and e.above() for v, e in whole.items()),
        f"In parties where all play expected_value PI adds {listed(whole, '.1f')} steals. Where a "
        f"sixth of the players compare it adds {by_model({v: f'{few[v]:.2f}' for v in whole})}.",
    )


@claim("pi.no_interaction_ad", of=study)
def no_interaction_ad(it: Study) -> Finding:
    """Whether PI and AD have nothing to do with each other."""
    effect, crossed = {v: it.kept.effect(PI, v=v) for v in MODELS}, {}
    idle = {v: it.unmoved_by_pi["main", v, PI + AD] for v in MODELS}
    for v in MODELS:
        with_ad = it.change(v, PI + AD) - it.change(v, AD)
        crossed[v] = -effect[v] if idle[v] else with_ad - effect[v]
    return Finding(
        all(abs(crossed[v]) / abs(effect[v].value) in said["pi.no_interaction_ad"] for v in MODELS),
        f"With AD, PI changes no game under {sum(idle.values())} of {len(idle)} models: the "
        f"interaction is all of its effect on steals, {listed(crossed, '+.2f')}.",
    )


@claim("pi.ad_perceived", of=study)
def ad_perceived(it: Study) -> Finding:
    """Whether AD works on values that PI modifies."""
    same = it.unmoved_by_pi
    with_ad = [key for key in same if "AD" in key[2] and "BS" not in key[2]]
    return Finding(
        not all(same[key] for key in with_ad),
        f"With and without PI {counted(sum(same[key] for key in with_ad), len(with_ad))} pairs of "
        "conditions with AD and without BS, both populations, are equal to the last bit.",
    )
