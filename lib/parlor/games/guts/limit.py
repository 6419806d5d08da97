"""Guts against a very large coalition: the limit and its first correction.

Thresholds approach 1, so that the number of players who hold stays finite: a player of threshold
1 - a/N holds with probability a/N. Only the expected numbers a, s and t of the three strategies
matter, and four equations in them and V remain.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

import numpy as np
import scipy  # its parts are loaded when they are used

from parlor.core.result import Certificate, Result

__all__ = ["LargeCoalition", "large_coalition"]


@dataclass(frozen=True, repr=False)
class LargeCoalition(Result):
    """Guts against a coalition of N players as N grows.

    Attributes
    ----------
    value : float
        Limit of V, in antes.
    slope : float
        First correction: V = value + slope / N + O(1 / N**2).
    own, bloc, pseudo_bloc : float
        Expected numbers a, s, t: thresholds are 1 - a / N for player 1, 1 - s / N in the bloc and
        1 - t / N beside a leader who always holds, up to O(1 / N**2).
    weight : float
        Probability of the bloc.
    multiplier : float
        Expected stakes multiplier.
    residual : float
        Largest residual of the four equations.
    """

    value: float
    slope: float
    own: float
    bloc: float
    pseudo_bloc: float
    weight: float
    multiplier: float
    residual: float

    @property
    def certificate(self) -> Certificate:
        """How far the four equations are from holding."""
        return Certificate("residual", self.residual)


def large_coalition() -> LargeCoalition:
    """Solve the limit of guts for a large coalition.

    Returns
    -------
    LargeCoalition
        Value, first correction and strategies in units of 1 / N.

    Notes
    -----
    With p1 = exp(-a/n), q = exp(-s/n) and exp(-t/n), n = N + 1, the payoffs converge to

    - bloc: ``c (s - 1 + 2 e**-s) + 1 - a + 2 e**-s (a - s - 1)``,
    - pseudo-bloc: ``c t + 1 - a + 2 e**-t (a - t - 1)``,

    with c = 1 + V. Both equal V, both are stationary in s and t. The correction is the derivative
    in 1/n with a, s and t held fixed, as they are stationary, over 1 minus the multiplier.

    Examples
    --------
    >>> far = large_coalition()
    >>> round(far.value, 10), round(far.slope, 6), far.residual < 1e-14
    (-0.1565327233, 0.617629, True)
    """

    def residuals(z: np.ndarray) -> np.ndarray:
        a, s, t, V = z
        c, u, v = 1 + V, exp(-s), exp(-t)
        return np.array(
            [
                c * (s - 1 + 2 * u) + 1 - a + 2 * u * (a - s - 1) - V,
                c * t + 1 - a + 2 * v * (a - t - 1) - V,
                c * (1 - 2 * u) - 2 * u * (a - s),
                c - 2 * v * (a - t),
            ]
        )

    near = [1.0, 0.85, 0.4, -0.16]  # what coalitions of a hundred have
    z = scipy.optimize.root(residuals, near, tol=1e-13).x
    a, s, t, V = (float(x) for x in z)
    c, u, v = 1 + V, exp(-s), exp(-t)
    weight = (2 * v - 1) / ((2 * v - 1) - (2 * u - 1))
    multiplier = weight * (s - 1 + 2 * u) + (1 - weight) * t
    bloc = c * ((a - s) * (1 - 2 * u) - s * s / 2) - u * (a - s) ** 2 + a * a / 2
    pseudo = c * (a - 2 * t - t * t / 2) - 2 * v * (a - t) ** 2 + a * a / 2
    slope = (weight * bloc + (1 - weight) * pseudo) / (1 - multiplier)
    residual = float(np.abs(residuals(z)).max())
    return LargeCoalition(V, slope, a, s, t, weight, multiplier, residual)
