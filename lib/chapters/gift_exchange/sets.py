"""What is played: valuation models, sets of features and populations, by the names of sections."""

from __future__ import annotations

from itertools import combinations, product

from parlor.games.gift_exchange import APPENDIX, FEATURES, FIVE, MAIN, SIX, VALUATIONS, Condition

Features = tuple[str, ...]

CROWDS = ("main", "appendix")  # the populations as the chapter names them
# Population of the published tables: who plays, and how the source is read.
POPULATIONS = {"appendix": (FIVE, APPENDIX), "main": (SIX, MAIN)}
IND, COR, NEG = MODELS = VALUATIONS
# in the source's order: BASE, PI, SC, AD, BS, PI+SC, ..., SC+AD+BS, FULL
SETS = tuple(chosen for size in range(len(FEATURES) + 1) for chosen in combinations(FEATURES, size))
SINGLES = PI, SC, AD, BS = SETS[1:5]
FULL = SETS[-1]
WITH = {one: [s for s in SETS if one in s] for one in FEATURES}  # the sets that have a feature
FOUR = ((), SC, AD, BS)
FIVE_SETS = (*FOUR, FULL)
SELECTIVE = ("mean_based", "threshold", "expected_value")
SEED = Condition().seed  # the library's default is the source's own


def without(features: Features, one: str) -> Features:
    """Features without one of them."""
    return tuple(x for x in features if x != one)


def conditions(who: str = "main") -> list[Condition]:
    """The factorial's conditions of a population, by valuation model and then by features."""
    strategies, reading = POPULATIONS[who]
    return [
        Condition(valuation=v, features=s, strategies=strategies, reading=reading)
        for v, s in product(MODELS, SETS)
    ]
