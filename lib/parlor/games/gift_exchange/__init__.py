"""The holiday gift exchange: players in turn open a gift or steal one, and the robbed act next."""

from __future__ import annotations

from .condition import FEATURES, VALUATIONS, Condition, Rules
from .engine import allocations, play, simulate, simulate_condition
from .reading import APPENDIX, FIVE, MAIN, SIX, Reading
from .statistics import GameStatistics

__all__ = [
    "APPENDIX",
    "FEATURES",
    "FIVE",
    "MAIN",
    "SIX",
    "VALUATIONS",
    "Condition",
    "GameStatistics",
    "Reading",
    "Rules",
    "allocations",
    "play",
    "simulate",
    "simulate_condition",
]
