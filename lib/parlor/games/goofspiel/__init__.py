"""Standard Goofspiel, solved exactly."""

from __future__ import annotations

from .layers import Layer
from .solution import GoofspielSolution, Stage, solve

__all__ = [
    "GoofspielSolution",
    "Layer",
    "Stage",
    "solve",
]
