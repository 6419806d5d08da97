"""How fast the thresholds of the locked Yankee swap fall, and the constant of the source.

Where F has a density near its lower end 0, ``t' = E min(X, t) = t - f(0) t**2 / 2 - ...``. With
``u = f(0) t / 2`` this is ``u' = u - u**2 - ...``, and there is a series (Abel's function)

    alpha(u) = 1/u + L log u + c_1 u + c_2 u**2 + ...,    alpha(u') = alpha(u) + 1.

So alpha(u_k) = k + C exactly for every k, which says ``1/u_k = k + L log k + C + o(1)``. The series
is asymptotic: it is summed at a small u, after some steps of the recurrence. For the uniform
distribution 2/t_k = k + log k + C: the source's C' in t_k = 2/(k + C') is no constant but grows
like log k.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np

from parlor.core.checks import items, shown, whole
from parlor.core.laws import Beta, Distribution, Exponential, Law, Uniform, read
from parlor.core.quantities import Integer, Number, Row, checked
from parlor.core.result import Certificate, Result

from .locked import MAX_PLAYERS, draw_values

__all__ = ["DrawAsymptotics", "draw_asymptotics"]

NEWTON_STEPS = 50  # from 1/u = k + C; some six are usual


@dataclass(frozen=True, repr=False)
class DrawAsymptotics(Result):
    """t_k ~ 2 / (f(0) (k + L log k + C)), as `draw_asymptotics` finds it.

    Attributes
    ----------
    distribution : Law
        The law of a box.
    density : Fraction
        f(0).
    log_coefficient : Fraction
        L, exact: 1 + 2 f'(0) / (3 f(0)**2).
    constant : float
        C.
    error : float
        Bound on the error of C: what the last term of the series, a longer run and the rounding of
        the recurrence may move.
    coefficients : tuple of Fraction
        c_1, c_2, ... of Abel's function, exact.
    """

    distribution: Law
    density: Fraction
    log_coefficient: Fraction
    constant: float
    error: float
    coefficients: tuple[Fraction, ...]

    @property
    def certificate(self) -> Certificate:
        """Bound on the error of the constant."""
        return Certificate("error bound", self.error)

    @checked
    def alpha(self, u: Annotated[float, Number(1e-100, 1.0)]) -> float:
        """Return Abel's function at a small u, by the series.

        Parameters
        ----------
        u : float
            Where; the series is asymptotic, and of no use near 1.

        Returns
        -------
        float
            alpha(u).

        Examples
        --------
        >>> law = draw_asymptotics()
        >>> round(law.alpha(0.01 - 0.01**2) - law.alpha(0.01), 9)
        1.0
        """
        return _alpha(u, self.log_coefficient, self.coefficients)

    @checked
    def thresholds(self, k: Annotated[Sequence[float], Row(1, None, 20, 1e100)]) -> np.ndarray:
        """Return t_k at each k: alpha(u) = k + C, by Newton's iteration.

        Parameters
        ----------
        k : sequence of float
            Players to act; below 20 the series is not good enough.

        Returns
        -------
        ndarray
            The thresholds.

        Examples
        --------
        >>> draw_asymptotics().thresholds([101]).round(6)
        array([0.018615])
        """
        goal = np.asarray(k) + self.constant
        slope, z = float(self.log_coefficient), goal
        for _ in range(NEWTON_STEPS):  # in z = 1/u: z - L log z + c_1/z + ... = goal
            tail = sum(float(c) * z**-j for j, c in enumerate(self.coefficients, start=1))
            z = z - (z - slope * np.log(z) + tail - goal) / (1 - slope / z)
        return 2 / (float(self.density) * z)

    def source_constant(self, k: Sequence[int]) -> np.ndarray:
        """Return the C' for which 2 / (f(0) (k + C')) is t_k exactly, at each k from 1 to 10**7.

        Examples
        --------
        >>> draw_asymptotics().source_constant([1, 101]).round(4)
        array([3.    , 6.4402])
        """
        row = [whole("k", x, 1, MAX_PLAYERS) for x in items("k", k, "a row of integers", 1)]
        worth = draw_values(max(row), distribution=self.distribution)
        return 2 / (float(self.density) * worth[np.array(row) - 1]) - row


@checked
def draw_asymptotics(
    *,
    distribution: Distribution = "uniform",
    n_terms: Annotated[int, Integer(1, 30)] = 12,
    n_steps: Annotated[int, Integer(10, 100_000)] = 40,
) -> DrawAsymptotics:
    """Logarithm and constant in the decay of the thresholds.

    Parameters
    ----------
    distribution : str or law
        Uniform from 0, exponential, or beta(1, b) with an integer b. Other laws have no density,
        or a zero or infinite one, at their lower end 0, and other powers of k:
        t_k ~ ((a + 1) / (a c k))**(1/a) where F ~ c x**a, geometric decay where F has an atom.
    n_terms : int
        Terms of the series.
    n_steps : int
        Steps of the recurrence before the series is used.

    Returns
    -------
    DrawAsymptotics
        L exact, C with its error.

    Examples
    --------
    >>> found = draw_asymptotics()
    >>> print(found.log_coefficient, round(found.constant, 10), found.error < 1e-10)
    1 1.7679937861 True
    """
    terms, steps, law = n_terms, n_steps, read(distribution)
    density, image = _image(law, terms + 3)
    slope, coefficients = _abel(image, terms)
    worth = draw_values(2 * steps, distribution=law) * float(density) / 2
    constant = _alpha(worth[steps - 1], slope, coefficients) - steps
    later = _alpha(worth[-1], slope, coefficients) - 2 * steps
    last = abs(float(coefficients[-1])) * worth[steps - 1] ** terms
    # a rounding error e in u moves 1/u by e/u**2, and every step adds one
    rounding = 2 * steps / worth[-1] * np.finfo(float).eps
    error = float(abs(constant - later) + last + rounding)
    return DrawAsymptotics(law, density, slope, float(constant), error, coefficients)


def _alpha(u: float, slope: Fraction, coefficients: tuple[Fraction, ...]) -> float:
    tail = sum(float(c) * u**j for j, c in enumerate(coefficients, start=1))
    return 1 / u + float(slope) * math.log(u) + tail


def _image(law: Law, order: int) -> tuple[Fraction, list[Fraction]]:
    """f(0), and u' as a power series in u: coefficients of u**0, ..., u**order."""
    powers = range(1, order + 1)  # t' = sum of moment_j t**j, the integral of 1 - F
    density, unit = Fraction(1), Fraction(1)  # density for boxes in that unit
    if isinstance(law, Exponential):
        unit = Fraction(law.mean)
        moments = [-Fraction((-1) ** j, math.factorial(j)) for j in powers]
    elif (isinstance(law, Uniform) and law.low == 0) or (
        isinstance(law, Beta) and law.a == 1 and law.b == int(law.b)
    ):
        b = int(law.b) if isinstance(law, Beta) else 1
        density, unit = Fraction(b), Fraction(law.high) if isinstance(law, Uniform) else unit
        moments = [-Fraction((-1) ** j * math.comb(b + 1, j), b + 1) for j in powers]
    else:
        raise ValueError(
            f"distribution: got {shown(law)}, allowed are uniform laws from 0, exponential laws "
            "and 'beta(1, b)' with an integer b"
        )
    series = [m * (2 / density) ** (j - 1) for j, m in enumerate(moments, start=1)]
    return density / unit, [Fraction(0), *series]


