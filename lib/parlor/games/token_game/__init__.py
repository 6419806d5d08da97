"""The token game: players in turn put tokens on stacks of money, each stack goes to the nearest."""

from __future__ import annotations

from .continuous import solve_continuous
from .outcomes import MAX_PATHS
from .solution import Outcomes, payoffs, solve
from .stacks import TIES

__all__ = [
    "MAX_PATHS",
    "TIES",
    "Outcomes",
    "payoffs",
    "solve",
    "solve_continuous",
]
