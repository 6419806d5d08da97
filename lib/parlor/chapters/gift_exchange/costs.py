"""What it costs to simulate: how often a player who decides looks at an open gift."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlor.games.gift_exchange import Condition
from parlor.games.gift_exchange.watch import observe
from parlor.games.trajectories.enumeration import longest_game


def looks(n: int) -> tuple[float, int, int]:
    """Looks where all always steal: in a decision, a chain, a game."""
    game, shorter = longest_game(n), longest_game(n - 1)
    chain = game.examined - shorter.examined  # that of the last round
    return chain / game.chain_decisions, chain, game.examined


def usual(n: int, features: tuple[str, ...], seed: int, n_games: int) -> float:
    """Mean looks in a game: each decision of round k sees k - 1 gifts."""
    steals = observe(Condition(seed, n, "correlated", features), n_games).mean("steals")
    return float(((steals + 1) * np.arange(n)).sum())


def steepness(counts: Sequence[float], sizes: Sequence[int]) -> np.ndarray:
    """Exponents of n between successive sizes."""
    return np.diff(np.log2(counts)) / np.diff(np.log2(sizes))