def _abel(image: list[Fraction], terms: int) -> tuple[Fraction, tuple[Fraction, ...]]:
    """L and c_1, ..., c_terms, from alpha(u') - alpha(u) = 1 order by order."""
    order = terms + 1
    ratio = image[1 : order + 3]  # u'/u = 1 - u - ...
    inverse = _inverse(ratio, order + 2)
    # (1/u' - 1/u), shifted down by one power; its constant, 1, is what alpha gains at each step
    rest = inverse[1 : order + 2]
    log = _log(ratio, order)
    slope = -rest[1] / log[1]
    rest = [r + slope * x for r, x in zip(rest, log, strict=True)]
    power, coefficients = [Fraction(1)] + [Fraction(0)] * order, []
    for j in range(1, terms + 1):
        power = _times(power, ratio, order)
        change = [Fraction(0)] * j + power[: order + 1 - j]  # u'**j
        change[j] -= 1
        c = -rest[j + 1] / change[j + 1]
        coefficients.append(c)
        rest = [r + c * x for r, x in zip(rest, change, strict=True)]
    return slope, tuple(coefficients)


def _times(a: list[Fraction], b: list[Fraction], order: int) -> list[Fraction]:
    return [sum((a[i] * b[j - i] for i in range(j + 1)), Fraction(0)) for j in range(order + 1)]


def _inverse(a: list[Fraction], order: int) -> list[Fraction]:
    out = [1 / a[0]]
    for j in range(1, order):
        out.append(-sum((a[i] * out[j - i] for i in range(1, j + 1)), Fraction(0)) / a[0])
    return out


def _log(a: list[Fraction], order: int) -> list[Fraction]:
    """Series of log a, a[0] = 1: j log_j = j a_j - sum of i log_i a_(j-i)."""
    out = [Fraction(0)]
    for j in range(1, order + 1):
        inner = sum((i * out[i] * a[j - i] for i in range(1, j)), Fraction(0))
        out.append(a[j] - inner / j)
    return out
