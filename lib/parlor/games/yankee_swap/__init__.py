"""The Yankee swap in which a box can be stolen once.

N players in turn, each either opens a fresh box or steals one that lies open and has not been
stolen yet; the victim of a theft opens a fresh box at once. Values are independent with
distribution F and a stolen box is locked. The rules, the thresholds and their table for N = 101 are
those of the web article "Equilibrium Strategies in the Continuous Yankee Swap" (4 March 2026).

With k players to act, the mover included, opening a box is worth ``t_k = E min(X, t_{k-1})``,
``t_1 = E X``, and the mover steals the best unlocked box exactly if it is worth more. Thresholds
only rise as the game goes on, so a box that the next player leaves is never stolen. The only box
above the present threshold is therefore the latest one, whatever happened before: seat 1 is paid
t_N and every later seat E max(X, t_k) = E X + t_k - t_{k+1}, more than a fresh box is worth.

How fast thresholds fall is in `asymptotics`. The game in which boxes can be stolen again is in
`resteal`, on a `deck` of values; with many players in `large`, by simulation, and in `bounds`, by
theorems; the source's own equations are in `recurrence`. `exact` has both games in fractions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.face import shown

if TYPE_CHECKING:
    from .locked import (
        LockedSimulation,
        draw_values,
        locked_seat_payoffs,
        locked_steal_probabilities,
        simulate_locked,
    )
    from .resteal import resteal_seat_payoffs

__all__ = [
    "LockedSimulation",
    "draw_values",
    "locked_seat_payoffs",
    "locked_steal_probabilities",
    "resteal_seat_payoffs",
    "simulate_locked",
]

__getattr__, __dir__ = shown(__name__, __path__, __all__)
