"""Checks of arguments: each returns the argument as it is used, or raises a ValueError.

The text of the error names the argument, shows what was given and says what is allowed. Nothing is
converted that was not meant: a bool is no number, 3.0 is no integer, a text is no sequence, and a
set, a generator, bytes or a data frame is no row of numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

SEEDS = 2**63 - 1  # largest seed
LARGEST = 1e150  # of a payoff, prize or value: squares and sums of many of them stay finite

T = TypeVar("T")
Floats = NDArray[np.float64]


def whole(name: str, value: object, low: int, high: int | None = None) -> int:
    """The argument `value` as an int from `low` (to `high`), or a ValueError that names it."""
    # nearly all are of the plain class, and to ask an abstract one takes ten times as long
    if type(value) is int or (
        isinstance(value, Integral) and not isinstance(value, bool | np.bool_)
    ):
        size = int(value)
        if low <= size and (high is None or size <= high):
            return size
    raise ValueError(f"{name}: got {shown(value)}, allowed are the integers {span(low, high)}")


def span(low: float, high: float | None = None) -> str:
    """A range in words."""
    return f"from {low} up" if high is None else f"{low} to {high}"


def seed(value: object) -> int:
    """The seed of a random stream: an int from 0 to 2**63 - 1, or a ValueError."""
    return whole("seed", value, 0, SEEDS)


def number(
    name: str, value: object, allowed: str, low: float = -math.inf, high: float = math.inf
) -> float:
    """The argument `value` as a finite float in [low, high], or a ValueError naming `allowed`."""
    if (
        type(value) is float
        or type(value) is np.float64
        or (isinstance(value, Real) and not isinstance(value, bool | np.bool_))
    ):
        try:
            size = float(value)
        except Exception:  # too large, or a class of the user's own
            size = math.inf
        if low <= size <= high and math.isfinite(size):
            return size
    raise ValueError(f"{name}: got {shown(value)}, allowed are {allowed}")


def plain(value: Any) -> int | float | Fraction:
    """A number that was checked, free of NumPy's widths: in a fraction its integers overflow."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return float(value)


def positive(name: str, value: object) -> float:
    """The argument `value` as a finite float above 0, or a ValueError that names it."""
    return number(name, value, "positive numbers", low=math.ulp(0.0))


def probability(name: str, value: object) -> float:
    """The argument `value` as a float in [0, 1], or a ValueError that names it."""
    return number(name, value, "numbers from 0 to 1", 0.0, 1.0)


def flag(name: str, value: object) -> bool:
    """The argument `value` as a bool, or a ValueError that names it: no other is a truth value."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name}: got {shown(value)}, allowed are True and False")
    return bool(value)


def one_of(name: str, value: object, allowed: Sequence[T]) -> T:
    """The entry of `allowed` that the argument `value` is, or a ValueError that lists them."""
    for entry in allowed:
        if type(value) is type(entry) and value == entry:
            return entry
    raise ValueError(f"{name}: got {shown(value)}, allowed are {', '.join(map(repr, allowed))}")


def limit(name: str, value: object, high: int) -> int | None:
    """The argument `value` as an int from 1 to `high`, or None for no limit, or a ValueError."""
    if value is None:
        return None
    try:
        return whole(name, value, 1, high)
    except ValueError as error:
        raise ValueError(f"{error}, and None for no limit") from None


def instance(name: str, value: object, kind: type[T]) -> T:
    """The argument `value` if it is of a class, or a ValueError that names both."""
    if not isinstance(value, kind):
        raise ValueError(f"{name}: got {shown(value)}, allowed is an object of {kind.__name__}")
    return value


def callback(name: str, value: object) -> None:
    """Check that the argument `value` is None or can be called, or raise a ValueError."""
    if not (value is None or callable(value)):
        raise ValueError(f"{name}: got {shown(value)}, allowed is a function or None")


def items(
    name: str, value: object, allowed: str, low: int = 0, high: int | None = None
) -> list[object]:
    """The entries of a list, tuple, range or array of one axis, or a ValueError naming `allowed`.

    `low` and `high` bound how many there are.
    """
    if isinstance(value, np.ndarray) and value.ndim == 1 and not np.ma.isMaskedArray(value):
        plain = value.dtype.kind in "biu" or value.dtype == np.float64
        found = value.tolist() if plain else list(value)  # a float32 is another number as a float
    elif isinstance(value, list | tuple | range):
        try:
            found = list(value)
        except Exception:  # a class of the user's own
            raise ValueError(f"{name}: got {shown(value)}, allowed is {allowed}") from None
    else:
        raise ValueError(f"{name}: got {shown(value)}, allowed is {allowed}")
    if len(found) < low or (high is not None and len(found) > high):
        raise ValueError(f"{name}: got {len(found)} entries, allowed is {allowed}")
    return found


def numbers(
    name: str,
    value: object,
    allowed: str,
    low: float = -LARGEST,
    high: float = LARGEST,
    sizes: tuple[int, int | None] = (0, None),
) -> Floats:
    """The argument `value` as a row of finite floats in [low, high], or a ValueError.

    `sizes` bounds how many there are; what counts as a row is said at `items`.
    """
    row = items(name, value, allowed, *sizes)
    for i, x in enumerate(row):
        if not (  # most are, at once
            (type(x) is float or type(x) is np.float64) and low <= x <= high and math.isfinite(x)
        ):
            row[i] = number(f"{name}[{i}]", x, allowed, low, high)
    return np.array(row, dtype=np.float64)


def table(name: str, value: object, allowed: str, largest: float = math.inf) -> Floats:
    """The argument `value` as an array of float64 in row-major order, or a ValueError.

    Unless `largest` is infinite, the entries are numbers up to that size.
    """
    found = None
    try:
        if isinstance(value, np.ndarray | list | tuple) and _all_real(value):
            found = np.ascontiguousarray(value, dtype=np.float64)
    except Exception:  # ragged, too large, too deep, or a class of the user's own
        pass
    if found is None:
        raise ValueError(f"{name}: got {shown(value)}, no {allowed}")
    if largest < math.inf and not (good := np.abs(found) <= largest).all():
        where = tuple(int(i) for i in np.argwhere(~good)[0])
        raise ValueError(
            f"{name}: got {found[where]} at {where}, allowed are finite numbers up to {largest:g}"
        )
    return found


def shown(value: object, width: int = 60) -> str:
    """What was given, on one line of bounded length."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a repr of the user's own
        text = f"a {type(value).__name__}"
    return text if len(text) <= width else text[: width - 3] + "..."


def _real(value: object) -> bool:
    """Whether it is one real number, and no truth value."""
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_)


def _all_real(value: object) -> bool:
    """Whether there are only real numbers at the ends of lists and arrays, and no masks."""
    if isinstance(value, np.ndarray):
        numeric = value.dtype.kind in "iuf" or (
            value.dtype.kind == "O" and all(map(_real, value.flat))
        )
        return numeric and not np.ma.isMaskedArray(value)
    if isinstance(value, list | tuple | range):
        return all(map(_all_real, value))
    return _real(value)
