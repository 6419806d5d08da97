"""Games kept one by one, so that conditions are compared on the same games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlor.games.gift_exchange import FEATURES, SIX
from parlor.games.gift_exchange.paired import Estimate, Played, play_statistics
from parlor.games.gift_exchange.watch import Observations
from parlor.press import in_pieces

from .study import condition

Sets = tuple[str, ...] | str  # features, or the name of a variant
Term = tuple[float, str, Sets, str]  # weight, valuation model, features, statistic


@dataclass(frozen=True)
class Samples(Mapping[tuple[str, Sets], Played]):
    """Conditions of the main text's population, all over the same games."""

    played: dict[tuple[str, Sets], Played]

    def __getitem__(self, key: tuple[str, Sets]) -> Played:
        return self.played[key]

    def __iter__(self) -> Iterator[tuple[str, Sets]]:
        return iter(self.played)

    def __len__(self) -> int:
        return len(self.played)

    def total(self, *terms: Term) -> Estimate:
        """A weighted sum of statistics over conditions."""
        value = sum(w * self[v, s].values[x] for w, v, s, x in terms)
        moves: Any = sum(w * self[v, s].deviations[x] for w, v, s, x in terms)
        return Estimate(value, float(moves.std() / len(moves) ** 0.5))

    def effect(
        self, s: Sets, x: str = "steals", v: str = "correlated", base: Sets = ()
    ) -> Estimate:
        """What features change in a statistic, on top of others."""
        return self.total((1, v, s, x), (-1, v, base, x))

    def interaction(self, a: Sets, b: Sets, v: str = "correlated") -> Estimate:
        """Steals by two sets of features together, beyond the sum of their effects."""
        joint = tuple(x for x in FEATURES if x in a or x in b)
        return self.total(
            (1, v, joint, "steals"),
            (-1, v, a, "steals"),
            (-1, v, b, "steals"),
            (1, v, (), "steals"),
        )


def sampled(
    seed: int, count: int, *wanted: tuple[str, tuple[str, ...]]
) -> dict[tuple[str, Sets], Played]:
    """Play conditions and keep each game's steals, chains, seats 1 and 2, and strategies."""
    names = ("steals", "chain", "seat1", "seat2", *SIX)
    jobs = [
        {"condition": condition(seed, v, s), "statistics": names, "n_games": count}
        for v, s in wanted
    ]
    made = in_pieces("samples", play_statistics, jobs)
    return {one: played for one, (_, played) in zip(wanted, made, strict=True)}


def sure(estimate: Estimate, sign: int = 1) -> bool:
    """Whether an effect has this sign by more than four standard errors."""
    return bool(sign * estimate.value > 4 * estimate.error)


def little(estimate: Estimate, whole: float) -> bool:
    """Whether an effect is not surely more than a tenth of something."""
    return abs(estimate.value) - 4 * estimate.error <= abs(whole) / 10


def mean_of(games: np.ndarray) -> Estimate:
    """A mean over games with its error."""
    return Estimate(games.mean(), games.std() / len(games) ** 0.5)


def raised(seen: Observations) -> Estimate:
    """Share of players who begin with a steal, last ten rounds less rounds 3 to 12."""
    raids = seen.each("raids")
    return mean_of(raids[:, -10:].mean(axis=1) - raids[:, 2:12].mean(axis=1))


def unrest(seen: Observations) -> np.ndarray:
    """How often an open gift changes hands in one of the last ten of 29 rounds, game by game."""
    late: np.ndarray = seen.each("steals")[:, -10:] / np.arange(19, 29)
    return late.mean(axis=1)
