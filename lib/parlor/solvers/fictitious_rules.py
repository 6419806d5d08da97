"""What all fictitious play has in common: protocols, ties, the rounds to record, best replies."""

from __future__ import annotations

import numpy as np

from parlor.core.checks import whole
from parlor.core.compiled import njit
from parlor.core.draws import _hash

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


@njit
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


@njit
def _standing(utility: np.ndarray, counts: np.ndarray, total: float) -> tuple[float, float]:
    """What a player's past plays earn on average, and what the best reply adds to it."""
    mean, best = 0.0, -np.inf
    for i in range(utility.size):
        mean += utility[i] * counts[i]
        best = max(best, utility[i])
    mean /= total
    return mean, best - mean
