"""Uniform random numbers as functions of their place: splitmix64 of a seed and counters.

No number depends on what else was drawn, so a simulation is the same whatever its split into
chunks, threads or workers.
"""

from __future__ import annotations

import numpy as np

from .compiled import njit

GOLDEN = 0x9E3779B97F4A7C15  # splitmix64's step: 2**64 over the golden ratio, made odd
# A multiplier that spreads small numbers over all bits (Steele and Vigna, Computationally easy,
# spectrally good multipliers, 2021): games are numbered from 0 up.
GAMES = 0xD1342543DE82EF95


@njit
def _mix(z: np.uint64) -> np.uint64:
    """The finaliser of splitmix64 (Steele, Lea and Flood 2014), with its shifts and factors."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit
def stream_of(seed: int | np.uint64, game: int) -> np.uint64:
    """Key of a game: splitmix64 of the seed and the game's number."""
    # a signed integer mixed with an unsigned one would become a float
    key = np.uint64(game) * np.uint64(GAMES) + np.uint64(1)
    return _mix(_mix(np.uint64(seed) + np.uint64(GOLDEN)) ^ key)


@njit
def uniform_at(stream: np.uint64, purpose: int, place: int) -> float:
    """The uniform number of a game for a purpose at a place, never 0 or 1.

    Places are below 2**40 and purposes below 2**24: no two share a counter.
    """
    counter = (np.uint64(purpose) << np.uint64(40)) + np.uint64(place) + np.uint64(1)
    # 52 bits, so that a half more is a float too, and half way between two multiples of 2**-52
    bits = _mix(stream + counter * np.uint64(GOLDEN)) >> np.uint64(12)
    return (float(bits) + 0.5) * 2.0**-52


@njit
def draw_at(seed: int | np.uint64, game: int, place: int) -> float:
    """Draw number `place` of a game that has one purpose only, never 0 or 1."""
    return uniform_at(stream_of(seed, game), 0, place)


@njit
def numbered_draw(seed: np.uint64, number: int) -> float:
    """Uniform number in [0, 1), the `number`-th of a seed."""
    bits = _mix(seed + np.uint64(number) * np.uint64(GOLDEN)) >> np.uint64(11)
    return np.float64(np.int64(bits)) * 2.0**-53  # signed, which a processor converts at once


@njit
def step_draw(seed: np.uint64, step: int, player: int) -> float:
    """Uniform number in [0, 1) for a player at a step.

    Numbers of up to four players are all different. A fifth has at a step that of the first at the
    next one: where choices are seldom random, as with ties, that does no harm.
    """
    return numbered_draw(seed, 4 * step + player + 1)
