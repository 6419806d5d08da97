"""How many games there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from parlor.games.trajectories import action_count, growth


def printed_row(chapter: Any, n: int) -> list:
    """One row of Table 9: computed, published, verdict, twice."""
    free = growth(29)
    values = (free.patterns[n - 1], free.counts[n - 1])
    checks = [
        chapter.check(f"table9.{name}.{n}", value)
        for name, value in zip(("product", "trajectories"), values, strict=True)
    ]
    count = chapter.check(f"table9.actions.{n}", action_count(n))
    return [n, action_count(n), count] + [
        cell
        for check, value in zip(checks, values, strict=True)
        for cell in (f"{value:,}", check.printed, check)
    ]


def differences(values: Sequence[int], order: int) -> set[int]:
    """The different differences of an order."""
    return set(np.diff(values, order).tolist())
