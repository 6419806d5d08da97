"""The source's full factorial: 16 sets of features, three valuation models, two readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from parlor.core.checks import items, one_of

from .condition import FEATURES, VALUATIONS, Condition, read_features
from .reading import APPENDIX, FIVE, MAIN, SIX, Reading

__all__ = ["CONFIGURATIONS", "POPULATIONS", "conditions"]

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
    *,
    strategies: Sequence[str] | Mapping[str, float] = SIX,
    reading: Reading = MAIN,
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
    models = items("valuations", valuations, "a row of valuation models", 1)
    sets = items("configurations", configurations, "a row of sets of features", 1)
    named = [one_of("valuations", model, VALUATIONS) for model in models]
    return [
        Condition(seed, n_players, valuation, features, strategies, reading)
        for valuation in named
        for features in [read_features(given, "configurations") for given in sets]
    ]
