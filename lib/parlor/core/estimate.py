"""A number with its standard error."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf

import numpy as np

from .checks import number

__all__ = ["Estimate"]


@dataclass(frozen=True)
class Estimate:
    """A number with its standard error.

    Attributes
    ----------
    value, error : float
        The estimate and its standard error.

    Examples
    --------
    >>> effect = Estimate(1.0, 0.3) - Estimate(0.2, 0.4)
    >>> effect.error, round(effect.sigmas, 9), effect.sure(), effect.interval(2)[1]
    (0.5, 1.6, False, 1.8)
    """

    value: float
    error: float

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

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference from an independent estimate."""
        return Estimate(self.value - other.value, hypot(self.error, other.error))

    def __str__(self) -> str:
        return f"{self.value:.6g} +- {self.error:.2g}"


def mean_and_error(total: np.ndarray, square: np.ndarray, count: int) -> tuple[np.ndarray, ...]:
    """Means and their standard errors, from sums over `count` >= 2 games and sums of squares."""
    mean = total / count
    return mean, np.sqrt(np.maximum(square / count - mean**2, 0) / (count - 1))
