"""Differences between conditions of the gift exchange, game by game.

Game number g meets the same valuations, strategies and luck in every condition with the same seed,
so an effect is a mean of differences within games, and its error is far smaller than that of two
separate means. A statistic here is its value and what each game adds to it: for a mean the
deviation from the mean, for a ratio of sums the linearised deviation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from math import nan, sqrt
from operator import add
from typing import TYPE_CHECKING

import numpy as np

from parlor.core.checks import callback, instance, items, number, one_of, shown, whole
from parlor.core.estimate import Estimate, of_sample
from parlor.core.result import Certificate, Result, data_frame

from .condition import MAX_GAMES, Condition
from .engine import CHUNK, MAX_PLAYED, in_chunks, play
from .statistics import GameStatistics, Source, parts, summarise
from .watch import MAX_DRAWN, draw

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Played", "contrast", "pact_gain", "play_statistics", "relative_change"]


@dataclass(frozen=True, repr=False, eq=False)
class Played(Result):
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

    @property
    def certificate(self) -> Certificate:
        """Largest standard error."""
        errors = [self.estimate(name).error for name in self.values]
        return Certificate("largest standard error", max(errors))

    def estimate(self, statistic: str) -> Estimate:
        """Return one statistic with its standard error.

        Parameters
        ----------
        statistic : str
            One of those that were asked for.

        Returns
        -------
        Estimate
            As `GameStatistics.estimate` gives it, up to rounding; the error of a difference is
            that within games. It is nan for a single game.

        Raises
        ------
        ValueError
            If it is not among them.

        Examples
        --------
        >>> game = play_statistics(Condition(n_players=5), ["seat1"], 200)
        >>> 0.7 < game.estimate("seat1").value < 0.9
        True
        """
        name = one_of("statistic", statistic, tuple(self.values))
        return Estimate(self.values[name], _error(self.deviations[name]))

    def to_frame(self) -> pd.DataFrame:
        """Return the statistics as a table.

        Returns
        -------
        DataFrame
            A row for each statistic, with its value and standard error.
        """
        rows = [(name, x, _error(self.deviations[name])) for name, x in self.values.items()]
        return data_frame(rows, columns=["statistic", "value", "error"])


def play_statistics(
    condition: Condition,
    statistics: Sequence[str],
    n_games: int,
    *,
    first_game: int = 0,
    progress: Callable[[int], object] | None = None,
) -> Played:
    """Play games and keep what some statistics need.

    Parameters
    ----------
    condition : Condition
        What is played.
    statistics : sequence of str
        At least one, by the names of `GameStatistics.estimate`.
    n_games, first_game : int
        The games, 1 to 2**22 of them; each takes 16 bytes a statistic.
    progress : callable, optional
        Called with the number of games that were just played.

    Returns
    -------
    Played
        Values and deviations.

    Raises
    ------
    ValueError
        If an argument is not as above, before any game is played.

    Examples
    --------
    >>> game = play_statistics(Condition(features="SC"), ["steals", "threshold"], 500)
    >>> abs(game.estimate("steals").value - 51.6) < 3
    True
    """
    callback("progress", progress)

    def each(_: int, records: np.ndarray) -> None:
        if progress:
            progress(len(records))

    return _play_statistics(condition, statistics, n_games, first_game, each)


def play_and_add(
    condition: Condition, statistics: Sequence[str], n_games: int
) -> tuple[GameStatistics, Played]:
    """What `simulate_condition` and `play_statistics` return, of games that are played once."""
    sums: list[GameStatistics] = []

    def each(first: int, records: np.ndarray) -> None:
        sums.append(summarise(condition, first, records))

    played = _play_statistics(condition, statistics, n_games, 0, each)
    return reduce(add, sums), played


def play_side_by_side(
    conditions: Sequence[Condition], statistics: Sequence[str], n_games: int
) -> list[Played]:
    """What `play_statistics` returns for each condition; tastes that they share are drawn once."""
    kept = [_Kept(condition, statistics) for condition in conditions]
    for chunks in zip(*(in_chunks(one.condition, n_games, 0) for one in kept), strict=True):
        for one, (_, records) in zip(kept, chunks, strict=True):
            one.add(records)
    return [one.played(0) for one in kept]


def _play_statistics(
    condition: Condition,
    statistics: Sequence[str],
    n_games: int,
    first_game: int,
    each: Callable[[int, np.ndarray], None],
) -> Played:
    """Play games; `each` is called with the first game and the records of every chunk."""
    instance("condition", condition, Condition)
    games = whole("n_games", n_games, 1, MAX_PLAYED)
    kept = _Kept(condition, statistics)
    for first, records in in_chunks(condition, games, first_game):
        kept.add(records)
        each(first, records)
    return kept.played(first_game)


class _Kept:
    """What some statistics need of games that are played, chunk by chunk."""

    def __init__(self, condition: Condition, statistics: Sequence[str]) -> None:
        self.condition = condition
        names = items("statistics", statistics, "a row of names of statistics", 1)
        self.wanted: dict[str, list[tuple[str, Source]]] = {}
        for name in names:
            pair = parts(condition, name, "statistics")  # refuses what is no text
            self.wanted[str(name)] = pair
        self.sources = dict(part for pair in self.wanted.values() for part in pair)
        self.rows: dict[str, list[np.ndarray]] = {name: [] for name in self.sources}

    def add(self, records: np.ndarray) -> None:
        for name, source in self.sources.items():
            over = sum(records[:, c] for c in source.over) + source.plus
            under = np.ones(len(records)) if source.under is None else records[:, source.under]
            self.rows[name].append(np.stack((over, under)))

    def played(self, first_game: int) -> Played:
        values, deviations, games = {}, {}, 0
        for name, source in self.sources.items():
            over, under = np.concatenate(self.rows[name], axis=1)
            scale, games = 1 / source.per, over.size
            values[name] = float(scale * over.sum() / under.sum()) if under.any() else nan
            deviations[name] = (scale * over - values[name] * under) / (under.mean() or nan)
        for name, pair in self.wanted.items():
            if len(pair) == 2:
                (a, _), (b, _) = pair
                values[name] = values[a] - values[b]
                deviations[name] = deviations[a] - deviations[b]
        values = {name: values[name] for name in self.wanted}
        deviations = {name: deviations[name] for name in self.wanted}
        return Played(self.condition, int(first_game), games, values, deviations)


def contrast(terms: Sequence[tuple[float, Played]], statistic: str) -> Estimate:
    """Return a weighted sum of a statistic over conditions: an effect or an interaction.

    Parameters
    ----------
    terms : sequence of (float, Played)
        Weights from -1e6 to 1e6 and conditions, all of them over the same games.
    statistic : str
        One that all of them hold.

    Returns
    -------
    Estimate
        With the error of the paired difference.

    Raises
    ------
    ValueError
        If an argument is not as above or the games differ.

    Examples
    --------
    >>> with_it, without = (
    ...     play_statistics(Condition(features=f), ["steals"], 500) for f in ("SC", "BASE")
    ... )
    >>> effect = contrast([(1, with_it), (-1, without)], "steals")
    >>> -22 < effect.value < -16
    True
    """
    given: list[tuple[float, Played]] = []
    for term in items("terms", terms, "a row of pairs of a weight and a Played", 1):
        weight, game = items("terms", term, "a row of pairs of a weight and a Played", 2, 2)
        share = number("terms: weight", weight, "numbers from -1e6 to 1e6", -1e6, 1e6)
        given.append((share, instance("terms", game, Played)))
    return _contrast(given, statistic)


def relative_change(changed: Played, base: Played, statistic: str) -> Estimate:
    """Return the change of a statistic as a share of its base.

    Parameters
    ----------
    changed, base : Played
        Two conditions over the same games.
    statistic : str
        One that both hold and that is not 0 in the base.

    Returns
    -------
    Estimate
        ``changed / base - 1``.

    Raises
    ------
    ValueError
        If an argument is not as above or the games differ.

    Examples
    --------
    >>> base, costly = (play_statistics(Condition(features=f), ["steals"], 500) for f in ("", "SC"))
    >>> -0.3 < relative_change(costly, base, "steals").value < -0.24
    True
    """
    a, b = (
        instance(name, game, Played).estimate(statistic).value
        for name, game in (("changed", changed), ("base", base))
    )
    if b == 0:
        raise ValueError(f"base: got {statistic} of 0, allowed is one that is not 0")
    ratio, scale = a / b, 1 / b
    error = _contrast([(scale, changed), (-ratio * scale, base)], statistic).error
    return Estimate(ratio - 1, error)


def pact_gain(condition: Condition, n_games: int, *, first_game: int = 0) -> Estimate:
    """Return what a coalition's pact changes for its members: the same players without it.

    Parameters
    ----------
    condition : Condition
        With a coalition of at least one member in its rules.
    n_games : int
        How many games, 2 to 100,000.
    first_game : int
        Number of the first one.

    Returns
    -------
    Estimate
        Change of a member's mean final value, with its standard error over games.

    Raises
    ------
    ValueError
        If there is no coalition or an argument is not as above.

    Examples
    --------
    >>> from parlor.games.gift_exchange import Rules
    >>> pact_gain(Condition(n_players=8, rules=Rules(coalition=1)), 20)
    Estimate(value=0.0, error=0.0)
    """
    games = whole("n_games", n_games, 2, MAX_DRAWN)
    start_at = whole("first_game", first_game, 0, MAX_GAMES)
    if not instance("condition", condition, Condition).rules.coalition:
        raise ValueError("condition: got no coalition, allowed is one of at least 1 member")
    alone = replace(condition, rules=replace(condition.rules, coalition=0))
    change = np.empty(games)
    for start in range(0, games, CHUNK):
        some = slice(start, min(start + CHUNK, games))
        count, first = some.stop - start, start_at + start
        moved = play(condition, count, first_game=first)["seat_value"]
        ally = draw(condition, count, first_game=first).ally
        change[some] = ((moved - _values(alone, count, first)) * ally).sum(
            axis=1
        ) / condition.rules.coalition
    return of_sample(change)


@lru_cache(maxsize=16)  # pacts of several sizes are held against the same games
def _values(condition: Condition, n_games: int, first: int) -> np.ndarray:
    values: np.ndarray = play(condition, n_games, first_game=first)["seat_value"].copy()
    return values


def _contrast(terms: Sequence[tuple[float, Played]], statistic: str) -> Estimate:
    games = {(game.first_game, game.n_games, game.condition.seed) for _, game in terms}
    if len(games) != 1:
        given = shown(sorted(games))
        raise ValueError(f"terms: got games {given}, allowed are the same ones throughout")
    for _, game in terms:
        one_of("statistic", statistic, tuple(game.values))
    value = sum(weight * game.values[statistic] for weight, game in terms)  # noqa: PD011
    total = sum(weight * game.deviations[statistic] for weight, game in terms)
    return Estimate(value, _error(np.asarray(total)))


def _error(deviations: np.ndarray) -> float:
    n = deviations.size
    return sqrt(float(deviations @ deviations) / (n * (n - 1))) if n > 1 else nan
