"""Unlimited re-steal among many players, uniform boxes: what each seat is paid, by theorems alone.

With k players to act the box of rank k is safe. If it is worth enough nothing better can be had, so
that the late seats are known without any solver. The proofs are in the book.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Annotated

import numpy as np

from parlor.core.quantities import Integer, checked
from parlor.core.result import Certificate

from .seats import BySeat

__all__ = ["SeatBounds", "seat_bounds"]

LEVEL = 9 / 16  # if the k-th best box is worth this, it is best to take it
MAX_PLAYERS = 400  # five seconds of bounds

Players = Annotated[int, Integer(2, MAX_PLAYERS)]


@dataclass(frozen=True, repr=False, eq=False)
class SeatBounds(BySeat):
    """What each seat is paid at least and at most in equilibrium, as `seat_bounds` finds it.

    Attributes
    ----------
    lower, upper : ndarray (n_players,)
        For seats 1 to N; the upper ends are never below the lower. Neither is rounded outwards:
        they are off by some 1e-15, more than the last seats' exact intervals are wide.
    """

    _columns = ("lower", "upper")

    lower: np.ndarray
    upper: np.ndarray

    @property
    def certificate(self) -> Certificate:
        """Width of the widest interval."""
        return Certificate("error bound", float((self.upper - self.lower).max()))


@checked
def seat_bounds(n_players: Players) -> SeatBounds:
    """Bound what each seat is paid with unlimited re-steal, uniform boxes, by theorems alone.

    With k to act a seat is paid at least the mean of the k-th best box. It is paid at most the mean
    of the k'-th best at the first turn k' <= k at which that is 9/16 or more, or of 9/16 if there
    is no such turn. Payoffs add up to N/2 and do not fall from seat to seat.

    Parameters
    ----------
    n_players : int
        Number N of players.

    Returns
    -------
    SeatBounds
        In floating point; ``proofs/yankee_swap`` has the same in fractions.

    Examples
    --------
    >>> bounds = seat_bounds(101)
    >>> bounds.lower[-1].round(6), bool(bounds.upper[76] - bounds.lower[76] < 1e-3)
    (np.float64(0.990099), True)
    """
    n = n_players
    to_act = np.arange(n, 0, -1)
    low = np.maximum(0.0, 1 - to_act / (n - to_act + 1))
    return share_out(low, np.array([_stopped(n, k) for k in range(n, 0, -1)]))


def share_out(low: np.ndarray, high: np.ndarray) -> SeatBounds:
    """Narrow bounds of all seats, in place: payoffs add up to N/2, and do not fall."""
    n = low.size
    for i in range(n):  # the mean of seats j, ..., i is no more than what seat i is paid
        most = n / 2 - high[i + 1 :].sum()
        means = (most - np.concatenate(([0.0], high[:i].cumsum()))) / np.arange(i + 1, 0, -1)
        low[i] = max(low[i], means.max(), low[:i].max(initial=0.0))
    for i in reversed(range(n)):  # nor that of seats i, ..., j less
        rest = np.concatenate((low[:i:-1].cumsum()[::-1], [0.0]))
        means = (n / 2 - low[:i].sum() - rest) / np.arange(1, n - i + 1)
        high[i] = min(high[i], means.min(), high[i + 1 :].min(initial=1.0))
    return SeatBounds(low, np.maximum(low, high))  # rounding may turn the narrowest about


def _stopped(n: int, k: int) -> float:
    """Mean of the k'-th best box when it first is at the level, for a mover with k to act."""
    good, p = 1 - LEVEL, n - k
    chance = np.array([comb(p, g) * good**g * LEVEL ** (p - g) for g in range(p + 1)])
    counts = np.zeros(n + 1)  # chance of so many boxes at the level, if it has not stopped
    counts[: p + 1] = chance
    total, numbers = 0.0, np.arange(n + 1)
    for left in range(k, 0, -1):
        done = numbers >= left  # then the box of rank `left` is uniform above the level, sorted
        worth = LEVEL + good * (numbers + 1 - left) / (numbers + 1)
        total += float((counts * worth)[done].sum())
        counts[done] = 0.0
        counts = LEVEL * counts + good * np.concatenate(([0.0], counts[:-1]))
    return total + LEVEL * float(counts.sum())
