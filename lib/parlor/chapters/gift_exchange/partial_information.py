"""Partial information: how little it changes, and for whom."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import SIX, play
from parlor.games.gift_exchange.watch import draw

from .findings import Claim, Finding, Value, six_digits
from .study import COR, IND, MODELS, PI, Study
from .words import listed


def rise(study: Study) -> dict[str, Estimate]:
    """Steals that PI adds, by model."""
    more = {v: study.kept.effect(PI, v=v) for v in MODELS}
    return more | {v: study.deep.effect(PI, v=v) for v in (IND, COR)}


def shares(study: Study) -> dict[str, Estimate]:
    """The same as a share of BASE."""
    return {v: e / study.found["main", v, ()].steals for v, e in rise(study).items()}


def values(study: Study) -> dict[str, Any]:
    """The smallest rise, and how far it would be off if the source's games had been paired."""
    share, more = shares(study), rise(study)[IND]
    said = study.printed("table3.pi.independent.change")
    theirs = study.kept.effect(PI, v=IND).error
    off = (said - more.value) / np.sqrt(theirs**2 + more.error**2 + 0.1**2 / 12)
    return {
        "pi_low": f"{min(e.value for e in share.values()):.2%}",
        "pi_error": f"{study.percent(IND, PI).error:.1%}",
        "pi_said": f"{said:+}",
        "pi_ours": f"{more:+.2f}",
        "pi_off": f"{off:.0f}",
    }


def _extreme(study: Study, entry: str, v: str) -> Value:
    share, theirs = shares(study)[v], study.percent(v, PI).error
    return Value(
        entry,
        six_digits(share.value),
        f"{v}: {rise(study)[v]:+.2f} steals, {share.value:.2%}; the source's "
        f"own error is {theirs:.1%}.",
        share.error,
        theirs,
    )


def size(study: Study) -> list[Finding]:
    """The smallest and the largest rise, and whether there always is one."""
    share, more = shares(study), rise(study)
    order = sorted(MODELS, key=lambda v: share[v].value)
    return [
        _extreme(study, "pi.low", order[0]),
        _extreme(study, "pi.high", order[-1]),
        Claim(
            "pi.consistent",
            all(e.above() for e in more.values()),
            f"{listed(more, '+.2f')}. In the appendix 0.",
        ),
    ]


def last_round(study: Study) -> dict[str, str]:
    """Steals in the last round, when one gift lies wrapped."""
    names = ("BASE", "PI")
    return {f"last_{n.lower()}": f"{study.seen[n].mean('steals')[-1]:.1f}" for n in names}


def reasons(study: Study) -> list[Finding]:
    """Why PI is said to favour theft, and how many players it concerns."""
    opening = {}
    for v in MODELS:
        wrapped = draw(study.condition(v, PI), study.size(2000, 40))
        means = wrapped.values.mean(axis=1)
        opening[v] = of_sample((wrapped.posterior - means).mean(axis=1))
    takes = {n: study.share(n, "thefts", "turns", "expected_value") for n in ("BASE", "PI")}
    played = study.condition(COR, ())
    by_strategy = play(played, study.size(2000, 40))["strategy_players"]
    sixth = by_strategy[:, SIX.index("expected_value")] / played.n_players
    return [
        Claim(
            "pi.opening_lower",
            all((-e).above() for e in opening.values()),
            "Mean certainty equivalent of a wrapped gift less its mean value: "
            f"{listed(opening, '+.4f')}.",
        ),
        Claim(
            "pi.favours_theft",
            (takes["PI"] - takes["BASE"]).above(),
            f"expected_value steals in {takes['BASE'].value:.1%} of its decisions, "
            f"with PI in {takes['PI'].value:.1%}. Correlated, without risk aversion "
            f"PI still adds {study.kept.effect('fearless'):+.2f} steals: there the prior mean is "
            "below the mean value.",
        ),
        Value(
            "pi.one_sixth",
            six_digits(sixth.mean()),
            f"Share of players in {len(sixth):,} games; in the appendix it is 0.",
            of_sample(sixth).error,
        ),
    ]


def with_adaptive(study: Study) -> list[Finding]:
    """Under AD nobody compares stealing with opening, and PI has nothing to act on."""
    same = study.unmoved_by_pi
    with_ad = [key for key in same if "AD" in key[2] and "BS" not in key[2]]
    lost = {v: -study.kept.effect(PI, v=v) for v in MODELS}
    return [
        Claim(
            "pi.no_interaction_ad",
            not all(same["main", v, ("PI", "AD")] for v in MODELS)
            or all(e.little(e.value) for e in lost.values()),
            "With AD, PI changes no game: the interaction is all of its effect, "
            f"{listed(lost, '+.2f')}.",
        ),
        Claim(
            "pi.ad_perceived",
            not all(same[key] for key in with_ad),
            f"In {len(with_ad)} pairs of conditions with AD and without BS, both "
            f"populations, {sum(same[key] for key in with_ad)} are equal to the "
            "last bit with and without PI.",
        ),
    ]
