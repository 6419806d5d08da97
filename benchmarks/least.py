"""The least that a machine could do: numbers drawn, read, added or multiplied at full speed.

Each is a loop without a branch that it could not foresee, over as many things as a kernel of a game
has to do with, and nothing of the game. No way around the game's own work is that quick.
"""

from __future__ import annotations

import numpy as np

from parlor.core.compiled import njit
from parlor.core.draws import stream_of, uniform_at


@njit
def drawn(count: int) -> float:
    """Draw uniform numbers, with the library's own generator."""
    stream, total = stream_of(1, 0), 0.0
    for place in range(count):
        total += uniform_at(stream, 0, place)
    return total


def drawn_normally(count: int) -> float:
    """Draw normal numbers, with NumPy's quickest generator."""
    return float(np.random.Generator(np.random.SFC64(1)).standard_normal(count)[-1])


@njit
def looked(parties: int, guests: int) -> float:
    """Draw what each guest thinks of each gift; let each look once at the gifts before its own."""
    stream, taste, total = stream_of(1, 0), np.empty(guests), 0.0
    for party in range(parties * guests):
        for gift in range(guests):
            taste[gift] = uniform_at(stream, 0, party * guests + gift)
            total += taste[gift]
        best = 0.0
        for gift in range(party % guests):
            best = max(best, taste[gift])
        total += best
    return total


@njit
def summed(count: int, row: np.ndarray) -> float:
    """Multiply and add, along a row again and again until that was done so often."""
    totals = np.zeros(row.size)
    for _ in range(count // row.size):
        for place in range(row.size):
            totals[place] = 0.5 * totals[place] + row[place]
    return float(totals[-1])


@njit
def read(count: int, size: int) -> float:
    """Read numbers in no order from a table of a size, a power of two."""
    table, total, place = np.ones(size), 0.0, 0
    for _ in range(count):
        place = (5 * place + 12_345) & (size - 1)
        total += table[place]
    return total


@njit
def multiplied(x: np.ndarray, size: int, product: float, top: int) -> float:
    """The least product over all nonincreasing tuples of a size: a multiplication for each."""
    least = np.inf
    for i in range(top + 1):
        if size > 1:
            least = min(least, multiplied(x, size - 1, product * x[i], i))
        else:
            least = min(least, product * x[i])
    return least


@njit
def climbed(n: int) -> int:
    """Visit all subsets of n things from the largest, and look at each with one thing more."""
    best = np.empty(1 << n, np.int32)
    for state in range((1 << n) - 1, -1, -1):
        most = state
        for one in range(n):
            if not (state >> one) & 1:
                most = max(most, best[state | (1 << one)])
        best[state] = most
    return int(best[0])


@njit
def weighed(count: int, nodes: int, p: float, q: float) -> float:
    """Evaluate a beta density at the nodes of a rule, for each of some states."""
    total = 0.0
    for state in range(count):
        for i in range(1, nodes + 1):
            x = (i + state / count) / (nodes + 1)
            total += x**p * (1.0 - x) ** q
    return total
