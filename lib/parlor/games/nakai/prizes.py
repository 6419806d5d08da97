"""The laws of a prize in Nakai's game, and the integrals that his formulas take of them.

A law is one of the frozen classes `Uniform`, `Exponential`, `Beta`, `Discrete`, `Deterministic`;
`specification` reads their names. The paper asks of a prize X that it is nonnegative and that
0 < E(X) < infinity; nothing else is accepted.

The integrals here are closed forms (SciPy's exponential integral and incomplete beta function), or
sums: the solver's kernels have their own quadrature, so that the two check each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.integrate import quad
from scipy.special import betainc, betaln, exp1, roots_jacobi

from parlor.core.checks import number, shown

__all__ = [
    "LARGEST",
    "Beta",
    "Deterministic",
    "Discrete",
    "Exponential",
    "Uniform",
]

NODES = 16  # of each Gauss rule in the kernels
LARGEST = 1e150  # of a prize: the kernels square them; and 1 / LARGEST is the least mean
BETA_RANGE = (0.01, 500.0)  # above, the density overflows; below, the rules lose digits
UNIFORM, EXPONENTIAL, BETA, ATOMS = range(4)


@dataclass(frozen=True)
class Uniform:
    """Uniform prize on [low, high], where 0 <= low < high <= 1e150 and high >= 2e-150.

    Examples
    --------
    >>> Uniform().mean
    0.5
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        _real(self, "low", self.low)
        _real(self, "high", self.high)
        _scale(self)
        if not self.low < self.high:
            raise ValueError(f"distribution: got {self}, allowed are 0 <= low < high")

    @property
    def mean(self) -> float:
        """Expectation of the prize."""
        return (self.low + self.high) / 2

    def cdf(self, t: float) -> float:
        """Return the probability of a prize of at most `t`."""
        return min(max((t - self.low) / (self.high - self.low), 0.0), 1.0)

    def moment(self, t: float) -> float:
        """Return the expectation of the prize on the event that it is at most `t`."""
        t = min(max(t, self.low), self.high)
        return (t - self.low) * (t + self.low) / (2 * (self.high - self.low))

    def inverse(self, t: float, z: float) -> float:
        """Return the expectation of 1 / (X + z) on X > `t`; NaN unless X + z > 0 there."""
        t = min(max(t, self.low), self.high)
        if t + z <= 0:
            return math.nan
        return math.log1p((self.high - t) / (t + z)) / (self.high - self.low)

    def law(self) -> np.ndarray:
        """Return what the kernels need: kind, support, longest panel and parameters."""
        return np.array([UNIFORM, self.low, self.high, np.inf, 1 / (self.high - self.low), 0, 0])


@dataclass(frozen=True)
class Exponential:
    """Exponential prize, of a mean from 1e-150 to 1e150.

    Examples
    --------
    >>> round(Exponential(2).cdf(2), 6)
    0.632121
    """

    mean: float = 1.0

    def __post_init__(self) -> None:
        _real(self, "mean", self.mean)
        _scale(self)

    def cdf(self, t: float) -> float:
        """Return the probability of a prize of at most `t`."""
        return -math.expm1(-max(t, 0.0) / self.mean)

    def moment(self, t: float) -> float:
        """Return the expectation of the prize on the event that it is at most `t`."""
        t = max(t, 0.0) / self.mean
        return self.mean * (-math.expm1(-t) - (t * math.exp(-t) if t < math.inf else 0.0))

    def inverse(self, t: float, z: float) -> float:
        """Return the expectation of 1 / (X + z) on X > `t`; NaN unless X + z > 0 there."""
        t = max(t, 0.0) / self.mean
        at = t + z / self.mean
        if at <= 0:
            return math.nan
        # beyond 500 exp(at) overflows, and the continued fraction is exact to rounding
        fraction = 1 / (at + 1 - 1 / (at + 3 - 4 / (at + 5 - 9 / (at + 7))))
        scaled = math.exp(at) * float(exp1(at)) if at < 500 else fraction
        return math.exp(-t) * scaled / self.mean

    def law(self) -> np.ndarray:
        """Return what the kernels need: kind, support, longest panel and parameters."""
        mean = float(self.mean)
        return np.array([EXPONENTIAL, 0, 48 * mean, 8 * mean, 1 / mean, 0, 0])


