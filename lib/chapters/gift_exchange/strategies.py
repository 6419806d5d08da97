"""Section 5.7, strategies: who wins, and by how much."""

from __future__ import annotations

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import SIX, Condition
from parlor.games.gift_exchange.watch import observe
from press import Effort, Finding, Value, claim, in_parts

from .adaptive_dynamics import PAIR, lead
from .said import as_share, printed, said
from .sets import AD, BS, COR, FIVE_SETS, FULL, IND, MODELS, NEG, PI, SC, SELECTIVE, Features
from .study import Study, changed, study
from .words import listed, named, slug


def order(it: Study, s: Features, v: str = COR) -> list[str]:
    """The main text's strategies, the best first."""
    value = it.found["main", v, s].strategy_value
    return sorted(value, key=lambda x: value[x])[::-1]


@claim("strategies.base_winner", of=study)
def base_winner(it: Study) -> Finding:
    """Who leads in BASE."""
    ahead = lead(it)
    leads = {v: it.estimate(v, (), "expected_value") for v in (IND, NEG)}
    leads = {v: e - it.estimate(v, (), "threshold") for v, e in leads.items()}
    return Finding(
        all(e.above() for e in ahead.values()),
        "In BASE with correlated valuations expected_value leads the other strategies by "
        f"{listed(ahead, '+.4f')}. Under the other models it cannot be told apart from threshold, "
        f"whom it leads by {listed(leads, '+.4f')}.",
    )


def ranks(it: Study) -> dict[str, int]:
    """The place of always_steal in the five configurations of Table 7."""
    return {named(s): order(it, s).index("always_steal") + 1 for s in FIVE_SETS}


@claim("strategies.robust", of=study)
def robust(it: Study) -> Finding:
    """Whether always_steal is among the best two in four of five."""
    found = ranks(it)
    return Finding(
        sum(rank <= 2 for rank in found.values()) in said["strategies.robust"],
        "Of the six strategies always_steal has rank "
        f"{', '.join(f'{r} in {s}' for s, r in found.items())}.",
    )


@claim("strategies.only_ad", of=study)
def only_ad(it: Study) -> Finding:
    """Whether AD alone makes always_steal worse, by value and by rank."""
    alone = {named(s): it.kept.effect(s, "always_steal") for s in (SC, BS, AD, FULL)}
    rank = ranks(it)
    by_value = not any((-alone[s]).above() for s in ("SC", "BS")) and (-alone["AD"]).above()
    return Finding(
        in_parts(by_value, rank["AD"] > 2),
        f"Against BASE the value of always_steal changes by {listed(alone, '+.4f')}. But the "
        f"sentence speaks of ranks, and there always_steal is number {rank['AD']} under AD and "
        f"number {rank['BASE']} in BASE.",
    )


@claim("strategies.highest", of=study)
def highest(it: Study) -> Finding:
    """Whether anybody does better than expected_value under BS, in Table 7 or anywhere."""
    kept, best = it.kept, printed("table7.bs.expected_value")
    shown = max(printed(f"table7.{slug(s)}.{x}") for s in FIVE_SETS for x in SIX)
    other = kept.total((1, COR, SC + BS, "always_steal"), (-1, COR, BS, "expected_value"))
    return Finding(
        in_parts(shown <= best, not other.above()),
        f"In Table 7 {shown:g} is the highest. But always_steal under SC+BS, which is not in it, "
        f"reaches {kept.value(SC + BS, 'always_steal'):.4f}, {other:+.4f} more than expected_value "
        f"under BS. Table 15 prints {printed('table15.sc_bs.always_steal'):.4f} there.",
    )


@claim("strategies.bs_gain", of=study)
def bs_gain(it: Study) -> Finding:
    """Whether those who recognise targets gain most from BS, in either population."""
    weights = dict.fromkeys(SELECTIVE, 1 / 3) | {"always_open": -1}
    aim = it.deep.total(
        *((w * k, COR, s, x) for w, s in ((1, BS), (-1, ())) for x, k in weights.items())
    )
    guests = "mean_based", "threshold", "always_open"
    *keen, blind = (it.change(COR, BS, x, "appendix") for x in guests)
    return Finding(
        in_parts(aim.above(), all((gain - blind).above() for gain in keen)),
        f"BS changes what the three selective strategies take home by {aim:+.4f} against "
        f"always_open, and what that one does by {it.deep.effect(BS, 'always_open'):+.4f}. In the "
        f"appendix's games mean_based changes by {keen[0]:+.4f}, threshold by {keen[1]:+.4f} and "
        f"always_open by {blind:+.4f}.",
    )


