"""A number with its standard error."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, isnan, nan, sqrt
from numbers import Real

import numpy as np

from .checks import number

__all__ = ["Estimate"]


@dataclass(frozen=True)
class Estimate:
    """A number with its standard error.

    Claims are made with a margin, of 3 standard errors or 4: by chance alone a normal one is
    farther off once in 370 times, or once in 16,000. Hundreds of claims are judged by `above` and
    `little`, which therefore take 4.

    Independent ones are added, subtracted and divided, ``a + b``, ``a / b``, ``sum([a, b])``; so
    are one and a number, from both sides, and a number scales one, ``2 * a``, ``a / 2``.

    Attributes
    ----------
    value, error : float
        The estimate and its standard error, at least 0; each finite or nan, else a TypeError or
        ValueError.

    Examples
    --------
    >>> effect = Estimate(1.0, 0.3) - Estimate(0.2, 0.4)
    >>> effect.error, round(effect.sigmas, 9), effect.sure(), effect.interval(2)[1]
    (0.5, 1.6, False, 1.8)
    >>> print(1 - 2 * effect)
    -0.6 +- 1
    >>> f"{effect:+.2f}", effect.above(-1), effect.little(10)
    ('+0.80 ± 0.50', False, True)
    """

    value: float
    error: float
    __array_ufunc__ = None  # a number of NumPy leaves the arithmetic to it

    def __post_init__(self) -> None:
        for name, low, rule in (
            ("value", -inf, "finite numbers"),
            ("error", 0, "numbers from 0 up"),
        ):
            given = getattr(self, name)
            unknown = isinstance(given, float | np.floating) and isnan(given)
            kept = nan if unknown else number(name, given, f"{rule} and nan", low)
            object.__setattr__(self, name, kept)

    def interval(self, widths: float = 3.0) -> tuple[float, float]:
        """Return the value less and plus `widths` >= 0 standard errors."""
        widths = number("widths", widths, "numbers from 0 up", 0.0)
        return self.value - widths * self.error, self.value + widths * self.error

    @property
    def sigmas(self) -> float:
        """The value in standard errors, with its sign."""
        if self.error > 0:
            return self.value / self.error
        return inf * self.value if self.value else 0.0

    def sure(self, widths: float = 3.0) -> bool:
        """Whether the value is further from 0 than `widths` >= 0 standard errors."""
        widths = number("widths", widths, "numbers from 0 up", 0.0)
        return abs(self.value) > widths * self.error

    def above(self, bound: float = 0.0, *, widths: float = 4.0) -> bool:
        """Whether the value is above a bound by more than `widths` >= 0 standard errors."""
        bound = number("bound", bound, "finite numbers")
        widths = number("widths", widths, "numbers from 0 up", 0.0)
        return bool(self.value - bound > widths * self.error)

    def little(self, whole: float, *, widths: float = 4.0) -> bool:
        """Whether the value may be as small as a tenth of `whole`, given `widths` >= 0 errors.

        That is what "little" means in claims of an effect beside the whole.
        """
        whole = number("whole", whole, "finite numbers")
        widths = number("widths", widths, "numbers from 0 up", 0.0)
        return bool(abs(self.value) - widths * self.error <= abs(whole) / 10)

    def __add__(self, other: Estimate | float) -> Estimate:
        """The sum with a number, or with an independent estimate."""
        if not isinstance(other, Estimate | Real):
            return NotImplemented
        other = _estimate(other)
        return Estimate(self.value + other.value, hypot(self.error, other.error))

    __radd__ = __add__

    def __sub__(self, other: Estimate | float) -> Estimate:
        """The difference from a number, or from an independent estimate."""
        if not isinstance(other, Estimate | Real):
            return NotImplemented
        return self + -_estimate(other)

    def __rsub__(self, other: float) -> Estimate:
        if not isinstance(other, Real):
            return NotImplemented
        return _estimate(other) - self

    def __mul__(self, factor: float) -> Estimate:
        """The estimate, scaled by a number."""
        if not isinstance(factor, Real):
            return NotImplemented
        return Estimate(float(factor) * self.value, abs(float(factor)) * self.error)

    __rmul__ = __mul__

    def __truediv__(self, other: Estimate | float) -> Estimate:
        """The ratio to a number, or to an independent estimate: its error is linearised."""
        if not isinstance(other, Estimate | Real):
            return NotImplemented
        below = _estimate(other)
        if not below.value:
            raise ValueError("other: got 0, allowed are divisors that are not 0")
        ratio = self.value / below.value
        return Estimate(ratio, hypot(self.error, ratio * below.error) / abs(below.value))

    def __rtruediv__(self, other: float) -> Estimate:
        if not isinstance(other, Real):
            return NotImplemented
        return _estimate(other) / self

    def __neg__(self) -> Estimate:
        return Estimate(-self.value, self.error)

    def __abs__(self) -> Estimate:
        return Estimate(abs(self.value), self.error)

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        return f"{self.value:{spec}} ± {self.error:{spec.removeprefix('+')}}"

    def __str__(self) -> str:
        return f"{self.value:.6g} +- {self.error:.2g}"


def _estimate(number: Estimate | float) -> Estimate:
    """A number as an estimate without an error."""
    return number if isinstance(number, Estimate) else Estimate(float(number), 0.0)


def of_sample(numbers: np.ndarray) -> Estimate:
    """The mean of independent numbers, two at least, with its standard error."""
    spread = float(numbers.std(ddof=1))
    return Estimate(float(numbers.mean()), spread / sqrt(numbers.size))


def mean_and_error(total: np.ndarray, square: np.ndarray, count: int) -> tuple[np.ndarray, ...]:
    """Means and their standard errors, from sums over `count` >= 2 games and sums of squares."""
    mean = total / count
    return mean, np.sqrt(np.maximum(square / count - mean**2, 0) / (count - 1))
