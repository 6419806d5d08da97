"""Target 1: with m = n Nakai's game is the sequential assignment problem; all in exact fractions.

`prices(n, law)` is E sort(prices(n - 1) with X): entry i - 1 is g(n, i), and h(n, i) is
g(n, n + 1 - i).
`check` holds the theorem against recursion (1), every state, values and choices.
"""

from __future__ import annotations

from fractions import Fraction

from nakai_exact import LAWS, Law, hands, stage, values


def prices(n: int, *laws: Law) -> list[Fraction]:
    """g(n, 1) >= ... >= g(n, n): what the best prize, ..., the worst prize is worth on average.

    >>> from nakai_exact import even
    >>> print(*prices(2, even(0, 1)))
    3/4 1/4
    """
    g: list[Fraction] = []
    for stages in range(1, n + 1):
        law = laws[stages - 1] if len(laws) > 1 else laws[0]
        new = [Fraction(0)] * stages
        for x, chance in law:
            for i, price in enumerate(sorted([*g, x], reverse=True)):
                new[i] += chance * price
        g = new
    return g


def check(n_max: int, *laws: Law) -> int:
    """Assert values, choices and the bounds by shuffling; return how many states were compared.

    >>> from nakai_exact import even
    >>> check(5, even(0, 1, 5)), check(4, even(1), even(0, 7), even(2, 3), even(1, 10))
    (265, 139)
    """
    v = values(n_max, *laws)
    count = 0
    for n in range(1, n_max + 1):
        g, before = prices(n, *laws), prices(n - 1, *laws)
        law = laws[n - 1] if len(laws) > 1 else laws[0]
        for k, l, m in hands(n):
            count += 1
            top, low = sum(g[:k], Fraction(0)), sum(g[n - l :], Fraction(0))
            if m == n:
                assert v[n][k, l, n] == top - low
                for x, _ in law:  # low below h(n-1, l), high above g(n-1, k), pass between
                    pays = {name: row[0] for name, row in stage(v[n - 1], n, k, l, n, x).items()}
                    if l and (l == n or x <= before[n - 1 - l]):
                        best = "low"
                    elif k and (k == n or x >= before[k - 1]):
                        best = "high"
                    else:
                        best = "pass"
                    assert pays[best] == max(pays.values())
            # shuffling one's cards: bounds that are equalities for equal prizes
            assert v[n][k, l, m] <= Fraction(m, n) * (top - low)
            cheap, dear = sum(g[n - m :], Fraction(0)), sum(g[:m], Fraction(0))
            assert v[n][k, l, m] >= Fraction(k, n) * cheap - Fraction(l, n) * dear
    return count


def largest_f(n_max: int, law: Law) -> Fraction:
    """Largest |f(n, l, k)| with l, k >= 1 of Lemma 6: mixed second differences, all 0.

    >>> from nakai_exact import even
    >>> print(largest_f(6, even(0, 1, 5)))
    0
    """
    v = values(n_max, law)
    return max(
        abs(w[k, l, n] - w[k - 1, l, n] - w[k, l - 1, n] + w[k - 1, l - 1, n])
        for n, w in enumerate(v)
        for k in range(1, n + 1)
        for l in range(1, n + 1 - k)
    )


if __name__ == "__main__":
    import doctest

    doctest.testmod(raise_on_error=True)
    for laws in LAWS:
        print(check(6, *laws))
