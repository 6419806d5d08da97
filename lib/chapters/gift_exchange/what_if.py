"""Beyond the source: four constants moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from parlor.games.gift_exchange import MAIN, GameStatistics, simulate
from press import Effort

from .sets import AD, COR, MODELS, SC, Features
from .words import named

RHOS = (0, 0.2, 0.4, 0.6, 0.8, 0.9, 1)
COSTS = (0, 0.025, 0.05, 0.1, 0.2, 0.4)
SHIFTS = (-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3)


@dataclass(frozen=True)
class Moved:
    """Games while one constant moves: a row of statistics for each label."""

    what: str
    places: Sequence[float]
    rows: dict[str, list[GameStatistics]]

    def per_player(self, label: str = COR) -> list[float]:
        """Steals per player along a row."""
        return [s.steals / s.n_players for s in self.rows[label]]

    def span(self, label: str = COR) -> str:
        """Steals per player at both ends of a row."""
        ends = self.per_player(label)
        return f"{ends[0]:.2f} to {ends[-1]:.2f}"


def shifted(shift: float) -> tuple[float, ...]:
    """All first chances moved together, within 0 and 1."""
    return tuple(min(1, max(0, p + shift)) for p in MAIN.base_chance)


@cache
def move_constants(effort: Effort) -> dict[str, Moved]:
    """Move the number of players, the correlation, the base cost, and all first chances."""

    def changed(n: int = 29, v: str = COR, f: Features = (), **changes: Any) -> GameStatistics:
        reading, n_games = replace(MAIN, **changes), effort.of(full=300, reduced=10)
        return simulate(n_games, n_players=n, valuation=v, features=f, reading=reading)

    players = effort.of(full=(4, 8, 12, 20, 29, 40), reduced=(4, 8, 12))
    by_size = {v: [changed(n, v) for n in players] for v in MODELS}
    by_rho = {named(f): [changed(f=f, correlation=rho) for rho in RHOS] for f in ((), SC, AD)}
    by_cost = {v: [changed(v=v, f=SC, base_cost=cost) for cost in COSTS] for v in MODELS}
    by_chance = {v: [changed(v=v, f=AD, base_chance=shifted(x)) for x in SHIFTS] for v in MODELS}
    return {
        "players": Moved("players", players, by_size),
        "correlation": Moved("correlation", RHOS, by_rho),
        "cost": Moved("base cost of a theft", COSTS, by_cost),
        "chance": Moved("shift of the first chance", SHIFTS, by_chance),
    }
