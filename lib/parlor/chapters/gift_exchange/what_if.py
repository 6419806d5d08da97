"""Beyond the source: limits and constants moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from parlor.games.gift_exchange import MAIN, GameStatistics, simulate


def play_changed(
    n_games: int,
    seed: int,
    n: int = 29,
    v: str = "correlated",
    f: Sequence[str] = (),
    **changes: Any,
) -> GameStatistics:
    """Statistics of a condition with some constants changed."""
    return simulate(n_games, seed, n, v, f, reading=replace(MAIN, **changes))


def shifted(shift: float) -> tuple[float, ...]:
    """All first chances moved together, within 0 and 1."""
    return tuple(min(1, max(0, p + shift)) for p in MAIN.base_chance)


def within_reach(
    limits: Sequence[int], row: Sequence[GameStatistics], share: float = 0.9
) -> int | str:
    """Least limit that brings this share of the welfare to be gained; "none" if it is no limit."""
    more = [s.welfare - row[0].welfare for s in row]
    most = max(more)
    return (
        next(cap for cap, gain in zip(limits, more, strict=True) if gain >= share * most) or "none"
    )
