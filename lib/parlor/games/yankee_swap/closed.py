"""Unlimited re-steal in closed form: three players, and the last two movers of any number."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np

from parlor.core.checks import whole

__all__ = ["resteal_closed_form", "resteal_last_holding"]


def resteal_closed_form(n_players: int) -> tuple[Fraction, ...]:
    """Payoffs that are rational in closed form, boxes uniform on [0, 1].

    Parameters
    ----------
    n_players : int
        Number N of players, 1 to 1000.

    Returns
    -------
    tuple of Fraction
        All seats for N <= 3, else the last two only, N - 1 and N.

    Raises
    ------
    ValueError
        If `n_players` is not as above.

    Notes
    -----
    The last mover takes the best of p = N - 1 boxes, if above 1/2. With two to act the best box a
    is worth a if a <= 1/2, else ``w(a) = a (3/2 - a)`` to a taker, since the last mover takes it
    unless the fresh box is better; the next best, b, is worth b; a fresh one 3/8 if a <= 1/2, else
    less than w(a). So the mover gets the greatest of 3/8 and a, or of w(a) and b. The first two of
    three players: seat 1 is paid what the others leave.

    Examples
    --------
    >>> print(*resteal_closed_form(3))
    125/384 179/384 17/24
    >>> print(*resteal_closed_form(4))
    1381/2560 49/64
    """
    n = whole("n_players", n_players, 1, 1000)
    half = Fraction(1, 2)
    if n == 1:
        return (half,)
    last = half**n + Fraction(n - 1, n) * (1 - half**n)
    if n == 2:
        return 1 - last, last

    def power(j: int, low: Fraction, high: Fraction) -> Fraction:
        return (high ** (j + 1) - low ** (j + 1)) / (j + 1)

    p, draw = n - 2, Fraction(3, 8)
    low = draw * draw**p + p * power(p, draw, half)
    # E max(w, b) given a is a - (a**p - w**p) / (p a**(p-1)), and a has the density p a**(p-1)
    high = (p - 1) * power(p, half, Fraction(1))
    for i in range(p + 1):
        coefficient = comb(p, i) * Fraction(3, 2) ** (p - i) * (-1) ** i
        high += coefficient * power(p + i, half, Fraction(1))
    before = low + high
    return (n * half - before - last, before, last) if n == 3 else (before, last)


def resteal_last_holding(n_players: int, values: np.ndarray) -> np.ndarray:
    """What a box is worth to its holder when only the last player is to act, boxes uniform.

    Parameters
    ----------
    n_players : int
        Number N of players, at least 2; the other N - 2 boxes on the table are random.
    values : array_like
        Values v in [0, 1], of any shape.

    Returns
    -------
    ndarray
        h(v, 1), the shape of `values`: v up to 1/2, above it ``v - v**(N-2) (v - 1/2)``. From
        N = 3 on it falls before v = 1, to 1/2: the source's claim that h(., k) never decreases is
        false already for N = 3 and k = 1, where h(3/4, 1) = 9/16.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> resteal_last_holding(3, [0.5, 0.75, 1])
    array([0.5   , 0.5625, 0.5   ])
    """
    n = whole("n_players", n_players, 2, 10**6)
    v = np.asarray(values, dtype=float)
    if not ((v >= 0) & (v <= 1)).all():
        raise ValueError("values: got a number outside 0 to 1, allowed are 0 to 1")
    return v - v ** (n - 2) * np.maximum(v - 0.5, 0)
