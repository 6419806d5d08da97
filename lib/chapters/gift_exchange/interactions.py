"""Section 5.6, interactions: what features do to each other's effects."""

from __future__ import annotations

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import MAIN
from press import Finding, Value, claim, in_parts

from .said import as_share, printed, said
from .sets import AD, BS, COR, FULL, MODELS, PI, SC, SETS, Features
from .study import Study, study
from .words import listed

TRIO = SETS[-2]  # all but PI
ZERO = Estimate(0.0, 0.0)  # the first of a sum


SUMS: dict[str, list[Features]] = {  # effects of two features, and the sums of their effects
    "interactions.sc_ad": [SC + AD],
    "interactions.sc_ad_sum": [SC, AD],
    "interactions.sc_bs": [SC + BS],
    "interactions.sc_bs_sum": [SC, BS],
}


@claim(*SUMS, of=study)
def sums(it: Study) -> dict[str, Value]:
    """Effects of two features, and the sums of their effects."""
    return {
        entry: it.value(sum((it.change(COR, s) for s in sets), ZERO))
        for entry, sets in SUMS.items()
    }


@claim("interactions.sc_ad_name", of=study)
def sc_ad_name(it: Study) -> Finding:
    """Whether what is printed as the interaction of SC and AD is their interaction."""
    cross, told = it.kept.interaction(SC, AD), printed("interactions.sc_ad")
    return Finding(
        not abs(cross - told).above(),
        f"The interaction, what the two do together beyond the sum of what they do alone, is "
        f"{cross:+.1f} steals; {told:+.1f} is what they do together.",
    )


@claim("interactions.sc_ad_slight", of=study)
def sc_ad_slight(it: Study) -> Finding:
    """Whether SC and AD are slightly subadditive."""
    kept = it.kept
    cross, undone = kept.interaction(SC, AD), kept.effect(SC + AD, base=SC)
    return Finding(
        cross.above() and as_share(cross, kept.effect(AD), said["interactions.sc_ad_slight"]),
        f"The interaction of SC and AD is {cross:+.2f} steals, beside {kept.effect(SC):+.2f}, SC's "
        f"own effect, and {kept.effect(AD):+.2f}, AD's. On top of SC, AD adds {undone:+.2f}.",
    )


@claim("interactions.sc_ad_channel", of=study)
def sc_ad_channel(it: Study) -> Finding:
    """Whether frustration is the channel."""
    kept = it.kept
    cross = kept.interaction(SC, AD)
    calm = kept.total(
        (1, COR, "without_frustration+SC", "steals"),
        (-1, COR, "without_frustration", "steals"),
        (-1, COR, SC, "steals"),
        (1, COR, (), "steals"),
    )
    return Finding(
        as_share(calm, cross, said["interactions.sc_ad_channel"]),
        f"Without frustration the interaction of SC and AD is {calm:+.2f} steals, with it "
        f"{cross:+.2f}.",
    )


@claim("interactions.sc_bs_additive", of=study)
def sc_bs_additive(it: Study) -> Finding:
    """Whether SC and BS are nearly additive."""
    kept = it.kept
    mixed = kept.interaction(SC, BS)
    return Finding(
        as_share(mixed, kept.effect(BS), said["interactions.sc_bs_additive"]),
        f"The interaction of SC and BS is {mixed:+.2f} steals, BS's own effect "
        f"{kept.effect(BS):+.2f}: on top of SC it is {kept.effect(SC + BS, base=SC):+.2f}.",
    )


@claim("interactions.margins", of=study)
def margins(it: Study) -> Finding:
    """Whether the margins are apart: what is stolen of the better gifts that BS brings."""
    kept = it.kept
    saved = {"without BS": kept.effect(SC), "with BS": kept.effect(SC + BS, base=BS)}
    apart = kept.interaction(SC, BS)
    return Finding(
        as_share(apart, kept.effect(BS), said["interactions.margins"]),
        f"SC changes steals by {listed(saved, '+.2f')}. Independent margins would make it the "
        f"same; it differs by {abs(apart.value) / kept.effect(BS).value:.0%} of BS's own effect.",
    )


LEVELS = {  # steals that the prose gives
    "interactions.pi_bs": PI + BS,
    "interactions.bs": BS,
    "interactions.three_way": TRIO,
    "interactions.full": FULL,
}


@claim(*LEVELS, of=study)
def levels(it: Study) -> dict[str, Value]:
    """Steals that the prose gives."""
    return {entry: it.number(COR, s) for entry, s in LEVELS.items()}


