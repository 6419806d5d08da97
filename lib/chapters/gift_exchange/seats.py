"""Section 5.8, seats: who gains by theirs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import add

import numpy as np

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import MAIN, GameStatistics, Rules, play, simulate
from parlor.games.gift_exchange.position import targets
from parlor.games.gift_exchange.watch import draw
from press import Effort, Finding, Value, claim, in_parts, in_pieces, show

from ..tolerances import ROUNDING
from .decorated_game import clipped
from .published import SOURCE_GAMES
from .said import printed, said
from .sets import AD, BS, COR, IND, MODELS, NEG, PI, SC, SETS, Features
from .study import Study, study
from .survey import every_position
from .words import listed, named

Key = tuple[str, str, Features]  # population, valuation model, features


def beside(one: GameStatistics, i: int, j: int) -> Estimate:
    """Value of one seat less that of another, by place."""
    a, b = (one.estimate(f"seat{k % one.n_players + 1}") for k in (i, j))
    return a - b


@dataclass(frozen=True)
class Leads:
    """Leads of seats, by condition, and of seat 3 over seat 2 where it is least sure."""

    first: dict[Key, Estimate]  # seat 1 over the best of the others
    lowest: dict[Key, Estimate]  # the worst from seat 3 on over seat 2
    last: dict[Key, Estimate]  # the last seat over seat 2
    close: GameStatistics  # PI+SC, independent, in more games
    parity: GameStatistics  # BASE, negative, with camps by the parity of the seat

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


@cache
def leads(effort: Effort) -> Leads:
    """Look at the seats of all conditions."""
    n = effort.of(full=50_000, reduced=20)
    jobs = [{"n_games": n, "features": PI + SC, "first_game": i * n} for i in range(8)]
    close = reduce(add, (part for _, part in in_pieces("parts", simulate, jobs)))
    by_parity, n_games = replace(MAIN, camps="parity"), effort.of(full=SOURCE_GAMES, reduced=20)
    parity = simulate(n_games, valuation=NEG, reading=by_parity)
    first, lowest, last = {}, {}, {}
    for key, one in study(effort).found.items():
        worth = one.seat_value
        first[key] = beside(one, 0, 1 + int(worth[1:].argmax()))
        lowest[key] = beside(one, 2 + int(worth[2:].argmin()), 1)
        last[key] = beside(one, -1, 1)
    return Leads(first, lowest, last, close, parity)


@claim("seats.first_best", of=leads)
def first_best(found: Leads) -> Finding:
    """Whether Seat 1 always does best."""
    weakest = min(found.first, key=lambda key: found.first[key].value)
    return Finding(
        found.first_is_best,
        f"In {len(found.first)} conditions of both populations Seat 1 leads the best other seat by "
        f"{found.first[weakest]:+.3f} or more. The lead is smallest with {weakest[1]} valuations "
        f"and {named(weakest[2])} ({weakest[0]}).",
    )


@claim("seats.perfect", of=study)
def perfect(it: Study) -> Finding:
    """Whether Seat 1 reaches the maximum to the printed digits."""
    reached = [it.estimate(COR, s, "seat1").value for s in ((), AD, BS)]
    missed = (1 - clipped()) ** it.condition(COR, ()).n_players
    return Finding(
        all(f"{x:.3f}" == f"{1:.3f}" for x in reached),
        f"Seat 1 gets {', '.join(f'{x:.5f}' for x in reached)} on average. She misses the maximum "
        "only if no gift has the greatest value to her that a gift can have, which has probability "
        f"{missed:.4f}.",
    )


@claim("seats.swap_free", of=study)
def swap_free(it: Study) -> Finding:
    """Whether the swap bears no social cost: which of the two Table 8 prints."""
    told = printed("table8.sc.seat1")
    free, paid = (it.kept.value(s, "seat1") for s in ("unpaid", SC))
    return Finding(
        abs(free - told) < abs(paid - told),
        f"Table 8 prints {show(told)} under SC. With a free swap we get {free:.4f}, with one that "
        f"bears the cost {paid:.4f}.",
    )


@claim("seats.swap_best", of=study)
def swap_best(it: Study) -> Finding:
    """Whether Seat 1 can have the best gift if she wants it."""
    n = it.effort.of(full=500, reduced=20)
    gets = {}
    for s in ((), SC):
        condition = it.condition(COR, s)
        best = draw(condition, n_games=n).values[:, 0].max(axis=1)
        own = play(condition, n_games=n)["seat_value"][:, 0]
        gets[s] = float((np.abs(own - best) < ROUNDING).mean())
    change = it.kept.effect(SC, "seat1")
    return Finding(
        gets[()] == 1,
        f"Where the swap costs nothing Seat 1 ends with her best gift in {gets[()]:.0%} of {n} "
        f"games, whoever holds it. Under SC she may as well, but does so in {gets[SC]:.0%}: the "
        f"cost of her earlier thefts keeps her from it ({change:+.4f}).",
    )


@claim("seats.later", of=study)
def later(it: Study) -> Value:
    """How many later seats rob Seat 2."""
    thieves = it.seen["BASE"].robberies[:, 1]
    return Value(
        int((thieves[2:] > 0).sum()),
        evidence=f"So many later seats rob seat 2 at least once in {it.n_seen:,} games; seat 1 "
        f"does so too, {thieves[0] / it.n_seen:.2f} times a game.",
    )


@claim("seats.sc_worsens", of=study)
def sc_worsens(it: Study) -> Finding:
    """Whether SC makes things worse for Seat 2."""
    gaps = {v: -it.kept.narrowing(SC, "seat1", "seat2", v=v) for v in MODELS}
    lower = it.kept.effect(SC, "seat2")
    return Finding(
        gaps[COR].above() and (-lower).above(),
        f"With correlated valuations SC changes what Seat 2 takes home by {lower:+.4f}. Its "
        f"distance from Seat 1 changes by {listed(gaps, '+.4f')}.",
    )


@claim("seats.sc_reason", of=study)
def sc_reason(it: Study) -> Finding:
    """Whether Seat 2 loses because fewer thefts fail to protect her."""
    who = [it.seen[name].robberies / it.n_seen for name in ("BASE", "SC")]
    (base, dear), (before, after) = ([x[:, 1].sum() for x in who], [x[1].sum() for x in who])
    return Finding(
        dear >= base,
        f"Seat 2 is robbed {base:.2f} times a game in BASE and {dear:.2f} times under SC: she is "
        f"protected. But she also steals {after:.2f} times instead of {before:.2f}.",
    )


@claim("seats.last_safe", of=study)
def last_safe(it: Study) -> Finding:
    """The swap takes gifts of the last player, from whom nobody steals: she acts at the end."""
    from_last = sum(int(one.robberies[:, -1].sum()) for one in it.seen.values())
    acting = [(n, at) for n in (2, 3, 4) for at in every_position(n) if at.mover and at.round == n]
    lost = sum(n in targets(at) for n, at in acting)
    party, games = it.condition(IND, ()), it.effort.of(full=500, reduced=100)
    with_it, without_it = (
        play(replace(party, rules=Rules(final_swap=allowed)), n_games=games)["seat_value"][:, -1]
        for allowed in (True, False)
    )
    swapped = int((with_it != without_it).sum())
    return Finding(
        swapped > 0 and not from_last and not lost,
        f"In {len(it.seen) * it.n_seen:,} games seat 29 is robbed {from_last or 'zero'} times. It "
        "is certain: she acts in the last round only, the gift that she steals is locked till its "
        f"end, and an opening ends it. All positions of up to four players were searched: "
        f"{lost or 'no'} theft from the last player is possible. The swap takes her gift in "
        f"{swapped} of {games} games of BASE with independent valuations.",
    )


@claim("seats.last_low", "seats.last_high", of=study)
def last_extremes(it: Study) -> dict[str, Value]:
    """The least and the largest mean value of the last seat."""
    low, *_, high = sorted(SETS, key=lambda s: it.found["main", COR, s].seat_value[-1])
    ends = {"seats.last_low": low, "seats.last_high": high}
    return {
        entry: it.value(it.estimate(COR, s, "seat29"), f"The condition is {named(s)}.")
        for entry, s in ends.items()
    }


@claim("seats.last_between")
def last_between(effort: Effort) -> Finding:
    """Where the last seat stands."""
    it, found = study(effort), leads(effort)
    above = {s: found.last["main", COR, s] for s in SETS}
    share = {s: e / it.estimate(COR, s, "seat2") for s, e in above.items()}
    thin = min(above, key=lambda s: above[s].value)
    ends = [[it.estimate(COR, s, f"seat{i}") for i in (1, 29)] for s in SETS]
    return Finding(
        in_parts(
            all((first - last).above() for first, last in ends),
            all(x in said["seats.last_between"] for x in share.values()),
        ),
        f"In the {len(above)} correlated conditions Seat 29 leads Seat 2 by {above[thin]:+.3f} or "
        f"more ({named(thin)}), {share[thin].value:.0%} of what Seat 2 takes home.",
    )


@claim("seats.second_worst", "seats.not_reversed")
def second_worst(effort: Effort) -> dict[str, Finding]:
    """Whether Seat 2 always does worst, and no feature takes the seats from their places."""
    found, base = leads(effort), study(effort).found["main", IND, ()].seat_value
    close = found.close.seat_value
    return {
        "seats.second_worst": Finding(
            found.second_is_worst,
            "With independent valuations and PI+SC what Seat 3 takes home, less what Seat 2 does, "
            f"is {found.third:+.4f} in {found.close.n_games:,} games. With camps by the parity of "
            "the seat, which the tables do not fit, it is, in BASE with negatively correlated "
            f"valuations, {beside(found.parity, 2, 1):+.4f}.",
        ),
        "seats.not_reversed": Finding(
            in_parts(found.first_is_best, found.second_is_worst),
            "Seat 1 stays first with all features. With independent valuations Seats 2 and 3 take "
            f"home {base[1]:.3f} and {base[2]:.3f} in BASE, but {close[1]:.3f} and {close[2]:.3f} "
            "with PI and SC.",
        ),
    }
