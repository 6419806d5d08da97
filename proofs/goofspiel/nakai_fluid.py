"""Target 3, the fluid limit: V(high, low, middle) certified in fractions, and v_n against it.

A certificate is a pair of plans: chances of (low, high, pass) and of a middle card at each value of
the prize, both using up the cards on average, and prices A, C, B. `bounds` evaluates it exactly:
the first plan secures a lower bound of V, the prices and the second plan an upper one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from nakai_exact import Law, even, values

F = Fraction


@dataclass(frozen=True)
class Plans:
    """Shares of cards (high, low, middle), plans at each prize, prices of a high and a low card."""

    shares: tuple[Fraction, Fraction, Fraction]
    one: Sequence[tuple[Fraction, Fraction]]  # chances of low and of high, at each prize
    two: Sequence[Fraction]  # chance of a middle card, at each prize
    high: Fraction
    low: Fraction


def bounds(law: Law, plans: Plans) -> tuple[Fraction, Fraction]:
    """Exact lower and upper bound of V; a ValueError for what is no plan.

    >>> law, plans = example()
    >>> print(*bounds(law, plans))
    1/6 1/6
    """
    high, low, middle = plans.shares
    chances = [q for _, q in law]
    if any(p < 0 or h < 0 or p + h > 1 for p, h in plans.one) or not all(
        0 <= q <= 1 for q in plans.two
    ):
        raise ValueError("no chances")
    used = [
        sum(c * q for c, q in zip(chances, row, strict=True))
        for row in ([h for _, h in plans.one], [p for p, _ in plans.one], plans.two)
    ]
    if used != [high, low, middle]:
        raise ValueError("not all cards are used up")
    # player II against the first plan: a fractional knapsack, cheapest first
    worth = sorted((x * (h - p), c) for (x, c), (p, h) in zip(law, plans.one, strict=True))
    left, least = middle, F(0)
    for pays, chance in worth:
        take = min(chance, left)
        least, left = least + take * pays, left - take
    # player I against the second plan, cards bought and sold at the prices
    most = (
        high * plans.high
        - low * plans.low
        + sum(
            c * max(x * q - plans.high, plans.low - x * q, F(0))
            for (x, c), q in zip(law, plans.two, strict=True)
        )
    )
    return least, most


def example() -> tuple[Law, Plans]:
    """Prizes 1 and 2; shares 1/2, 1/4, 1/2 of high, low and middle cards."""
    plans = Plans(
        shares=(F(1, 2), F(1, 4), F(1, 2)),
        one=((F(1, 3), F(2, 3)), (F(1, 6), F(1, 3))),
        two=(F(2, 3), F(1, 3)),
        high=F(2, 3),
        low=F(2, 3),
    )
    return even(1, 2), plans


def check(law: Law, plans: Plans, n_max: int) -> list[Fraction]:
    """Assert the theorem's bounds for n up to `n_max` and return v_n - n V, where cards are whole.

    >>> [round(float(x), 6) for x in check(*example(), 4)]  # with 8: also 0.125223, in a minute
    [0.086628]
    """
    least, most = bounds(law, plans)
    reach = max(x for x, _ in law)
    found = []
    for n, v in enumerate(values(n_max, law)):
        cards = [n * share for share in plans.shares]
        if n and all(c.denominator == 1 for c in cards):
            k, l, m = (int(c) for c in cards)
            value = v[k, l, m]
            root = F(isqrt(n * 10**12) + 1, 10**6)
            assert value >= n * least - F(283, 100) * reach * root
            assert value <= n * most + F(1, 2) * reach * root
            found.append(value - n * most)
    return found


if __name__ == "__main__":
    import doctest

    doctest.testmod(raise_on_error=True)
