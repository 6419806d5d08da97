"""Equilibria looked up in the small games, and where fictitious play goes in them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlor.games.guts.small import Equilibrium, payoffs
from parlor.solvers import fictitious_play


def equilibria_of(
    found: Sequence[Equilibrium], *mixes: Sequence[float] | np.ndarray
) -> list[Equilibrium]:
    """Those in which the three players mix so, in any order."""
    want = sorted(tuple(np.round(mix, 6)) for mix in mixes)
    return [e for e in found if np.abs(np.subtract(sorted(e.mixes), want)).max() < 1e-5]


def coalition_share(
    A: np.ndarray, protocol: str, weight: float, n_starts: int, n_rounds: int
) -> float:
    """Per cent of random pasts from which fictitious play ends where all three play purely."""
    U, ends = payoffs(A), []
    for seed in range(n_starts):
        rng = np.random.default_rng(seed)
        x, y, z = (weight * rng.dirichlet(np.ones(U.shape[1])) for _ in range(3))
        run = fictitious_play.play_three(U, n_rounds, start=(x, y, z), protocol=protocol, seed=seed)
        ends.append(min(mix.max() for mix in run.mixes) > 0.8)
    return float(100 * np.mean(ends))


def pair_sum(p: float, a: float, b: float) -> float:
    """Payoff of a symmetric zero-sum game of three, concave in one's own choice, not linear."""
    return a**2 + b**2 - 2 * p**2
