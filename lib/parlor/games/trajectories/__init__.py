"""How many ways a gift exchange can be played: exact integers."""

from __future__ import annotations

from .counting import Growth, action_count, chain_count, count, growth, mean_steals, state_count

__all__ = [
    "Growth",
    "action_count",
    "chain_count",
    "count",
    "growth",
    "mean_steals",
    "state_count",
]
