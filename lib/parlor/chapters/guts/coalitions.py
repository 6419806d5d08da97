"""Solved coalitions as the source's Table 1 has them, and the law that it fits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from parlor.games.guts import CoalitionSolution


def mix_in_words(mix: Iterable[tuple[Any, float]], digits: int = 4) -> str:
    """A mix as a text: thresholds and their probabilities."""
    text = "; ".join(f"{np.round(what, 4).tolist()}: {chance:.{digits}f}" for what, chance in mix)
    return text.replace("[", "(").replace("]", ")")


def strategies_of(solution: CoalitionSolution) -> tuple[list[float], float, float]:
    """Player 1's thresholds, the bloc's, and that of the others beside a member who holds."""
    bloc = max(solution.coalition, key=lambda pair: pair[1] * (pair[0][0] > 0))[0]
    beside = min((allies for allies, _ in solution.coalition), key=lambda allies: allies[0])
    return [p for p, _ in solution.player_one], sorted(bloc)[len(bloc) // 2], beside[-1]


def rational_law(n: Any, a: float, b: float, c: float) -> Any:
    """The source's law of growth, ``a - b / (n + c)``."""
    return a - b / (n + c)
