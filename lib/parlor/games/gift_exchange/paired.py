"""Differences between conditions of the gift exchange, game by game.

Game number g meets the same valuations, strategies and luck in every condition with the same seed,
so an effect is a mean of differences within games, and its error is far smaller than that of two
separate means. A statistic here is its value and what each game adds to it: for a mean the
deviation from the mean, for a ratio of sums the linearised deviation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

from parlor.core.checks import whole

from . import kernels as col
from .condition import SIX, Condition
from .engine import CHUNK, MAX_GAMES, play

__all__ = ["Estimate", "Played", "contrast", "play_statistics", "relative_change"]


@dataclass(frozen=True)
class Estimate:
    """A number with its standard error.

    Attributes
    ----------
    value, error : float
        The estimate and its standard error.
    """

    value: float
    error: float

    def interval(self, widths: float = 3.0) -> tuple[float, float]:
        """The value less and plus some standard errors.

        Parameters
        ----------
        widths : float
            How many.

        Returns
        -------
        tuple of float
            Both ends.

        Examples
        --------
        >>> Estimate(1.0, 0.25).interval(2)
        (0.5, 1.5)
        """
        return self.value - widths * self.error, self.value + widths * self.error


@dataclass(frozen=True)
class Played:
    """Statistics of a condition with what each game adds to them.

    Attributes
    ----------
    condition : Condition
        What was played.
    first_game, n_games : int
        The games.
    values : dict of str to float
        By statistic.
    deviations : dict of str to ndarray (n_games,)
        By statistic: their mean is 0 and their spread gives the error.
    """

    condition: Condition
    first_game: int
    n_games: int
    values: dict[str, float]
    deviations: dict[str, np.ndarray]

    def estimate(self, statistic: str) -> Estimate:
        """One statistic with its standard error.

        Parameters
        ----------
        statistic : str
            One of those that were asked for.

        Returns
        -------
        Estimate
            The same value and error as `GameStatistics.estimate` gives, up to rounding.

        Examples
        --------
        >>> game = play_statistics(Condition(n_players=5), ["seat1"], 200)
        >>> bool(0.7 < game.estimate("seat1").value < 0.9)
        True
        """
        return Estimate(self.values[statistic], _error(self.deviations[statistic]))


def play_statistics(
    condition: Condition,
    statistics: Sequence[str],
    n_games: int,
    first_game: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Played:
    """Play games and keep what some statistics need.

    Parameters
    ----------
    condition : Condition
        What is played.
    statistics : sequence of str
        ``"steals"``, ``"chain"``, ``"actions"``, ``"welfare"``, ``"envy"`` (per player), ``"own"``
        (share of players with their own gift), ``"allied"`` (mean value of the coalition),
        ``"seat1"`` to ``"seat<n>"``, a strategy, or a difference of two, as ``"seat1-seat2"``
        (also called ``"gap"``).
    n_games, first_game : int
        The games; each takes 16 bytes a statistic.
    progress : callable, optional
        Called with the number of games that were just played.

    Returns
    -------
    Played
        Values and deviations.

    Raises
    ------
    ValueError
        If there is no such statistic, before any game is played.

    Examples
    --------
    >>> game = play_statistics(Condition(features="SC"), ["steals", "threshold"], 500)
    >>> bool(abs(game.estimate("steals").value - 51.6) < 3)
    True
    """
    games = whole("n_games", n_games, 1, MAX_GAMES)
    first = whole("first_game", first_game, 0, MAX_GAMES)
    simple = [part for name in statistics for part in _parts(name)]
    sources = {name: _source(name, condition) for name in simple}
    kept: dict[str, list[np.ndarray]] = {name: [] for name in simple}
    for start in range(first, first + games, CHUNK):
        records = play(condition, min(CHUNK, first + games - start), start)
        for name, (over, under, _) in sources.items():
            one = np.ones(len(records)) if under is None else records[:, under]
            kept[name].append(np.stack((over(records), one)))
        if progress:
            progress(len(records))
    values, deviations = {}, {}
    for name, (_, _, scale) in sources.items():
        over, under = np.concatenate(kept[name], axis=1)
        values[name] = scale * over.sum() / under.sum() if under.any() else nan
        deviations[name] = (scale * over - values[name] * under) / (under.mean() or nan)
    for name in statistics:
        if len(parts := _parts(name)) == 2:
            values[name] = values[parts[0]] - values[parts[1]]
            deviations[name] = deviations[parts[0]] - deviations[parts[1]]
    return Played(
        condition,
        first,
        games,
        {name: float(values[name]) for name in statistics},
        {name: deviations[name] for name in statistics},
    )


def contrast(terms: Sequence[tuple[float, Played]], statistic: str) -> Estimate:
    """A weighted sum of a statistic over conditions: an effect or an interaction.

    Parameters
    ----------
    terms : sequence of (float, Played)
        Weights and conditions, all of them over the same games.
    statistic : str
        One that all of them hold.

    Returns
    -------
    Estimate
        With the error of the paired difference.

    Raises
    ------
    ValueError
        If the games differ.

    Examples
    --------
    >>> with_it, without = (
    ...     play_statistics(Condition(features=f), ["steals"], 500) for f in ("SC", "BASE")
    ... )
    >>> effect = contrast([(1, with_it), (-1, without)], "steals")
    >>> bool(-22 < effect.value < -16)
    True
    """
    games = {(game.first_game, game.n_games, game.condition.seed) for _, game in terms}
    if len(games) != 1:
        raise ValueError(f"terms: got games {sorted(games)}, allowed are the same ones throughout")
    value = sum(weight * game.values[statistic] for weight, game in terms)
    total = sum(weight * game.deviations[statistic] for weight, game in terms)
    return Estimate(value, _error(np.asarray(total)))


def relative_change(changed: Played, base: Played, statistic: str) -> Estimate:
    """Change of a statistic as a share of its base.

    Parameters
    ----------
    changed, base : Played
        Two conditions over the same games.
    statistic : str
        One that both hold.

    Returns
    -------
    Estimate
        ``changed / base - 1``.

    Raises
    ------
    ValueError
        If the games differ.

    Examples
    --------
    >>> with_it, without = (
    ...     play_statistics(Condition(features=f), ["steals"], 500) for f in ("SC", "BASE")
    ... )
    >>> bool(-0.3 < relative_change(with_it, without, "steals").value < -0.24)
    True
    """
    ratio = changed.values[statistic] / base.values[statistic]
    scale = 1 / base.values[statistic]
    return Estimate(
        ratio - 1, contrast([(scale, changed), (-ratio * scale, base)], statistic).error
    )


Over = Callable[[np.ndarray], np.ndarray]


def _parts(statistic: str) -> list[str]:
    return ["seat1", "seat2"] if statistic == "gap" else statistic.split("-")


def _source(name: str, condition: Condition) -> tuple[Over, int | None, float]:
    """Numerator, column of the denominator (None for games), and a factor."""
    n, seat = condition.n_players, name.removeprefix("seat")
    coalition = condition.rules.coalition
    scalars: Mapping[str, tuple[int, float]] = {
        "steals": (col.STEALS, 1.0),
        "welfare": (col.WELFARE, 1.0),
        "envy": (col.ENVY, 1 / n),
        "own": (col.OWN, 1 / n),
        "allied": (col.ALLIED, 1 / coalition if coalition else nan),
    }
    if name == "actions":
        return lambda records: records[:, col.STEALS] + n + records[:, col.SWAPS], None, 1.0
    if name == "chain":
        over_what = condition.reading.chain_mean
        if over_what == "over chains":
            return _column(col.STEALS), col.CHAINS, 1.0
        if over_what == "over games":
            return _column(col.CHAIN_MEAN), None, 1.0
        return _column(col.STEALS), None, 1 / n
    if name in scalars:
        column, scale = scalars[name]
        return _column(column), None, scale
    if condition.shares.get(name):
        place = col.SCALARS + n + SIX.index(name)
        return _column(place), place + len(SIX), 1.0
    if name.startswith("seat") and seat.isdigit() and 1 <= int(seat) <= n:
        return _column(col.SCALARS + int(seat) - 1), None, 1.0
    raise ValueError(
        f"statistic: got {name!r}, allowed are 'chain', 'actions', 'gap', "
        f"{', '.join(map(repr, scalars))}, 'seat1' to 'seat{n}' and the strategies that occur"
    )


def _column(place: int) -> Over:
    return lambda records: records[:, place].copy()


def _error(deviations: np.ndarray) -> float:
    n = deviations.size
    return sqrt(float(deviations @ deviations) / (n * (n - 1))) if n > 1 else nan
