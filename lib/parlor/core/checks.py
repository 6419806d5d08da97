"""Checks of arguments: each returns the argument as it is used, or raises an error.

As in NumPy, that is a TypeError for what is of a wrong type and a ValueError for a wrong value. Its
text names the argument, shows what was given and says what is allowed. Rows and tables are whatever
``np.asarray`` makes one of: lists, arrays, series, data frames. Nothing is converted that was not
meant: a bool is no number, 3.0 is no integer, a text is no sequence, and a set, a generator or
bytes is no row of numbers.
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
SUM_ERROR = 1e-9  # by which probabilities that somebody has typed or rounded may miss 1
LEAST = math.ulp(0.0)  # of what is above 0
LARGEST = 1e150  # of a payoff, prize or value: squares and sums of many of them stay finite

T = TypeVar("T")
Floats = NDArray[np.float64]


def refusal(name: str, value: object, allowed: str, *, typed: bool = False) -> Exception:
    """The error that refuses an argument: a ValueError if it is of an allowed type (`typed`)."""
    kind = ValueError if typed else TypeError
    return kind(f"{name}: got {shown(value)}, allowed {allowed}")


def whole(name: str, value: object, low: int, high: int | None = None) -> int:
    """The argument `value` as an int from `low` (to `high`), or an error that names it."""
    # nearly all are of the plain class, and to ask an abstract one takes ten times as long
    typed = type(value) is int or (
        isinstance(value, Integral) and not isinstance(value, bool | np.bool_)
    )
    if typed:
        size: int = int(value)  # type: ignore[call-overload]
        if low <= size and (high is None or size <= high):
            return size
    raise refusal(name, value, f"are the integers {span(low, high)}", typed=typed)


def span(low: float, high: float | None = None) -> str:
    """A range in words."""
    return f"from {low} up" if high is None else f"{low} to {high}"


def seed(value: object, name: str = "seed") -> int:
    """The seed of a random stream: an int from 0 to 2**63 - 1, or one that a Generator draws."""
    if isinstance(value, np.random.Generator):
        return int(value.integers(SEEDS, endpoint=True))
    try:
        return whole(name, value, 0, SEEDS)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{error}, and a numpy.random.Generator") from None


def number(
    name: str, value: object, allowed: str, low: float = -math.inf, high: float = math.inf
) -> float:
    """The argument `value` as a finite float in [low, high], or an error naming `allowed`."""
    typed = type(value) is float or type(value) is np.float64 or _real(value)
    if typed:
        try:
            size = float(value)  # type: ignore[arg-type]
        except Exception:  # too large, or a class of the user's own
            size = math.inf
        if low <= size <= high and math.isfinite(size):
            return size
    raise refusal(name, value, f"are {allowed}", typed=typed)


def plain(value: Any) -> int | float | Fraction:
    """A number that was checked, free of NumPy's widths: in a fraction its integers overflow."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return float(value)


def positive(name: str, value: object) -> float:
    """The argument `value` as a finite float above 0, or an error that names it."""
    return number(name, value, "positive numbers", low=LEAST)


def probability(name: str, value: object) -> float:
    """The argument `value` as a float in [0, 1], or an error that names it."""
    return number(name, value, "numbers from 0 to 1", 0.0, 1.0)


def flag(name: str, value: object) -> bool:
    """The argument `value` as a bool, or a TypeError that names it: no other is a truth value."""
    if not isinstance(value, bool | np.bool_):
        raise refusal(name, value, "are True and False")
    return bool(value)


def one_of(name: str, value: object, allowed: Sequence[T]) -> T:
    """The entry of `allowed` that the argument `value` is, or an error that lists them."""
    for entry in allowed:
        if type(value) is type(entry) and value == entry:
            return entry
    typed = any(type(value) is type(entry) for entry in allowed)
    raise refusal(name, value, f"are {', '.join(map(repr, allowed))}", typed=typed)


def instance(name: str, value: object, kind: type[T]) -> T:
    """The argument `value` if it is of a class, or a TypeError that names both."""
    if not isinstance(value, kind):
        raise refusal(name, value, f"is an object of {kind.__name__}")
    return value


