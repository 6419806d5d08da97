"""Rounds of guts compared, written down as matrices, and repeated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement

import numpy as np

from parlor.games.guts import payoff, stakes_multiplier
from parlor.solvers import recursive_game


def largest_difference(ours: Iterable[float], theirs: Iterable[float]) -> float:
    """How far two rows of numbers are apart at most."""
    return max(abs(float(a) - float(b)) for a, b in zip(ours, theirs, strict=True))


def matrices_of_all_coalitions(n_coalition: int, mesh: int) -> list[np.ndarray]:
    """Alpha and beta of each threshold on a mesh against all multisets of the others'."""
    x = np.arange(mesh) / (mesh - 1)
    coalitions = list(combinations_with_replacement(x, n_coalition))
    return [
        np.array([[what((p, *allies)) for allies in coalitions] for p in x])
        for what in (payoff, stakes_multiplier)
    ]


def limit_of_repeating(A: np.ndarray, B: np.ndarray, row: np.ndarray, start: float) -> float:
    """What the row player reaches from `start` by repeating one mix in the game A + B V."""
    return recursive_game.solve((row @ A)[None], (row @ B)[None], start).value


def worth_of_repeating(own: float, allies: Sequence[float]) -> float:
    """Value to player 1 when all repeat their thresholds."""
    table = own, *allies
    return payoff(table) / (1 - stakes_multiplier(table))


def gain_of_mix(
    mix: Sequence[tuple[Sequence[float], float]], value: float, grid: np.ndarray
) -> float:
    """What a coalition's mix wins against player 1's best threshold on `grid`, playing on for V."""

    def total(p: float, allies: Sequence[float]) -> float:
        return payoff((p, *allies)) + value * stakes_multiplier((p, *allies))

    return -max(sum(w * total(p, allies) for allies, w in mix) for p in grid)
