"""What is played: valuation models, sets of features and populations, by the names of sections."""

from __future__ import annotations

from itertools import combinations

from parlor.games.gift_exchange import (
    APPENDIX,
    FEATURES,
    FIVE,
    MAIN,
    SIX,
    VALUATIONS,
    Condition,
    Reading,
)

from .published import SOURCE_GAMES

Features = tuple[str, ...]

CROWDS = ("main", "appendix")  # the populations as the chapter names them
# Population of the published tables: who plays, and how the source is read.
POPULATIONS: dict[str, tuple[tuple[str, ...], Reading]] = {
    "appendix": (FIVE, APPENDIX),
    "main": (SIX, MAIN),
}
IND, COR, NEG = MODELS = VALUATIONS
# in the source's order: BASE, PI, SC, AD, BS, PI+SC, ..., SC+AD+BS, FULL
SETS = tuple(chosen for size in range(len(FEATURES) + 1) for chosen in combinations(FEATURES, size))
SINGLES = PI, SC, AD, BS = SETS[1:5]
FULL = SETS[-1]
FOUR = ((), SC, AD, BS)
FIVE_SETS = (*FOUR, FULL)
SC_AD, SC_BS, PI_BS = ("SC", "AD"), ("SC", "BS"), ("PI", "BS")
SELECTIVE = ("mean_based", "threshold", "expected_value")
SEED, GAMES = 42, SOURCE_GAMES  # the source's own


def without(features: Features, one: str) -> Features:
    """Features without one of them."""
    return tuple(x for x in features if x != one)


def conditions(
    *, strategies: tuple[str, ...] = SIX, reading: Reading = MAIN, n_players: int | None = None
) -> list[Condition]:
    """The factorial's conditions, by valuation model and then by features."""
    return [
        Condition(
            seed=SEED,
            n_players=n_players,
            valuation=model,
            features=features,
            strategies=strategies,
            reading=reading,
        )
        for model in MODELS
        for features in SETS
    ]
