"""How long a call takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def clocked(call: Callable[[], T], repeats: int = 3) -> tuple[float, T]:
    """Best time of `repeats` calls, in seconds, and the last answer."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        answer = call()
        best = min(best, time.perf_counter() - start)
    return best, answer
