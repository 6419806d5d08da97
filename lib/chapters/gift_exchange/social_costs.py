"""Section 5.3, social costs: the largest of the effects, and which of the three costs makes it."""

from __future__ import annotations

from functools import cache
from itertools import count, product

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import MAIN, SIX, simulate
from press import Effort, Finding, Value, claim, in_parts

from .said import said
from .sets import AD, BS, COR, CROWDS, IND, MODELS, NEG, PI, SC, SELECTIVE, WITH, Features
from .study import Study, study
from .words import by_model, listed, named, slug

TOPS = (1, 5, 10, 15, 20, 25, 29)  # how many gifts may count as desirable, from one to all


def extremes(it: Study, s: Features) -> tuple[str, str]:
    """The models in which features take the least and the most away."""
    least, _, most = sorted(MODELS, key=lambda v: -it.percent(v, s).value)
    return least, most


def amplified(it: Study, s: Features) -> Finding:
    """Whether features take most away where tastes agree, as a share."""
    share = {v: it.percent(v, s) for v in MODELS}
    most = all((share[v] - share[COR]).above() for v in (IND, NEG))
    texts = {v: f"{x.value:+.1%}" for v, x in share.items()}
    return Finding(most, f"{named(s)} changes the number of steals by {by_model(texts)}.")


def in_range(it: Study, s: Features, entry: str) -> Finding:
    """Whether features take a range of shares away in both experiments that the paper tabulates."""
    both = {who: {v: -it.percent(v, s, who=who) for v in MODELS} for who in CROWDS}
    inside = [all(x in said[entry] for x in by.values()) for by in both.values()]
    printed = {}
    for table, v in zip((12, 14, 16), MODELS, strict=True):
        with_it, base = (said.value(f"table{table}.{x}.steals") for x in (slug(s), "base"))
        printed[v] = 1 - with_it / base
    main, appendix, told = (
        by_model({v: f"{float(getattr(x, 'value', x)):.1%}" for v, x in by.items()})
        for by in (*both.values(), printed)
    )
    return Finding(
        in_parts(*inside),
        f"With six strategies {main}; with the five of the paper's own Tables 12, 14 and 16 "
        f"{appendix}, in print {told}.",
    )


def gone(it: Study, v: str, s: Features, t: Features = (), who: str = "main") -> Estimate:
    """Steals that go when features `t` give way to `s`."""
    return it.estimate(v, t, who=who) - it.estimate(v, s, who=who)


@claim("sc.independent", "sc.correlated", "sc.low", "sc.high", of=study)
def share_values(it: Study) -> dict[str, Value]:
    """By how much social costs lower stealing."""
    low, high = extremes(it, SC)
    return {
        "sc.independent": it.quota(SC, IND),
        "sc.correlated": it.quota(SC, COR),
        "sc.low": it.quota(SC, low, -1),
        "sc.high": it.quota(SC, high, -1),
    }


@claim("sc.abstract", of=study)
def abstract(it: Study) -> Finding:
    """Whether the range that the abstract gives for SC holds."""
    return in_range(it, SC, "sc.abstract")


@claim("sc.largest", of=study)
def largest(it: Study) -> Finding:
    """Whether no other feature does as much."""
    lead = {(who, v): gone(it, v, SC, AD, who) for who, v in product(CROWDS, MODELS)}
    others = [gone(it, v, SC, s) for v in MODELS for s in (PI, BS)]
    leads = {who: by_model({v: f"{lead[who, v]:.2f}" for v in MODELS}) for who in CROWDS}
    return Finding(
        all(e.above() for e in (*lead.values(), *others)),
        f"SC takes more steals away than AD, by {leads['main']} with six strategies and by "
        f"{leads['appendix']} with the five of the appendix.",
    )


@claim("sc.amplified", of=study)
def sc_amplified(it: Study) -> Finding:
    """Where SC does most."""
    return amplified(it, SC)


@claim("sc.repeated", of=study)
def repeated(it: Study) -> Finding:
    """Whether it does most there because the same gifts are taken again and again."""
    thefts = it.seen["BASE"].mean("wanted")
    other = it.estimate(IND, ()).value / 29
    both, fame = (it.kept.effect(name) for name in (SC, "only_reputation"))
    blind = abs(both.value - fame.value) / abs(both.value) in said["sc.repeated"]
    return Finding(
        in_parts(float(thefts[0]) > max(float(thefts.mean()), other), not blind),
        f"In BASE a gift is stolen {float(thefts.mean()):.1f} times on average, the most wanted "
        f"{float(thefts[0]):.1f} times; with independent tastes it is {other:.1f}. But reputation "
        "alone, which counts a thief's thefts of any gift, changes steals by "
        f"{fame:+.2f}, all three costs by {both:+.2f}.",
    )


@claim("sc.desirable", of=study)
def desirable_gift(it: Study) -> Finding:
    """How often a desirable gift is stolen."""
    wanted = it.seen["BASE"].mean("wanted")
    tops = {k: float(wanted[:k].mean()) for k in TOPS}
    return Finding(
        said["sc.desirable"].verdict(tops.values()),
        "Mean thefts of the most wanted gifts in BASE, by their number: "
        f"{', '.join(f'{times:.1f} ({k})' for k, times in tops.items())}.",
    )


