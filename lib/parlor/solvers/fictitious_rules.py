"""What all fictitious play has in common: protocols, ties, the rounds to record, best replies."""

from __future__ import annotations

import numpy as np
from numba import njit

from parlor.core.checks import whole

PROTOCOLS = ("simultaneous", "alternating")
TIES = ("first", "last", "random")


def rules(protocol: str, ties: str) -> tuple[bool, int]:
    """Both rules as the kernels take them, or a ValueError."""
    if protocol not in PROTOCOLS:
        raise ValueError(f"protocol: got {protocol!r}, allowed are {', '.join(PROTOCOLS)}")
    if ties not in TIES:
        raise ValueError(f"ties: got {ties!r}, allowed are {', '.join(TIES)}")
    return protocol == "alternating", TIES.index(ties)


def schedule(rounds: int) -> np.ndarray:
    """Rounds to record: all the first ones, then evenly spaced in the logarithm."""
    last = whole("rounds", rounds, 1)
    return np.unique(np.round(np.geomspace(1, last, 200)).astype(np.int64))


@njit(cache=True)
def _hash(seed: np.uint64, step: int, player: int) -> float:
    """Uniform number in [0, 1) from a counter (splitmix64)."""
    z = seed + np.uint64(0x9E3779B97F4A7C15) * np.uint64(4 * step + player + 1)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return np.float64(z >> np.uint64(11)) * 2.0**-53


@njit(cache=True)
def _reply(utility: np.ndarray, ties: int, seed: np.uint64, step: int, player: int) -> int:
    """A best reply, that is an index of the largest utility, by the rule for ties."""
    best = 0
    equal = 1
    for i in range(1, utility.size):
        if utility[i] > utility[best]:
            best, equal = i, 1
        elif utility[i] == utility[best]:
            equal += 1
            if ties == 1:
                best = i
    if ties != 2 or equal == 1:
        return best
    choice = int(_hash(seed, step, player) * equal)
    top = utility[best]
    for i in range(best, utility.size):
        if utility[i] == top:
            if choice == 0:
                return i
            choice -= 1
    return best


@njit(cache=True)
def _standing(utility: np.ndarray, counts: np.ndarray, total: float) -> tuple[float, float]:
    """What a player's past plays earn on average, and what the best reply adds to it."""
    mean, best = 0.0, -np.inf
    for i in range(utility.size):
        mean += utility[i] * counts[i]
        best = max(best, utility[i])
    mean /= total
    return mean, best - mean
