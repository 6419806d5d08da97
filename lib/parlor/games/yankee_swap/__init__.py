"""The Yankee swap in which a box can be stolen once."""

from __future__ import annotations

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