@dataclass(frozen=True)
class Beta:
    """Beta prize with density proportional to ``x**(a-1) * (1-x)**(b-1)`` on [0, 1].

    The parameters are from 0.01 to 500.

    Examples
    --------
    >>> Beta(2, 3).mean, round(Beta(2, 3).cdf(0.5), 6)
    (0.4, 0.6875)
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        _real(self, "a", self.a, *BETA_RANGE)
        _real(self, "b", self.b, *BETA_RANGE)

    @property
    def mean(self) -> float:
        """Expectation of the prize."""
        return self.a / (self.a + self.b)

    def cdf(self, t: float) -> float:
        """Return the probability of a prize of at most `t`."""
        return float(betainc(self.a, self.b, min(max(t, 0.0), 1.0)))

    def moment(self, t: float) -> float:
        """Return the expectation of the prize on the event that it is at most `t`."""
        return self.mean * float(betainc(self.a + 1, self.b, min(max(t, 0.0), 1.0)))

    def inverse(self, t: float, z: float) -> float:
        """Return the expectation of 1 / (X + z) on X > `t`; NaN unless X + z > 0 there."""
        t = min(max(t, 0.0), 1.0)
        if t + z <= 0:
            return math.nan
        log = -betaln(self.a, self.b)

        def density(u: float) -> float:  # x = u**2 / (u**2 + (1-u)**2) tames both ends
            size = u * u + (1 - u) ** 2
            x, slope = u * u / size, 2 * u * (1 - u) / size**2
            rest = (1 - u) ** 2 / size
            return math.exp(log) * x ** (self.a - 1) * rest ** (self.b - 1) * slope / (x + z)

        start = math.sqrt(t) / (math.sqrt(t) + math.sqrt(1 - t))
        found = quad(density, start, 1.0, epsabs=1e-14, epsrel=1e-13, limit=400, full_output=1)
        return float(found[0])

    def law(self) -> np.ndarray:
        """Return what the kernels need: kind, support, longest panel and parameters."""
        a, b = float(self.a), float(self.b)
        longest = 4 / max(a, b, 4.0)
        return np.array([BETA, 0, 1, longest, np.exp(-betaln(a, b)), a - 1, b - 1])


@dataclass(frozen=True)
class Discrete:
    """Prize with finitely many values, of a mean from 1e-150 to 1e150.

    Integers and Fractions are kept for exact arithmetic.

    Examples
    --------
    >>> Discrete((1, 3), (Fraction(1, 2), Fraction(1, 2))).mean
    2.0
    """

    values: tuple[float | Fraction, ...]
    probabilities: tuple[float | Fraction, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", _row(self, "values", self.values))
        object.__setattr__(self, "probabilities", _row(self, "probabilities", self.probabilities))
        if len(self.values) != len(self.probabilities) or not self.values:
            raise ValueError(f"distribution: got {self}, allowed are as many values as chances")
        if abs(float(sum(self.probabilities)) - 1) > 1e-12:
            raise ValueError(f"distribution: got {self}, allowed are probabilities that sum to 1")
        _scale(self)

    @property
    def mean(self) -> float:
        """Expectation of the prize."""
        return float(sum(x * p for x, p in zip(self.values, self.probabilities, strict=True)))

    def cdf(self, t: float) -> float:
        """Return the probability of a prize of at most `t`."""
        return float(sum(p for x, p in self._atoms() if x <= t))

    def moment(self, t: float) -> float:
        """Return the expectation of the prize on the event that it is at most `t`."""
        return float(sum(x * p for x, p in self._atoms() if x <= t))

    def inverse(self, t: float, z: float) -> float:
        """Return the expectation of 1 / (X + z) on X > `t`; NaN unless X + z > 0 there."""
        if t + z <= 0:
            return math.nan
        return float(sum(p / (x + z) for x, p in self._atoms() if x > t))

    def law(self) -> np.ndarray:
        """Return what the kernels need: kind, number of atoms, values and probabilities."""
        atoms = np.array([*self.values, *self.probabilities], float)
        return np.concatenate(([ATOMS, len(self.values), 0, 0, 0, 0, 0], atoms))

    def _atoms(self) -> Sequence[tuple[float | Fraction, float | Fraction]]:
        return list(zip(self.values, self.probabilities, strict=True))


class Deterministic(Discrete):
    """Prize that is always the same, 1 unless told otherwise.

    Examples
    --------
    >>> Deterministic().values
    (1,)
    """

    def __init__(self, value: float | Fraction = 1) -> None:
        super().__init__((value,), (1,))


Prize = Uniform | Exponential | Beta | Discrete


def gauss_rules(law: Prize) -> np.ndarray:
    """Nodes and weights on [-1, 1]: Gauss-Legendre, and Gauss-Jacobi for either end of `law`."""
    a, b = (law.a - 1, law.b - 1) if isinstance(law, Beta) else (0.0, 0.0)
    pairs = [
        np.polynomial.legendre.leggauss(NODES),
        roots_jacobi(NODES, 0, a),
        roots_jacobi(NODES, b, 0),
    ]
    return np.array([row for pair in pairs for row in pair])


def _real(law: object, name: str, value: Any, low: float = 0.0, high: float = LARGEST) -> None:
    number(
        f"distribution: {type(law).__name__} with {name}",
        value,
        f"numbers from {low:g} to {high:g}",
        low,
        high,
    )


def _scale(law: Any) -> None:
    if not law.mean >= 1 / LARGEST:
        raise ValueError(f"distribution: got {shown(law)}, allowed are means from {1 / LARGEST:g}")


def _row(law: object, name: str, row: Any) -> tuple[float | Fraction, ...]:
    if isinstance(row, str) or not isinstance(row, Sequence | np.ndarray):
        raise ValueError(f"distribution: got {name}={shown(row)}, allowed is a sequence of numbers")
    for i, value in enumerate(row):
        _real(law, f"{name}[{i}]", value)
    return tuple(row)
