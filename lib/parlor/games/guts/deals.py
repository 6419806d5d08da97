"""Rounds of guts dealt from a counter-based stream of hands, for the simulations."""

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import _hash


@njit
def _draw(sums: np.ndarray, u: float) -> int:
    """Place of a uniform number u among running sums of weights."""
    i = 0
    while i < sums.size - 1 and sums[i] < u * sums[-1]:
        i += 1
    return i


@njit
def _showdown(p: np.ndarray, seed: np.uint64, step: int, hands: np.ndarray) -> tuple[int, int]:
    """Deal hands; how many hold, and who has the best hand of them (of all if all drop)."""
    n = p.size
    holders = 0
    best = 0
    for i in range(n):
        hands[i] = _hash(seed, step * ((n + 3) // 4) + i // 4, i % 4)
        if hands[i] > p[i] and p[i] < 1:
            if holders == 0 or hands[i] > hands[best]:
                best = i
            holders += 1
    if holders == 0:
        for i in range(n):
            if hands[i] > hands[best]:
                best = i
    return holders, best


@njit
def _round(
    p: np.ndarray, weenie: bool, seed: np.uint64, step: int, hands: np.ndarray
) -> tuple[float, int]:
    """Player 1's immediate payoff and the multiplier of one deal; `step` counts deals."""
    n = p.size
    holders, best = _showdown(p, seed, step, hands)
    if holders == 0:
        if not weenie:
            return 0.0, 1
        return (1.0 - n if best == 0 else 1.0), 2
    payoff = holders - 2.0
    if hands[0] > p[0] and p[0] < 1:
        payoff += n if best == 0 else -n
    return payoff, holders - 1
