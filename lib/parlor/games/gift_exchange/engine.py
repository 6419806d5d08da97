"""The holiday gift exchange: n players in turn open a gift or steal one, and the robbed act next.

The rules, the behavioural features and the tables recomputed from here are those of D. Quigley,
"Formal specification and behavioral simulation of the holiday gift exchange game" (arXiv
2604.05219, April 2026). In round k player k acts; a stolen gift is locked until the chain of steals
ends, which it does when somebody opens a gift. After the last round player 1 may swap.

Every random number of a game is a function of the seed, the game's number and its purpose. Games
are therefore the same whatever the split into chunks or processes, and under other features, rules
or readings they meet the same valuations, appearances, strategies and luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import add

import numpy as np

from parlor.core.checks import whole

from .condition import FEATURES, VALUATIONS, Condition, Rules
from .kernels import SCALARS, _play_games
from .reading import APPENDIX, FIVE, MAIN, SIX, Reading
from .statistics import GameStatistics, summarise

__all__ = [
    "APPENDIX",
    "FEATURES",
    "FIVE",
    "MAIN",
    "SIX",
    "VALUATIONS",
    "Condition",
    "GameStatistics",
    "Reading",
    "Rules",
    "allocations",
    "play",
    "simulate",
    "simulate_condition",
]

CHUNK = 2**11  # games whose records are held at a time
MAX_GAMES = 2**40


def simulate(
    n_games: int,
    seed: int = 42,
    n_players: int = 29,
    valuation: str = "independent",
    features: Iterable[str] = (),
    strategies: Sequence[str] | Mapping[str, float] = SIX,
    reading: Reading = MAIN,
    round_limit: int = 1,
    total_limit: int = 0,
    first_game: int = 0,
    *,
    rules: Rules | None = None,
) -> GameStatistics:
    """Play gift exchanges and add them up.

    Parameters
    ----------
    n_games : int
        How many, at least 1.
    seed : int
        0 to 2**63 - 1.
    n_players : int
        1 to 200; the source has 29.
    valuation : {"independent", "correlated", "negative"}
        Definitions 3.3 to 3.5.
    features : iterable of str, or str
        Any of ``"PI"`` (partial information), ``"SC"`` (social costs), ``"AD"`` (adaptive
        dynamics) and ``"BS"`` (biased selection), or their name in the tables, as ``"SC+AD"``.
    strategies : sequence of str, or mapping of str to float
        Drawn for each player, with equal probabilities or with those given, which sum to 1: `SIX`
        in the source's main text, `FIVE` in its appendix.
    reading : Reading
        How the source is read: `MAIN` for Tables 3 to 8, `APPENDIX` for Tables 12 to 17.
    round_limit, total_limit : int
        How often a gift may be stolen in a round and in the whole game; 0 is unlimited.
    first_game : int
        Number of the first game: games 0 to 99 are games 0 to 49 and 50 to 99.
    rules : Rules, optional
        The own-gift rule and coalitions. By default neither.

    Returns
    -------
    GameStatistics
        Means with standard errors. ``simulate(50) + simulate(50, first_game=50)`` equals
        ``simulate(100)`` to the last bit.

    Raises
    ------
    ValueError
        If an argument is not as above, before any game is played.

    Examples
    --------
    >>> played = simulate(2000, valuation="correlated", features="SC")
    >>> bool(abs(played.steals - 54.0) < 4 * played.steals_error)  # Table 3: 104.2 - 50.2
    True
    """
    condition = Condition(
        seed,
        n_players,
        valuation,
        features,  # type: ignore[arg-type]
        strategies,
        reading,
        round_limit,
        total_limit,
        Rules() if rules is None else rules,
    )
    return simulate_condition(condition, n_games, first_game)


def simulate_condition(condition: Condition, n_games: int, first_game: int = 0) -> GameStatistics:
    """Play games of one condition and add them up.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many, at least 1.
    first_game : int
        Number of the first one.

    Returns
    -------
    GameStatistics
        As `simulate` returns it.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> simulate_condition(Condition(features="FULL"), 10).n_games
    10
    """
    games = whole("n_games", n_games, 1, MAX_GAMES)
    first = whole("first_game", first_game, 0, MAX_GAMES)
    return reduce(
        add,
        (
            summarise(condition, start, play(condition, min(CHUNK, first + games - start), start))
            for start in range(first, first + games, CHUNK)
        ),
    )


def play(condition: Condition, n_games: int, first_game: int = 0) -> np.ndarray:
    """Play games of one condition and keep a record of each.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many, at least 1; a record takes some 400 bytes.
    first_game : int
        Number of the first one.

    Returns
    -------
    ndarray (n_games, 9 + n_players + 12)
        By game: steals, chains, longest chain, whether seat 1 swapped, players with their own
        gift, mean chain length, envy, mean final value, sum of final values in the coalition; the
        final value of each seat; sums of final values and number of players by strategy.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> play(Condition(n_players=3), 2).shape
    (2, 24)
    """
    return _played(condition, n_games, first_game)[0]


def allocations(condition: Condition, n_games: int, first_game: int = 0) -> np.ndarray:
    """Who goes home with what.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games, first_game : int
        How many games, and the number of the first one.

    Returns
    -------
    ndarray of int (n_games, n_players)
        The gift of each seat, numbered from 1: a permutation in every game (Theorem 2.1).

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> sorted(allocations(Condition(n_players=4), 1)[0].tolist())
    [1, 2, 3, 4]
    """
    return _played(condition, n_games, first_game)[1] + 1


def _played(condition: Condition, n_games: int, first_game: int) -> tuple[np.ndarray, np.ndarray]:
    games = whole("n_games", n_games, 1, MAX_GAMES)
    first = whole("first_game", first_game, 0, MAX_GAMES)
    n = condition.n_players
    records = np.empty((games, SCALARS + n + 2 * len(SIX)))
    final = np.empty((games, n), np.int64)
    _play_games(
        *condition.start(first),
        records,
        final,
    )
    return records, final