def items(
    name: str, value: object, allowed: str, low: int = 0, high: int | None = None
) -> list[object]:
    """The entries of a sequence or of an array's first axis, or an error naming `allowed`.

    `low` and `high` bound how many there are.
    """
    if isinstance(value, list | tuple | range):
        try:
            entries = list(value)
        except Exception:  # a class of the user's own
            raise refusal(name, value, f"is {allowed}") from None
    else:
        row = _array(value)
        if row is None or row.ndim == 0:
            raise refusal(name, value, f"is {allowed}")
        plain = row.dtype.kind in "biu" or row.dtype == np.float64
        # a float32 is another number as a float, and of a matrix the rows are asked for
        entries = row.tolist() if plain and row.ndim == 1 else list(row)
    if len(entries) < low or (high is not None and len(entries) > high):
        raise ValueError(f"{name}: got {len(entries)} entries, allowed is {allowed}")
    return entries


def numbers(
    name: str,
    value: object,
    allowed: str,
    low: float = -LARGEST,
    high: float = LARGEST,
    sizes: tuple[int, int | None] = (0, None),
) -> Floats:
    """The argument `value` as a row of finite floats in [low, high], or an error.

    `sizes` bounds how many there are; what counts as a row is said at `items`.
    """
    row = items(name, value, allowed, *sizes)
    if row and isinstance(row[0], np.ndarray):  # it is a matrix
        raise refusal(name, value, f"is {allowed}", typed=True)
    for i, x in enumerate(row):
        if not (  # most are, at once
            (type(x) is float or type(x) is np.float64) and low <= x <= high and math.isfinite(x)
        ):
            row[i] = number(f"{name}[{i}]", x, allowed, low, high)
    return np.array(row, dtype=np.float64)


def table(
    name: str, value: object, allowed: str, largest: float = math.inf, least: float | None = None
) -> Floats:
    """The argument `value` as an array of float64 in row-major order, or an error.

    Unless `largest` is infinite, the entries are numbers from `least`, or minus `largest`, to it.
    """
    array, typed = None, False
    try:
        typed = not _real(value) and _all_real(value)
        if typed:
            array = np.ascontiguousarray(value, dtype=np.float64)
    except Exception:  # ragged, too large, too deep, or a class of the user's own
        typed = True
    if array is None:
        kind = ValueError if typed else TypeError
        raise kind(f"{name}: got {shown(value)}, no {allowed}")
    low = -largest if least is None else least
    if largest < math.inf and not (good := (low <= array) & (array <= largest)).all():
        where = tuple(int(i) for i in np.argwhere(~good)[0])
        raise ValueError(
            f"{name}: got {array[where]} at {where}, allowed are numbers in [{low:g}, {largest:g}]"
        )
    return array


def matrix(name: str, value: object, largest: float = 1e300) -> Floats:
    """The argument `value` as a matrix of numbers up to a size, whose spread is finite."""
    array = table(name, value, "matrix of real numbers, allowed is shape (m, n)", largest)
    if array.ndim != 2 or not array.size:
        raise ValueError(f"{name}: got shape {array.shape}, allowed is (m, n) with m, n >= 1")
    return array


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


def _array(value: Any) -> np.ndarray | None:
    """What says that it is an array, or a sequence that is no text, as one; None if it is none."""
    if isinstance(value, type | str | bytes | bytearray | memoryview | np.ma.MaskedArray):
        return None
    try:
        if hasattr(value, "__array__"):  # of NumPy, pandas, PyTorch, ...
            return np.asarray(value)
        if isinstance(value, Sequence):
            row = np.empty(len(value), object)
            row[:] = list(value)
            return row
    except Exception:  # a class of the user's own
        pass
    return None


def _all_real(value: object) -> bool:
    """Whether there are only real numbers at the ends of lists and arrays, and no masks."""
    if isinstance(value, list | tuple | range):
        return all(map(_all_real, value))
    array = None if _real(value) else _array(value)
    if array is None:
        return _real(value)
    return array.dtype.kind in "iuf" or (array.dtype.kind == "O" and all(map(_real, array.flat)))
