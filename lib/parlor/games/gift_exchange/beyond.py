"""What the engine of the gift exchange draws and how its games end, opened up for inspection.

The games are those of `parlor.games.gift_exchange.play`, number for number: the same draws and the
same rounds. Here the valuations themselves are kept, the moments before and after player 1's final
swap are compared, and the members of a coalition with themselves in the same games without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import sqrt

import numpy as np

from parlor.core.checks import whole
from parlor.core.compiled import njit
from parlor.core.draws import _stream

from . import kernels as col
from . import options as of
from .condition import Condition
from .draws import _draw_game
from .engine import CHUNK, play
from .kernels import _clear, _final_swap, _play_round
from .paired import Estimate

__all__ = [
    "Draws",
    "Swaps",
    "draw",
    "pact_gain",
    "swaps",
]

MAX_GAMES = 10**5


@dataclass(frozen=True)
class Draws:
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

    values: np.ndarray = field(repr=False)
    appearance: np.ndarray = field(repr=False)
    posterior: np.ndarray = field(repr=False)
    camp: np.ndarray = field(repr=False)
    ally: np.ndarray = field(repr=False)


@dataclass(frozen=True)
class Swaps:
    """What the final swap changed, game by game.

    Attributes
    ----------
    envy_before, envy_after : ndarray (n_games,)
        How much more than the own gift the best gift is worth to player 1.
    taken : ndarray of int (n_games,)
        How often the gift that player 1 swapped for had been stolen, -1 without a swap.
    """

    envy_before: np.ndarray = field(repr=False)
    envy_after: np.ndarray = field(repr=False)
    taken: np.ndarray = field(repr=False)


def draw(condition: Condition, n_games: int, first_game: int = 0) -> Draws:
    """Draw what games of a condition start from.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many games, 1 to 100,000; a game takes some 8,000 bytes.
    first_game : int
        Number of the first one.

    Returns
    -------
    Draws
        The same numbers that the games meet when they are played.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> draw(Condition(n_players=3), 2).values.shape
    (2, 3, 3)
    """
    games = whole("n_games", n_games, 1, MAX_GAMES)
    first = whole("first_game", first_game, 0, 2**40)
    n = condition.n_players
    values, signals = np.empty((games, n, n)), np.zeros((4, games, n))
    _draw_games(
        np.uint64(condition.seed),
        first,
        condition.thresholds(),
        condition.parameters(),
        np.zeros(n, of.SEAT),
        np.zeros(n, of.GIFT),
        values,
        signals,
    )
    return Draws(values, signals[0], signals[1], signals[2] > 0, signals[3] > 0)


def swaps(condition: Condition, n_games: int, first_game: int = 0) -> Swaps:
    """Play games and look at player 1 before and after the final swap.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many games, 1 to 100,000.
    first_game : int
        Number of the first one.

    Returns
    -------
    Swaps
        Envy and the swapped gift.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> seen = swaps(Condition(), 20)
    >>> bool((seen.envy_after <= seen.envy_before).all())
    True
    """
    games = whole("n_games", n_games, 1, MAX_GAMES)
    first = whole("first_game", first_game, 0, 2**40)
    envy, taken = np.empty((2, games)), np.empty(games, np.int64)
    _watch_swaps(
        *condition.start(first),
        envy,
        taken,
    )
    return Swaps(envy[0], envy[1], taken)


def pact_gain(condition: Condition, n_games: int, first_game: int = 0) -> Estimate:
    """What a coalition's pact changes for its members: the same players without it, paired.

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
    games = whole("n_games", n_games, 2, MAX_GAMES)
    if not condition.rules.coalition:
        raise ValueError("condition: got no coalition, allowed is one of at least 1 member")
    alone = replace(condition, rules=replace(condition.rules, coalition=0))
    seats = slice(col.SCALARS, col.SCALARS + condition.n_players)
    change = np.empty(games)
    for start in range(0, games, CHUNK):
        some = slice(start, min(start + CHUNK, games))
        where = some.stop - start, first_game + start
        ally = draw(condition, *where).ally
        moved = play(condition, *where)[:, seats] - play(alone, *where)[:, seats]
        change[some] = (moved * ally).sum(axis=1) / condition.rules.coalition
    return Estimate(float(change.mean()), float(change.std(ddof=1) / sqrt(games)))


@njit
def _draw_games(
    seed: np.uint64,
    first: int,
    thresholds: np.ndarray,
    parameters: np.ndarray,
    seats: np.ndarray,
    gifts: np.ndarray,
    values: np.ndarray,
    signals: np.ndarray,
) -> None:
    x = parameters[0]
    for g in range(values.shape[0]):
        _draw_game(_stream(seed, first + g), thresholds, values[g], seats, gifts, x)
        for p in range(seats.size):
            signals[0, g, p] = gifts[p].appearance
            signals[1, g, p] = gifts[p].posterior
            signals[2, g, p] = seats[p].camp
            signals[3, g, p] = seats[p].ally


@njit
def _watch_swaps(
    seed: np.uint64,
    first: int,
    thresholds: np.ndarray,
    base: np.ndarray,
    parameters: np.ndarray,
    seats: np.ndarray,
    gifts: np.ndarray,
    envy: np.ndarray,
    taken: np.ndarray,
) -> None:
    n = seats.size
    x = parameters[0]
    values = np.empty((n, n))
    robbed = np.empty((n, n), np.int64)
    opened = np.empty(n, np.int64)
    for g in range(taken.size):
        stream = _stream(seed, first + g)
        _draw_game(stream, thresholds, values, seats, gifts, x)
        _clear(robbed, seats, gifts, opened)
        for k in range(n):
            _play_round(k, stream, base, values, robbed, seats, gifts, opened, x)
        most = values[0].max()
        envy[0, g] = most - values[0, seats[0].gift]
        swapped = _final_swap(values, robbed, seats, gifts, x)
        envy[1, g] = most - values[0, seats[0].gift]
        taken[g] = gifts[seats[0].gift].in_total if swapped else -1
