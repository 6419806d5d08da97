"""Section 5.5, biased selection: openers who look before they choose."""

from __future__ import annotations

from itertools import product

import numpy as np

from parlor.core.estimate import of_sample
from parlor.games.gift_exchange import play
from parlor.games.gift_exchange.watch import observe
from press import Finding, Value, claim, in_parts, show
from press.ledger.verdict import NOISE

from .said import printed, said
from .sets import AD, BS, COR, CROWDS, IND, MODELS, NEG, PI, SC, SINGLES, WITH
from .study import Study, beside, changed, six_digits, study
from .valuations import chains
from .words import listed, named


@claim("bs.correlated", of=study)
def correlated(it: Study) -> Value:
    """By how much BS raises stealing, by the source's own Table 3."""
    change = printed("table3.bs.correlated.change")
    base = printed("table3.base.correlated.steals")
    return Value(
        six_digits(change / base),
        evidence=f"By the source's own Table 3 BS changes steals by {change:+} of {show(base)}; by "
        f"our games it is {it.percent(COR, BS).value:+.1%}.",
    )


@claim("bs.independent", of=study)
def independent(it: Study) -> Value:
    """The same under independent valuations: smaller than the source's error."""
    ours = it.rise(BS)[IND] / it.found["main", IND, ()].steals
    theirs = it.percent(IND, BS).error
    return beside(
        ours,
        theirs,
        f"On the same games BS adds {ours.value:.2%} of steals; the source's error, if its games "
        f"were not paired, is {theirs:.1%}.",
        decidable=NOISE * theirs < said.value("bs.independent"),
    )


@claim("bs.concentrated", of=study)
def concentrated(it: Study) -> Finding:
    """Whether BS does most where tastes agree."""
    more, times = it.rise(BS), said["bs.concentrated"].low
    return Finding(
        all((more[COR] - times * more[v]).above() for v in (IND, NEG)),
        f"BS changes the steals of the same games by {listed(more, '+.2f')}.",
    )


@claim("bs.increases", of=study)
def increases(it: Study) -> Finding:
    """Whether BS raises stealing whatever else there is."""
    alone = it.rise(BS)
    keys = product(CROWDS, MODELS, WITH["BS"])
    pairs = {(who, v, s): it.adds(v, s, "BS", who) for who, v, s in keys}
    more_features = [e for (*_, s), e in pairs.items() if s != BS]
    closest = sorted(pairs, key=lambda key: pairs[key].value)[:3]
    n = it.effort.of(full=20_000, reduced=20)
    more = it.changes(closest, "BS", n)  # on the same games, and more of them
    least = min(more, key=lambda e: e.value)
    unsure = "partly" if (-least).above() else "not refuted"
    return Finding(
        unsure if all(e.above() for e in alone.values()) else False,
        f"Alone BS adds {listed(alone, '+.2f')} steals. On top of other features "
        f"{sum(e.above() for e in more_features)} of {len(more_features)} effects, both "
        f"populations, are decided for a rise and {sum(e.value < 0 for e in more_features)} are "
        f"negative; the lowest, on the same games, is {least:+.2f}.",
    )


@claim("bs.skewed", of=study)
def skewed(it: Study) -> Finding:
    """Whether the open gifts are better under BS."""
    opened = [it.seen[name].each("opened") for name in ("BASE", "BS")]
    counts = np.arange(1, opened[0].shape[1] + 1)
    means = [np.cumsum(values, axis=1) / counts for values in opened]
    skew = {k: of_sample((means[1] - means[0])[:, k - 1]) for k in (1, 10, 20)}
    return Finding(
        all(e.above() for e in skew.values()),
        "What BS adds to the mean value of the open gifts, by round: "
        f"{', '.join(f'{e:+.3f} ({k})' for k, e in skew.items())}.",
    )


@claim("bs.longest", of=study)
def longest(it: Study) -> Finding:
    """Whether BS makes the longest chains."""
    length = chains(it)
    unbiased = max(x for (_, s), x in length.items() if "BS" not in s)
    return Finding(
        min(length[COR, s] for s in (BS, PI + BS)) > unbiased,
        f"With correlated valuations the mean length of chains is {length[COR, BS]:.2f} under BS "
        f"and {length[COR, PI + BS]:.2f} under PI+BS; in no condition without BS is it above "
        f"{unbiased:.2f}.",
    )


@claim("bs.seat2_only", of=study)
def seat2_only(it: Study) -> Finding:
    """Whether BS alone helps Seat 2."""
    second = {s: (it.kept if s in (SC, AD) else it.deep).effect(s, "seat2") for s in SINGLES}
    other = it.change(IND, AD, "seat2", "appendix")
    return Finding(
        second[BS].above() and not any(second[s].above() for s in SINGLES if s != BS),
        "With correlated valuations the features change what Seat 2 takes home by "
        f"{listed({named(s): second[s] for s in SINGLES}, '+.4f')}. With five strategies and "
        f"independent valuations AD adds {other:+.4f}.",
    )


@claim("bs.seat2_steals", of=study)
def seat2_steals(it: Study) -> Finding:
    """Whether it is by theft from Seat 1 at once: what she gains in games without one."""
    n = it.effort.of(full=12_000, reduced=40)
    conditions = [it.condition(COR, s) for s in ((), BS)]
    before, after = (observe(one, n_games=n).each("raids")[:, 1] for one in conditions)
    worth = [play(one, n_games=n)["seat_value"][:, 1] for one in conditions]
    gain = worth[1] - worth[0]
    whole, without_theft = of_sample(gain), of_sample(gain[(before == 0) & (after == 0)])
    return Finding(
        whole.above() and without_theft / whole.value in said["bs.seat2_steals"],
        f"Seat 2 robs Seat 1 at once in {before.mean():.1%} of games in BASE and in "
        f"{after.mean():.1%} with BS. BS adds {whole:+.4f} to her value; in games in which she "
        f"robs Seat 1 at once under neither it adds {without_theft:+.4f}.",
    )


@claim("bs.appearance", of=study)
def bs_appearance(it: Study) -> Finding:
    """What biased openers look at, in each population."""
    n = it.effort.of(full=200, reduced=20)
    moved = {
        who: changed((it.condition(COR, BS, who, signal_noise=noise) for noise in (0.3, 0.6)), n)
        for who in CROWDS
    }
    return Finding(
        in_parts(*(share > 0 for share in moved.values())),
        f"Twice the noise of the appearances changes {moved['main']:.0%} of {n} BS games of the "
        f"main text and {moved['appendix']:.0%} of the appendix's.",
    )
