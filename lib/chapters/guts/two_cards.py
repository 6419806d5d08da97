"""Two-card guts with a real deck: three players, one against two.

The continuous game deals independent hands. Here three hands of two cards come from one deck of
52, so a good hand of one's own makes the others' worse. Hands rank as pairs over high cards,
without straights and flushes: 13 pairs and 78 unpaired hands, 91 classes with ties. A strategy is
the lowest class to hold, or none. Tied best hands share the pot, every beaten holder matches it:
with r holders of whom k share, the stakes are multiplied by r - k, everybody is credited r - k - 1
virtual antes, a winner takes n / k and a beaten holder pays n.

All payoffs come from one table of the chances of class triples, by cumulative sums over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from parlor.core.result import GapResult, data_frame
from parlor.solvers import recursive_game

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CardSolution", "class_chances", "hand_names", "payoff_tables", "solve"]

N_CLASSES = 91  # 78 of two ranks and 13 pairs
PLAYED = 1e-12  # what is played less is not: so much is left by rounding


@dataclass(frozen=True, repr=False)
class CardSolution(GapResult):
    """One player against two, with cards.

    Attributes
    ----------
    value : float
        What player 1 can force from a fee of one ante.
    player_one : tuple of (str, float)
        Lowest hand held, "none" to drop always, with its probability; most probable first.
    coalition : tuple of (tuple of two str, float)
        The same for the pair.
    gap : float
        Duality gap at the fixed point.
    multiplier : float
        Expected stakes multiplier.
    """

    value: float
    player_one: tuple[tuple[str, float], ...]
    coalition: tuple[tuple[tuple[str, str], float], ...]
    gap: float
    multiplier: float

    def to_frame(self) -> pd.DataFrame:
        """Both mixes: who, the lowest hands held as a tuple, and their probability."""
        own = [("player 1", (hand,), weight) for hand, weight in self.player_one]
        theirs = [("coalition", hands, weight) for hands, weight in self.coalition]
        return data_frame([*own, *theirs], columns=["who", "lowest hands held", "probability"])


def hand_names() -> list[str]:
    """Name the 91 classes of two-card hands, worst first.

    Returns
    -------
    list of str
        From "32" to "AA".

    Examples
    --------
    >>> names = hand_names()
    >>> len(names), names[0], names[77], names[78], names[-1]
    (91, '32', 'AK', '22', 'AA')
    """
    ranks = "23456789TJQKA"
    return ["".join(ranks[r] for r in pair) for pair in _ranks()]


def class_chances() -> np.ndarray:
    """Compute the chance that three hands from one deck fall in given classes.

    Returns
    -------
    ndarray of float64, shape (91, 91, 91)
        Symmetric; adds up to 1.

    Examples
    --------
    >>> P = class_chances()
    >>> round(float(P.sum()), 12), bool(abs(P.sum(axis=(1, 2))[90] - 6 / 1326) < 1e-15)
    (1.0, True)
    """
    ways = _ways(_ranks())
    return ways / ways.sum()


def payoff_tables() -> tuple[np.ndarray, np.ndarray]:
    """Tabulate alpha and beta over all thresholds.

    Returns
    -------
    alpha, beta : ndarray of float64, shape (92, 92, 92)
        Player 1's immediate payoff and the multiplier when player i holds classes from s_i up;
        s_i = 91 is to drop always.

    Examples
    --------
    >>> alpha, beta = payoff_tables()
    >>> float(alpha[91, 91, 91]), float(beta[91, 91, 91]), round(float(alpha[91, 0, 91]), 9)
    (0.0, 1.0, -1.0)
    """
    P = class_chances()
    shape = (N_CLASSES + 1,) * 3
    alpha, beta = np.zeros(shape), np.zeros(shape)
    rank = np.arange(N_CLASSES)
    for holds in product((False, True), repeat=3):
        if not any(holds):
            pay, factor = 0.0, 1.0
        else:
            every = np.ix_(rank, rank, rank)
            hands = [np.where(held, own, -1) for held, own in zip(holds, every, strict=True)]
            best = np.maximum(np.maximum(hands[0], hands[1]), hands[2])
            shared = sum((h == best).astype(float) for h in hands)
            factor = sum(holds) - shared
            pay = factor - 1
            if holds[0]:
                pay = pay + np.where(hands[0] == best, 3 / shared, -3.0)
        for total, table in ((alpha, P * pay), (beta, P * factor)):
            for axis, held in enumerate(holds):
                table = _above(table, axis) if held else _below(table, axis)
            total += table
    return alpha, beta


def solve() -> CardSolution:
    """Solve two-card guts for one player against a coalition of two.

    Returns
    -------
    CardSolution
        Value and strategies, over all 92 thresholds of each player.

    Examples
    --------
    >>> game = solve()
    >>> -0.05 < game.value < 0, game.gap < 1e-10
    (True, True)
    """
    alpha, beta = payoff_tables()
    pairs = [(a, b) for a in range(N_CLASSES + 1) for b in range(a, N_CLASSES + 1)]
    first, second = np.array(pairs).T
    # a multiplier that is 0 may be summed up to less
    A, B = alpha[:, first, second], np.maximum(beta[:, first, second], 0.0)
    game = recursive_game.solve(A, B, v0=-1.0)
    names = [*hand_names(), "none"]
    own = _mix(names, game.row)
    theirs = _mix([(names[a], names[b]) for a, b in pairs], game.column)
    return CardSolution(game.value, own, theirs, game.gap, game.multiplier)


def _mix(names: Sequence[Any], weights: np.ndarray) -> tuple[tuple[Any, float], ...]:
    """What is played, with its probability; most probable first."""
    used = sorted(np.flatnonzero(weights > PLAYED).tolist(), key=lambda i: -weights[i])
    return tuple((names[i], float(weights[i])) for i in used)


def _ranks() -> list[tuple[int, int]]:
    """Ranks (high, low) of each class, worst first."""
    unpaired = [(high, low) for high in range(13) for low in range(high)]
    return unpaired + [(r, r) for r in range(13)]


def _above(table: np.ndarray, axis: int) -> np.ndarray:
    """Sums over classes from s up, for s = 0, ..., 91."""
    return np.flip(_below(np.flip(table, axis), axis), axis)


def _below(table: np.ndarray, axis: int) -> np.ndarray:
    """Sums over classes below s, for s = 0, ..., 91; by slices, as NumPy sums one by one."""
    parts = np.moveaxis(table, axis, 0)
    sums = np.zeros((len(parts) + 1, *parts.shape[1:]))
    for s, part in enumerate(parts):
        np.add(sums[s], part, out=sums[s + 1])
    return np.moveaxis(sums, 0, axis)


def _ways(ranks: list[tuple[int, int]]) -> np.ndarray:
    """Ways to deal each class triple, shape (91, 91, 91), of the ranks of classes.

    For each rank, a multinomial: in how many ways its four suits can go to the three players and
    the deck, by how many cards of it each player has.
    """
    suits = np.zeros((3, 3, 3))
    for held in product(range(3), repeat=3):
        if sum(held) <= 4:
            suits[held] = 24 / prod(map(factorial, (*held, 4 - sum(held))))
    cards = np.array([[pair.count(rank) for pair in ranks] for rank in range(13)])
    return np.prod([suits[np.ix_(held, held, held)] for held in cards], axis=0)
