"""Seats: who gains by theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import add

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import GameStatistics, simulate
from parlor.press import in_pieces

from .findings import Claim, Finding, Value
from .samples import Features
from .study import AD, BS, COR, CROWDS, IND, MODELS, SC, SETS, Study, least
from .words import listed, named

Key = tuple[str, str, Features]  # population, valuation model, features


def beside(one: GameStatistics, i: int, j: int) -> Estimate:
    """Value of one seat less that of another, by place."""
    a, b = (Estimate(float(one.seat_value[k]), float(one.seat_value_error[k])) for k in (i, j))
    return a - b


@dataclass(frozen=True)
class Leads:
    """Leads of seats, by condition, and of seat 3 over seat 2 where it is least sure."""

    first: dict[Key, Estimate]  # seat 1 over the best of the others
    lowest: dict[Key, Estimate]  # the worst from seat 3 on over seat 2
    last: dict[Key, Estimate]  # the last seat over seat 2
    close: GameStatistics  # PI+SC, independent, in more games

    @property
    def third(self) -> Estimate:
        """Seat 3 less seat 2, independent, PI and SC."""
        return beside(self.close, 2, 1)

    @property
    def first_is_best(self) -> bool:
        """Whether seat 1 surely is best everywhere."""
        return all(e.above() for e in self.first.values())

    @property
    def second_is_worst(self) -> bool:
        """Whether no seat of the main text's population surely is below seat 2."""
        main = [e for (who, *_), e in self.lowest.items() if who == "main"]
        return not any((-e).above() for e in (self.third, *main))


def leads(study: Study) -> Leads:
    """Look at the seats of all conditions."""
    n = study.size(50_000, 20)
    jobs = [
        {"n_games": n, "seed": study.seed, "features": ("PI", "SC"), "first_game": i * n}
        for i in range(4)
    ]
    close = reduce(add, (part for _, part in in_pieces("parts", simulate, jobs)))
    first, lowest, last = {}, {}, {}
    for key, one in study.found.items():
        value = one.seat_value
        first[key] = beside(one, 0, 1 + int(value[1:].argmax()))
        lowest[key] = beside(one, 2 + int(value[2:].argmin()), 1)
        last[key] = beside(one, -1, 1)
    return Leads(first, lowest, last, close)


def first_and_second(study: Study, found: Leads) -> list[Finding]:
    """Whether the first seat always does best and the second worst."""
    weakest = min(found.first, key=lambda key: found.first[key].value)
    perfect = [study.estimate(COR, s, "seat1").value for s in ((), AD, BS)]
    under = {
        who: sum(e.value < 0 for key, e in found.lowest.items() if key[0] == who) for who in CROWDS
    }
    base, close = study.found["main", IND, ()].seat_value, found.close.seat_value
    return [
        Claim(
            "seats.first_best",
            found.first_is_best,
            f"Both populations, all {len(found.first)} conditions; least lead "
            f"{found.first[weakest]:+.3f} ({weakest[0]}, {weakest[1]}, "
            f"{named(weakest[2])}).",
        ),
        Claim(
            "seats.perfect",
            all(f"{x:.3f}" == "1.000" for x in perfect),
            ", ".join(f"{x:.5f}" for x in perfect)
            + ": she can miss the maximum only if no gift of 29 is worth 1.",
        ),
        Claim(
            "seats.second_worst",
            found.second_is_worst,
            "Independent, PI+SC, "
            f"{found.close.n_games:,} games: seat 3 less seat 2 {found.third:+.4f}. In "
            f"{under['main']} of 48 conditions some seat from 3 on has a lower "
            f"mean in {study.n_games:,} games (appendix: {under['appendix']}).",
        ),
        Claim(
            "seats.not_reversed",
            found.first_is_best and found.second_is_worst,
            "Seat 1 stays first with all features. Seats 2 and 3 have "
            f"{base[1]:.3f} and {base[2]:.3f} in "
            f"BASE, independent; with PI and SC {close[1]:.3f} and "
            f"{close[2]:.3f}.",
        ),
    ]


