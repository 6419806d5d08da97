"""Strategies: who wins, and by how much."""

from __future__ import annotations

from .adaptive import lead
from .findings import Claim, Finding
from .samples import Features
from .study import AD, BS, COR, FIVE_SETS, FULL, IND, NEG, SC, SC_BS, SELECTIVE, Study
from .words import listed, named


def order(study: Study, s: Features, v: str = COR) -> list[str]:
    """The main text's strategies, the best first."""
    value = study.found["main", v, s].strategy_value
    return sorted(value, key=lambda x: value[x])[::-1]


def winners(study: Study) -> list[Finding]:
    """Who leads in BASE, and how always_steal stands."""
    ahead, kept = lead(study), study.kept
    leads = {v: study.estimate(v, (), "expected_value") for v in (IND, NEG)}
    leads = {v: e - study.estimate(v, (), "threshold") for v, e in leads.items()}
    ranks = {named(s): order(study, s).index("always_steal") + 1 for s in FIVE_SETS}
    alone = {s: kept.effect(s, "always_steal") for s in (SC, BS, AD, FULL)}
    other = kept.total((1, COR, SC_BS, "always_steal"), (-1, COR, BS, "expected_value"))
    return [
        Claim(
            "strategies.base_winner",
            all(e.above() for e in ahead.values()),
            f"Correlated, less the others: {listed(ahead, '+.4f')}. Elsewhere they "
            "cannot be told apart: "
            + "; ".join(f"{v} {e:+.4f} against threshold" for v, e in leads.items())
            + ".",
        ),
        Claim(
            "strategies.robust",
            sum(rank < 3 for rank in ranks.values()) >= 4,
            "Its rank: " + ", ".join(f"{s} {r}" for s, r in ranks.items()) + ".",
        ),
        Claim(
            "strategies.only_ad",
            not any((-alone[s]).above() for s in (SC, BS)),
            f"Less BASE: {listed({named(s): e for s, e in alone.items()}, '+.4f')}. "
            "FULL has AD in it.",
        ),
        Claim(
            "strategies.highest",
            not other.above(),
            "always_steal under SC+BS reaches "
            f"{kept.value(SC_BS, 'always_steal'):.4f}, {other:+.4f} more "
            "than expected_value under BS.",
        ),
    ]


def distances(study: Study) -> list[Finding]:
    """How far apart strategies are, and what features do to that."""
    weights = dict.fromkeys(SELECTIVE, 1 / 3) | {"always_open": -1}
    aim = study.deep.total(
        *((w * k, COR, s, x) for w, s in ((1, BS), (-1, ())) for x, k in weights.items())
    )
    ends = {s: (order(study, s)[0], order(study, s)[-1]) for s in ((), FULL)}
    shrink = study.kept.total(
        *(
            (w * k, COR, s, x)
            for w, s in ((1, ()), (-1, FULL))
            for x, k in zip(ends[s], (1, -1), strict=True)
        )
    )
    width = {s: study.estimate(COR, s, a) - study.estimate(COR, s, b) for s, (a, b) in ends.items()}
    return [
        Claim(
            "strategies.bs_gain",
            aim.above(),
            f"The three selective strategies gain {aim:+.4f} against "
            "always_open, which gains "
            f"{study.deep.effect(BS, 'always_open'):+.4f}.",
        ),
        Claim(
            "strategies.compress",
            shrink.above(),
            f"The distance from best to worst shrinks by {shrink:+.3f}.",
        ),
        study.judge("strategies.gap_base", width[()]),
        study.judge("strategies.gap_full", width[FULL]),
        study.judge("strategies.always_open", 100 * study.change(COR, FULL, "always_open")),
    ]
