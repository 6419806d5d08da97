"""Adaptive dynamics: a game of moods, or of coins."""

from __future__ import annotations

import numpy as np

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import FIVE, SIX

from .findings import Claim, Finding, Value
from .reconstruction import Answers
from .samples import raised, unrest
from .social_costs import amplified, extremes
from .study import AD, COR, Study
from .words import listed


def values(study: Study) -> dict[str, str]:
    """Steals that the coins of p_0 alone cost, and all of AD."""
    effect = study.kept.effect
    return {"bare": f"{effect('bare'):+.2f}", "all_ad": f"{effect(AD):+.2f}"}


def satisfaction_acts(study: Study) -> np.ndarray:
    """Whether the weight of satisfaction changes a game's steals, game by game."""
    return study.kept.each("content") != study.kept.each(AD)


def satisfaction_calms(study: Study) -> bool:
    """Whether satisfied players surely steal less."""
    content = study.kept.effect(AD, base="content")
    return bool(satisfaction_acts(study).any()) and (-content).above()


def moods(study: Study, answers: Answers) -> list[Finding]:
    """By how much AD lowers stealing, and whether satisfaction has a part in it."""
    low, high = extremes(study, AD)
    acts = satisfaction_acts(study)
    moody = answers.excess("satisfaction", "appendix")["gift just lost"]
    return [
        study.quota("ad.low", AD, low, -1),
        study.quota("ad.high", AD, high, -1),
        amplified(study, AD, "ad.amplified"),
        Claim(
            "ad.satisfaction",
            satisfaction_calms(study),
            f"With lambda_3 = 0 the number of steals changes in "
            f"{int(acts.sum())} of "
            f"{len(acts):,} games. To count the gift just lost instead makes "
            f"chi-square {moody:,.0f} worse. Without phase and frustration too "
            f"the coins of p_0 alone take {study.kept.effect('bare'):+.2f} steals.",
        ),
    ]


def _points(study: Study, entry: str, x: str, sign: int = 1) -> Value:
    other = 100 * sign * study.change(COR, AD, x, "appendix").value if x in FIVE else None
    note = "" if other is None else f"Five strategies: {other:.1f}."
    return study.judge(entry, 100 * sign * study.change(COR, AD, x), note)


def points(study: Study) -> list[Finding]:
    """What AD does to strategies, in hundredths."""
    return [
        _points(study, "ad.always_open", "always_open"),
        _points(study, "ad.always_steal", "always_steal", -1),
        _points(study, "ad.expected_value", "expected_value", -1),
        _points(study, "ad.about_ten", "always_open"),
    ]


def _answers_back(study: Study, name: str) -> float:
    """Share of the robbed who steal."""
    thefts, raids = (study.seen[name].each(x).sum() for x in ("steals", "raids"))
    return float((thefts - raids) / thefts)


def frustration(study: Study) -> list[Finding]:
    """What frustration does."""
    pair = ("always_open", "always_steal")
    calm, moody = ({x: study.kept.effect(s, x) for x in pair} for s in ("calm", AD))
    longer = study.kept.effect(AD, "chain", base="calm")
    hit = {name: _answers_back(study, name) for name in ("BASE", "AD", "calm")}
    mood = {x: study.share("AD", "frustration", "players", x).value / 29 for x in pair}
    meek = study.share("AD", "thefts", "turns", "always_open")
    return [
        Claim(
            "ad.frustration",
            calm["always_open"].value < moody["always_open"].value / 2,
            f"Without frustration always_open gains {calm['always_open']:+.4f} and "
            f"always_steal {calm['always_steal']:+.4f}; with it {moody['always_open']:+.4f} and "
            f"{moody['always_steal']:+.4f}.",
        ),
        Claim(
            "ad.retaliation",
            longer.above() and hit["AD"] > hit["calm"],
            f"Frustration lengthens chains by {longer:+.2f}: the robbed steal in "
            f"{hit['AD']:.1%} of cases, without it in {hit['calm']:.1%}. In BASE "
            f"it is {hit['BASE']:.1%}.",
        ),
        Claim(
            "ad.passive_avoids",
            meek.value - 4 * meek.error < 0.1,
            f"Under AD always_open steals in {meek.value:.1%} of its decisions, and "
            f"its mean frustration is {mood['always_open']:.3f}, that of "
            f"always_steal {mood['always_steal']:.3f}.",
        ),
    ]


def late(study: Study) -> list[Finding]:
    """Whether theft becomes likelier late in the game, and gifts move less."""
    later = {name: raised(study.seen[name]) for name in ("BASE", "timeless", "AD")}
    steals = {name: study.seen[name].mean("steals") for name in later}
    share = {name: by_round[-10:].sum() / by_round.sum() for name, by_round in steals.items()}
    moves = {name: unrest(study.seen[name]) for name in ("BASE", "AD")}
    settled = of_sample(moves["BASE"] - moves["AD"])
    return [
        Claim(
            "ad.late",
            later["AD"].above() and (later["AD"] - later["BASE"]).above(),
            "Share of players who begin their turn with a steal, last ten rounds "
            f"less rounds 3 to 12: {listed(later, '+.3f')}"
            f" (timeless: lambda_1 = 0). Of all steals the last ten rounds see "
            f"{share['AD']:.1%}, in BASE {share['BASE']:.1%}: that does not "
            "rise.",
        ),
        Claim(
            "ad.stabilises",
            settled.above(),
            "In one of the last ten rounds an open gift changes hands "
            f"{moves['AD'].mean():.3f} times, in BASE "
            f"{moves['BASE'].mean():.3f} times ({settled:+.3f} more).",
        ),
    ]


def lead(study: Study) -> dict[str, Estimate]:
    """Value of expected_value less that of the others in BASE, correlated valuations."""
    others = (x for x in SIX if x != "expected_value")
    return {x: study.deep.between((), "expected_value", x) for x in others}


def foresight(study: Study) -> list[Finding]:
    """Who loses most, and why."""
    kept, ahead = study.kept, lead(study)
    losses = {x: kept.effect(AD, x) for x in SIX}
    worst = sorted(SIX, key=lambda x: losses[x].value)
    order = ("always_steal", "mean_based", "coin_flip", "threshold", "always_open")
    coins = {x: kept.between(AD, "expected_value", x) for x in order}
    blind = kept.effect("calm", "expected_value")
    return [
        Claim(
            "ad.suffers_most",
            worst[0] in ("expected_value", "threshold") and ahead["threshold"].above(),
            f"Losses: {worst[0]} {losses[worst[0]]:+.4f}, {worst[1]} "
            f"{losses[worst[1]]:+.4f}. Under AD the two throw the same coin, "
            "so the losses differ by the lead in BASE, "
            f"{ahead['threshold']:+.4f}.",
        ),
        Claim(
            "ad.foresight",
            blind.value > losses["expected_value"].value / 2,
            f"Without frustration nobody retaliates, and it loses more: "
            f"{blind:+.4f}, with it {losses['expected_value']:+.4f}.",
        ),
        Claim(
            "ad.heuristics",
            any((-e).above() for e in coins.values()),
            f"expected_value under AD less each: {listed(coins, '+.4f')}.",
        ),
    ]
