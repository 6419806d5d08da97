"""How many ways a gift exchange can be played: exact integers.

Section 6 of D. Quigley, "Formal specification and behavioral simulation of the holiday gift
exchange game" (arXiv 2604.05219, April 2026). In round k player k opens a wrapped gift or steals
one; whoever is robbed opens or steals in turn, but no gift is stolen twice in a chain. A
trajectory is everything that happens, gifts opened included, up to the optional final swap.

Chains of s steals in round k are the orderings of s of k - 1 gifts, so a round has A(k) patterns
and a game n! A(1) ... A(n) trajectories; a limit L on the steals of a gift leaves T(n; L) of them.
`unlocked` counts the game without the chain lock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.face import shown

if TYPE_CHECKING:
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

__getattr__, __dir__ = shown(__name__, __path__, __all__)
