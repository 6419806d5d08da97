"""Checks of arguments that many public functions share."""

from __future__ import annotations

import math
from numbers import Integral, Real

import numpy as np


def whole(name: str, value: object, low: int, high: int | None = None) -> int:
    """The argument `value` as an int from `low` (to `high`), or a ValueError that names it."""
    if (
        isinstance(value, Integral)
        and not isinstance(value, bool | np.bool_)
        and low <= int(value)
        and (high is None or int(value) <= high)
    ):
        return int(value)
    allowed = f"from {low} up" if high is None else f"{low} to {high}"
    raise ValueError(f"{name}: got {value!r}, allowed are the integers {allowed}")


def number(
    name: str, value: object, allowed: str, low: float = -math.inf, high: float = math.inf
) -> float:
    """The argument `value` as a finite float in [low, high], or a ValueError naming `allowed`."""
    if isinstance(value, Real) and not isinstance(value, bool | np.bool_):
        try:
            size = float(value)
        except OverflowError:
            size = math.inf
        if low <= size <= high and math.isfinite(size):
            return size
    raise ValueError(f"{name}: got {shown(value)}, allowed are {allowed}")


def positive(name: str, value: object) -> float:
    """The argument `value` as a finite float above 0, or a ValueError that names it."""
    return number(name, value, "positive numbers", low=math.ulp(0.0))


def flag(name: str, value: object) -> bool:
    """The argument `value` as a bool, or a ValueError that names it: no other is a truth value."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name}: got {shown(value)}, allowed are True and False")
    return bool(value)


def table(name: str, value: object, allowed: str) -> np.ndarray:
    """The argument `value` as an array of float64 in row-major order, or a ValueError."""
    try:
        given = np.asarray(value)
        good = given.dtype.kind in "biuf" or (
            given.dtype.kind == "O" and all(isinstance(entry, Real) for entry in given.flat)
        )
        if good and not np.ma.isMaskedArray(value):
            return np.ascontiguousarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(f"{name}: got no {allowed}")


def shown(value: object, width: int = 60) -> str:
    """What was given, on one line of bounded length."""
    text = " ".join(repr(value).split())
    return text if len(text) <= width else text[: width - 3] + "..."
