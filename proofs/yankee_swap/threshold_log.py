"""Target 6: how fast the thresholds of the locked swap fall, for any law; exact and enclosed.

t(k + 1) = E min(X, t(k)) = t - integral of F from 0 to t. Where F(x) = a x^alpha + b x^(2 alpha) +
smaller terms at 0, y = (alpha + 1) / (alpha a) t^-alpha grows by 1 + L / y + ... at each step.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, getcontext
from fractions import Fraction
from math import log


def log_coefficient(alpha: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """L for F(x) = a x^alpha + b x^(2 alpha) + o(x^(2 alpha)).

    With a density f that has a derivative at 0: alpha = 1, a = f(0), b = f'(0) / 2.

    >>> print(log_coefficient(Fraction(1), Fraction(1), Fraction(0)))  # uniform
    1
    >>> print(log_coefficient(Fraction(1), Fraction(1), Fraction(-1, 2)))  # exponential
    1/3
    >>> print(log_coefficient(Fraction(1), Fraction(2), Fraction(-1)))  # beta(1, 2): f = 2 (1 - x)
    2/3
    >>> print(log_coefficient(Fraction(2), Fraction(1), Fraction(0)))  # the square root of uniform
    3/4
    """
    return (alpha + 1) / (2 * alpha) + b * (alpha + 1) ** 2 / (a**2 * alpha * (2 * alpha + 1))


def measured(
    step: Callable[[Decimal], Decimal], scale: Callable[[Decimal], Decimal], start: Decimal, k: int
) -> float:
    """(y(2k) - y(k) - k) / log 2 for y = scale(t), which tends to L.

    >>> getcontext().prec = 40
    >>> uniform = measured(lambda t: t - t * t / 2, lambda t: 2 / t, Decimal("0.5"), 10_000)
    >>> abs(uniform - 1) < 1e-3
    True
    >>> exponential = measured(lambda t: 1 - (-t).exp(), lambda t: 2 / t, Decimal(1), 10_000)
    >>> abs(exponential - 1 / 3) < 1e-3
    True
    >>> triangular = measured(  # F = 2 x - x^2, so that a = 2 and b = -1
    ...     lambda t: t - t * t + t**3 / 3, lambda t: 1 / t, Decimal(1) / 3, 10_000)
    >>> abs(triangular - 2 / 3) < 1e-3
    True
    >>> root = measured(  # F = x^2, alpha = 2
    ...     lambda t: t - t**3 / 3, lambda t: 3 / (2 * t * t), Decimal(2) / 3, 10_000)
    >>> abs(root - 3 / 4) < 1e-3
    True
    """
    t, before = start, Decimal(0)
    for i in range(1, 2 * k):
        if i == k:
            before = scale(t)
        t = step(t)
    return float(scale(t) - before - k) / log(2)


def enclosed_constant(steps: int, digits: int = 60) -> tuple[Decimal, Decimal]:
    """Proved enclosure of C = lim 2 / t(k) - k - log k, uniform boxes, after so many steps.

    z = 2 / t has z' = z + 1 + 1 / (z - 1), and A(z) = z - log z + 1 / (2 z) satisfies
    0 < A(z') - A(z) - 1 < 1 / z^3 for z >= 4, while A(z(k)) - k tends to C + 0.

    >>> low, high = enclosed_constant(2000)
    >>> high - low < Decimal("1e-6"), low < Decimal("1.7679937861") < high
    (True, True)
    """
    getcontext().prec = digits
    z = Decimal(4)
    for _ in range(1, steps):
        z = z + 1 + 1 / (z - 1)
    slack = Decimal(10) ** (-digits // 2)
    base = z - z.ln() + 1 / (2 * z) - steps
    # z grows by more than 1 a step: the sum of the errors is below the integral of 1 / y^3
    return base - slack, base + 1 / (2 * (z - 1) ** 2) + slack


if __name__ == "__main__":
    import doctest

    doctest.testmod(raise_on_error=True)
    low, high = enclosed_constant(100_000)
    assert Decimal("1.767993786102") < low < high < Decimal("1.767993786153")
