"""Axiomatic foundations: turns, options and the pool of boxes."""

from __future__ import annotations

from functools import cache

import numpy as np

from parlor.games.yankee_swap.locked import (
    LockedSimulation,
    draw_values,
    simulate_locked,
)
from press import Effort, Finding, claim

from .plays import all_plays, stories


@cache
def played(n_players: int, n_games: int) -> LockedSimulation:
    """Locked games as played by the thresholds."""
    return simulate_locked(n_players, n_games, seed=1)


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
    return Finding(
        right,
        "All plays of {n} players, with the lock and without: from {first} boxes at the first "
        "turn to {last} at the last, one more at each.",
        n=n, first=counts[True][0][0], last=counts[True][-1][1],
    )  # fmt: skip


@claim("axioms.options")
def options(effort: Effort) -> Finding:
    """Whether each player has two options."""
    n = effort.of(full=9, reduced=5)
    fewest = [low for low, _ in all_plays(n, locked=True).stealable]
    without = [turn for turn, low in enumerate(fewest, start=1) if low == 0]
    told = stories(101, effort.of(full=2000, reduced=40), 1)
    return Finding(
        True if not without else "partly" if len(without) < n else False,
        "All plays of {n} players: nothing can be stolen at turn {without}; later at least "
        "{least} box can, the latest. Not all can: the last of 101 may choose among "
        "{free:.1f} of 100 on average.",
        n=n, without=without, least=min(fewest[1:]), free=told.stealable,
    )  # fmt: skip


@claim("axioms.pool")
def pool(effort: Effort) -> Finding:
    """The boxes on the table, locked or not, are independent draws, whoever holds them."""
    games = effort.of(full=400_000, reduced=4000)
    rates = played(6, games).best_rates[1:]
    expected = 1 - draw_values(5)[::-1] ** np.arange(1, 6)
    error = np.sqrt(expected * (1 - expected) / games)
    off = float((np.abs(rates - expected) / error).max())
    return Finding(
        off < 4,
        "Six players, {games} games: before each of five turns the best open box beats the mover's "
        "threshold as often as the best of as many independent draws would, within {off:.2f} "
        "standard errors.",
        games=games, off=off,
    )  # fmt: skip


@claim("axioms.permutation")
def permutation(effort: Effort) -> Finding:
    """Whether a theft decides nothing but who owns what."""
    n = effort.of(full=6, reduced=4)
    free = all_plays(n, locked=True).stealable[-1]
    return Finding(
        free[0] == free[1],
        "{n} players: of the {all} boxes that the last one sees she may steal from {least} to "
        "{most}, depending on what was stolen before.",
        n=n, all=n - 1, least=free[0], most=free[1],
    )  # fmt: skip


@claim("axioms.state")
def state(effort: Effort) -> Finding:
    """Whether the open values alone tell a player what to do."""
    games = effort.of(full=400_000, reduced=4000)
    three = played(3, games)
    above, steals = float(three.best_rates[-1]), float(three.steal_rates[-1])
    return Finding(
        abs(above - steals) < 0.01,
        "Three players, {games} games: the last sees a box above one half in {above:.3f} of them, "
        "and can take one in {steals:.3f}: with .9 and .2 on the table she is paid .9 if both are "
        "free, and one half if the .9 is locked.",
        games=games, above=above, steals=steals,
    )  # fmt: skip
