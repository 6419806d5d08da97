"""Section 5.2, partial information: how little it changes, for whom, and why."""

from __future__ import annotations

from functools import cache
from typing import Any

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import MAIN, Condition, play
from parlor.games.gift_exchange.paired import Played, contrast, play_statistics
from parlor.games.gift_exchange.watch import draw
from press import Effort, Finding, Value, claim, counted, in_pieces

from .said import in_parts, said
from .sets import BS, COR, IND, MODELS, PI, SC, SEED, SETS, Features, without
from .study import FAIR_PRIOR, Study, study
from .words import by_model, listed


def rise(it: Study) -> dict[str, Estimate]:
    """Steals that PI adds, by model."""
    more = {v: it.kept.effect(PI, v=v) for v in MODELS}
    return more | {v: it.deep.effect(PI, v=v) for v in (IND, COR)}


def shares(it: Study) -> dict[str, Estimate]:
    """The same as a share of BASE."""
    return {v: e / it.found["main", v, ()].steals for v, e in rise(it).items()}


@claim("pi.low", "pi.high", of=study)
def extremes(it: Study) -> dict[str, Value]:
    """The least and the largest rise; the source's own error is larger than either."""
    share, more = shares(it), rise(it)
    order = sorted(MODELS, key=lambda v: share[v].value)
    found = {}
    for entry, v in (("pi.low", order[0]), ("pi.high", order[-1])):
        theirs = it.percent(v, PI).error
        found[entry] = Value(
            float(f"{share[v].value:.6g}"),
            evidence=f"With {v} valuations PI adds {more[v]:+.2f} steals on the same games, "
            f"{share[v].value:.2%}; the source's error, if its games were not paired, is "
            f"{theirs:.1%}.",
            standard_error=share[v].error,
            printed_standard_error=theirs,
            decidable=share[v].value > 4 * theirs,
        )
    return found


@claim("pi.consistent", of=study)
def consistent(it: Study) -> Finding:
    """Whether PI raises stealing under all models."""
    more = rise(it)
    return Finding(
        all(e.above() for e in more.values()),
        f"PI changes the steals of the same games by {listed(more, '+.2f')}. In the appendix "
        "nothing changes.",
    )


@claim("pi.abstract", of=study)
def abstract(it: Study) -> Finding:
    """Whether PI raises stealing in all experiments that the paper tabulates."""
    same = [it.unmoved_by_pi["appendix", v, s] for v in MODELS for s in SETS if "PI" in s]
    moved = [not it.unmoved_by_pi["appendix", v, PI] for v in MODELS]
    main = rise(it)
    slight = all(e in said["pi.abstract"] for e in shares(it).values())
    return Finding(
        in_parts(slight and all(e.above() for e in main.values()), all(moved)),
        f"With six strategies PI changes steals by {listed(main, '+.2f')}, at most "
        f"{max(e.value for e in shares(it).values()):.1%} more. With the five of the paper's own "
        f"Tables 12 to 17 it changes nothing: {counted(sum(same), len(same))} pairs of conditions "
        "with and without it are equal to the last bit, as all are in print.",
    )


@cache
def opening(effort: Effort) -> dict[str, Estimate]:
    """What wrapped gifts are taken for under PI less what they are worth."""
    it = study(effort)
    found = {}
    for v in MODELS:
        wrapped = draw(it.condition(v, PI), it.size(2000, 40))
        found[v] = of_sample((wrapped.posterior - wrapped.values.mean(axis=1)).mean(axis=1))
    return found


@claim("pi.opening_lower")
def opening_lower(effort: Effort) -> Finding:
    """Whether opening is worth less under PI."""
    less, n = opening(effort), study(effort).size(2000, 40)
    return Finding(
        all((-e).above() for e in less.values()),
        "The certainty equivalent of a wrapped gift differs from its value, on average over "
        f"{n:,} games, by "
        f"{listed(less, '+.4f')}.",
    )


@claim("pi.null", of=study)
def null_result(it: Study) -> Finding:
    """Whether PI has no effect."""
    more = rise(it)
    none = all(it.unmoved_by_pi["appendix", v, PI] for v in MODELS)
    some = all(e.above() for e in more.values())
    return Finding(
        in_parts(not some, none),
        f"PI changes the steals of the same games by {listed(more, '+.2f')}, which is not nothing; "
        "with the five strategies of the appendix nothing at all. The paper's own errors could not "
        "tell.",
    )


@claim("pi.posteriors", of=study)
def openers_use_posteriors(it: Study) -> Finding:
    """Whether biased openers use posteriors under PI, in both experiments that are tabulated."""
    moved, n = {}, it.size(200, 20)
    for who, reading in (("main", "posterior or value"), ("appendix", "posterior or appearance")):
        one, two = (
            play(it.condition(COR, s, who, selection=reading), n)["steals"]
            for s in (BS, ("PI", "BS"))
        )
        moved[who] = float((one != two).mean())
    rows = [said.published.entry(f"table14.{s}.steals").printed for s in ("bs", "pi_bs")]
    return Finding(
        in_parts(moved["main"] > 0, not (rows[0] == rows[1] and moved["appendix"] > 0)),
        f"In the main text PI changes {moved['main']:.0%} of {n} BS games. If the appendix's "
        f"openers used posteriors it would change {moved['appendix']:.0%} of as many; Table 14 "
        f"prints {rows[0]} for BS and {rows[1]} for PI+BS.",
    )


