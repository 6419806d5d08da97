"""Nakai's game in exact fractions, for prizes with finitely many values; standard library only.

A law is a list of pairs (value, chance); `values` takes one law for all stages, or one a stage, the
last prize first. It uses recursion (1) of the paper and nothing else, and is what the theorems are
checked against.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

Law = Sequence[tuple[Fraction, Fraction]]
State = tuple[int, int, int, int]


def even(*prizes: int | Fraction) -> list[tuple[Fraction, Fraction]]:
    """The law of prizes that are equally likely.

    >>> even(1, 2)
    [(Fraction(1, 1), Fraction(1, 2)), (Fraction(2, 1), Fraction(1, 2))]
    """
    return [(Fraction(x), Fraction(1, len(prizes))) for x in prizes]


# what the theorems are checked with: five laws, and a sequence of different ones, the last first
LAWS: list[list[Law]] = [
    [even(0, 1, 5)],
    [even(1), even(0, 7), even(2, 3), even(1, 10), even(2), even(0, 1, 4)],
    [even(1, 2, 4, 8)],
    [even(3)],
    [even(0, 0, 0, 1)],
    [even(1, 1, 1, 1, 20)],
]


def game_value(rows: Sequence[tuple[Fraction, ...]]) -> Fraction:
    """Value of a game with at most two columns, for the player of the rows, who maximises.

    The best of all single rows and of all pairs of rows (a maximal basis has no more rows).

    >>> game_value([(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))])
    Fraction(1, 2)
    """
    best = max(min(row) for row in rows)
    if len(rows[0]) == 2:
        for (a, b), (c, d) in combinations(rows, 2):
            if (a - c) * (b - d) < 0:  # mixing p of the first makes the columns equal
                p = (d - c) / (a - b - c + d) if a - b - c + d else Fraction(-1)
                if 0 <= p <= 1:
                    best = max(best, p * a + (1 - p) * c)
    return best


def stage(w: dict, n: int, k: int, l: int, m: int, x: Fraction) -> dict[str, tuple]:
    """The game of one stage at the prize x: allowed choices of player I, and what they pay.

    The first entry of a row is against a middle card, the second against a pass; a column that is
    not allowed is left out. `w` has the values with n - 1 stages to go.
    """
    columns = [j for j, allowed in enumerate((m > 0, m < n)) if allowed]
    rows = {}
    if l:
        rows["low"] = (lambda: w[k, l - 1, m - 1] - x, lambda: w[k, l - 1, m])
    if k:
        rows["high"] = (lambda: w[k - 1, l, m - 1] + x, lambda: w[k - 1, l, m])
    if k + l < n:
        rows["pass"] = (lambda: w[k, l, m - 1], lambda: w[k, l, m])
    return {name: tuple(row[j]() for j in columns) for name, row in rows.items()}


def hands(n: int) -> Iterator[tuple[int, int, int]]:
    """All (k, l, m) with n prizes to come."""
    for k in range(n + 1):
        for l in range(n + 1 - k):
            for m in range(n + 1):
                yield k, l, m


def values(n_max: int, *laws: Law) -> list[dict[tuple[int, int, int], Fraction]]:
    """Values v[n][k, l, m] for n up to n_max; one law, or one for each number of prizes to come.

    >>> print(values(4, even(1))[4][2, 1, 3])
    3/4
    >>> print(values(2, even(0, 1))[2][1, 0, 1])  # prizes 0 and 1
    1/6
    """
    v: list[dict] = [{(0, 0, 0): Fraction(0)}]
    for n in range(1, n_max + 1):
        law = laws[n - 1] if len(laws) > 1 else laws[0]
        layer = {}
        for k, l, m in hands(n):
            layer[k, l, m] = sum(
                (q * game_value(list(stage(v[-1], n, k, l, m, x).values())) for x, q in law),
                Fraction(0),
            )
        v.append(layer)
    return v


if __name__ == "__main__":
    import doctest

    doctest.testmod(raise_on_error=True)