def raw_selection(it: Study) -> tuple[Estimate, Estimate]:
    """Steals that selection by raw appearance adds to PI, and that posteriors add to that."""
    effect = it.kept.effect
    return effect("raw", base=PI), effect(PI + BS, base="raw")


@claim("interactions.pi_bs_small", of=study)
def pi_bs_small(it: Study) -> Finding:
    """Whether PI and BS hardly interact: beside the steals of a game, and beside PI's effect."""
    crossed = {v: it.kept.interaction(PI, BS, v) for v in MODELS}
    crossed[COR] = it.deep.interaction(PI, BS)
    own = {v: it.kept.effect(PI, v=v) for v in MODELS}
    share = {v: abs(e.value) / it.estimate(v, BS).value for v, e in crossed.items()}
    bounds = said["interactions.pi_bs_small"]
    beside_level = all(as_share(e, it.estimate(v, BS), bounds) for v, e in crossed.items())
    beside_effect = all(as_share(e, own[v], bounds) for v, e in crossed.items())
    return Finding(
        in_parts(beside_level, beside_effect),
        f"The interaction of PI and BS is {listed(crossed, '+.2f')} steals, at most "
        f"{max(share.values()):.1%} of those of a game with BS. PI's own effect is "
        f"{listed(own, '+.2f')}.",
    )


@claim("interactions.posteriors", of=study)
def posteriors(it: Study) -> Finding:
    """Whether posteriors select much like raw appearances, by the steals and by what each adds."""
    raw, duller = raw_selection(it)
    level, bounds = it.estimate(COR, PI + BS), said["interactions.posteriors"]
    omega = MAIN.prior_variance / (MAIN.prior_variance + MAIN.signal_noise**2)
    return Finding(
        in_parts(as_share(duller, level, bounds), as_share(duller, raw, bounds)),
        f"On top of PI, selection by raw appearance adds {raw:+.2f} steals; by posteriors it is "
        f"{duller:+.2f} against that, little beside the {level.value:.1f} of a game. Exactly, "
        r"softmax over posteriors is softmax over appearances with $\tau$ times $\omega$, "
        f"{MAIN.temperature * omega:.2f} for {MAIN.temperature:g}: the constants cancel.",
    )


@claim("h5.verdict", of=study)
def weak_evidence(it: Study) -> Finding:
    """Hypothesis 5: posteriors amplify or dampen the effect of BS by the prior's precision."""
    raw, duller = raw_selection(it)
    tuned = {name: it.kept.effect(name, base=PI + BS) for name in ("sharp", "flat")}
    small = as_share(it.deep.interaction(PI, BS), it.kept.effect(PI), said["h5.verdict"])
    dampens = (-duller).above() and tuned["sharp"].above() and (-tuned["flat"]).above()
    return Finding(
        in_parts(small, not dampens),
        "Under correlated valuations PI and BS interact little beside PI's effect, as it says. "
        f"But what was predicted is there: posteriors dampen, {duller:+.2f} of {raw:+.2f} steals "
        f"against raw appearances, a prior four times as wide less ({tuned['sharp']:+.2f}), one "
        rf"four times as narrow more ({tuned['flat']:+.2f}). Selection is by $\tau \omega$, and "
        r"$\omega < 1$ for every prior: never amplified.",
    )


@claim("interactions.pi_negligible", of=study)
def pi_negligible(it: Study) -> Finding:
    """What PI does on top of all others."""
    idle, bounds = {v: it.adds(v, FULL, "PI") for v in MODELS}, said["interactions.pi_negligible"]
    return Finding(
        all(as_share(e, it.estimate(v, FULL), bounds) for v, e in idle.items()),
        f"On top of SC, AD and BS, PI changes steals by {listed(idle, '+.2f')}.",
    )


@claim("interactions.three_way_name", of=study)
def three_way(it: Study) -> Finding:
    """The interaction of SC, AD and BS, for which the steals of the condition are given."""
    steals = {s: it.estimate(COR, s) for s in SETS if "PI" not in s}
    total = sum((e if len(s) % 2 else -e for s, e in steals.items()), ZERO)
    told = printed("interactions.three_way")
    return Finding(
        not abs(total - told).above(),
        "The interaction, what the three do together beyond the sum of what they do alone and in "
        f"pairs, is {total:+.1f} steals; {told:.1f} is the number of steals where all three are "
        "on.",
    )
