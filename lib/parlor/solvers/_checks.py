"""Checks of arguments that many public functions share."""

from __future__ import annotations

from numbers import Integral

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
