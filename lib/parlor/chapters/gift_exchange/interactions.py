"""Interactions: what features do to each other's effects."""

from __future__ import annotations

from parlor.core.estimate import Estimate

from .findings import Claim, Finding, Value
from .partial_information import rise
from .samples import Features
from .study import AD, BS, COR, FULL, MODELS, PI, PI_BS, SC, SC_AD, SC_BS, SETS, Study
from .words import listed

TRIO = SETS[-2]  # all but PI


def _together(study: Study, entry: str, *sets: Features) -> Value:
    """The sum of what sets of features change, as if unpaired."""
    total = Estimate(0.0, 0.0)
    for s in sets:
        total -= -study.change(COR, s)
    return study.judge(entry, total)


def social_adaptive(study: Study) -> list[Finding]:
    """SC and AD."""
    kept, effect = study.kept, study.kept.effect
    cross, undone = kept.interaction(SC, AD), effect(SC_AD, base=SC)
    calm = kept.total(
        *((w, COR, s, "steals") for w, s in ((1, "calm+SC"), (-1, "calm"), (-1, SC), (1, ())))
    )
    return [
        _together(study, "interactions.sc_ad", SC_AD),
        _together(study, "interactions.sc_ad_sum", SC, AD),
        Claim(
            "interactions.sc_ad_slight",
            cross.above() and cross.little(effect(AD).value),
            f"The interaction is {cross:+.2f} steals, about as large as SC's own "
            f"effect, {effect(SC):+.2f}. On top of SC, AD adds {undone:+.2f}.",
        ),
        Claim(
            "interactions.sc_ad_channel",
            calm.value < cross.value / 2,
            f"Without frustration the interaction is {calm:+.2f}, with it {cross:+.2f}.",
        ),
    ]


def social_biased(study: Study) -> list[Finding]:
    """SC and BS."""
    effect, mixed = study.kept.effect, study.kept.interaction(SC, BS)
    return [
        _together(study, "interactions.sc_bs", SC_BS),
        _together(study, "interactions.sc_bs_sum", SC, BS),
        Claim(
            "interactions.sc_bs_additive",
            mixed.little(effect(BS).value),
            f"The interaction is {mixed:+.2f} steals, BS's own effect "
            f"{effect(BS):+.2f}: on top of SC it is {effect(SC_BS, base=SC):+.2f}.",
        ),
    ]


def raw_selection(study: Study) -> tuple[Estimate, Estimate]:
    """Steals that selection by raw appearance adds to PI, and that posteriors add to that."""
    effect = study.kept.effect
    return effect("raw", base=PI), effect(PI_BS, base="raw")


def informed_biased(study: Study) -> list[Finding]:
    """PI and BS."""
    less, (raw, duller) = rise(study), raw_selection(study)
    crossed = {v: study.kept.interaction(PI, BS, v) for v in MODELS}
    crossed[COR] = study.deep.interaction(PI, BS)
    return [
        study.number("interactions.pi_bs", COR, PI_BS),
        study.number("interactions.bs", COR, BS),
        Claim(
            "interactions.pi_bs_small",
            all(e.little(less[v].value) for v, e in crossed.items()),
            "; ".join(
                f"{v} {e:+.2f} steals, {e.value / less[v].value:.0%} of PI's effect"
                for v, e in crossed.items()
            )
            + ".",
        ),
        Claim(
            "interactions.posteriors",
            duller.little(raw.value),
            f"On top of PI, selection by raw appearance adds {raw:+.2f} steals; "
            f"by posteriors it is {duller:+.2f} against that.",
        ),
    ]


def three_way(study: Study) -> list[Finding]:
    """What PI does on top of all others."""
    idle = {v: study.estimate(v, FULL) - study.estimate(v, TRIO) for v in MODELS}
    return [
        study.number("interactions.three_way", COR, TRIO),
        study.number("interactions.full", COR, FULL),
        Claim(
            "interactions.pi_negligible",
            all(e.little(study.found["main", v, FULL].steals) for v, e in idle.items()),
            f"FULL less SC+AD+BS: {listed(idle, '+.2f')} steals.",
        ),
    ]
