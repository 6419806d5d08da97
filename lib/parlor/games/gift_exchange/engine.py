"""Games of the gift exchange, played: as records, as allocations, or added up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from operator import add

import numpy as np

from parlor.core.checks import instance, whole

from .condition import MAX_GAMES, Condition, Rules
from .draws import _draw_noises
from .kernels import BY_ROUND, BY_STRATEGY, SCALARS, SEATS, _play_games
from .reading import MAIN, SIX, Reading
from .statistics import GameStatistics, summarise

__all__ = ["allocations", "play", "simulate", "simulate_condition"]

CHUNK = 2**11  # games whose records are held at a time
MAX_PLAYED = 2**22  # games whose records are handed over
MOST_KEPT = 2_500_000  # normal numbers, kept for the next condition


def simulate(
    n_games: int,
    seed: int = 42,
    *,
    n_players: int = 29,
    valuation: str = "independent",
    features: str | Sequence[str] = (),
    strategies: Sequence[str] | Mapping[str, float] = SIX,
    reading: Reading = MAIN,
    round_limit: int | None = 1,
    total_limit: int | None = None,
    first_game: int = 0,
    rules: Rules | None = None,
) -> GameStatistics:
    """Play gift exchanges and add them up.

    Parameters
    ----------
    n_games : int
        How many, 1 to 2**40.
    seed : int
        0 to 2**63 - 1.
    n_players, valuation, features, strategies, reading, round_limit, total_limit : see `Condition`
        What is played.
    first_game : int
        Number of the first game: games 0 to 99 are games 0 to 49 and 50 to 99.
    rules : Rules, optional
        As in `Condition`.

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
        round_limit=round_limit,
        total_limit=total_limit,
        rules=Rules() if rules is None else rules,
    )
    return simulate_condition(condition, n_games, first_game=first_game)


def simulate_condition(
    condition: Condition, n_games: int, *, first_game: int = 0
) -> GameStatistics:
    """Play games of one condition and add them up.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many, 1 to 2**40.
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
    chunks = in_chunks(condition, n_games, first_game)
    return reduce(add, (summarise(condition, start, records) for start, records in chunks))


def play(condition: Condition, n_games: int, *, first_game: int = 0) -> np.ndarray:
    """Play games of one condition and keep a record of each.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many, 1 to 2**22; a record takes some 450 bytes.
    first_game : int
        Number of the first one.

    Returns
    -------
    ndarray (n_games,)
        Records of floats. ``steals``, without the final swap, ``chains`` of at least one,
        ``longest_chain`` and ``chain_mean``; whether player 1 ``swapped``, how often that gift had
        been stolen, ``swap_steals``, and how much more than the own gift the best one is worth to
        player 1, ``swap_envy_before`` and ``swap_envy_after``; ``own_gifts``, players with the
        gift that they brought; ``envy``, by how much the best gift is worth more to them than
        their own, over all players; ``welfare``, the mean final value; ``allied_value``, the
        coalition's final values added up. By seat ``seat_value`` (n_players,), and by strategy, in
        the order of `SIX`, ``strategy_value`` (6,), added up over ``strategy_players`` (6,).

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> records = play(Condition(n_players=3), 2)
    >>> records["steals"].shape, records["seat_value"].shape
    ((2,), (2, 3))
    """
    records = run(condition, n_games, first_game)[0]
    n = condition.n_players
    k = len(SIX)
    blocks = [
        ("seat_value", float, n),
        ("strategy_value", float, k),
        ("strategy_players", float, k),
    ]
    return named_columns(records, [*((name, float) for name in SCALARS), *blocks])


def allocations(condition: Condition, n_games: int, *, first_game: int = 0) -> np.ndarray:
    """Who goes home with what.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games, first_game : int
        How many games, 1 to 2**22, and the number of the first one.

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
    return run(condition, n_games, first_game)[1] + 1


def run(
    condition: Condition,
    n_games: int,
    first_game: int,
    *,
    watched: bool = False,
    with_tastes: bool = False,
) -> tuple[np.ndarray, ...]:
    """Records, gifts by seat, what is seen of each game, who robbed whom, tastes: plain arrays."""
    n = instance("condition", condition, Condition).n_players
    games = whole("n_games", n_games, 1, MAX_PLAYED)
    first = whole("first_game", first_game, 0, MAX_GAMES)
    rows, columns = (games, n) if watched else (0, 0)
    arrays = (
        np.empty((games, SEATS + n + 2 * len(SIX))),
        np.empty((games, n), np.int64),
        np.zeros((rows, len(BY_ROUND) * n + len(BY_STRATEGY) * len(SIX))),
        np.zeros((columns, columns), np.int64),
        _noises(condition, first, games),
        np.empty((games if with_tastes else 0, n, n)),
    )
    _play_games(*condition._start(first), *arrays)
    records, final, seen, robberies, _, tastes = arrays
    return records, final, seen, robberies, tastes


def _noises(condition: Condition, first: int, n_games: int) -> np.ndarray:
    """The noise of opposed tastes, if few games share it: to draw it takes longer than to play."""
    n = condition.n_players
    if condition.valuation != "negative" or n_games * n**2 > MOST_KEPT:
        return np.empty((0, 0, 0))
    return _kept_noises(condition.seed, n, first, n_games)


@lru_cache(maxsize=6)  # the chunks of some thousand games
def _kept_noises(seed: int, n: int, first: int, n_games: int) -> np.ndarray:
    noises = np.empty((n_games, n, n))
    _draw_noises(np.uint64(seed), first, noises)
    return noises


def in_chunks(
    condition: Condition, n_games: int, first_game: int
) -> Iterator[tuple[int, np.ndarray]]:
    """The first game and the records of one chunk of games after another, all checked before."""
    instance("condition", condition, Condition)
    games = whole("n_games", n_games, 1, MAX_GAMES)
    first = whole("first_game", first_game, 0, MAX_GAMES)
    starts = range(first, first + games, CHUNK)
    return ((s, run(condition, min(CHUNK, first + games - s), s)[0]) for s in starts)


def named_columns(rows: np.ndarray, names: list[tuple]) -> np.ndarray:
    """A record for each row of floats, without a copy."""
    return rows.view(np.dtype(names))[:, 0]
