"""Section 5.9, the hypotheses and what remains of them; Section 8."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import FIVE, MAIN, SIX, simulate
from press import Effort, Finding, Value, claim, counted, in_parts
from press.ledger.verdict import NOISE

from .adaptive_dynamics import satisfaction_calms
from .said import as_share, said
from .seats import leads
from .sets import AD, BS, COR, FULL, IND, MODELS, NEG, PI, SC, SINGLES, WITH, without
from .social_costs import gone, minds
from .strategies import clearly_most, width
from .study import Study, least, overrated, study
from .valuations import own_increase
from .words import by_model, listed, named


@claim("h1.verdict", of=study)
def rejected(it: Study) -> Finding:
    """Hypothesis 1: PI reduces stealing under correlated valuations."""
    pi = it.deep.effect(PI)
    other = it.change(COR, PI, who="appendix")
    return Finding(
        pi.above(),
        f"With correlated valuations PI adds {pi:+.2f} steals; in the appendix it adds "
        f"{other.value:.2f}, for it moves nothing.",
    )


@claim("h1.reason", of=study)
def diffuse(it: Study) -> Finding:
    """Whether a wrapped gift is taken for more than its worth by those who know little of it."""
    variances = [MAIN.prior_variance * scale for scale in (1, 4, 16)]
    n = it.effort.of(full=500, reduced=40)
    more = {f"{x:g}": overrated(it.condition(COR, PI, prior_variance=x), n) for x in variances}
    return Finding(
        in_parts(*(e.above() for e in more.values())),
        "What a wrapped gift is taken for, less what it is worth, is on average, by the variance "
        f"of the prior, {listed(more, '+.4f')}.",
    )


@claim("h3.verdict", of=study)
def moods(it: Study) -> Finding:
    """Hypothesis 3: satisfied players steal less, frustrated ones more."""
    frustrated = it.kept.effect(AD, base="without_frustration")
    parts = [satisfaction_calms(it), frustrated.above()]
    return Finding(
        in_parts(*parts),
        f"Frustrated players steal more: frustration changes steals by {frustrated:+.2f}. "
        r"Satisfied ones never decide: $\lambda_3$ changes no game.",
    )


@claim("h3.less", of=study)
def less(it: Study) -> Finding:
    """Whether AD reduces stealing."""
    alone = {v: it.change(v, AD) for v in MODELS}
    return Finding(
        all((-e).above() for e in alone.values()),
        f"Alone AD changes steals by {listed(alone, '+.2f')}. On top of SC, with correlated "
        f"valuations, it changes them by {it.kept.effect(SC + AD, base=SC):+.2f}.",
    )


@claim("h4.verdict", of=study)
def confirmed(it: Study) -> Finding:
    """Hypothesis 4: BS raises stealing under correlated valuations."""
    pairs = [it.adds(COR, s, "BS") for s in WITH["BS"]]
    more = it.deep.effect(BS)
    return Finding(
        more.above(),
        f"With correlated valuations BS alone changes steals by {more:+.2f}; the least change of "
        f"{len(pairs)} pairs of conditions that differ by BS is {least(pairs):+.2f}.",
    )


@claim("h4.correlated", of=study)
def h4_correlated(it: Study) -> Value:
    """The rise by BS where tastes agree."""
    return it.quota(BS, COR)


@claim("h4.independent", of=study)
def h4_independent(it: Study) -> Finding:
    """The rise by BS under independent valuations, between 2 and 3 per cent."""
    share = it.rise(BS)[IND] / it.found["main", IND, ()].steals
    theirs = it.percent(IND, BS).error
    two_to_three = said["h4.independent"]
    undecided = NOISE * theirs > two_to_three.high - two_to_three.low
    return Finding(
        "not decidable" if undecided else share in two_to_three,
        f"BS adds {share.value:.2%} ± {share.error:.2%} of steals on the same games. The source's "
        f"error, if its games were not paired, is {theirs:.1%}: too much for a range as narrow as "
        "this.",
    )


@claim("h6.verdict")
def called_weak(effort: Effort) -> Finding:
    """Hypothesis 6: rated as weak, and as holding without exception."""
    found = leads(effort)
    exceptions = sum((-e).above() for e in (found.third, *found.lowest.values()))
    without_exception = found.first_is_best and found.second_is_worst
    facts = said.facts("h6.verdict")
    others = {*facts["others"].values()}
    return Finding(
        in_parts(without_exception, facts["rating"] in others),
        "Seat 1 is best everywhere; Seat 2 is not lowest everywhere (decided exceptions: "
        f"{exceptions}; independent tastes, PI+SC: seat 3 less seat 2 {found.third:+.4f}). Had "
        "there been none, the rating should not have been weak: hypotheses "
        f"{', '.join(map(str, facts['others']))} are rated {', '.join(others)}.",
    )


@claim("results.sc_far", of=study)
def far(it: Study) -> Finding:
    """Whether SC does far more than each other feature."""
    n, bounds = it.effort.of(full=20_000, reduced=20), said["results.sc_far"]
    more = [it.changes([("main", v, (one,)) for v in MODELS], one, n) for one in ("SC", "AD")]
    ratio = {v: taxed / moody for v, taxed, moody in zip(MODELS, *more, strict=True)}
    others = {
        named(s): min(abs(it.percent(v, SC).value / it.percent(v, s).value) for v in MODELS)
        for s in (PI, BS)
    }
    return Finding(
        in_parts(*(one in bounds for one in (*ratio.values(), *others.values()))),
        f"SC's effect on steals over AD's, in {n:,} games each, is {listed(ratio, '.3f')}; over "
        f"the others' at least {listed(others, '.0f')}. For far more we ask for {bounds.low:g} "
        "times as much.",
    )


@claim("results.sc_outweighs")
def outweighs(effort: Effort) -> Finding:
    """Whether they outweigh the strategy that weighs stealing against opening."""
    it, whole = study(effort), minds(effort)
    sixth = {v: it.estimate(v, ()) - it.estimate(v, (), who="appendix") for v in MODELS}
    saved = {v: gone(it, v, SC) for v in MODELS}
    unsure = {v: it.change(v, PI) for v in MODELS}
    others = (unsure, sixth, whole)
    return Finding(
        in_parts(*(all((saved[v] - abs(one[v])).above() for v in MODELS) for one in others)),
        f"SC takes away {listed(saved, '.1f')} steals; PI changes them by "
        f"{listed(unsure, '+.1f')}. A sixth of players with expected_value adds "
        f"{listed(sixth, '.1f')}. A party in which all are as sophisticated has more steals than "
        f"one in which nobody is, by {listed(whole, '+.0f')}.",
    )


@cache
def spared(effort: Effort, scale: float) -> dict[str, Estimate]:
    """The share of steals that goes with all social costs at that many times their size."""
    n = effort.of(full=1000, reduced=20)
    costs = {name: scale * getattr(MAIN, name) for name in ("base_cost", "reputation_cost")}
    reading, found = replace(MAIN, **costs), {}
    for v in MODELS:
        played = [simulate(n, valuation=v, features=s, reading=reading) for s in ((), SC)]
        free, taxed = (one.estimate("steals") for one in played)
        found[v] = 1 - taxed / free.value
    return found


@claim("results.real_exchanges")
def real_exchanges(effort: Effort) -> Finding:
    """Whether social costs lower stealing substantially whatever their size."""
    own, tenth = (spared(effort, scale) for scale in (1, 1 / 10))
    bounds = said["results.real_exchanges"]
    return Finding(
        in_parts(*(all(x in bounds for x in lower.values()) for lower in (own, tenth))),
        f"The costs of the source take away {listed(own, '.1%')}; a tenth of them "
        f"{listed(tenth, '.1%')}.",
    )


@claim("results.amplifies", of=study)
def amplifies(it: Study) -> Finding:
    """Whether every effect of every feature is larger under correlated valuations."""
    size = {s: {v: -it.percent(v, s) for v in MODELS} for s in (SC, AD)}
    size |= {PI: it.rise(PI), BS: it.rise(BS)}
    steals = all((size[s][COR] - size[s][v]).above() for s in SINGLES for v in (IND, NEG))
    gain = {v: it.kept.effect(BS, "always_open", v) for v in (COR, IND)}
    moody = {v: it.change(v, AD, "always_open") for v in gain}
    return Finding(
        in_parts(steals, not (gain[IND] - gain[COR]).above()),
        "For the number of steals it is decided for all four features, against both other models. "
        f"It is not so for values: under BS always_open gains {listed(gain, '+.4f')}, "
        f"under AD {listed(moody, '+.4f')}.",
    )


@claim("results.pi_channels", of=study)
def channels(it: Study) -> Finding:
    """Through what PI acts."""
    same = it.unmoved_by_pi
    quiet, moving = (
        [  # whether somebody's rule, or an opening, asks what a wrapped gift is worth
            unmoved
            for (who, _, s), unmoved in same.items()
            if (who == "main" and ("AD" not in s or "BS" in s)) is asked
        ]
        for asked in (False, True)
    )
    return Finding(
        all(quiet) and not any(moving),
        "Results with and without PI are equal to the last bit in "
        f"{counted(sum(quiet), len(quiet))} pairs of conditions in which nobody asks for the value "
        f"of a wrapped gift: those of the appendix, and those with AD and without BS. Of the other "
        f"{len(moving)} pairs {sum(moving) or 'none'} are.",
    )


@claim("results.pi_minimal", of=study)
def minimal(it: Study) -> Finding:
    """Whether PI does little, on BASE and on top of other features."""
    pi, bounds, n = it.rise(PI), said["results.pi_minimal"], it.effort.of(full=20_000, reduced=20)
    pairs = {
        (v, s): it.adds(v, s, "PI") / it.estimate(v, without(s, "PI")).value
        for v, s in product(MODELS, WITH["PI"])
    }
    v, s = max(pairs, key=lambda key: pairs[key].value)
    (most,) = it.changes([("main", v, s)], "PI", n)  # on the same games, and more of them
    level = it.estimate(v, without(s, "PI"))
    alone = all(as_share(e, it.estimate(v, ()), bounds) for v, e in pi.items())
    return Finding(
        in_parts(alone, as_share(most, level, bounds)),
        f"On BASE PI adds {listed(pi, '+.2f')} steals, little beside those of a game. Of its "
        f"{len(pairs)} effects, alone and on top of others, the largest is {most:+.2f} steals "
        f"({v}, {named(s)}; on the same {n:,} games), {most.value / level.value:.1%} of those "
        "without PI; with AD and without BS it is nothing.",
    )


@claim("results.ad_barely", of=study)
def barely(it: Study) -> Finding:
    """Whether AD barely affects always_steal."""
    loss, bounds = {v: it.change(v, AD, "always_steal") for v in MODELS}, said["results.ad_barely"]
    return Finding(
        all(as_share(e, it.estimate(v, (), "always_steal"), bounds) for v, e in loss.items()),
        f"always_steal loses {by_model({v: f'{-e:.4f}' for v, e in loss.items()})}. That is small "
        "beside what it has, and not nothing.",
    )


@claim("results.most_apparent", of=study)
def most_apparent(it: Study) -> Finding:
    """Whether effects on strategies are largest under correlated valuations."""
    size = {
        f"{named(s)}, {who}": {
            v: sum(abs(it.change(v, s, x, who).value) for x in crowd) / len(crowd) for v in MODELS
        }
        for who, crowd in (("main", SIX), ("appendix", FIVE))
        for s in (SC, AD, BS, FULL)
    }
    most = [name for name, by in size.items() if clearly_most(by)]
    sizes = [f"{s} {', '.join(f'{x:.3f}' for x in by.values())}" for s, by in size.items()]
    return Finding(
        in_parts(*(name in most for name in size)),
        "Features change the values of the strategies, on average and without the sign, under "
        "independent, correlated and negatively correlated valuations by: "
        f"{'; '.join(sizes)}. The change is clearly largest under correlated valuations for "
        f"{'; '.join(most)}.",
    )


@claim("results.differentiation", of=study)
def differentiation(it: Study) -> Finding:
    """Whether correlated valuations widen the differences between strategies."""
    spreads = {v: width(it, (), v) for v in MODELS}
    return Finding(
        all((spreads[COR] - spreads[v]).above() for v in (IND, NEG)),
        "In BASE the best strategy takes home more than the worst by "
        f"{by_model({v: f'{e:.3f}' for v, e in spreads.items()})}.",
    )


@claim("results.consensus", of=study)
def consensus(it: Study) -> Finding:
    """Whether agreement and not a feature intensifies competition."""
    own = own_increase(it)
    raises = {f"{named(s)}, {v}": it.percent(v, s) for v in MODELS for s in SINGLES}
    boldest = max(raises, key=lambda key: raises[key].value)
    return Finding(
        own.value > raises[boldest].interval(NOISE)[1],
        f"Agreement raises stealing by {own.value:.0%}, no feature by more than "
        f"{raises[boldest].value:.0%} ({boldest}).",
    )