def second_values(found: Leads) -> dict[str, object]:
    """In how many of the correlated conditions seat 2 is the lowest, and by how little."""
    lowest = [found.lowest["main", COR, s] for s in SETS]
    return {
        "second_cor": f"{least(lowest):+.3f}",
        "second_signs": sum(e.value > 0 for e in lowest),
    }


def swap(study: Study) -> list[Finding]:
    """The final swap: whether it is free, and what it brings."""
    printed, kept = study.printed("table8.sc.seat1"), study.kept
    free, paid = (kept.value(s, "seat1") for s in ("unpaid", SC))
    change = {v: kept.effect(SC, "seat1", v) for v in MODELS}
    thieves = study.seen["BASE"].robberies[:, 1]
    later = int((thieves[2:] > 0).sum())
    return [
        Claim(
            "seats.swap_free",
            abs(free - printed) < abs(paid - printed),
            f"Table 8 prints {printed} under SC. With a free swap we get "
            f"{free:.4f}, with one that bears the cost "
            f"{paid:.4f}.",
        ),
        Claim(
            "seats.swap_best",
            not any((-e).above() for e in change.values()),
            "In BASE she always takes her favourite. Under SC she ends lower: "
            f"{listed(change, '+.4f')}.",
        ),
        Value(
            "seats.later",
            later,
            f"In {study.n_seen:,} games {later} later "
            "seats rob seat 2 at least once; seat 1 does so too, "
            f"{thieves[0] / study.n_seen:.2f} times a game.",
        ),
    ]


def second_and_last(study: Study) -> list[Finding]:
    """What social costs do to seat 2, and who robs the last seat."""
    gaps = {
        v: study.kept.total(
            *(
                (w * k, v, s, x)
                for w, s in ((1, SC), (-1, ()))
                for k, x in ((1, "seat1"), (-1, "seat2"))
            )
        )
        for v in MODELS
    }
    lower = study.kept.effect(SC, "seat2")
    from_last = sum(int(one.robberies[:, -1].sum()) for one in study.seen.values())
    return [
        Claim(
            "seats.sc_worsens",
            gaps[COR].above() and (-lower).above(),
            f"Gap to seat 1: {listed(gaps, '+.4f')}; value, correlated: {lower:+.4f}.",
        ),
        Claim(
            "seats.last_safe",
            from_last == 0,
            f"{from_last} thefts from seat 29 in {len(study.seen) * study.n_seen:,} games.",
        ),
    ]


def _extreme(study: Study, entry: str, pick: Callable[..., Features]) -> Value:
    s = pick(SETS, key=lambda s: study.found["main", COR, s].seat_value[-1])
    return study.judge(entry, study.estimate(COR, s, "seat29"), f"{named(s)}.")


def last_seat(study: Study, found: Leads) -> list[Finding]:
    """Where the last seat stands."""
    above = {s: found.last["main", COR, s] for s in SETS}
    thin = min(above, key=lambda s: above[s].value)
    low = min(found.last, key=lambda key: found.last[key].value)
    topped = all(
        (study.estimate(COR, s, "seat1") - study.estimate(COR, s, "seat29")).above() for s in SETS
    )
    return [
        _extreme(study, "seats.last_low", min),
        _extreme(study, "seats.last_high", max),
        Claim(
            "seats.last_between",
            topped and all(e.value - 4 * e.error > 0.05 for e in above.values()),
            "Least lead over seat 2 in the 16 correlated conditions: "
            f"{above[thin]:+.3f} ({named(thin)}), where we ask for 0.05. "
            "Elsewhere the two can come "
            f"level: {found.last[low]:+.3f} ({low[0]}, {low[1]}, "
            f"{named(low[2])}).",
        ),
    ]
