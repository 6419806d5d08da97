"""Axiomatic foundations: turns, options and the pool of boxes."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.games.yankee_swap.locked import LockedSimulation, draw_values, simulate_locked
from press import Effort, Finding, claim, in_parts, show
from press.ledger.verdict import NOISE

from .plays import CROWD, all_plays, holders, hundred, locked_tables, pool_off


@cache
def played(n_players: int, n_games: int) -> LockedSimulation:
    """Locked games as played by the thresholds."""
    return simulate_locked(n_players, n_games=n_games, seed=1)


def best_of_pool(n_players: int, n_games: int) -> tuple[float, float]:
    """How rarely the last player finds no open box above one half, and the standard error."""
    rate = 1 - played(n_players, n_games).best_rates[-1]
    return float(rate), float(np.sqrt(rate * (1 - rate) / n_games))


@claim("axioms.opened")
def opened(effort: Effort) -> Finding:
    """With k players to act N - k boxes have been opened, whatever was done."""
    n = effort.of(full=9, reduced=5)
    counts = {locked: all_plays(n, locked=locked).opened for locked in (True, False)}
    right = all(
        pair == (n - k, n - k)
        for found in counts.values()
        for k, pair in zip(range(n, 0, -1), found, strict=True)
    )
    few = min(n, 6)
    held = [holders(few, locked=locked) for locked in (True, False)]
    each = all(one == {tuple(range(acted))} for found in held for acted, one in enumerate(found))
    return Finding(
        right and each,
        f"In all plays of {n} players, with the lock and without it, the number of open boxes "
        f"rises by one a turn, from {counts[True][0][0]} at the first to {counts[True][-1][1]} at "
        f"the last. In all plays of {few} each player who has acted, and nobody else, holds one.",
    )


@claim("axioms.options")
def options(effort: Effort) -> Finding:
    """Whether each player has two options."""
    n = effort.of(full=9, reduced=5)
    fewest = [low for low, _ in all_plays(n, locked=True).stealable]
    without = [turn for turn, low in enumerate(fewest, start=1) if low == 0]
    return Finding(
        in_parts(*(low > 0 for low in fewest)),
        f"In all plays of {n} players with the lock nothing can be stolen at turn {show(without)}. "
        f"Later at least {min(fewest[1:])} box can be stolen, the latest.",
    )


@claim("axioms.selects")
def selects(effort: Effort) -> Finding:
    """Whether a thief chooses among all boxes that lie open."""
    n = effort.of(full=9, reduced=5)
    plays = all_plays(n, locked=True)
    fewest = [low for low, _ in plays.stealable]
    free = [low == n_open for low, (n_open, _) in zip(fewest, plays.opened, strict=True)]
    told = hundred(effort)
    return Finding(
        in_parts(*free[1:]),
        f"In plays of {n} players with the lock it can happen on each turn after the first that "
        f"only {max(fewest[1:])} of the open boxes can be stolen, because those that were stolen "
        f"once are locked. In {told.n_games:,} games played by the thresholds the last of {CROWD} "
        f"may choose among {told.stealable:.1f} of {CROWD - 1} on average.",
    )


@claim("axioms.pool")
def pool(effort: Effort) -> Finding:
    """The boxes on the table, locked or not, are independent draws, whoever holds them."""
    n, games = 6, effort.of(full=20_000, reduced=1000)
    tables, best = locked_tables(n, games, 4)
    off = pool_off(tables)
    return Finding(
        off < NOISE,
        f"In {games:,} games of {n} players by the thresholds the mean of each rank of the boxes "
        "on the table, at each stage, and of each product of two ranks, is within "
        f"{off:.2f} standard errors of that of independent draws, if locked boxes are counted. "
        "Those that may still be stolen are no such draws: the best of them that the last player "
        f"finds has the mean {best.mean():.3f}, that of {n - 1} draws {(n - 1) / n:.3f}.",
    )


@claim("axioms.permutation")
def permutation(effort: Effort) -> Finding:
    """Whether a theft decides nothing but who owns what."""
    n, games = 6, effort.of(full=20_000, reduced=1000)
    off = pool_off(locked_tables(n, games, 4)[0])
    plays = all_plays(n, locked=True)
    seen, free = plays.opened[-1], plays.stealable[-1]
    return Finding(
        in_parts(seen[0] == seen[1] and off < NOISE, free[0] == free[1]),
        f"In all plays of {n} players, whatever is stolen, the last one sees {seen[0]} boxes; in "
        f"{games:,} games their ranks are within {off:.2f} standard errors of those of independent "
        f"draws. But she may steal {free[0]} to {free[1]} of them, depending on what was stolen "
        "before: thefts decide about locks as well.",
    )


@claim("axioms.state")
def state(effort: Effort) -> Finding:
    """Whether the open values alone tell a player what to do."""
    games = effort.of(full=400_000, reduced=4000)
    three = played(3, games)
    above, steals = float(three.best_rates[-1]), float(three.steal_rates[-1])
    high, low, fresh = 0.9, 0.2, float(draw_values(1)[0])
    free, locked = max(high, low, fresh), max(low, fresh)  # what she is paid
    return Finding(
        free == locked and above - steals <= NOISE * np.sqrt(above * (1 - above) / games),
        f"In {games:,} games of three players the last sees a box above one half in {above:.3f} of "
        f"them, but can take one only in {steals:.3f}. With {high} and {low} on the table she is "
        f"paid {free} if both are free, and {locked} if the {high} is locked.",
    )