@claim("sc.unprofitable", of=study)
def unprofitable(it: Study) -> Finding:
    """Whether it is the accumulating terms that reduce stealing."""
    once, fame, both = (it.kept.effect(name) for name in ("only_basic_cost", "only_reputation", SC))
    dear = next(n for n in count() if MAIN.base_cost + n * MAIN.reputation_cost > 1)
    return Finding(
        once.value / both.value in said["sc.unprofitable"] and (once - both).above(),
        f"The basic cost alone changes the number of steals by {once:+.2f}, with reputation by "
        f"{fame:+.2f}, all three costs by {both:+.2f}. After {dear} thefts the next costs more "
        "than any gift can bring.",
    )


@claim("sc.always_steal", of=study)
def always_steal(it: Study) -> Finding:
    """Whether always_steal improves, and slightly."""
    moved = {v: it.kept.effect(SC, "always_steal", v) for v in MODELS}
    share = {v: e / it.kept.value((), "always_steal", v) for v, e in moved.items()}
    return Finding(
        all(e.above() and share[v] in said["sc.always_steal"] for v, e in moved.items()),
        f"SC changes the value of always_steal by {listed(moved, '+.4f')}: at most "
        f"{max(x.value for x in share.values()):.1%} of what it is.",
    )


@claim("sc.selective", of=study)
def selective(it: Study) -> Finding:
    """Whether the selective strategies lose."""
    moved = {x: {v: it.kept.effect(SC, x, v) for v in MODELS} for x in SELECTIVE}
    return Finding(
        all((-e).above() for by in moved.values() for e in by.values()),
        "With independent valuations SC changes the values of the selective strategies by "
        f"{listed({x: by[IND] for x, by in moved.items()}, '+.4f')}.",
    )


def rates(it: Study, x: str) -> list[Estimate]:
    """Share of a strategy's decisions that are thefts, without and with SC."""
    return [it.share(name, "thefts", "turns", x) for name in ("BASE", "SC")]


@claim("sc.reject", of=study)
def reject(it: Study) -> Finding:
    """Whether the selective strategies turn thefts down, and lose by it.

    Strategies are dealt at random, so that a player of always_steal in the same games is what a
    selective player would be who turned nothing down.
    """
    rate = {x: rates(it, x) for x in SELECTIVE}
    worth = it.kept.value
    loss = {x: worth((), x) - worth(SC, x) for x in SELECTIVE}
    left = {x: (worth((), x) - worth(SC, "always_steal")) / loss[x] for x in SELECTIVE}
    return Finding(
        all((a - b).above() for a, b in rate.values())
        and all(share in said["sc.reject"] for share in left.values()),
        "The share of decisions to steal is, without and with SC: "
        f"{'; '.join(f'{x} {a.value:.1%}, {b.value:.1%}' for x, (a, b) in rate.items())}. A "
        "player of always_steal in the same games, who turns nothing down, loses this share of "
        f"their loss: {', '.join(f'{x} {share:.0%}' for x, share in left.items())}.",
    )


@claim("sc.remains", of=study)
def remains(it: Study) -> Finding:
    """Whether always_steal goes on."""
    before, after = rates(it, "always_steal")
    return Finding(
        abs(before - after) / before.value in said["sc.remains"],
        f"always_steal steals in {before.value:.1%} of its decisions without social costs and in "
        f"{after.value:.1%} with them.",
    )


@claim("sc.less_competition", of=study)
def less_competition(it: Study) -> Finding:
    """Whether always_steal players are robbed less."""
    before, after = (it.share(n, "losses", "players", "always_steal") for n in ("BASE", "SC"))
    return Finding(
        (before - after).above(),
        f"An always_steal player is robbed {before.value:.2f} times a game, under SC "
        f"{after.value:.2f}: {before - after:.2f} fewer.",
    )


@cache
def minds(effort: Effort) -> dict[str, Estimate]:
    """What all who play expected_value add to the steals of BASE against nobody who does."""
    crowds = ["expected_value"], [x for x in SIX if x != "expected_value"]
    n, found = effort.of(full=1000, reduced=20), {}
    for v in MODELS:
        every, nobody = (simulate(n, valuation=v, strategies=x).estimate("steals") for x in crowds)
        found[v] = every - nobody
    return found


@claim("h2.verdict", of=study)
def universal(it: Study) -> Finding:
    """Hypothesis 2: SC reduces stealing whatever else there is."""
    pairs = {(v, s): it.adds(v, s, "SC") for v, s in product(MODELS, WITH["SC"])}
    taxed = {v: it.kept.effect(SC, v=v) for v in MODELS}
    close = [key for key, e in pairs.items() if not (-e).above()]
    keys = [("main", v, s) for v, s in close]
    n = it.effort.of(full=8_000, reduced=20)
    more = it.changes(keys, "SC", n)  # on the same games, and more of them
    decided = pairs | dict(zip(close, more, strict=True))
    worst = max(decided, key=lambda key: decided[key].value)
    return Finding(
        all((-e).above() for e in (*taxed.values(), *decided.values())),
        f"Alone SC changes steals by {listed(taxed, '+.2f')}. Of {len(pairs)} pairs of conditions "
        f"that differ by SC {len(close)} had to be played on the same games to decide them; the "
        f"least change is {decided[worst]:+.2f} ({worst[0]}, {named(worst[1])}).",
    )
