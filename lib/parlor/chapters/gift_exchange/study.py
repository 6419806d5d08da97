"""What the sections share: which conditions are played, for whom and with what seed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from parlor.games.gift_exchange import Condition
from parlor.games.gift_exchange.factorial import CONFIGURATIONS, POPULATIONS
from parlor.games.gift_exchange.paired import Estimate

CROWDS = ("main", "appendix")  # the populations as the chapter names them
SETS = CONFIGURATIONS
PI, SC, AD, BS = SETS[1:5]
FULL = SETS[-1]
FOUR = ((), SC, AD, BS)
FIVE_SETS = (*FOUR, FULL)
SC_AD, SC_BS, PI_BS = ("SC", "AD"), ("SC", "BS"), ("PI", "BS")
IND, COR, NEG = MODELS = ("independent", "correlated", "negative")


def condition(seed: int, v: str, s: tuple[str, ...], who: str = "main", **other: Any) -> Condition:
    """A condition of the source with 29 players, with some constants of the reading changed."""
    strategies, reading = POPULATIONS[who]
    return Condition(seed, 29, v, s, strategies, replace(reading, **other))


def apart(a: tuple[float, float], b: tuple[float, float]) -> Estimate:
    """The difference of two numbers with their errors, as if unpaired."""
    return Estimate(a[0] - b[0], float(np.hypot(a[1], b[1])))
