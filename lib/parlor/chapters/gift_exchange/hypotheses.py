"""The source's eight hypotheses: whether its verdict on each was right."""

from __future__ import annotations

from .adaptive import lead, satisfaction_calms
from .biased import rise
from .findings import Claim, Finding
from .interactions import raw_selection
from .seats import Leads
from .strategies import order
from .study import AD, BS, COR, IND, MODELS, PI, PI_BS, SC, SC_AD, SETS, Study, least, without
from .words import listed, named


def first_three(study: Study) -> list[Finding]:
    """Partial information, social costs, adaptive dynamics."""
    kept, pi = study.kept, study.deep.effect(PI)
    taxed = {v: kept.effect(SC, v=v) for v in MODELS}
    taxes = {
        (v, s): study.estimate(v, s) - study.estimate(v, without(s, "SC"))
        for v in MODELS
        for s in SETS
        if "SC" in s
    }
    mild = max(taxes, key=lambda key: taxes[key].value)
    alone = {v: study.change(v, AD) for v in MODELS}
    return [
        Claim("h1.verdict", pi.above(), f"PI adds {pi:+.2f} steals; in the appendix 0."),
        Claim(
            "h2.verdict",
            all((-e).above() for e in taxed.values())
            and not any(e.above() for e in taxes.values()),
            f"{listed(taxed, '+.2f')} steals. Least of "
            f"{len(taxes)} pairs that differ by SC: {taxes[mild]:+.2f} "
            f"({mild[0]}, {named(mild[1])}).",
        ),
        Claim(
            "h3.verdict",
            satisfaction_calms(study) and kept.effect(AD, "chain", base="calm").above(),
            f"Frustrated players steal more: {kept.effect(AD, base='calm'):+.2f}. "
            "Satisfied ones never decide: lambda_3 changes no game.",
        ),
        Claim(
            "h3.less",
            all((-e).above() for e in alone.values()),
            f"Alone AD takes {listed(alone, '+.2f')}. On top of SC it adds "
            f"{kept.effect(SC_AD, base=SC):+.2f} (correlated).",
        ),
    ]


def biased_selection(study: Study) -> list[Finding]:
    """Hypothesis 4: choosing gifts by looks."""
    biased = [
        study.estimate(COR, (*s, "BS")) - study.estimate(COR, s) for s in SETS if "BS" not in s
    ]
    share, more = rise(study)[IND] / study.found["main", IND, ()].steals, study.deep.effect(BS)
    return [
        Claim(
            "h4.verdict",
            more.above(),
            f"{more:+.2f} steals; least of eight pairs that differ by BS: {least(biased):+.2f}.",
        ),
        study.quota("h4.correlated", BS, COR),
        Claim(
            "h4.independent",
            share.value + 4 * share.error > 0.015 and share.value - 4 * share.error < 0.035,
            f"{share:.2%}; Table 3 prints "
            f"{study.published.entry('table3.bs.independent.percent').printed}.",
        ),
    ]


def beliefs_and_seats(study: Study, leads: Leads) -> list[Finding]:
    """The fifth and the sixth."""
    raw, duller = raw_selection(study)
    tuned = {name: study.kept.effect(name, base=PI_BS) for name in ("sharp", "flat")}
    return [
        Claim(
            "h5.verdict",
            all(e.little(raw.value) for e in (duller, *tuned.values())),
            f"Posteriors dampen: {duller:+.2f} steals against raw appearances. A "
            f"prior four times as wide changes PI+BS by {tuned['sharp']:+.2f}, "
            f"one four times as narrow by {tuned['flat']:+.2f}.",
        ),
        Claim(
            "h6.verdict",
            not (leads.first_is_best and leads.second_is_worst),
            "Seat 1 is best everywhere; seat 2 is not worst everywhere. "
            "The source calls the evidence weak, and the pattern without "
            "exception, in one breath.",
        ),
    ]


def always_steal_wins(study: Study) -> list[Finding]:
    """Hypothesis 7: always_steal does best."""
    place = {v: order(study, (), v).index("always_steal") + 1 for v in MODELS}
    ahead = lead(study)
    others = {x: ahead[x] for x in ("always_steal", "threshold", "mean_based")}
    guess = {x: study.deep.between(PI, "expected_value", x) for x in ("mean_based", "threshold")}
    slight = ahead["always_steal"]
    return [
        Claim(
            "h7.verdict",
            place[COR] <= 2,
            "Its rank in BASE: "
            + ", ".join(f"{v} {k}" for v, k in place.items())
            + f" of 6; expected_value is {slight:+.4f} ahead.",
        ),
        Claim("h7.slightly", slight.above(), f"By {slight:+.4f} under correlated valuations."),
        Claim(
            "h7.comparison",
            min(others[x].value for x in guess) > slight.value / 2
            and any(e.above() for e in guess.values()),
            "Its lead over "
            + ", ".join(f"{x} is {e:+.4f}" for x, e in others.items())
            + ": most of it they share, who do not compare. "
            "With PI it still compares, and stands at "
            + ", ".join(f"{e:+.4f} against {x}" for x, e in guess.items())
            + ".",
        ),
    ]


def moods_level(study: Study) -> list[Finding]:
    """Hypothesis 8: moods make the strategies more alike."""
    kept = study.kept
    pair, ends = ("always_steal", "always_open"), ((), AD)
    over = {s: kept.between(s, "always_steal", "expected_value") for s in ends}
    gulf = {s: kept.between(s, *pair) for s in ends}
    closer, calm = (
        kept.total(
            *(
                (w * k, COR, s, x)
                for w, s in ((1, ()), (-1, name))
                for k, x in zip((1, -1), pair, strict=True)
            )
        )
        for name in (AD, "calm")
    )
    passive = {x: kept.effect(AD, x) for x in ("always_open", "coin_flip")}
    narrower = closer.above() and gulf[AD].above()
    return [
        Claim(
            "h8.verdict",
            narrower,
            f"Over always_open its lead shrinks from {gulf[()].value:.3f} to "
            f"{gulf[AD].value:.3f}. Against expected_value it never had one: "
            f"{over[()]:+.4f} in BASE, {over[AD]:+.4f} under AD.",
        ),
        Claim(
            "h8.passive",
            all(round(100 * e.value) in (9, 10) for e in passive.values()),
            f"{listed({x: 100 * e for x, e in passive.items()}, '+.2f')} points.",
        ),
        Claim(
            "h8.narrows",
            narrower,
            f"always_steal less always_open: {gulf[()].value:.3f} in BASE, "
            f"{gulf[AD].value:.3f} under AD; {closer:+.4f} less.",
        ),
        Claim(
            "h8.moods",
            calm.value < closer.value / 2,
            "Without frustration, and satisfaction has no effect, the gap "
            f"shrinks by {calm:+.4f}, with them by {closer:+.4f}.",
        ),
    ]
