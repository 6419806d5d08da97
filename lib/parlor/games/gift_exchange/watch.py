"""What the engine of the gift exchange draws, and who robs whom, when and of what.

The games are those of `parlor.games.gift_exchange.play`, number for number: the same draws and the
same rounds. Here the valuations themselves are kept, and what the source explains its tables by but
does not tabulate.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING, Annotated

import numpy as np

from parlor.core.checks import one_of
from parlor.core.compiled import njit
from parlor.core.draws import stream_of
from parlor.core.estimate import Estimate, of_sample
from parlor.core.quantities import Integer, checked
from parlor.core.result import Certificate, ExactResult, Result, data_frame

from . import reading
from .condition import Condition, DrawnGames, FirstGame, own_values, setup
from .draws import draw_noise, draw_players, draw_qualities, draw_signals, draw_values
from .engine import ByRound, ByStrategy, named_columns, run
from .reading import SIX
from .rules import Setup

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Observations", "Parties", "draw", "observe"]

WatchedGames = Annotated[int, Integer(2, 10**6)]  # 1,700 bytes each; one game has no error


BY_ROUND, BY_STRATEGY = ByRound._fields, ByStrategy._fields


@dataclass(frozen=True, repr=False, eq=False)
class Parties(ExactResult):
    """What games start from.

    Attributes
    ----------
    values : ndarray (n_games, n_players, n_players)
        Of each gift to each player.
    appearance : ndarray (n_games, n_players)
        The signal a_j of each gift, which all players see.
    posterior : ndarray (n_games, n_players)
        Certainty equivalent of each gift while it is wrapped.
    camp : ndarray of bool (n_games, n_players)
        Negative model: who values quality q at 1 - q.
    ally : ndarray of bool (n_games, n_players)
        Who belongs to the coalition.
    """

    values: np.ndarray
    appearance: np.ndarray
    posterior: np.ndarray
    camp: np.ndarray
    ally: np.ndarray


@checked
def draw(condition: Condition, *, n_games: DrawnGames, first_game: FirstGame = 0) -> Parties:
    """Draw what games of a condition start from.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many games; a game takes some 8,000 bytes.
    first_game : int
        Number of the first one.

    Returns
    -------
    Parties
        The same numbers that the games meet when they are played.

    Examples
    --------
    >>> draw(Condition(n_players=3), n_games=2).values.shape
    (2, 3, 3)
    """
    n = condition.n_players
    given = own_values(condition, first_game, n_games)
    drawn = Parties(
        np.empty((n_games, n, n)) if given is None else given,
        np.zeros((n_games, n)),
        np.zeros((n_games, n)),
        np.zeros((n_games, n), bool),
        np.zeros((n_games, n), bool),
    )
    _draw_games(setup(condition, first_game), *vars(drawn).values())
    return drawn


@dataclass(frozen=True, repr=False, eq=False)
class Observations(Result):
    """What was seen in games of one condition.

    Attributes
    ----------
    condition : Condition
        What was played.
    robberies : ndarray (n_players, n_players)
        How often the player of a row stole from that of a column, in all games.
    rows : ndarray (n_games,)
        What was seen of each game, as records with the columns that `each` names.
    """

    condition: Condition
    robberies: np.ndarray
    rows: np.ndarray

    @property
    def certificate(self) -> Certificate:
        """Standard error of the steals per game."""
        steals = self.rows["steals"].sum(axis=1)
        return Certificate("standard error of the steals", of_sample(steals).error)

    def each(self, what: str) -> np.ndarray:
        """Return one thing, game by game.

        Parameters
        ----------
        what : str
            By round: ``"steals"``, ``"raids"`` (1 if the player whose turn it is steals) and
            ``"opened"`` (mean value to all players of the gift that is opened). By rank of the
            gift in mean value, the best first: ``"wanted"`` (how often it is stolen). By strategy,
            over its players: ``"players"``, ``"turns"`` (decisions), ``"thefts"``, ``"losses"``
            (times robbed), ``"revenge"`` (thefts from somebody who robbed the thief before) and
            ``"frustration"`` (at the rounds' ends, added up; it decays with AD only).

        Returns
        -------
        ndarray (n_games, n_players) or (n_games, 6)
            A row for each game.

        Raises
        ------
        ValueError
            If there is no such thing.

        Examples
        --------
        >>> seen = observe(Condition(n_players=5), n_games=10)
        >>> bool(seen.each("steals").sum() == seen.robberies.sum())
        True
        """
        return self.rows[one_of("what", what, BY_ROUND + BY_STRATEGY)]

    def mean(self, what: str) -> np.ndarray:
        """Return the mean over games of one thing, by round, rank or strategy; see `each`.

        Examples
        --------
        >>> observe(Condition(n_players=5), n_games=10).mean("steals").shape
        (5,)
        """
        mean: np.ndarray = self.each(what).mean(axis=0)
        return mean

    def error(self, what: str) -> np.ndarray:
        """Return the standard error of `mean`, by round, rank or strategy; see `each`.

        Examples
        --------
        >>> float(observe(Condition(n_players=5), n_games=10).error("steals")[0])
        0.0
        """
        error: np.ndarray = self.each(what).std(axis=0, ddof=1) / sqrt(len(self.rows))
        return error

    def share(self, over: str, under: str, *, strategy: str | None = None) -> Estimate:
        """Return the ratio of two things, over all strategies or of one.

        Parameters
        ----------
        over, under : str
            As in `each`, by strategy: ``"thefts"`` and ``"turns"`` give the share of decisions
            to steal.
        strategy : str, optional
            One of the six, by default all together.

        Returns
        -------
        Estimate
            Ratio and its linearised standard error over games; nan if there is nothing below.

        Raises
        ------
        ValueError
            If there is no such thing or strategy.

        Examples
        --------
        >>> seen = observe(Condition(n_players=5), n_games=10)
        >>> seen.share("thefts", "turns", strategy="always_open").value
        0.0
        """
        columns = slice(None)
        if strategy is not None:
            place = SIX.index(one_of("strategy", strategy, SIX))
            columns = slice(place, place + 1)
        top, bottom = (
            self.rows[one_of(name, what, BY_STRATEGY)][:, columns].sum(axis=1)
            for name, what in (("over", over), ("under", under))
        )
        if not bottom.any():
            return Estimate(nan, nan)
        ratio = top.sum() / bottom.sum()
        moves = (top - ratio * bottom) / bottom.mean()
        return Estimate(float(ratio), of_sample(moves).error)

    def to_frame(self) -> pd.DataFrame:
        """Return the means over games as a table.

        Returns
        -------
        DataFrame
            A row for each thing and round, rank or strategy, with mean and standard error.
        """
        n = self.condition.n_players
        rows = [
            (what, place, mean, error)
            for actions, places in ((BY_ROUND, range(1, n + 1)), (BY_STRATEGY, SIX))
            for what in actions
            for place, mean, error in zip(places, self.mean(what), self.error(what), strict=True)
        ]
        return data_frame(rows, columns=["what", "place", "mean", "error"])


@checked
def observe(
    condition: Condition, *, n_games: WatchedGames, first_game: FirstGame = 0
) -> Observations:
    """Play games of one condition and watch them.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many; a game takes some 1,700 bytes.
    first_game : int
        Number of the first one.

    Returns
    -------
    Observations
        What was seen.

    Examples
    --------
    >>> seen = observe(Condition(features="SC"), n_games=50)
    >>> bool(seen.robberies[:, -1].any())  # nobody can rob the last player
    False
    """
    kept = run(condition, n_games, first_game, watched=True)
    n = condition.n_players
    names = [(name, float, n) for name in BY_ROUND] + [(s, float, len(SIX)) for s in BY_STRATEGY]
    return Observations(condition, kept.robberies, named_columns(kept.seen, names))


@njit(counted=False)
def _draw_games(
    setup: Setup,
    values: np.ndarray,
    appearance: np.ndarray,
    posterior: np.ndarray,
    camp: np.ndarray,
    ally: np.ndarray,
) -> None:
    """Fill the arrays of `Parties` with what each game draws, as the engine does."""
    x, seats, gifts = setup.parameters[0], setup.game.seats, setup.game.gifts
    for g in range(values.shape[0]):
        stream = stream_of(setup.seed, setup.first + g)
        draw_qualities(stream, gifts)
        if x.valuation == reading.NEGATIVE:
            draw_noise(stream, values[g])
        draw_values(stream, values[g], values[g], seats, gifts, x)
        draw_signals(stream, values[g], gifts, x)
        draw_players(stream, setup.thresholds, setup.policies, seats, x)
        for p in range(seats.size):
            appearance[g, p] = gifts[p].appearance
            posterior[g, p] = gifts[p].posterior
            camp[g, p] = seats[p].camp > 0
            ally[g, p] = seats[p].ally > 0
