"""Nakai's game with very many uniform prizes: the limit of v(n, k, l, m) / n for fixed shares.

With n, k, l, m all large a single card matters little, and what it adds to the value is its price:
A for a high card, -C for a low one, B for a middle one (the derivatives of the value). A stage is
then the game with rows low, high, pass and columns M, pass

    C - B - x     C
    x - A - B    -A
       -B         0

and by homogeneity the limit at shares (kappa, lambda, mu) of the stages is the saddle point

    min over A, C, max over B of  kappa A - lambda C + mu B + E[value of the stage].

This is the Lagrangian of a one-shot game in which the players choose how often to play what at each
prize, so that their cards are used up on average; its value is concave in (kappa, lambda) and
convex in mu. Without low cards it has the closed form of `without_low`.
"""

from __future__ import annotations

from functools import partial
from math import log, sqrt
from typing import NamedTuple

import numpy as np
import scipy  # its parts are loaded when they are used

from parlor.core.compiled import njit
from parlor.core.laws import Uniform
from parlor.games.nakai.encoding import EncodedLaw, encode
from parlor.games.nakai.kernels import Room, Stage, mean_value, room

GOLDEN = (sqrt(5) - 1) / 2
ALL_ROWS, BOTH_COLUMNS = 0b111, 2  # both players may do everything
LEAST_PRICE = 1e-300  # stands for 0, where 1 / x may have no mean
PRICE_ERROR = 1e-15  # a few roundings


def fluid(high: float, low: float, middle: float, *, n_steps: int = 36) -> float:
    """Find the limit of the value per stage for given shares of cards and uniform prizes.

    Parameters
    ----------
    high, low, middle : float
        Cards per stage, k / n, l / n and m / n; high + low is at most 1.
    n_steps : int
        Golden sections for each price, some 10 to 60: its interval, of four times the largest
        prize, shrinks by 0.618 a step, and the error of the limit by its square where the
        Lagrangian is smooth. A price below what is left of the interval is not told from 0, and a
        limit that rests on it may be off by all its size: few cards need some 28. Time goes with
        the cube.

    Returns
    -------
    float
        Limit of v(n, k, l, m) / n, midway between the saddle point as min max and as max min.

    Examples
    --------
    >>> round(fluid(0.25, 0.25, 0.5, n_steps=20), 4)
    0.0174
    """
    search = _Search(np.array([high, low, middle], float), encode(Uniform()), n_steps)
    upper, lower = (
        _saddle(np.array(order), 0, np.empty(3), search, room()) for order in ((0, 1, 2), (2, 0, 1))
    )
    return 0.5 * (upper + lower)


def without_low(high: float, middle: float) -> float:
    """Closed form of the limit when player I has no low cards.

    Parameters
    ----------
    high, middle : float
        Cards per stage, apart from 0 and 1.

    Returns
    -------
    float
        Limit of v(n, k, 0, m) / n.

    Notes
    -----
    Proposition 1 with z = 0: player I passes below A, both play between A and B, and above both he
    plays with chance B / x and player II with chance A / x. With J(t) the expectation of 1 / X on
    X > t, here -log(t), the cards fix the prices. If A >= B: middle = F(A) + A J(A), high = B J(A),
    and the limit is high * A. If A < B: high = F(B) - F(A) + B J(B), middle = F(B) + A J(B), and
    the limit is the mean of the prize between A and B plus A B J(B); with so many high cards that A
    would be negative it is the mean of the prize below the quantile F(B) = middle.

    Examples
    --------
    >>> round(without_low(0.25, 0.5), 6), round(fluid(0.25, 0, 0.5, n_steps=28), 6)
    (0.046671, 0.046671)
    """
    found = partial(scipy.optimize.brentq, xtol=PRICE_ERROR)
    A = found(lambda t: t - t * log(t) - middle, LEAST_PRICE, 1)
    if high <= -A * log(A):
        return float(high * A)

    def play(B: float) -> float:
        """A from the second equation."""
        return (B - middle) / log(B)

    def excess(B: float) -> float:
        return B - play(B) - B * log(B) - high

    if excess(middle) <= 0:  # more high cards than are of use: their price is 0
        return middle**2 / 2
    B = found(excess, A, middle)
    return float((B**2 - play(B) ** 2) / 2 - play(B) * B * log(B))


class _Search(NamedTuple):
    """What `_saddle` optimises and how.

    Attributes
    ----------
    shares : ndarray (3,)
        Of high, low and middle cards.
    law : EncodedLaw
        Of the prize.
    n_steps : int
        Golden sections a price.
    """

    shares: np.ndarray
    law: EncodedLaw
    n_steps: int


@njit(counted=False)
def _lagrangian(prices: np.ndarray, search: _Search, work: Room) -> float:
    A, C, B = prices[0], prices[1], prices[2]
    first, second = work.first, work.second
    first[0], first[1], first[2] = C - B, -A - B, -B
    second[0], second[1], second[2] = C, -A, 0.0
    stage = Stage(first, second, ALL_ROWS, BOTH_COLUMNS)
    mean = mean_value(search.law, stage, work.ends, work.panels)
    shares = search.shares
    return shares[0] * A - shares[1] * C + shares[2] * B + mean


@njit(counted=False)
def _saddle(
    order: np.ndarray, depth: int, prices: np.ndarray, search: _Search, work: Room
) -> float:
    """Optimise the prices order[depth], order[depth+1], ...: 0 is A, 1 is C, 2 is B.

    The Lagrangian is convex in (A, C) and concave in B, and so is what remains of it when the inner
    prices have been optimised: golden sections find each. Leaves the prices in `prices`.
    """
    if depth == 3:
        return _lagrangian(prices, search, work)
    which = order[depth]
    sign = -1.0 if which == 2 else 1.0
    a, b = -2.0, 2.0  # prices beyond the largest prize change nothing
    u, v = b - GOLDEN * (b - a), a + GOLDEN * (b - a)
    prices[which] = u
    at_u = sign * _saddle(order, depth + 1, prices, search, work)
    prices[which] = v
    at_v = sign * _saddle(order, depth + 1, prices, search, work)
    for _ in range(search.n_steps):
        if at_u <= at_v:
            b, v, at_v = v, u, at_u
            u = b - GOLDEN * (b - a)
            prices[which] = u
            at_u = sign * _saddle(order, depth + 1, prices, search, work)
        else:
            a, u, at_u = u, v, at_v
            v = a + GOLDEN * (b - a)
            prices[which] = v
            at_v = sign * _saddle(order, depth + 1, prices, search, work)
    prices[which] = u if at_u <= at_v else v
    return _saddle(order, depth + 1, prices, search, work)
