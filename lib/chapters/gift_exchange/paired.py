"""Differences between conditions of the gift exchange, game by game: paired statistics.

Game number g meets the same valuations, strategies and luck in every condition with the same seed.
`PairedStatistics` keeps what each game adds to a statistic, so an effect is a mean of differences
within games, and its error is far smaller than that of two separate means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import Condition
from parlor.games.gift_exchange.engine import in_chunks
from parlor.games.gift_exchange.statistics import parts

from .pieces import Key, answers


@dataclass(frozen=True, eq=False)
class PairedStatistics:
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

        Examples
        --------
        >>> game = play_statistics(Condition(n_players=5), ["seat1"], n_games=200)
        >>> 0.7 < game.estimate("seat1").value < 0.9
        True
        """
        return Estimate(self.values[statistic], _error(self.deviations[statistic]))


def play_statistics(
    condition: Condition, statistics: Sequence[str], *, n_games: int, first_game: int = 0
) -> PairedStatistics:
    """Play games and keep what some statistics need.

    Parameters
    ----------
    condition : Condition
        What is played.
    statistics : sequence of str
        At least one, by the names of `GameStatistics.estimate`.
    n_games : int
        How many; each takes 16 bytes a statistic.
    first_game : int
        Number of the first one.

    Returns
    -------
    PairedStatistics
        Values and deviations.

    Raises
    ------
    ValueError
        If there is no such statistic, before any game is played.

    Examples
    --------
    >>> game = play_statistics(Condition(features="SC"), ["steals", "threshold"], n_games=500)
    >>> abs(game.estimate("steals").value - 51.6) < 3
    True
    """
    wanted = {name: parts(condition, name, "statistics") for name in statistics}
    sources = dict(part for pair in wanted.values() for part in pair)
    rows: dict[str, list[np.ndarray]] = {name: [] for name in sources}
    for _, records in in_chunks(condition, n_games, first_game):
        for name, source in sources.items():
            over = sum(records[:, c] for c in source.over) + source.plus
            under = np.ones(len(records)) if source.under is None else records[:, source.under]
            rows[name].append(np.stack((over, under)))
    values, deviations = {}, {}
    for name, source in sources.items():  # of a mean the deviations, of a ratio the linearised ones
        over, under = np.concatenate(rows[name], axis=1)
        scale = 1 / source.per
        values[name] = float(scale * over.sum() / under.sum()) if under.any() else nan
        deviations[name] = (scale * over - values[name] * under) / (under.mean() or nan)
    for name, pair in wanted.items():
        if len(pair) == 2:
            (a, _), (b, _) = pair
            values[name] = values[a] - values[b]
            deviations[name] = deviations[a] - deviations[b]
    values = {name: values[name] for name in wanted}
    deviations = {name: deviations[name] for name in wanted}
    return PairedStatistics(condition, first_game, n_games, values, deviations)


def play_each(
    what: str, conditions: Mapping[Key, Condition], statistics: Sequence[str], n_games: int
) -> dict[Key, PairedStatistics]:
    """What `play_statistics` returns for each condition, as long work; see `pieces.answers`."""
    how = {"statistics": tuple(statistics), "n_games": n_games}
    jobs = {key: {"condition": one} | how for key, one in conditions.items()}
    return answers(what, play_statistics, jobs)


def contrast(*terms: tuple[float, PairedStatistics, str]) -> Estimate:
    """Return a weighted sum of statistics over conditions: an effect or an interaction.

    Parameters
    ----------
    *terms : (float, PairedStatistics, str)
        Weights, conditions, all of them over the same games, and a statistic of each.

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
    ...     play_statistics(Condition(features=f), ["steals"], n_games=500) for f in ("SC", "BASE")
    ... )
    >>> effect = contrast((1, with_it, "steals"), (-1, without, "steals"))
    >>> -22 < effect.value < -16
    True
    """
    games = {(game.first_game, game.n_games, game.condition.seed) for _, game, _ in terms}
    if len(games) != 1:
        raise ValueError(f"terms: got games {sorted(games)}, allowed are the same ones throughout")
    value = sum(weight * game.values[x] for weight, game, x in terms)
    total = sum(weight * game.deviations[x] for weight, game, x in terms)
    return Estimate(value, _error(np.asarray(total)))


def difference(
    changed: PairedStatistics, base: PairedStatistics, statistic: str = "steals"
) -> Estimate:
    """What changes in a statistic from one condition to another, on the same games."""
    return contrast((1, changed, statistic), (-1, base, statistic))


def relative_change(changed: PairedStatistics, base: PairedStatistics, statistic: str) -> Estimate:
    """Return the change of a statistic as a share of its base.

    Parameters
    ----------
    changed, base : PairedStatistics
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
        If the games differ.

    Examples
    --------
    >>> base, costly = (
    ...     play_statistics(Condition(features=f), ["steals"], n_games=500) for f in ("", "SC")
    ... )
    >>> -0.3 < relative_change(costly, base, "steals").value < -0.24
    True
    """
    a, b = (game.estimate(statistic).value for game in (changed, base))
    ratio, scale = a / b, 1 / b
    both = (scale, changed, statistic), (-ratio * scale, base, statistic)
    return Estimate(ratio - 1, contrast(*both).error)


def _error(deviations: np.ndarray) -> float:
    n = deviations.size
    return sqrt(float(deviations @ deviations) / (n * (n - 1))) if n > 1 else nan
