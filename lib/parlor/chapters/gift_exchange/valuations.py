"""Valuations: where tastes agree there is more theft, and where there is not."""

from __future__ import annotations

from itertools import product

from parlor.core.estimate import Estimate

from .findings import Claim, Finding
from .samples import Features
from .study import BS, COR, CROWDS, IND, NEG, SC, SETS, Study, least
from .words import named

LEVELS = (
    ("independent", IND, (), "steals"),
    ("correlated", COR, (), "steals"),
    ("negative_steals", NEG, (), "steals"),
    ("chain_independent", IND, (), "chain"),
    ("chain_correlated", COR, (), "chain"),
    ("negative_chain", NEG, (), "chain"),
    ("chain_bs", COR, BS, "chain"),
)


def levels(study: Study) -> list[Finding]:
    """Steals and chains that the prose gives."""
    return [study.number(f"valuation.{name}", v, s, x) for name, v, s, x in LEVELS]


def against(
    study: Study, v: str, base: str, s: Features = (), x: str = "steals", who: str = "main"
) -> Estimate:
    """A statistic under one model of valuations less that under another."""
    return study.estimate(v, s, x, who) - study.estimate(base, s, x, who)


def own_increase(study: Study) -> Estimate:
    """What agreement adds to steals in BASE, as a share of those with independent tastes."""
    return against(study, COR, IND) / study.found["main", IND, ()].steals


def chains(study: Study) -> dict[tuple[str, Features], float]:
    """Mean chain lengths of the main text's 48 conditions."""
    return {(v, s): one.chain_length for (who, v, s), one in study.found.items() if who == "main"}


def agreement(study: Study) -> list[Finding]:
    """Whether agreement makes for theft, and for long chains."""
    more = {
        (who, v, s): against(study, COR, v, s, who=who)
        for who, v, s in product(CROWDS, (IND, NEG), SETS)
    }
    plain = {key: e for key, e in more.items() if not key[2]}
    tie = more["main", NEG, SC]
    length = chains(study)
    tops = sorted(length, key=lambda key: length[key])[::-1]
    steps = {
        (a, x): against(study, a, b, (), x)
        for a, b in ((NEG, IND), (COR, NEG))
        for x in ("steals", "chain")
    }
    return [
        study.judge("valuation.increase", own_increase(study)),
        Claim(
            "valuation.intensifies",
            all(e.above() for e in plain.values()),
            f"In BASE {against(study, COR, IND):+.2f} against independent and "
            f"{more['main', NEG, ()]:+.2f} against negative; the five strategies "
            f"agree, at least {least(plain.values()):+.2f}.",
        ),
        Claim(
            "valuation.always",
            tie.above(),
            f"With SC {tie:+.2f} against negative. Of {len(more)} comparisons, "
            "both populations, all feature sets, "
            f"{sum(e.above() for e in more.values())} are decided for agreement.",
        ),
        Claim(
            "valuation.longest",
            all(v == COR and "BS" in s for v, s in tops[:2]),
            "Longest in the 48 conditions: "
            + ", ".join(f"{named(s)} {v} {length[v, s]:.2f}" for v, s in tops[:3])
            + ".",
        ),
        Claim(
            "valuation.between",
            all(e.above() for e in steps.values()),
            f"Negative less independent: {steps[NEG, 'steals']:+.2f} steals, "
            f"{steps[NEG, 'chain']:+.2f}; correlated less negative: "
            f"{steps[COR, 'steals']:+.2f} steals, {steps[COR, 'chain']:+.2f} in chain length.",
        ),
    ]
