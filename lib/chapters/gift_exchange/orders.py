"""Small games exactly: expected steals over all orders in which the gifts may be opened.

Values are hundredths, here whole ones, so that every comparison and every mean is exact. The rules
are those of Section 2 and the strategies those of Table 1, written a second time and apart from the
engine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import factorial

STRATEGIES = ("open", "steal", "mean", "threshold", "expected")
Values = Sequence[Sequence[float]]  # of each gift to each player, in hundredths
THRESHOLD = 60
# Four players, one of each strategy: the fewest for which Proposition 2.1 was seen to fail.
COUNTEREXAMPLE: tuple[Values, tuple[str, ...]] = (
    ((99, 18, 2, 38), (56, 77, 100, 99), (13, 95, 30, 35), (61, 86, 53, 71)),
    ("open", "mean", "threshold", "steal"),
)


def wants(rule: str, best: float, opened: Sequence[float], wrapped: Sequence[float]) -> bool:
    """Whether a player steals the best target, by Table 1; values are those to the player."""
    if rule == "mean":
        return best * len(opened) > sum(opened)
    if rule == "expected":
        return best * len(wrapped) > sum(wrapped)
    return {"open": False, "steal": True, "threshold": best > THRESHOLD}[rule]


def steals(
    values: Values, rules: Sequence[str], order: Sequence[int], limit: int | None
) -> tuple[int, tuple[int, ...]]:
    """Steals of a game whose gifts are opened in this order: all of them, and by gift."""
    n = len(values)
    holder: dict[int, int] = {}  # of each open gift
    taken = [0] * n
    wrapped = list(order)
    for mover in range(n):
        locked: set[int] = set()
        while True:
            worth = values[mover]
            free = [g for g in holder if g not in locked and (limit is None or taken[g] < limit)]
            best = max(free, key=lambda g: (worth[g], -g), default=None)
            rest = [worth[g] for g in wrapped]
            if best is None or not wants(
                rules[mover], worth[best], [worth[g] for g in holder], rest
            ):
                holder[wrapped.pop(0)] = mover
                break
            mover, holder[best] = holder[best], mover
            locked.add(best)
            taken[best] += 1
    return sum(taken), tuple(taken)


@cache
def expected_steals(values: Values, rules: tuple[str, ...], limit: int | None) -> Fraction:
    """Their mean over all orders, each as likely as the others."""
    n = len(values)
    total = sum(steals(values, rules, order, limit)[0] for order in permutations(range(n)))
    return Fraction(total, factorial(n))


def by_limit(values: Values, rules: tuple[str, ...]) -> dict[int | None, Fraction]:
    """The same under each limit that can matter, the last one none."""
    limits = (*range(1, len(values)), None)
    return {limit: expected_steals(values, rules, limit) for limit in limits}


def random_parties(n: int, count: int, seed: int = 1) -> Iterator[tuple[Values, tuple[str, ...]]]:
    """Parties with values of whole hundredths and strategies drawn by lot."""
    luck = random.Random(seed)
    for _ in range(count):
        values = tuple(tuple(luck.randrange(101) for _ in range(n)) for _ in range(n))
        yield values, tuple(luck.choice(STRATEGIES) for _ in range(n))


def falls(row: dict[int | None, Fraction]) -> bool:
    """Whether a higher limit somewhere means fewer steals."""
    means = list(row.values())
    return means != sorted(means)
