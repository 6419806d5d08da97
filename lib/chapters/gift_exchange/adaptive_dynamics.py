"""Section 5.4, adaptive dynamics: a game of moods, or of coins."""

from __future__ import annotations

from itertools import product

import numpy as np

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import FIVE, SIX
from parlor.games.gift_exchange.watch import observe
from press import Effort, Finding, Value, claim, counted, in_parts
from press.ledger.verdict import NOISE

from .reconstruction import ask
from .said import printed, said
from .samples import raised, unrest
from .sets import AD, COR, MODELS
from .social_costs import amplified, extremes, in_range
from .study import Study, study
from .words import listed

PAIR = ("always_open", "always_steal")


def satisfaction_acts(it: Study) -> np.ndarray:
    """Whether the weight of satisfaction changes a game's steals, game by game."""
    return it.kept.each("without_satisfaction") != it.kept.each(AD)


def satisfaction_calms(it: Study) -> bool:
    """Whether satisfied players surely steal less."""
    content = it.kept.effect(AD, base="without_satisfaction")
    return bool(satisfaction_acts(it).any()) and (-content).above()


@claim("ad.low", "ad.high", of=study)
def ad_extremes(it: Study) -> dict[str, Value]:
    """By how much AD lowers stealing, at least and at most."""
    low, high = extremes(it, AD)
    return {"ad.low": it.quota(AD, low, -1), "ad.high": it.quota(AD, high, -1)}


@claim("ad.abstract", of=study)
def abstract(it: Study) -> Finding:
    """Whether the range that the abstract gives for AD holds."""
    return in_range(it, AD, "ad.abstract")


@claim("ad.amplified", of=study)
def ad_amplified(it: Study) -> Finding:
    """Where AD does most."""
    return amplified(it, AD)


@claim("ad.satisfaction")
def satisfaction(effort: Effort) -> Finding:
    """Whether satisfaction has a part in it."""
    it = study(effort)
    acts = satisfaction_acts(it)
    moody = ask(effort).excess("satisfaction", "appendix")["gift just lost"]
    return Finding(
        satisfaction_calms(it),
        r"With $\lambda_3 = 0$ the number of steals stays the same in "
        f"{counted(len(acts) - int(acts.sum()), len(acts))} games. To count the gift just lost "
        f"instead makes chi-square {moody:,.0f} worse. Without phase and frustration too the coins "
        f"of $p_0$ alone change the number of steals by {it.kept.effect('bare'):+.2f}.",
    )


def points(it: Study, x: str, sign: int = 1) -> Value:
    """What AD does to a strategy, in hundredths."""
    note = ""
    if x in FIVE:
        other = 100 * sign * it.change(COR, AD, x, "appendix").value
        note = f"With five strategies it is {other:.1f}."
    return it.value(100 * sign * it.change(COR, AD, x), note)


@claim("ad.always_open", "ad.always_steal", "ad.expected_value", "ad.about_ten", of=study)
def all_points(it: Study) -> dict[str, Value]:
    """What AD does to strategies."""
    signs = {"always_open": 1, "always_steal": -1, "expected_value": -1}
    found = {f"ad.{x}": points(it, x, sign) for x, sign in signs.items()}
    return found | {"ad.about_ten": found["ad.always_open"]}


@claim("ad.percentage")
def percentage(effort: Effort) -> Finding:
    """Whether what always_open gains is so many per cent of what it had."""
    before, after = (printed(f"table5.{s}.always_open") for s in ("base", "ad"))
    percent, points = 100 * (after / before - 1), 100 * (after - before)
    return Finding(
        percent in said["ad.percentage"],
        f"From {before:g} to {after:g} it gains {points:.1f} points, which are {percent:.1f} per "
        "cent of what it had.",
    )


@claim("ad.frustration", of=study)
def frustration(it: Study) -> Finding:
    """Whether frustration makes the difference between passive and aggressive play."""
    kept = it.kept
    calm, moody = ({x: kept.effect(s, x) for x in PAIR} for s in ("without_frustration", AD))
    left, whole = (sum(e.value for e in by.values()) for by in (calm, moody))
    return Finding(
        left / whole in said["ad.frustration"],
        f"Under AD without frustration values change by {listed(calm, '+.4f')}, together "
        f"{left:+.4f}; with it: {listed(moody, '+.4f')}, together {whole:+.4f}. The asymmetry "
        f"keeps {left / whole:.0%} of its size.",
    )


def answers_back(it: Study, name: str) -> float:
    """Share of the robbed who steal."""
    thefts, raids = (it.seen[name].each(x).sum() for x in ("steals", "raids"))
    return float((thefts - raids) / thefts)


@claim("ad.retaliation", of=study)
def retaliation(it: Study) -> Finding:
    """Whether victims turn aggressive, and against whom."""
    calm = "without_frustration"
    longer = it.kept.effect(AD, "chain", base=calm)
    hit = {name: answers_back(it, name) for name in ("BASE", "AD", calm)}
    revenge = it.seen["AD"].share("revenge", "thefts").value
    return Finding(
        in_parts(longer.above() and hit["AD"] > hit[calm], hit["AD"] > hit["BASE"]),
        f"Frustration lengthens chains by {longer:+.2f}: the robbed steal in {hit['AD']:.1%} of "
        f"cases, without it in {hit[calm]:.1%}. But in BASE it is {hit['BASE']:.1%}; the "
        f"robber's gift is locked, so that nobody strikes back at once, and {revenge:.1%} of "
        "thefts under AD are from somebody who once robbed the thief.",
    )


