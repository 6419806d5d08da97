"""The source's full factorial: 16 sets of features, three valuation models, two readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from parlor.core.checks import callback, instance, items, whole

from .condition import FEATURES, MAX_GAMES, VALUATIONS, Condition
from .engine import simulate_condition
from .reading import APPENDIX, FIVE, MAIN, SIX, Reading
from .statistics import GameStatistics

__all__ = ["CONFIGURATIONS", "POPULATIONS", "conditions", "factorial"]

# In the source's order: BASE, PI, SC, AD, BS, PI+SC, ..., SC+AD+BS, FULL.
CONFIGURATIONS = tuple(
    chosen for size in range(len(FEATURES) + 1) for chosen in combinations(FEATURES, size)
)
# Population of the published tables: who plays, and how the source is read.
POPULATIONS: dict[str, tuple[tuple[str, ...], Reading]] = {
    "appendix": (FIVE, APPENDIX),
    "main": (SIX, MAIN),
}


def conditions(
    strategies: Sequence[str] | Mapping[str, float] = SIX,
    reading: Reading = MAIN,
    *,
    seed: int = 42,
    n_players: int = 29,
    valuations: Sequence[str] = VALUATIONS,
    configurations: Sequence[str | Sequence[str]] = CONFIGURATIONS,
) -> list[Condition]:
    """The factorial's conditions, by valuation model and then by features.

    Parameters
    ----------
    strategies : sequence of str, or mapping of str to float
        As in `parlor.games.gift_exchange.simulate`.
    reading : Reading
        How the source is read.
    seed, n_players : int
        Of every condition.
    valuations : sequence of str
        Valuation models.
    configurations : sequence of features
        Sets of features, as `Condition` takes them.

    Returns
    -------
    list of Condition
        48 of them by default.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> [c.configuration for c in conditions(valuations=["negative"])][:6]
    ['BASE', 'PI', 'SC', 'AD', 'BS', 'PI+SC']
    """
    models = items("valuations", valuations, "a row of valuation models")
    sets = items("configurations", configurations, "a row of sets of features")
    return [
        Condition(seed, n_players, valuation, features, strategies, reading)  # type: ignore[arg-type]
        for valuation in models
        for features in sets
    ]


def factorial(
    n_games: int,
    played: Sequence[Condition] | None = None,
    *,
    chunk: int = 5_000,
    first_game: int = 0,
    progress: Callable[[int], object] | None = None,
) -> Iterator[GameStatistics]:
    """Play a list of conditions in chunks, handing out each chunk when it is done.

    Parameters
    ----------
    n_games : int
        Games a condition, at least 1.
    played : sequence of Condition, optional
        What to play, by default the main text's factorial.
    chunk : int
        Games a chunk, at least 1: what can be kept, and added up with ``+``, if the rest fails.
    first_game : int
        Number of the first game.
    progress : callable, optional
        Called with the number of games of each finished chunk.

    Returns
    -------
    iterator of GameStatistics
        Of one condition and one chunk of games: round after round, all conditions a round.

    Raises
    ------
    ValueError
        If an argument is not as above, before any game is played.

    Examples
    --------
    >>> chunks = list(factorial(20, conditions(valuations=["correlated"]), chunk=10))
    >>> len(chunks), (chunks[0] + chunks[16]).n_games
    (32, 20)
    """
    games = whole("n_games", n_games, 1, MAX_GAMES)
    size = whole("chunk", chunk, 1, MAX_GAMES)
    first = whole("first_game", first_game, 0, MAX_GAMES)
    callback("progress", progress)
    row = conditions() if played is None else items("played", played, "a row of Conditions")
    cells = [instance("played", one, Condition) for one in row]

    def chunks() -> Iterator[GameStatistics]:
        for start in range(first, first + games, size):
            count = min(size, first + games - start)
            for condition in cells:
                yield simulate_condition(condition, count, first_game=start)
                if progress:
                    progress(count)

    return chunks()
