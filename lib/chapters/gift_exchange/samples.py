"""Games kept one by one, so that conditions are compared on the same games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from parlor.core.estimate import Estimate, of_sample
from parlor.games.gift_exchange import FEATURES, SIX
from parlor.games.gift_exchange.watch import Observations

from .paired import PairedStatistics, contrast
from .sets import AD, BS, COR, FULL, MODELS, PI, SC, Features

# Correlated conditions with a constant or a choice of the reading changed.
VARIANTS: dict[str, tuple[Features, dict[str, Any]]] = {
    "fearless": (PI, {"risk_aversion": 0.0}),
    "only_basic_cost": (SC, {"repeat_factor": 0.0, "reputation_cost": 0.0}),
    "only_reputation": (SC, {"repeat_factor": 0.0}),
    "unpaid": (SC, {"swap_pays": False}),
    "without_satisfaction": (AD, {"satisfaction_weight": 0.0}),
    "without_frustration": (AD, {"frustration_weight": 0.0}),
    "without_phase": (AD, {"phase_weight": 0.0}),
    "bare": (AD, {"phase_weight": 0.0, "frustration_weight": 0.0}),
    "without_frustration+SC": (SC + AD, {"frustration_weight": 0.0}),
    "raw": (PI + BS, {"selection": "appearance"}),
    "sharp": (PI + BS, {"prior_variance": 1.0}),
    "flat": (PI + BS, {"prior_variance": 0.0625}),
}
# Under PI a wrapped gift is worth as much on average as it truly is: the prior is in place, and
# nobody minds a risk. What PI does then, uncertainty does. A signal has the weight w = 25/34 and
# the mean 1/2, a correlated value the mean 0.6834, and (1 - w) prior + w / 2 = 0.6834 at 1.1928,
# which is this within a thousandth.
FAIR_PRIOR = 1.1935
VARIANTS["fair"] = (PI, {"prior_mean": FAIR_PRIOR, "risk_aversion": 0.0})
VARIANTS["fair+SC"] = (PI + SC, {"prior_mean": FAIR_PRIOR, "risk_aversion": 0.0})
WATCHED: dict[str, Features | str] = {
    "BASE": (),
    "PI": PI,
    "SC": SC,
    "AD": AD,
    "BS": BS,
    "without_frustration": "without_frustration",
    "timeless": "without_phase",
}
NAMES = ("steals", "chain", "seat1", "seat2", *SIX)  # kept game by game
# Conditions of the main text's population that are kept game by game.
KEPT: list[tuple[str, Features]] = [
    *product(MODELS, [(), SC, PI, BS, PI + BS]),
    *product([COR], [AD, FULL, SC + AD, SC + BS, PI + SC]),
]

Key = tuple[str, Features | str]  # valuation model, and features or the name of a variant
Term = tuple[float, str, Features | str, str]  # weight, valuation model, features, statistic


@dataclass(frozen=True)
class Samples:
    """Conditions of the main text's population, those of one model over the same games."""

    played: Mapping[Key, PairedStatistics]

    def value(self, s: Features | str, x: str = "steals", v: str = COR) -> float:
        """A statistic of a condition."""
        return self.played[v, s].values[x]

    def each(self, s: Features | str, x: str = "steals", v: str = COR) -> np.ndarray:
        """What each game adds to it."""
        return self.played[v, s].deviations[x]

    def total(self, *terms: Term) -> Estimate:
        """A weighted sum of statistics over conditions, with the error of paired games."""
        return contrast(*((w, self.played[v, s], x) for w, v, s, x in terms))

    def effect(
        self, s: Features | str, x: str = "steals", v: str = COR, base: Features | str = ()
    ) -> Estimate:
        """What features change in a statistic, on top of others."""
        return self.total((1, v, s, x), (-1, v, base, x))

    def narrowing(
        self, s: Features | str, a: str, b: str, base: Features | str = (), v: str = COR
    ) -> Estimate:
        """By how much the lead of one statistic over another shrinks under features."""
        return self.total((1, v, base, a), (-1, v, base, b), (-1, v, s, a), (1, v, s, b))

    def between(self, s: Features | str, a: str, b: str, v: str = COR) -> Estimate:
        """One statistic less another under the same features."""
        return self.total((1, v, s, a), (-1, v, s, b))

    def interaction(self, a: Features, b: Features, v: str = COR) -> Estimate:
        """Steals by two sets of features together, beyond the sum of their effects."""
        joint = tuple(x for x in FEATURES if x in a + b)
        terms = ((1, joint), (-1, a), (-1, b), (1, ()))
        return self.total(*((w, v, s, "steals") for w, s in terms))


def raised(seen: Observations) -> Estimate:
    """Share of players who begin with a steal, last ten rounds less rounds 3 to 12."""
    raids = seen.each("raids")
    return of_sample(raids[:, -10:].mean(axis=1) - raids[:, 2:12].mean(axis=1))


def unrest(seen: Observations) -> np.ndarray:
    """How often an open gift changes hands in one of the last ten of 29 rounds, game by game."""
    late: np.ndarray = seen.each("steals")[:, -10:] / np.arange(19, 29)
    return late.mean(axis=1)
