"""What is played: valuation models, sets of features and populations, by the names of sections."""

from __future__ import annotations

from parlor.games.gift_exchange import VALUATIONS
from parlor.games.gift_exchange.condition import CONFIGURATIONS

from .published import SOURCE_GAMES

Features = tuple[str, ...]

CROWDS = ("main", "appendix")  # the populations as the chapter names them
IND, COR, NEG = MODELS = VALUATIONS
SETS = CONFIGURATIONS
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