def ends(it: Study, s: Features, v: str = COR) -> tuple[str, str]:
    """The best strategy and the worst."""
    best, *_, worst = order(it, s, v)
    return best, worst


def width(it: Study, s: Features, v: str = COR) -> Estimate:
    """From the best strategy to the worst."""
    best, worst = (it.estimate(v, s, x) for x in ends(it, s, v))
    return best - worst


def shrinks(it: Study) -> dict[str, Estimate]:
    """What FULL takes from the distance of the best from the worst: in all, above and below."""
    (best, worst), (best_full, worst_full) = ends(it, ()), ends(it, FULL)
    above = ((1, COR, (), best), (-1, COR, FULL, best_full))
    below = ((1, COR, FULL, worst_full), (-1, COR, (), worst))
    parts = {"whole": (*above, *below), "above": above, "below": below}
    return {name: it.kept.total(*terms) for name, terms in parts.items()}


@claim("strategies.compress", of=study)
def compress(it: Study) -> Finding:
    """Whether FULL brings strategies together."""
    whole = shrinks(it)["whole"]
    return Finding(
        whole.above(), f"From BASE to FULL the distance from best to worst shrinks by {whole:.3f}."
    )


@claim("strategies.gap_base", "strategies.gap_full", "strategies.always_open", of=study)
def gaps(it: Study) -> dict[str, Value]:
    """Gaps, and the gain of always_open."""
    return {
        "strategies.gap_base": it.value(width(it, ())),
        "strategies.gap_full": it.value(width(it, FULL)),
        "strategies.always_open": it.value(100 * it.change(COR, FULL, "always_open")),
    }


@claim("strategies.passive_viable", of=study)
def passive_viable(it: Study) -> Finding:
    """Whether costs and moods punish the aggressive and so help the passive."""
    moved = {(x, s): it.kept.effect(s, x) for x in (*PAIR, "threshold") for s in (SC, AD)}
    helped = all(moved[PAIR[0], s].above() for s in (SC, AD))
    punished = all((-moved[PAIR[1], s]).above() for s in (SC, AD))
    return Finding(
        in_parts(helped, punished),
        "Social costs and moods change what strategies take home by "
        f"{listed({f'{x}, {named(s)}': e for (x, s), e in moved.items()}, '+.4f')}.",
    )


@claim("strategies.mean_selective")
def mean_selective(effort: Effort) -> Finding:
    """Whether mean_based turns targets down, without social costs and with them."""
    it, n = study(effort), effort.of(full=300, reduced=20)
    crowd = Condition(valuation=COR, strategies=["mean_based"])
    alone = observe(crowd, n_games=n).each("raids")[:, 2:]
    opens = {
        name: Estimate(1.0, 0.0) - it.share(name, "thefts", "turns", "mean_based")
        for name in ("BASE", "SC")
    }
    shares = ", ".join(f"{e.value:.0%} ({name})" for name, e in opens.items())
    little = said["strategies.mean_selective"]
    return Finding(
        in_parts(*(not as_share(e, 1.0, little) for e in opens.values())),
        f"mean_based opens in {shares} of its decisions. The best of several gifts exceeds their "
        f"mean: in {n} games of mean_based alone, BASE, {alone.mean():.1%} of turns from the third "
        "round on begin with a theft. Social costs alone make it selective.",
    )


@claim("strategies.noise", of=study)
def noise(it: Study) -> Finding:
    """Whether FULL narrows the gap because sophisticated play earns less."""
    parts, (_, worst) = shrinks(it), ends(it, ())
    wise = it.kept.effect(FULL, "expected_value")
    below = as_share(parts["below"], parts["whole"], said["strategies.noise"])
    return Finding(
        in_parts((-wise).above(), below),
        f"FULL changes what expected_value takes home by {wise:+.4f}. But the gap shrinks by "
        f"{parts['whole']:.4f}, of which {parts['below']:.4f} is what {worst} gains, who under AD "
        f"is made to steal by a coin, and {parts['above']:.4f} is what the best strategy loses.",
    )


def clearly_most(size: dict[str, float]) -> bool:
    """Whether the change under correlated valuations is larger than both others, and clearly."""
    return size[COR] / max(size[v] for v in (IND, NEG)) - 1 in said["results.most_apparent"]


@claim("h7.verdict", of=study)
def dominates(it: Study) -> Finding:
    """Hypothesis 7: always_steal dominates BASE."""
    place = {v: order(it, (), v).index("always_steal") + 1 for v in MODELS}
    places = ", ".join(f"{v} {k}" for v, k in place.items())
    return Finding(
        place[COR] <= 2,
        f"In BASE the rank of always_steal among {len(SIX)} strategies is {places}. With "
        f"correlated valuations expected_value is {lead(it)['always_steal']:+.4f} ahead.",
    )


