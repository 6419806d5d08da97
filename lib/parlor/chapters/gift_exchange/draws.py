"""What games start from, and whether a change of the model changes any of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlor.games.gift_exchange import MAIN, Condition, GameStatistics, Reading, play
from parlor.games.gift_exchange.beyond import Draws

from .study import condition


def correlations(d: Draws, opposite: bool) -> np.ndarray:
    """Mean correlation of two players' values, game by game; on request, of opposite camps only."""
    found = []
    for values, camp in zip(d.values, d.camp, strict=True):
        pairs = ~np.eye(len(camp), dtype=bool)
        if opposite:
            pairs &= camp[:, None] != camp
        found.append(np.corrcoef(values)[pairs].mean())
    return np.array(found)


def moves_games(reading: Reading, features: tuple[str, ...], seed: int, n_games: int) -> bool:
    """Whether another reading leads to other games."""
    both = [
        play(Condition(seed, 29, features=features, reading=r), n_games) for r in (MAIN, reading)
    ]
    return not bool((both[0] == both[1]).all())


def changed_by_belief(
    strategies: Sequence[str], seed: int, n_games: int, features: tuple[str, ...] = ()
) -> float:
    """Share of games that PI changes, correlated valuations."""
    pair = [
        play(Condition(seed, 29, "correlated", f, strategies), n_games)
        for f in (features, (*features, "PI"))
    ]
    return float((pair[0] != pair[1]).any(axis=1).mean())


def same_games(
    v: str, a: tuple[str, ...], b: tuple[str, ...], who: str, seed: int, n_games: int
) -> bool:
    """Whether two sets of features lead to the same games, to the last bit."""
    one, two = (play(condition(seed, v, s, who), n_games) for s in (a, b))
    return bool((one == two).all())


def same_sums(one: GameStatistics, two: GameStatistics) -> bool:
    """Whether two sets of games agree in every sum, to the last bit."""
    return one.sums == two.sums
