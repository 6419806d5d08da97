"""What a game of the gift exchange draws: valuations, appearances, strategies, and later luck.

Every number is a function of the seed, the game's number, a purpose and a place, so nothing depends
on what else was drawn, on the features or on the order of the games. All functions are compiled;
they fill arrays that their caller owns, of a `rules.Game` or of its shape.
"""

from __future__ import annotations

from math import cos, log, pi, sin, sqrt

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import stream_of, uniform_at

from . import reading
from .rules import ALLY, CAMP, QUALITY, SIGNAL, STRATEGY, VALUE, Record

__all__: list[str] = []


@njit(counted=False)
def normals(stream: np.uint64, purpose: int, place: int) -> tuple[float, float]:
    """Two independent standard normal numbers (Box and Muller)."""
    radius = sqrt(-2.0 * log(uniform_at(stream, purpose, 2 * place)))
    angle = 2.0 * pi * uniform_at(stream, purpose, 2 * place + 1)
    return radius * cos(angle), radius * sin(angle)


@njit(counted=False)
def _lot(stream: np.uint64, purpose: int, chosen: int, marks: np.ndarray) -> None:
    """Set `chosen` marks to 1, by lot (Fisher and Yates), and the others to 0."""
    for i in range(marks.size):
        marks[i] = 1 if i < chosen else 0
    for i in range(marks.size - 1, 0, -1):
        other = int(uniform_at(stream, purpose, i) * (i + 1))
        marks[i], marks[other] = marks[other], marks[i]


@njit(counted=False)
def _clip(y: float) -> float:
    return min(1.0, max(0.0, y))


@njit(counted=False)
def _draw_camps(stream: np.uint64, rule: int, seats: np.ndarray) -> None:
    """Mark the players who value a gift of quality q at 1 - q, apart from noise."""
    n = seats.size
    if rule == reading.CAMPS_MORE_FOR:
        _lot(stream, CAMP, n // 2, seats["camp"])
    elif rule == reading.CAMPS_MORE_AGAINST:
        _lot(stream, CAMP, n - n // 2, seats["camp"])
    else:
        for i in range(n):
            if rule == reading.CAMPS_COIN:
                seats[i].camp = uniform_at(stream, CAMP, i) < 0.5
            elif rule == reading.CAMPS_PARITY:  # numbered from 1, the odd players are against
                seats[i].camp = i % 2 == 0
            else:
                seats[i].camp = i >= n // 2


@njit(counted=False)
def draw_qualities(stream: np.uint64, gifts: np.ndarray) -> None:
    """What the gifts have in common for all players, uniform on (0, 1)."""
    for j in range(gifts.size):
        gifts[j].quality = uniform_at(stream, QUALITY, j)


@njit(counted=False)
def draw_noise(stream: np.uint64, noise: np.ndarray) -> None:
    """What camps do not decide of opposed tastes: standard normal numbers."""
    n = noise.shape[0]
    for i in range(n):
        for j in range(0, n, 2):
            pair = normals(stream, VALUE, i * n + j)
            for side in range(min(2, n - j)):
                noise[i, j + side] = pair[side]


@njit(counted=False)
def draw_values(
    stream: np.uint64,
    given: np.ndarray,
    values: np.ndarray,
    seats: np.ndarray,
    gifts: np.ndarray,
    x: Record,
) -> None:
    """Definitions 3.3 to 3.5: fill `values` (n, n), from qualities that are drawn already.

    `given` (n, n) is the noise of opposed tastes, or what the gifts are worth where the caller has
    said it; it may be `values`, which is then overwritten. No other model looks at it.
    """
    n = seats.size
    if x.valuation == reading.NEGATIVE:
        _draw_camps(stream, x.camps, seats)
    correlation = x.correlation
    own_weight = sqrt(1.0 - correlation * correlation)
    for i in range(n):
        if x.valuation == reading.GIVEN:
            for j in range(n):
                values[i, j] = given[i, j]
        elif x.valuation == reading.NEGATIVE:
            for j in range(n):
                liked = gifts[j].quality
                if seats[i].camp:
                    liked = 1.0 - liked
                values[i, j] = _clip(liked + x.camp_noise * given[i, j])
        else:
            for j in range(n):
                taste = uniform_at(stream, VALUE, i * n + j)
                if x.valuation == reading.CORRELATED:
                    taste = _clip(correlation * gifts[j].quality + own_weight * taste)
                values[i, j] = taste


@njit(counted=False)
def draw_signals(stream: np.uint64, values: np.ndarray, gifts: np.ndarray, x: Record) -> None:
    """Definition 3.7 and the certainty equivalent of Definition 3.8, of all gifts.

    Prior and signal are normal, so the posterior mean lies between them, nearer to the signal the
    less noise it has, and a risk premium is taken off.
    """
    n = gifts.size
    unrelated = x.valuation == reading.INDEPENDENT or x.valuation == reading.GIVEN
    if unrelated and x.quality == reading.QUALITY_MEAN_VALUE:
        for j in range(n):
            total = 0.0
            for i in range(n):
                total += values[i, j]
            gifts[j].quality = total / n
    signal_weight = x.prior_variance / (x.prior_variance + x.signal_noise**2)
    premium = x.risk_aversion / 2.0 * signal_weight * x.signal_noise**2
    for j in range(0, n, 2):
        noise = normals(stream, SIGNAL, j)
        for side in range(min(2, n - j)):
            signal = gifts[j + side].quality + x.signal_noise * noise[side]
            if x.clipped:
                signal = _clip(signal)
            gifts[j + side].appearance = signal
            expected = (1.0 - signal_weight) * x.prior_mean + signal_weight * signal
            gifts[j + side].posterior = expected - premium


@njit(counted=False)
def draw_players(
    stream: np.uint64, thresholds: np.ndarray, policies: np.ndarray, seats: np.ndarray, x: Record
) -> None:
    """Strategies, but for those with `policies`, and who is in the coalition; see `rules.Setup`."""
    for i in range(seats.size):
        luck, strategy = uniform_at(stream, STRATEGY, i), 0
        for threshold in thresholds:
            strategy += luck >= threshold
        seats[i].strategy = strategy if policies[i] < 0 else policies[i]
    if x.coalition > 0:
        _lot(stream, ALLY, x.coalition, seats["ally"])


@njit(counted=False, nogil=True)
def draw_noises(seed: np.uint64, first: int, noises: np.ndarray) -> None:
    """The noise of opposed tastes of games from the first on: `noises` (games, n, n)."""
    for g in range(noises.shape[0]):
        draw_noise(stream_of(seed, first + g), noises[g])