@claim("h7.slightly", of=study)
def slightly(it: Study) -> Finding:
    """Whether expected_value is slightly ahead of it."""
    ahead = lead(it)["always_steal"]
    whole = it.estimate(COR, (), "always_steal")
    return Finding(
        ahead.above() and as_share(ahead, whole, said["h7.slightly"]),
        f"In BASE with correlated valuations expected_value leads by {ahead:.4f}, "
        f"{(ahead / whole).value:.1%} of what always_steal takes home.",
    )


@claim("h7.comparison", of=study)
def comparison(it: Study) -> Finding:
    """Whether its lead comes from comparing stealing with opening."""
    ahead = lead(it)
    shared = {x: ahead[x] for x in ("threshold", "mean_based")}
    guess = {x: it.deep.between(PI, "expected_value", x) for x in shared}
    own = min(e.value for e in shared.values()) / ahead["always_steal"].value
    own_lead = all(e.above() for e in shared.values())
    kept = 1 - own in said["h7.comparison"]  # what those have who do not compare
    return Finding(
        in_parts(own_lead, kept and all(e.above() for e in guess.values())),
        f"In BASE the lead of expected_value over always_steal is {ahead['always_steal']:+.4f}; "
        f"over those who do not compare, {listed(shared, '+.4f')}: {own:.0%} of it comes with "
        f"comparing. Under PI it still compares, and stands at {listed(guess, '+.4f')} against "
        "them.",
    )


@claim("h8.verdict", of=study)
def erodes(it: Study) -> Finding:
    """Hypothesis 8: AD wears away the lead of always_steal."""
    others = [x for x in SIX if x != "always_steal"]
    over = {x: it.kept.between((), "always_steal", x) for x in others}
    less = {x: it.kept.between(AD, "always_steal", x) for x in others}
    shrinks = [x for x in others if over[x].above() and (over[x] - less[x]).above()]
    grows = [x for x in others if (less[x] - over[x]).above()]
    return Finding(
        in_parts(bool(shrinks), not grows),
        f"Under AD the lead of always_steal shrinks over {' and '.join(shrinks)} "
        f"({over['always_open'].value:.3f} to {less['always_open'].value:.3f} over always_open) "
        f"and grows over {', '.join(grows)} ({over['expected_value']:+.4f} to "
        f"{less['expected_value']:+.4f} over expected_value).",
    )


@claim("h8.passive", of=study)
def passive(it: Study) -> Finding:
    """What the passive strategies gain under AD."""
    kept = it.kept
    gains = {x: 100 * kept.effect(AD, x) for x in ("always_open", "coin_flip")}
    return Finding(
        said["h8.passive"].verdict(gains.values()),
        f"Under AD {' and '.join(f'{x} gains {e:.2f}' for x, e in gains.items())} points.",
    )


@claim("h8.narrows", of=study)
def narrows(it: Study) -> Finding:
    """Whether AD narrows the gap between aggressive and passive play."""
    over, closer = it.kept.between(AD, *PAIR[::-1]), it.kept.narrowing(AD, *PAIR[::-1])
    return Finding(
        closer.above() and over.above(),
        f"Under AD the lead of always_steal over always_open is {over:.3f}, {closer:.4f} less than "
        "in BASE.",
    )


@claim("h8.moods", of=study)
def by_moods(it: Study) -> Finding:
    """Whether moods do that."""
    whole, calm = (it.kept.narrowing(s, *PAIR[::-1]) for s in (AD, "without_frustration"))
    return Finding(
        as_share(calm, whole, said["h8.moods"]),
        "Satisfaction has no effect. Under AD without frustration the gap shrinks by "
        f"{calm:.4f}, and with it by {whole:.4f}.",
    )


@claim("h8.reputation", of=study)
def reputation(it: Study) -> Finding:
    """Whether AD has reputation costs."""
    n = it.effort.of(full=200, reduced=20)
    moved = {
        named(s): changed((it.condition(COR, s, reputation_cost=cost) for cost in (0.1, 0.3)), n)
        for s in (AD, SC, SC + AD)
    }
    return Finding(
        moved["AD"] > 0,
        f"Three times the reputation cost changes {moved['AD']:.0%} of {n} games with AD, "
        f"{moved['SC']:.0%} with SC and {moved['SC+AD']:.0%} with both.",
    )