@claim("ad.passive_avoids", of=study)
def passive_avoids(it: Study) -> Finding:
    """Whether passive play is passive under AD."""
    mood = {x: it.share("AD", "frustration", "players", x).value / 29 for x in PAIR}
    robbed = {x: it.share("AD", "losses", "players", x) for x in PAIR}
    meek = it.share("AD", "thefts", "turns", "always_open")
    return Finding(
        meek in said["ad.passive_avoids"],
        f"Under AD always_open steals in {meek.value:.1%} of its decisions. Players have a "
        f"mean frustration of {listed(mood, '.3f')}, and are robbed {listed(robbed, '.2f')} times "
        "a game.",
    )


@claim("ad.late", of=study)
def late(it: Study) -> Finding:
    """Whether play intensifies late in the game, and more than without AD and its phase."""
    later = {name: raised(it.seen[name]) for name in ("BASE", "timeless", "AD")}
    more = [(later["AD"] - later[name]).above() for name in ("BASE", "timeless")]
    return Finding(
        later["AD"].above() and all(more),
        "The share of players who begin their turn with a steal, in the last ten rounds less in "
        f"rounds 3 to 12 of {it.n_seen:,} games, is "
        rf"{listed(later, '+.3f')} (timeless: $\lambda_1 = 0$).",
    )


@claim("ad.stabilises", of=study)
def stabilises(it: Study) -> Finding:
    """Whether gifts move less late in the game under AD."""
    keys = product(MODELS, ((), AD))
    moves = {(v, s): unrest(observe(it.condition(v, s), n_games=it.n_seen)) for v, s in keys}
    settled = {v: of_sample(moves[v, ()] - moves[v, AD]) for v in MODELS}
    often = (moves[COR, s].mean() for s in ((), AD))
    return Finding(
        all(e.above() for e in settled.values()),
        f"In {it.n_seen:,} games an open gift changes hands in one of the last ten rounds, "
        f"correlated, {' times in BASE and '.join(f'{x:.3f}' for x in often)} times under AD. It "
        f"is so much less often: {listed(settled, '+.3f')}.",
    )


def lead(it: Study) -> dict[str, Estimate]:
    """Value of expected_value less that of the others in BASE, correlated valuations."""
    others = (x for x in SIX if x != "expected_value")
    return {x: it.deep.between((), "expected_value", x) for x in others}


@claim("ad.suffers_most", of=study)
def suffers_most(it: Study) -> Finding:
    """Who loses most: the two that throw the same coin cannot be told apart in print."""
    losses = {x: it.kept.effect(AD, x) for x in SIX}
    first, second = sorted(SIX, key=lambda x: losses[x].value)[:2]
    apart = losses[second] - losses[first]
    theirs = 2**0.5 * it.change(COR, AD, "expected_value").error
    read = [printed(f"table7.ad.{x}") - printed(f"table7.base.{x}") for x in (first, second)]
    if first != "expected_value" and apart.above():
        verdict: bool | str = False
    else:
        verdict = True if abs(apart.value) > NOISE * theirs else "not decidable"
    return Finding(
        verdict,
        f"Under AD {first} changes by {losses[first]:+.4f} and {second} by {losses[second]:+.4f}. "
        f"By Table 7 the changes are {' and '.join(f'{x:+.3f}' for x in read)}, and the difference "
        f"of two has an error of {theirs:.4f} there. In our reading both throw the same coin under "
        "AD.",
    )


@claim("ad.foresight", of=study)
def foresight(it: Study) -> Finding:
    """Whether expected_value loses because it does not see retaliation coming."""
    calm = "without_frustration"
    with_it, blind = (it.kept.effect(s, "expected_value") for s in (AD, calm))
    return Finding(
        blind.value / with_it.value in said["ad.foresight"],
        f"AD changes what expected_value takes home by {blind:+.4f} without frustration, so that "
        f"nobody retaliates, and by {with_it:+.4f} with it.",
    )


@claim("ad.heuristics", of=study)
def heuristics(it: Study) -> Finding:
    """Whether optimising does worse than heuristics under AD."""
    kept = it.kept
    order = ("always_steal", "mean_based", "coin_flip", "threshold", "always_open")
    less = {x: kept.between(AD, "expected_value", x) for x in order}
    worse = [x for x in order if (-less[x]).above()]
    better = [x for x in order if less[x].above()]
    return Finding(
        in_parts(*(x in worse for x in order)),
        f"Under AD the value of expected_value less that of others is {listed(less, '+.4f')}. It "
        f"is worse than {' and '.join(worse)}, better than {' and '.join(better)}, level with the "
        "others; and it does not optimise there, it throws a coin.",
    )
