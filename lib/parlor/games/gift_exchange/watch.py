"""Who robs whom, when and of what: what the source explains its tables by, but does not tabulate.

The engine's own rounds are played and read off when they end. A stolen gift is locked until the
chain ends, so whoever stole it holds it still, and whoever lost it in this round is marked: that is
the whole chain, thief by thief.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from parlor.core.checks import whole
from parlor.core.compiled import njit
from parlor.core.draws import _stream

from .condition import Condition
from .draws import _draw_game
from .kernels import _clear, _play_round
from .reading import SIX

__all__ = ["Observations", "observe"]

# blocks of a game's row, of n columns each ...
BY_ROUND = ("steals", "raids", "opened", "wanted")
STEALS, RAIDS, OPENED, WANTED = range(4)
# ... and then of one column for each strategy
BY_STRATEGY = ("players", "turns", "thefts", "losses", "revenge", "frustration")
PLAYERS, TURNS, THEFTS, LOSSES, REVENGE, FRUSTRATION = range(6)
MAX_GAMES = 10**6


@dataclass(frozen=True)
class Observations:
    """What was seen in games of one condition.

    Attributes
    ----------
    condition : Condition
        What was played.
    robberies : ndarray (n_players, n_players)
        How often the player of a row stole from that of a column, in all games.
    rows : ndarray (n_games, 4 * n_players + 36)
        What was seen of each game; `each` takes it apart.
    """

    condition: Condition
    robberies: np.ndarray = field(repr=False)
    rows: np.ndarray = field(repr=False)

    def each(self, what: str) -> np.ndarray:
        """One thing, game by game.

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
        >>> seen = observe(Condition(n_players=5), 10)
        >>> bool(seen.each("steals").sum() == seen.robberies.sum())
        True
        """
        n = self.condition.n_players
        if what in BY_ROUND:
            start = BY_ROUND.index(what) * n
            return self.rows[:, start : start + n]
        if what in BY_STRATEGY:
            start = len(BY_ROUND) * n + BY_STRATEGY.index(what) * len(SIX)
            return self.rows[:, start : start + len(SIX)]
        allowed = ", ".join(map(repr, BY_ROUND + BY_STRATEGY))
        raise ValueError(f"what: got {what!r}, allowed are {allowed}")

    def mean(self, what: str) -> np.ndarray:
        """Mean over games, of one thing.

        Parameters
        ----------
        what : str
            As in `each`.

        Returns
        -------
        ndarray (n_players,) or (6,)
            By round, rank or strategy.

        Examples
        --------
        >>> observe(Condition(n_players=5), 10).mean("steals").shape
        (5,)
        """
        mean: np.ndarray = self.each(what).mean(axis=0)
        return mean

    def error(self, what: str) -> np.ndarray:
        """Standard error of `mean`.

        Parameters
        ----------
        what : str
            As in `each`.

        Returns
        -------
        ndarray (n_players,) or (6,)
            By round, rank or strategy.

        Examples
        --------
        >>> float(observe(Condition(n_players=5), 10).error("steals")[0])
        0.0
        """
        error: np.ndarray = self.each(what).std(axis=0, ddof=1) / sqrt(len(self.rows))
        return error

    def share(self, over: str, under: str, strategy: str = "") -> tuple[float, float]:
        """Ratio of two things, over all strategies or of one.

        Parameters
        ----------
        over, under : str
            As in `each`, by strategy: ``"thefts"`` and ``"turns"`` give the share of decisions
            to steal.
        strategy : str
            One of the six, by default all together.

        Returns
        -------
        tuple of float
            Ratio and its linearised standard error over games.

        Raises
        ------
        ValueError
            If there is no such thing or strategy.

        Examples
        --------
        >>> observe(Condition(n_players=5), 10).share("thefts", "turns", "always_open")[0]
        0.0
        """
        if strategy and strategy not in SIX:
            raise ValueError(f"strategy: got {strategy!r}, allowed are {', '.join(map(repr, SIX))}")
        one = slice(None) if not strategy else slice(SIX.index(strategy), SIX.index(strategy) + 1)
        top, bottom = (self.each(what)[:, one].sum(axis=1) for what in (over, under))
        ratio = top.sum() / bottom.sum()
        moves = (top - ratio * bottom) / bottom.mean()
        return float(ratio), float(moves.std(ddof=1) / sqrt(len(moves)))


def observe(condition: Condition, n_games: int, first_game: int = 0) -> Observations:
    """Play games of one condition and watch them.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many, 2 to 10**6; a game takes some 1,200 bytes.
    first_game : int
        Number of the first one.

    Returns
    -------
    Observations
        What was seen.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> seen = observe(Condition(features="SC"), 50)
    >>> bool(seen.robberies[:, -1].any())  # nobody can rob the last player
    False
    """
    games = whole("n_games", n_games, 2, MAX_GAMES)
    first = whole("first_game", first_game, 0, 2**40)
    n = condition.n_players
    rows = np.zeros((games, len(BY_ROUND) * n + len(BY_STRATEGY) * len(SIX)))
    robberies = np.zeros((n, n), np.int64)
    _observe_games(
        *condition.start(first),
        rows,
        robberies,
    )
    return Observations(condition, robberies, rows)


@njit(nogil=True)
def _observe_games(
    seed: np.uint64,
    first: int,
    thresholds: np.ndarray,
    base: np.ndarray,
    parameters: np.ndarray,
    seats: np.ndarray,
    gifts: np.ndarray,
    rows: np.ndarray,
    robberies: np.ndarray,
) -> None:
    """Fill a row for each game and add up who robbed whom."""
    n = seats.size
    x = parameters[0]
    values = np.empty((n, n))
    robbed = np.empty((n, n), np.int64)
    opened = np.empty(n, np.int64)
    for g in range(rows.shape[0]):
        stream = _stream(seed, first + g)
        _draw_game(stream, thresholds, values, seats, gifts, x)
        _clear(robbed, seats, gifts, opened)
        for k in range(n):
            _play_round(k, stream, base, values, robbed, seats, gifts, opened, x)
            _read_round(k, rows[g], values, robbed, seats, opened)
        _read_game(rows[g], values, seats, gifts)
        robberies += robbed


@njit
def _read_round(
    k: int,
    row: np.ndarray,
    values: np.ndarray,
    robbed: np.ndarray,
    seats: np.ndarray,
    opened: np.ndarray,
) -> None:
    """Follow the chain of round k from thief to victim."""
    n = seats.size
    strategies = row[4 * n :].reshape((6, -1))
    row[OPENED * n + k] = values[:, opened[k]].mean()
    i = k
    while True:
        strategy = seats[i].strategy
        strategies[TURNS, strategy] += 1.0
        victim = -1
        for m in range(n):
            if m != i and seats[m].lost == seats[i].gift:
                victim = m
        if victim < 0:
            break
        row[STEALS * n + k] += 1.0
        row[RAIDS * n + k] = 1.0
        strategies[THEFTS, strategy] += 1.0
        strategies[LOSSES, seats[victim].strategy] += 1.0
        if robbed[victim, i] > 0:
            strategies[REVENGE, strategy] += 1.0
        i = victim
    for i in range(n):
        strategies[FRUSTRATION, seats[i].strategy] += seats[i].frustration


@njit
def _read_game(row: np.ndarray, values: np.ndarray, seats: np.ndarray, gifts: np.ndarray) -> None:
    """How often the gifts were stolen, the most valued first, and who played."""
    n = seats.size
    worth = np.zeros(n)
    for j in range(n):
        worth[j] = -values[:, j].mean()
    order = np.argsort(worth)
    for rank in range(n):
        row[WANTED * n + rank] = gifts[order[rank]].in_total
    strategies = row[4 * n :].reshape((6, -1))
    for i in range(n):
        strategies[PLAYERS, seats[i].strategy] += 1.0
