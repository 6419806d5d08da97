"""Exact sums over the records of games: integers, which add in any order to the same bits."""

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit

from . import kernels as col
from .options import STRATEGIES

UNIT = 2**32
Sums = tuple[int, ...]
Ranges = tuple[tuple[int, int], ...]


def _merge_ranges(ranges: Ranges) -> Ranges:
    """Join ranges of games that touch; ValueError if two overlap."""
    merged: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if merged and start < merged[-1][1]:
            raise ValueError(f"games {start} to {merged[-1][1] - 1} are counted twice")
        if merged and start == merged[-1][1]:
            merged[-1] = (merged[-1][0], stop)
        else:
            merged.append((start, stop))
    return tuple(merged)


def _added(a: Sums, b: Sums) -> Sums:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _units(n_players: int) -> list[int]:
    """By column of the records: 1 for counts, 2**32 for values."""
    scalars = [UNIT if c in col.VALUES else 1 for c in range(col.SCALARS)]
    return scalars + [UNIT] * (n_players + len(STRATEGIES)) + [1] * len(STRATEGIES)


def _pairs(n_players: int) -> list[tuple[int, int]]:
    """Columns whose ratio is asked for: steals by chains, values by players of a strategy."""
    first, k = col.SCALARS + n_players, len(STRATEGIES)
    return [(col.STEALS, col.CHAINS)] + [(first + s, first + k + s) for s in range(k)]


@njit(nogil=True)
def _accumulate(
    records: np.ndarray, units: np.ndarray, pairs: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    n_columns = records.shape[1]
    sums, squares = np.zeros(n_columns, np.int64), np.zeros(n_columns, np.int64)
    products = np.zeros(pairs.shape[0], np.int64)
    for g in range(records.shape[0]):
        for c in range(n_columns):
            x = records[g, c]
            sums[c] += np.int64(x * units[c] + 0.5)  # all of them are at least 0
            squares[c] += np.int64(x * x * units[c] + 0.5)
        for p in range(pairs.shape[0]):
            x, y = records[g, pairs[p, 0]], records[g, pairs[p, 1]]
            products[p] += np.int64(x * y * units[pairs[p, 0]] + 0.5)
    return sums, squares, products
