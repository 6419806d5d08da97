"""Social costs: the largest of the effects, and which of the three costs makes it."""

from __future__ import annotations

from itertools import product

from parlor.core.estimate import Estimate, of_sample

from .findings import Claim, Finding
from .samples import Features
from .study import AD, BS, COR, CROWDS, IND, MODELS, NEG, PI, SC, SELECTIVE, Study
from .words import listed


def shares(study: Study, s: Features) -> dict[str, float]:
    """Change of steals as a share of BASE, by model."""
    return {v: study.percent(v, s).value for v in MODELS}


def extremes(study: Study, s: Features) -> tuple[str, str]:
    """The models in which features take the least and the most away."""
    share = shares(study, s)
    order = sorted(MODELS, key=lambda v: -share[v])
    return order[0], order[-1]


def amplified(study: Study, s: Features, entry: str) -> Claim:
    """Whether features take most away where tastes agree, as a share."""
    share = {v: study.percent(v, s) for v in MODELS}
    most = all((share[v] - share[COR]).above() for v in (IND, NEG))
    return Claim(entry, most, f"{listed(shares(study, s), '+.1%')}.")


def gone(study: Study, v: str, s: Features, t: Features = (), who: str = "main") -> Estimate:
    """Steals that go when features `t` give way to `s`."""
    return study.estimate(v, t, who=who) - study.estimate(v, s, who=who)


def share_values(study: Study) -> list[Finding]:
    """By how much social costs lower stealing."""
    low, high = extremes(study, SC)
    return [
        study.quota("sc.independent", SC, IND),
        study.quota("sc.correlated", SC, COR),
        study.quota("sc.low", SC, low, -1),
        study.quota("sc.high", SC, high, -1),
    ]


def size(study: Study) -> list[Finding]:
    """Whether no other feature does as much, where it does most, and by which cost."""
    lead = {(who, v): gone(study, v, SC, AD, who) for who, v in product(CROWDS, MODELS)}
    others = [gone(study, v, SC, s) for v in MODELS for s in (PI, BS)]
    wanted = {name: study.seen[name].mean("wanted") for name in ("BASE", "SC")}
    top = of_sample(study.seen["BASE"].each("wanted")[:, :10].mean(axis=1))
    effect = study.kept.effect
    return [
        Claim(
            "sc.largest",
            all(e.above() for e in (*lead.values(), *others)),
            "SC takes more steals away than AD: "
            + "; ".join(f"{v} {e:+.2f} ({who})" for (who, v), e in lead.items())
            + ".",
        ),
        amplified(study, SC, "sc.amplified"),
        Claim(
            "sc.desirable",
            top.value - 4 * top.error <= 5,
            f"The ten most valued gifts are stolen {top:.2f} "
            f"times each in BASE, the first {wanted['BASE'][0]:.1f} times; under "
            f"SC {wanted['SC'][:10].mean():.1f} and {wanted['SC'][0]:.1f}. The "
            f"mean of the top 20 is {wanted['BASE'][:20].mean():.1f}, of all "
            f"{wanted['BASE'].mean():.1f}.",
        ),
        Claim(
            "sc.unprofitable",
            effect("c0", base=SC).above(),
            f"The basic cost alone: {effect('c0'):+.2f} steals; with relationship "
            f"damage {effect('alpha'):+.2f}, with reputation instead "
            f"{effect('beta'):+.2f}, with both {effect(SC):+.2f}.",
        ),
    ]


def strategies(study: Study) -> list[Finding]:
    """What social costs do to each strategy, and how its decisions change."""
    moved = {
        x: {v: study.kept.effect(SC, x, v) for v in MODELS} for x in ("always_steal", *SELECTIVE)
    }
    rate = {x: [study.share(name, "thefts", "turns", x) for name in ("BASE", "SC")] for x in moved}
    robbed = [study.share(name, "losses", "players", "always_steal") for name in ("BASE", "SC")]
    calmer, bold = robbed[0] - robbed[1], rate["always_steal"]
    return [
        Claim(
            "sc.always_steal",
            all(e.above() for e in moved["always_steal"].values()),
            f"{listed(moved['always_steal'], '+.4f')}.",
        ),
        Claim(
            "sc.selective",
            all((-e).above() for x in SELECTIVE for e in moved[x].values()),
            f"Independent: {listed({x: moved[x][IND] for x in SELECTIVE}, '+.4f')}.",
        ),
        Claim(
            "sc.reject",
            all((rate[x][0] - rate[x][1]).above() for x in SELECTIVE),
            "Share of decisions to steal without and with SC: "
            + "; ".join(f"{x} {rate[x][0].value:.1%}, {rate[x][1].value:.1%}" for x in SELECTIVE)
            + ".",
        ),
        Claim(
            "sc.remains",
            (bold[0] - bold[1]).little(bold[0].value),
            f"{bold[0].value:.1%} and {bold[1].value:.1%} of its decisions.",
        ),
        Claim(
            "sc.less_competition",
            calmer.above(),
            f"An always_steal player is robbed {robbed[0].value:.2f} times a game, under SC "
            f"{robbed[1].value:.2f}: {calmer:.2f} fewer.",
        ),
    ]


def against_sophistication(study: Study) -> list[Finding]:
    """Whether they outweigh the one strategy that weighs stealing against opening."""
    naive = {v: study.estimate(v, ()) - study.estimate(v, (), who="appendix") for v in MODELS}
    saved = {v: gone(study, v, SC) for v in MODELS}
    return [
        Claim(
            "results.sc_outweighs",
            all((saved[v] - abs(e)).above() for v, e in naive.items()),
            "Steals that go with expected_value, and with SC: "
            + "; ".join(f"{v} {e:.1f}, {saved[v].value:.1f}" for v, e in naive.items())
            + ".",
        )
    ]
