"""The locked game: what a box and a seat are worth, who steals, and games really played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from parlor.core import checks
from parlor.core.compiled import njit
from parlor.core.draws import draw_at
from parlor.core.estimate import mean_and_error
from parlor.core.laws import Discrete, Distribution, Exponential, Law, Uniform, read
from parlor.core.quantities import Integer, Seed, checked

from .seats import NumberOfGames, Simulation

__all__ = [
    "LockedSimulation",
    "draw_values",
    "locked_seat_payoffs",
    "locked_steal_probabilities",
    "simulate_locked",
]

MAX_PLAYERS = 10_000_000  # half a second of uniform boxes, some seconds of others
MAX_SEATS = 100_000  # in a simulation: a million boxes take some hundredths of a second
CHUNK = 2**16  # uniform numbers held at a time: half a megabyte stays in a processor's cache

Players = Annotated[int, Integer(1, MAX_PLAYERS)]


@checked
def draw_values(n_players: Players, *, distribution: Distribution = "uniform") -> np.ndarray:
    """What a freshly opened box is worth, with 1, 2, ..., N players to act.

    Parameters
    ----------
    n_players : int
        Number N of players.
    distribution : str, sequence of real, mapping or law
        The law of a box, as `parlor.core.laws` reads it.

    Returns
    -------
    ndarray (n_players,)
        t_1, ..., t_N, never increasing: t_1 = E X and t_k = E min(X, t_{k-1}), in the source
        ``t_k = t_{k-1} - t_{k-1}**2 / 2``.

    Examples
    --------
    >>> draw_values(4)
    array([0.5       , 0.375     , 0.3046875 , 0.25827026])
    """
    law = read(distribution)
    worth = np.empty(n_players)
    worth[0] = t = float(law.mean)  # a number of Python's: twice as fast as one of NumPy's
    if isinstance(law, Uniform):
        _fall(law.low, law.high, worth)
        return worth
    for k in range(1, n_players):
        worth[k] = t = law.capped_mean(t)
    return worth


@njit
def _fall(low: float, high: float, worth: np.ndarray) -> None:
    """Each entry but the first as E min(X, t) of the one before, X uniform from `low` to `high`."""
    for k in range(1, worth.size):
        s = (worth[k - 1] - low) / (high - low)
        worth[k] = low + (high - low) * (s - s * s / 2)


@checked
def locked_seat_payoffs(
    n_players: Players, *, distribution: Distribution = "uniform"
) -> np.ndarray:
    """Expected payoff of every seat in equilibrium.

    Parameters
    ----------
    n_players : int
        Number N of players.
    distribution : str, sequence of real, mapping or law
        As in `draw_values`.

    Returns
    -------
    ndarray (n_players,)
        Seat 1, which moves first, to seat N; the sum is N E X.

    Examples
    --------
    >>> locked_seat_payoffs(3)
    array([0.3046875, 0.5703125, 0.625    ])
    """
    law = read(distribution)
    worth = draw_values(n_players, distribution=law)
    later = law.mean + worth[:-1] - worth[1:]
    return np.concatenate((worth[-1:], later[::-1]))


@checked
def locked_steal_probabilities(
    n_players: Players, *, distribution: Distribution = "uniform"
) -> np.ndarray:
    """How likely each seat is to steal in equilibrium.

    Parameters
    ----------
    n_players : int
        Number N of players.
    distribution : str, sequence of real, mapping or law
        As in `draw_values`.

    Returns
    -------
    ndarray (n_players,)
        0 for seat 1 and P(X > t_k) for the later ones: only the latest box can be above the
        threshold. The source has 1 - F(t_1)**(N-1) for the last seat, as if no box were locked.

    Examples
    --------
    >>> locked_steal_probabilities(3)
    array([0.   , 0.625, 0.5  ])
    """
    law = read(distribution)
    worth = draw_values(n_players, distribution=law)
    steals = np.asarray(law.exceed(worth[:-1]))
    return np.concatenate(([0.0], steals[::-1]))


@dataclass(frozen=True, repr=False, eq=False)
class LockedSimulation(Simulation):
    """Played games, as `simulate_locked` returns them: see `Simulation` for the rest.

    Attributes
    ----------
    steal_rates : ndarray (n_players,)
        Share of games in which the seat steals.
    best_rates : ndarray (n_players,)
        Share of games in which the best box that lies open, locked or not, is above the seat's
        threshold: what the rate of stealing would be if boxes were not locked.
    """

    _columns = ("payoffs", "payoffs_error", "steal_rates", "best_rates")

    steal_rates: np.ndarray
    best_rates: np.ndarray


@checked
def simulate_locked(
    n_players: Annotated[int, Integer(1, MAX_SEATS)],
    n_games: NumberOfGames,
    *,
    seed: Seed = 42,
    distribution: Distribution = "uniform",
    thresholds: Sequence[float] | None = None,
) -> LockedSimulation:
    """Play games by the rules, each seat stealing the best box above its threshold.

    Parameters
    ----------
    n_players : int
        Number N of players.
    n_games : int
        Number of games.
    seed : int or numpy.random.Generator
        Of the boxes. The values of game g depend on the seed, N and g alone.
    distribution : str, sequence of real, mapping or law
        As in `draw_values`.
    thresholds : sequence of float, length N, optional
        Steal the best unlocked box if it is worth more than this, by players to act: 1, ..., N.
        Finite, from the least value of a box to the greatest, which means never. By default the
        equilibrium `draw_values`.

    Returns
    -------
    LockedSimulation
        Means, standard errors and rates of stealing.

    Examples
    --------
    >>> played = simulate_locked(3, n_games=10_000, seed=1)
    >>> bool(abs(played.payoffs - locked_seat_payoffs(3)).max() < 4 * 0.003)
    True
    """
    n, games, law = n_players, n_games, read(distribution)
    if thresholds is None:
        limits = draw_values(n, distribution=law)
    else:
        low, high = law.least, _greatest(law)
        reach = f"from {low:g} to {high:g}" if math.isfinite(high) else f"from {low:g} up"
        allowed = f"{n} finite numbers {reach}"
        limits = checks.numbers("thresholds", thresholds, allowed, low, high, (n, n))
    # values about 1, by an exact change of units: their squares neither overflow nor vanish
    size = np.abs(law.quantile(np.array([2.0**-53, 1 - 2.0**-53]))).max()
    unit, mean = 2.0 ** math.frexp(size)[1], law.mean
    limits = limits / unit
    sums = np.zeros((4, n))  # payoffs about the mean, their squares, thefts, best above threshold
    rising = (limits[1:] <= limits[:-1]).all()  # from seat to seat: fewer are left to act
    play = _play_rising if rising else _play_locked
    at_once = max(1, CHUNK // n)
    uniforms = np.empty((min(at_once, games), n))
    for first in range(0, games, at_once):
        some = uniforms[: min(at_once, games - first)]
        _fill(np.uint64(seed), first, some)
        boxes = np.asarray(law.quantile(some), float)
        boxes /= unit
        play(boxes, limits, mean / unit, sums)
    shift, errors = mean_and_error(sums[0], sums[1], games)
    thefts, best = sums[2:] / games
    return LockedSimulation(n, games, seed, mean + unit * shift, unit * errors, thefts, best)


def _greatest(law: Law) -> float:
    if isinstance(law, Discrete):
        return float(max(law.values))
    return math.inf if isinstance(law, Exponential) else float(law.quantile(1.0))


@njit(counted=False)
def _fill(seed: np.uint64, first: int, uniforms: np.ndarray) -> None:
    for g in range(uniforms.shape[0]):
        for i in range(uniforms.shape[1]):
            uniforms[g, i] = draw_at(seed, first + g, i)


@njit
def _play_locked(boxes: np.ndarray, thresholds: np.ndarray, mean: float, sums: np.ndarray) -> None:
    """Play one game a row; the box that seat p brings into the game is boxes[game, p]."""
    n = thresholds.size
    owner = np.empty(n, np.int64)  # of the unlocked boxes, increasing in value
    value = np.empty(n)
    for game in range(boxes.shape[0]):
        n_open, top = 0, -np.inf
        for p in range(n):
            fresh, threshold, opener = boxes[game, p], thresholds[n - 1 - p], p
            sums[3, p] += top > threshold
            if n_open and value[n_open - 1] > threshold:
                n_open -= 1
                gain = value[n_open] - mean  # locked: this is what the seat goes home with
                sums[0, p] += gain
                sums[1, p] += gain * gain
                sums[2, p] += 1
                opener = owner[n_open]
            j = n_open
            while j and value[j - 1] > fresh:
                value[j], owner[j] = value[j - 1], owner[j - 1]
                j -= 1
            value[j], owner[j] = fresh, opener
            n_open += 1
            top = max(top, fresh)
        for j in range(n_open):
            gain = value[j] - mean
            sums[0, owner[j]] += gain
            sums[1, owner[j]] += gain * gain


@njit
def _play_rising(boxes: np.ndarray, thresholds: np.ndarray, mean: float, sums: np.ndarray) -> None:
    """The same where no seat's threshold is below that of the seat before.

    What a seat leaves, later ones leave as well: only the last box is ever stolen. So no branch is
    needed, which here could not be foreseen.
    """
    n = thresholds.size
    paid = np.empty(n)
    payoffs, squares, thefts, above = sums[0], sums[1], sums[2], sums[3]
    for game in range(boxes.shape[0]):
        owner, top = 0, -np.inf
        for p in range(1, n):
            box, threshold = boxes[game, p - 1], thresholds[n - 1 - p]
            stolen = box > threshold
            paid[p if stolen else owner] = box
            owner = owner if stolen else p  # of the box that the seat opens
            thefts[p] += stolen
            top = max(top, box)
            above[p] += top > threshold
        paid[owner] = boxes[game, n - 1]
        for p in range(n):
            gain = paid[p] - mean
            payoffs[p] += gain
            squares[p] += gain * gain
