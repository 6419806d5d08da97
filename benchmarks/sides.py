"""Two ways beside each other, A B A B, so that what else the machine does meets both alike.

pytest-benchmark, asv and pyperf time one thing after the other, and then the next: on a machine
that is busy now and idle then, their ratio is a matter of luck.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from timeit import Timer
from typing import Any

import numpy as np

SAMPLE = 0.01  # seconds that a sample takes at least
LONG = 0.5  # seconds of a call that is not made without need
FEWEST, MOST = 3, 15  # samples of each


@dataclass(frozen=True)
class Sides:
    """Times of two ways that were called in turn.

    Attributes
    ----------
    ours, theirs : tuple of float
        Seconds a call, sample by sample.
    """

    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    def ratio(self, share: float = 1.0) -> dict[str, float]:
        """How many times as long they take, by pairs: the median and the quartiles."""
        ratios = np.array(self.theirs) / np.array(self.ours) / share
        low, middle, high = np.quantile(ratios, [0.25, 0.5, 0.75])
        return {"low": float(low), "median": float(middle), "high": float(high)}


def beside(ours: Callable[[], Any], theirs: Callable[[], Any], *, budget: float = 4.0) -> Sides:
    """Time two calls in turn, as often as `budget` seconds allow.

    A sample is as many calls as take `SAMPLE` seconds. Time is that of the processor, not that of
    a clock.
    """
    timers = [Timer(call, timer=time.process_time) for call in (ours, theirs)]
    once = [_once(timer) for timer in timers]
    loops = [max(1, round(SAMPLE / seconds)) for seconds in once]
    pair = sum(seconds * count for seconds, count in zip(once, loops, strict=True))
    samples = int(min(MOST, max(FEWEST, budget / pair)))
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(samples):
        for timer, count, found in zip(timers, loops, times, strict=True):
            found.append(timer.timeit(count) / count)
    return Sides(tuple(times[0]), tuple(times[1]))


def _once(timer: Timer) -> float:
    """Seconds of a call; the first one loads and compiles, and is timed if it is a long one."""
    first = timer.timeit(1)
    return first if first > LONG else max(timer.timeit(1), 1e-9)
