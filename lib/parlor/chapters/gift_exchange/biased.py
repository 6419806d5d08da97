"""Biased selection: openers who look before they choose."""

from __future__ import annotations

import numpy as np

from parlor.core.estimate import Estimate, of_sample

from .findings import Claim, Finding, Value, six_digits
from .samples import Features
from .study import AD, BS, COR, IND, MODELS, NEG, PI, PI_BS, SC, SINGLES, Study
from .valuations import chains
from .words import listed, named


def rise(study: Study) -> dict[str, Estimate]:
    """Steals that BS adds, by model."""
    more = {v: study.kept.effect(BS, v=v) for v in MODELS}
    return more | {v: study.deep.effect(BS, v=v) for v in (IND, COR)}


def size(study: Study) -> list[Finding]:
    """By how much BS raises stealing, where, and by what."""
    more = rise(study)
    change = study.printed("table3.bs.correlated.change")
    base = study.printed("table3.base.correlated.steals")
    opened = [study.seen[name].each("opened") for name in ("BASE", "BS")]
    counts = np.arange(1, opened[0].shape[1] + 1)
    means = [np.cumsum(values, axis=1) / counts for values in opened]
    skew = [of_sample(x) for x in (means[1] - means[0])[:, [0, 9, 19]].T]
    return [
        Value(
            "bs.correlated",
            six_digits(change / base),
            f"By the source's own Table 3, {change:+} of {base} "
            f"steals; by our games {study.percent(COR, BS).value:+.1%}.",
        ),
        study.quota("bs.independent", BS, IND),
        Claim(
            "bs.concentrated",
            all((more[COR] - more[v]).above() for v in (IND, NEG)),
            f"{listed(more, '+.2f')} steals.",
        ),
        Claim(
            "bs.skewed",
            all(e.above() for e in skew),
            "Mean value of the open gifts after rounds 1, 10, 20: "
            + ", ".join(f"{e:+.3f}" for e in skew)
            + ".",
        ),
    ]


def longest(study: Study) -> list[Finding]:
    """Whether BS makes the longest chains."""
    length = chains(study)
    unbiased = max(x for (_, s), x in length.items() if "BS" not in s)
    return [
        Claim(
            "bs.longest",
            min(length[COR, s] for s in (BS, PI_BS)) > unbiased,
            f"BS {length[COR, BS]:.2f}, PI+BS {length[COR, PI_BS]:.2f}; without BS at most "
            f"{unbiased:.2f}.",
        )
    ]


def second_seat(study: Study) -> list[Finding]:
    """Whether BS alone helps seat 2, and by theft from seat 1."""
    second: dict[tuple[str, Features], Estimate] = {
        (v, s): study.kept.effect(s, "seat2", v) for v in MODELS for s in (SC, PI, BS)
    }
    second[COR, AD] = study.kept.effect(AD, "seat2")
    second |= {(COR, s): study.deep.effect(s, "seat2") for s in (PI, BS)}
    raids = [study.seen[name].each("raids")[:, 1] for name in ("BASE", "BS")]
    before, after = (of_sample(raid) for raid in raids)
    return [
        Claim(
            "bs.seat2_only",
            second[COR, BS].above()
            and not any(e.above() for (_, s), e in second.items() if s != BS),
            f"Seat 2, correlated: {listed({named(s): second[COR, s] for s in SINGLES}, '+.4f')}.",
        ),
        Claim(
            "bs.seat2_steals",
            before.value - 4 * before.error < 0.1,
            f"Seat 2 robs Seat 1 in {before.value:.1%} of games in BASE and in "
            f"{after.value:.1%} with BS ({of_sample(raids[1] - raids[0]):+.3f}).",
        ),
    ]
