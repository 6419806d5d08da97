"""What remains: the statements that sum up the source's results."""

from __future__ import annotations

from parlor.core.estimate import Estimate

from . import biased, partial_information
from .findings import Claim, Finding
from .social_costs import gone
from .strategies import order
from .study import AD, BS, COR, IND, MODELS, NEG, PI, PI_BS, SC, SINGLES, Study
from .valuations import own_increase
from .words import named


def amplification(study: Study) -> list[Finding]:
    """SC and AD side by side, and where effects are largest."""
    ratio = {v: study.percent(v, SC) / study.percent(v, AD) for v in MODELS}
    size: dict[tuple[str, ...], dict[str, Estimate]] = {
        s: {v: -study.percent(v, s) for v in MODELS} for s in (SC, AD)
    }
    size |= {PI: partial_information.rise(study), BS: biased.rise(study)}
    widest = all((size[s][COR] - size[s][v]).above() for s in SINGLES for v in (IND, NEG))
    gain = {v: study.kept.effect(BS, "always_open", v) for v in (COR, IND)}
    return [
        Claim(
            "results.sc_far",
            all(e.value - 4 * e.error > 1.25 for e in ratio.values()),
            "SC's effect over AD's: "
            + "; ".join(f"{v} {e:.2f}" for v, e in ratio.items())
            + " (we ask for at least 1.25).",
        ),
        Claim(
            "results.amplifies",
            widest,
            "Decided for all four, against both other models. "
            "Not so for values: always_open gains from BS "
            + ", ".join(f"{v} {e:+.4f}" for v, e in gain.items())
            + ".",
        ),
    ]


def _spread(study: Study, v: str) -> Estimate:
    """From the best strategy to the worst in BASE."""
    ranked = order(study, (), v)
    return study.estimate(v, (), ranked[0]) - study.estimate(v, (), ranked[-1])


def consensus(study: Study) -> list[Finding]:
    """What agreement does beside the features, and through what PI acts."""
    spreads = {v: _spread(study, v) for v in MODELS}
    own = own_increase(study)
    raises = {(v, s): study.percent(v, s) for v in MODELS for s in SINGLES}
    boldest = max(raises, key=lambda key: raises[key].value)
    most, same = raises[boldest], study.unmoved_by_pi
    quiet = [key for key in same if "BS" not in key[2] and key[0] == "appendix"]
    moving = [key for key in same if key[0] == "main" and key[2] in (PI, PI_BS)]
    return [
        Claim(
            "results.differentiation",
            all((spreads[COR] - spreads[v]).above() for v in (IND, NEG)),
            "Best less worst strategy in BASE: "
            + "; ".join(f"{v} {e:.3f}" for v, e in spreads.items())
            + ".",
        ),
        Claim(
            "results.consensus",
            own.value > most.value + 4 * most.error,
            f"Agreement raises stealing by {own.value:.0%}, no feature by more "
            f"than {most.value:.0%} ({named(boldest[1])}, "
            f"{boldest[0]}).",
        ),
        Claim(
            "results.pi_channels",
            all(same[k] for k in quiet) and not any(same[k] for k in moving),
            f"Without expected_value and BS all {len(quiet)} pairs with and "
            "without PI are equal to the last bit; with either they are not.",
        ),
    ]


def minimal(study: Study) -> list[Finding]:
    """Whether PI does least, and what AD does to always_steal."""
    pi, bs = partial_information.rise(study), biased.rise(study)
    more = {
        v: [abs(e) - pi[v] for e in (bs[v], study.kept.effect(SC, v=v), gone(study, v, AD))]
        for v in MODELS
    }
    barely = {v: study.change(v, AD, "always_steal") for v in MODELS}
    return [
        Claim(
            "results.pi_minimal",
            all(e.above() for others in more.values() for e in others),
            "Effect of PI less that of BS, the next smallest: "
            + "; ".join(f"{v} {-others[0]:+.2f}" for v, others in more.items())
            + " steals.",
        ),
        Claim(
            "results.ad_barely",
            all(
                e.little(study.found["main", v, ()].strategy_value["always_steal"])
                for v, e in barely.items()
            ),
            "Loss of always_steal: "
            + "; ".join(f"{v} {-e:.4f}" for v, e in barely.items())
            + ", small beside the others', and not nothing.",
        ),
    ]
