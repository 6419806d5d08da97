"""Small games exactly: expected steals over all orders in which the gifts may be opened.

Values are hundredths, here whole ones, so that every comparison and every mean is exact.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import factorial

STRATEGIES = ("always_open", "always_steal", "mean_based", "threshold", "expected_value")
Values = Sequence[Sequence[float]]  # of each gift to each player, in hundredths
THRESHOLD = 60
# Four players, one of each strategy: the fewest for which Proposition 2.1 was seen to fail.
COUNTEREXAMPLE: tuple[Values, tuple[str, ...]] = (
    ((99, 18, 2, 38), (56, 77, 100, 99), (13, 95, 30, 35), (61, 86, 53, 71)),
    ("always_open", "mean_based", "threshold", "always_steal"),
)


def heads() -> bool:
    """A coin that always says steal."""
    return True


def wants(
    strategy: str,
    best: float,
    opened: Sequence[float],
    wrapped: Sequence[float],
    *,
    threshold: float = THRESHOLD,
    flip: Callable[[], bool] = heads,
) -> bool:
    """Whether a player steals the best target, by the rules of the source's Table 1.

    Parameters
    ----------
    strategy : str
        One of the six.
    best : float
        What the target that the player likes best is worth to her.
    opened, wrapped : sequence of float
        What the open gifts and those still wrapped are worth to her.
    threshold : float
        Of the strategy of this name.
    flip : callable
        The coin of ``coin_flip``.

    Returns
    -------
    bool
        Whether she steals.

    Raises
    ------
    KeyError
        If there is no such strategy.
    """
    if strategy == "mean_based":
        return best > sum(opened) / len(opened)
    if strategy == "expected_value":
        return best > sum(wrapped) / len(wrapped)
    if strategy == "coin_flip":
        return flip()
    return {"always_open": False, "always_steal": True, "threshold": best > threshold}[strategy]


def steals(
    values: Values, rules: Sequence[str], order: Sequence[int], limit: int | None
) -> tuple[int, tuple[int, ...]]:
    """Steals of a game whose gifts are opened in this order: all of them, and by gift.

    These are the rules of `position`, which a test holds it against, with no more than holders and
    counts: all orders under all limits are played, and that is ten times as fast.
    """
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
