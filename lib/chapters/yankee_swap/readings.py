"""The source's system for unlimited re-steal, in all readings."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import get_args

import numpy as np
import pandas as pd

from parlor.games.yankee_swap.recurrence import Compare, Draw, Pool, Recurrence, solve_recurrence
from press import Effort

Way = tuple[Compare, Pool, Draw]
WAYS: tuple[Way, ...] = tuple(product(get_args(Compare), get_args(Pool), get_args(Draw)))
LITERAL, MENDED = WAYS[0], WAYS[-1]


@cache
def reading(way: Way, n_players: int) -> Recurrence:
    """One reading, solved; where an equation jumps across, by the rule beside it."""
    compare, pool, draw = way
    return solve_recurrence(n_players, compare=compare, pool=pool, draw=draw, at_jumps=True)


def literal(effort: Effort) -> Recurrence:
    """The system as printed, for as many players as the article has."""
    return reading(LITERAL, effort.of(full=101, reduced=8))


def is_rule(found: Recurrence) -> bool:
    """Whether the rule beside the equation, steal if h(v, k-1) > s_k, has a threshold at each k."""
    return len(found.thresholds) == found.n_players and found.steals_above


def on_grid(n_players: int, cells: int) -> np.ndarray:
    """What turns are worth by the system as printed, iterated on a grid of values.

    Written from the source's lines, with nothing of the solver. Of all thresholds between two
    cells that is taken which is nearest to the rule, steal if h(v, k-1) > s_k.
    """
    held = (np.arange(cells) + 0.5) / cells
    edges = np.arange(cells + 1) / cells
    fresh, worths = held.mean(), []
    for k in range(1, n_players + 1):
        none_above = edges ** (k - 1)  # of k - 1 boxes, as printed
        stolen = np.append(np.cumsum((np.diff(none_above) * held)[::-1])[::-1], 0)
        opened = np.append(0, np.cumsum(held)) / cells + (1 - edges) * fresh  # the mean of h(., k)
        turn = none_above * opened + stolen
        off = np.maximum(np.append(-np.inf, held) - turn, turn - np.append(held, np.inf))
        at = int(np.argmin(off.clip(0)))
        worths.append(turn[at])
        held = np.where(np.arange(cells) < at, held, fresh)
        fresh = held.mean()
    return np.array(worths)


def gaps(n_players: int) -> list[float]:
    """What the readings pay out less what the boxes are worth."""
    found = [reading(way, n_players).sum_excess for way in WAYS]
    return [gap for gap in found if gap is not None]


def readings_table(crowd: int) -> pd.DataFrame:
    """All readings: thresholds among four, and what is paid out too little."""
    names = {
        "turn": "the turn, as printed", "draw": "a fresh box", "after": "h(., k-1)",
        ("pool", "printed"): "k-1, as printed", ("pool", "table"): "N-k, on the table",
        "printed": "h(., k), as printed",
    }  # fmt: skip
    rows = []
    for way in WAYS:
        compare, pool, draw = way
        four = reading(way, 4)
        missing = [f"{-float(reading(way, n).sum_excess or 0):.3f}" for n in (4, 6, crowd)]
        tau = ", ".join(f"{t:.5f}" for t in four.thresholds)
        rows.append([names[compare], names["pool", pool], names[draw], tau, *missing])
    columns = ["a box is compared with", "best of", "opening is worth the mean of",
               "thresholds, 4 players", "missing, 4 players", "6", str(crowd)]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)
