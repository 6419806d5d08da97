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

    Independent ones can be subtracted and divided, ``a - b``, ``a / b``, and a number multiplies
    or divides one, ``2 * a``, ``a / 2``.

    Attributes
    ----------
    value, error : float
        The estimate and its standard error, at least 0; each finite or nan, else a ValueError.

    Examples
    --------
    >>> effect = Estimate(1.0, 0.3) - Estimate(0.2, 0.4)
    >>> effect.error, round(effect.sigmas, 9), effect.sure(), effect.interval(2)[1]
    (0.5, 1.6, False, 1.8)
    >>> f"{effect:+.2f}", effect.above(-1), effect.little(10)
    ('+0.80 ± 0.50', False, True)
    """

    value: float
    error: float

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

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference from an independent estimate."""
        if not isinstance(other, Estimate):
            return NotImplemented
        return Estimate(self.value - other.value, hypot(self.error, other.error))

    def __truediv__(self, other: Estimate | float) -> Estimate:
        """The ratio to a number, or to an independent estimate: its error is linearised."""
        if not isinstance(other, Estimate | Real):
            return NotImplemented
        below, error = (other.value, other.error) if isinstance(other, Estimate) else (other, 0.0)
        if not below:
            raise ValueError("other: got 0, allowed are other numbers")
        ratio = self.value / below
        return Estimate(ratio, hypot(self.error, ratio * error) / abs(below))

    def __rmul__(self, factor: float) -> Estimate:
        return Estimate(factor * self.value, abs(factor) * self.error)

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


def of_sample(numbers: np.ndarray) -> Estimate:
    """The mean of independent numbers, two at least, with its standard error."""
    spread = float(numbers.std(ddof=1))
    return Estimate(float(numbers.mean()), spread / sqrt(numbers.size))


def mean_and_error(total: np.ndarray, square: np.ndarray, count: int) -> tuple[np.ndarray, ...]:
    """Means and their standard errors, from sums over `count` >= 2 games and sums of squares."""
    mean = total / count
    return mean, np.sqrt(np.maximum(square / count - mean**2, 0) / (count - 1))
