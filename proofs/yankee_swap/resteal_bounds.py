"""Bounds on what each seat is paid with unlimited re-steal, uniform boxes: exact fractions.

They rest on theorems alone, on no solver, no sample and no regret:

- a seat with k to act is paid at least the mean of the k-th best of N - k boxes;
- it is paid exactly the k-th best box if that is 9/16 or more, and at most the mean of `rho` if
  not, where rho is the k'-th best box at the first turn k' at which that is 9/16 or more;
- later seats are paid no less, and all seats together N/2.

`python resteal_bounds.py 101` prints the intervals and the first digits. A certificate is the list
of N pairs of fractions; `verify` recomputes it. The one that is shipped has to be that of 101 seats,
and no wider than what is proved, up to its last digit.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

LEVEL = Fraction(9, 16)  # 1/2 + max (v - 1/2) (1 - v)
ABOVE = 1 - LEVEL  # chance that a box is at that level or above
SEATS = 101  # of the certificate

Bounds = list[tuple[Fraction, Fraction]]


def lower(n_players: int, k: int) -> Fraction:
    """Mean of the k-th best of N - k uniform boxes.

    >>> print(lower(101, 10))
    41/46
    """
    return max(Fraction(n_players + 1 - 2 * k, n_players + 1 - k), Fraction(0))


@cache
def _stopped(k: int, good: int) -> Fraction:
    """Mean of rho at the first k' < k with k' or more boxes at the level, from good < k of them."""
    if k == 1:
        return LEVEL  # nobody left to act, and no box that is held is worth more
    total = Fraction(0)
    for more, chance in ((0, 1 - ABOVE), (1, ABOVE)):
        now = good + more
        if now >= k - 1:  # the lowest of them if now = k - 1, the second lowest if now = k
            total += chance * (LEVEL + ABOVE * Fraction(now + 1 - (k - 1), now + 1))
        else:
            total += chance * _stopped(k - 1, now)
    return total


def upper(n_players: int, k: int) -> Fraction:
    """Mean of rho: the k-th best box if that is 9/16 or more, else as above.

    >>> float(upper(101, 10) - lower(101, 10)) < 1e-9
    True
    """
    p = n_players - k
    total = Fraction(0)
    for good in range(p + 1):
        chance = comb(p, good) * ABOVE**good * (1 - ABOVE) ** (p - good)
        if good >= k:
            total += chance * (LEVEL + ABOVE * Fraction(good + 1 - k, good + 1))
        else:
            total += chance * _stopped(k, good)
    return total


def bounds(n_players: int) -> Bounds:
    """Lower and upper bounds of the payoffs of seats 1 to N.

    >>> all(a <= s <= b for (a, b), s in zip(
    ...     bounds(3), [Fraction(125, 384), Fraction(179, 384), Fraction(17, 24)]))
    True
    """
    half = Fraction(n_players, 2)
    ends = [(lower(n_players, k), upper(n_players, k)) for k in range(n_players, 0, -1)]
    low, high = map(list, zip(*outward(ends, 40), strict=True))  # short fractions are quick to add
    for i in range(n_players):  # the seats j..i are paid no more than seat i, on average
        most = half - sum(high[i + 1 :])
        means = [(most - sum(high[:j])) / (i + 1 - j) for j in range(i + 1)]
        low[i] = max(low[i], *means, *low[:i])
    for i in reversed(range(n_players)):  # the seats i..j are paid no less than seat i, on average
        most = half - sum(low[:i])
        means = [(most - sum(low[j + 1 :])) / (j + 1 - i) for j in range(i, n_players)]
        high[i] = min(high[i], *means, *high[i + 1 :])
    return list(zip(low, high, strict=True))


def outward(proved: Sequence[tuple[Fraction, Fraction]], digits: int = 30) -> Bounds:
    """The same intervals with short ends: rounded outwards to so many decimals.

    >>> print(*outward([(Fraction(1, 3), Fraction(2, 3))], 2)[0])
    33/100 67/100
    """
    unit = 10**digits
    return [(Fraction(a * unit // 1, unit), Fraction(-(-b * unit // 1), unit)) for a, b in proved]


def verify(certificate: Sequence[tuple[Fraction, Fraction]]) -> bool:
    """Whether each interval of a certificate contains the one that is proved here.

    >>> verify(bounds(6)), verify([(Fraction(1, 2), Fraction(1, 2))] * 6)
    (True, False)
    """
    proved = bounds(len(certificate))
    return all(a <= c and d <= b for (a, b), (c, d) in zip(certificate, proved, strict=True))


if __name__ == "__main__":
    import doctest
    import json

    doctest.testmod(raise_on_error=True)
    if sys.argv[1:2] == ["verify"]:
        text = Path(sys.argv[2]).read_text(encoding="utf-8")
        given = [(Fraction(a), Fraction(b)) for a, b in json.loads(text)]
        if not verify(given):
            sys.exit("not proved")
        if given != outward(bounds(SEATS)):
            sys.exit("proved, but not the intervals of all seats that are claimed")
        print("proved")
    elif sys.argv[1:2] == ["write"]:
        found = [[str(x) for x in pair] for pair in outward(bounds(int(sys.argv[2])))]
        print(json.dumps(found, indent=0))
    elif sys.argv[1:]:
        for seat, (a, b) in enumerate(bounds(int(sys.argv[1])), 1):
            print(f"{seat:4d} {float(a):.7f} {float(b):.7f} {float(b - a):.1e}")