@claim("pi.reasons")
def reasons(effort: Effort) -> Finding:
    """Whether regression to the prior mean and risk aversion are why."""
    it = study(effort)
    penalty = MAIN.risk_aversion / 2 * 1 / (1 / MAIN.prior_variance + 1 / MAIN.signal_noise**2)
    regressed = {
        v: of_sample(
            (
                draw(it.condition(v, PI, risk_aversion=0.0), it.size(2000, 40)).posterior
                - draw(it.condition(v, PI), it.size(2000, 40)).values.mean(axis=1)
            ).mean(axis=1)
        )
        for v in MODELS
    }
    averse = opening(effort)
    level = [v for v in MODELS if not (-regressed[v]).above()]
    mean = float(draw(it.condition(COR, PI), it.size(2000, 40)).values.mean())
    return Finding(
        in_parts(all(averse[v].value < regressed[v].value for v in MODELS), not level),
        f"Risk aversion takes {penalty:.4f} everywhere. Without it the estimate of a wrapped gift "
        f"exceeds its value by {listed(regressed, '+.4f')}: regression lowers nothing where the "
        f"prior mean is the mean value ({' and '.join(level)}), and under correlated valuations "
        f"it is the prior that is misplaced, {MAIN.prior_mean:g} against a mean value of "
        f"{mean:.2f}.",
    )


@claim("pi.favours_theft", of=study)
def favours_theft(it: Study) -> Finding:
    """Whether it is the uncertainty of wrapped gifts that favours theft."""
    takes = {n: it.share(n, "thefts", "turns", "expected_value") for n in ("BASE", "PI")}
    fair = {"BASE": it.kept.effect("fair"), "SC": it.kept.effect("fair+SC", base=SC)}
    whole = {"BASE": rise(it)[COR], "SC": it.kept.effect(("PI", "SC"), base=SC)}
    slight = whole["BASE"].little(it.found["main", COR, ()].steals)
    more = (takes["PI"] - takes["BASE"]).above() and slight
    left = [fair[s].value / whole[s].value for s in fair]  # where the prior is in place
    return Finding(
        in_parts(more, not any(share in said["pi.favours_theft"] for share in left)),
        f"expected_value steals in {takes['BASE'].value:.1%} of its decisions, with PI in "
        f"{takes['PI'].value:.1%}: theft is favoured. But with a prior that gives a wrapped gift "
        f"its true mean value, and no risk aversion, uncertainty alone adds {listed(fair, '+.2f')} "
        f"steals, correlated, against {listed(whole, '+.2f')} with the source's prior.",
    )


@cache
def all_expectant(effort: Effort) -> dict[tuple[str, str], Played]:
    """Games in which everybody plays expected_value, without PI, with it, and with a fair prior."""
    ways: dict[str, tuple[Features, dict[str, Any]]] = {
        "BASE": ((), {}),
        "PI": (PI, {}),
        "fair": (PI, {"prior_mean": FAIR_PRIOR, "risk_aversion": 0.0}),
    }
    it = study(effort)
    keys = [(v, name) for v in (IND, COR) for name in ways if (v, name) != (IND, "fair")]
    jobs = [
        {
            "condition": Condition(
                SEED,
                29,
                v,
                ways[name][0],
                ["expected_value"],
                it.condition(v, ways[name][0], **ways[name][1]).reading,
            ),
            "statistics": ("steals",),
            "n_games": effort.of(full=2000, reduced=20),
        }
        for v, name in keys
    ]
    made = [played for _, played in in_pieces("games of one mind", play_statistics, jobs)]
    return dict(zip(keys, made, strict=True))


@claim("pi.one_sixth")
def one_sixth(effort: Effort) -> Finding:
    """Whether the effect is small because a sixth of the players compare."""
    it = study(effort)
    played = all_expectant(effort)
    whole = {
        v: contrast([(1, played[v, "PI"]), (-1, played[v, "BASE"])], "steals") for v in (IND, COR)
    }
    few = rise(it)
    base = by_model({v: f"{played[v, 'BASE'].values['steals']:.0f}" for v in whole})
    return Finding(
        all(
            few[v].value / whole[v].value in said["pi.one_sixth"] and whole[v].above()
            for v in whole
        ),
        f"In parties where all play expected_value there are {base} steals, and PI adds "
        f"{by_model({v: f'{e:.1f}' for v, e in whole.items()})}. Where a sixth of the players "
        f"compare it adds {by_model({v: f'{few[v]:.2f}' for v in whole})}.",
    )


@claim("pi.no_interaction_ad", of=study)
def no_interaction_ad(it: Study) -> Finding:
    """Whether PI and AD have nothing to do with each other."""
    effect = {v: it.kept.effect(PI, v=v) for v in MODELS}
    idle = [it.unmoved_by_pi["main", v, ("PI", "AD")] for v in MODELS]
    with_ad = {v: it.change(v, ("PI", "AD")) - it.change(v, ("AD",)) for v in MODELS}
    crossed = {
        v: -effect[v] if none else with_ad[v] - effect[v]
        for v, none in zip(MODELS, idle, strict=True)
    }
    return Finding(
        all(abs(crossed[v]) / abs(effect[v].value) in said["pi.no_interaction_ad"] for v in MODELS),
        f"With AD, PI changes no game under {sum(idle)} of {len(idle)} models: the interaction is "
        f"all of its effect on steals, {listed(crossed, '+.2f')}.",
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


def effect_of(it: Study, v: str, s: Features, one: str) -> Estimate:
    """What one feature adds on top of others, as if unpaired."""
    return it.estimate(v, s) - it.estimate(v, without(s, one))
