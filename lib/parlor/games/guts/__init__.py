"""Continuous guts poker: what a round pays, what it does to the stakes, and coalitions."""

from __future__ import annotations

from .coalition import CoalitionSolution, solve_coalition
from .rounds import equilibrium_threshold, payoff, payoffs, stakes_multiplier

__all__ = [
    "CoalitionSolution",
    "equilibrium_threshold",
    "payoff",
    "payoffs",
    "solve_coalition",
    "stakes_multiplier",
]
