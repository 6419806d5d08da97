"""Target 2: equal prizes, and any game in which both hands are played out at equal stakes.

`best_reply_to_shuffle` finds, by dynamic programming over what a player can see, the most and the
least that an opponent of a shuffled hand can get: theorem 1 says that both are the same number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from nakai_exact import even, hands, stage, values


def best_reply_to_shuffle(
    shuffled: Sequence[int],
    other: Sequence[int],
    pays: Callable[[int, int], int],
    prizes: Sequence[int],
    sign: int,
) -> Fraction:
    """Best (sign 1) or worst (-1) mean of sum of prize * pays(shuffled card, other card).

    The other player sees all cards played so far and the prize, in the given order.

    >>> win = lambda a, b: (a > b) - (a < b)
    >>> hands = (1, 2, 5), (2, 3, 4)
    >>> print(*(best_reply_to_shuffle(*hands, win, (1, 1, 1), s) for s in (1, -1)))
    -2/3 -2/3
    """

    @cache
    def go(a_left: tuple, b_left: tuple, at: int) -> Fraction:
        if not a_left:
            return Fraction(0)
        options = []
        for j, b in enumerate(b_left):
            rest = b_left[:j] + b_left[j + 1 :]
            total = Fraction(0)
            for i, a in enumerate(a_left):
                after = go(a_left[:i] + a_left[i + 1 :], rest, at + 1)
                total += prizes[at] * pays(a, b) + after
            options.append(total / len(a_left))
        return sign * max(sign * x for x in options)

    return go(tuple(shuffled), tuple(other), 0)


def check_plans(n_max: int) -> int:
    """Assert that both plans of the theorem are optimal in every stage; count the stages.

    >>> check_plans(6)
    357
    """
    v = values(n_max, even(1))
    count = 0
    for n in range(1, n_max + 1):
        for k, l, m in hands(n):
            assert v[n][k, l, m] == Fraction(m * (k - l), n)
            if not m or not k + l:
                continue
            count += 1
            rows = stage(v[n - 1], n, k, l, m, Fraction(1))
            plan = {"low": Fraction(l, n), "high": Fraction(k, n), "pass": Fraction(n - k - l, n)}
            reply = (Fraction(m, n), Fraction(n - m, n))[: len(next(iter(rows.values())))]
            assert set(rows) == {name for name, chance in plan.items() if chance}
            for j in range(len(reply)):
                assert sum(plan[name] * row[j] for name, row in rows.items()) == v[n][k, l, m]
            for row in rows.values():
                assert sum(q * x for q, x in zip(reply, row, strict=True)) == v[n][k, l, m]
    return count


if __name__ == "__main__":
    import doctest
    from itertools import permutations

    doctest.testmod(raise_on_error=True)

    def win(a: int, b: int) -> int:
        """Who wins."""
        return (a > b) - (a < b)

    # Ross: against a shuffled hand, matching by rank is best for every order of the prizes
    a, b = (1, 2, 4, 5), (1, 3, 4, 6)
    factor = {y: Fraction(sum(win(x, y) for x in a), 4) for y in b}
    for prizes in permutations((1, 2, 3, 7)):
        least = best_reply_to_shuffle(a, b, win, prizes, -1)
        assert least == sum(
            p * factor[y] for p, y in zip(sorted(prizes), sorted(b), strict=True)
        ), prizes
    print("Ross, 24 orders: ok")
