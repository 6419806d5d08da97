"""Checks of book/beyond/token_many_stacks.md: three players on 1..N exactly, and the chain z; standard library."""

import itertools
from fractions import Fraction as F
from math import sqrt


def boundary(a, c):
    """Twice the money up to the middle between tokens a < c on the board 1, 2, 3, ..."""
    s = a + c
    return (s // 2 - 1) * (s // 2) + s // 2 if s % 2 == 0 else (s // 2) * (s // 2 + 1)


def take(left, c, right, n):
    low = boundary(left, c) if left else 0
    high = boundary(c, right) if right <= n else n * (n + 1)
    return high - low


def three(n):
    """Perfect play of three on 1..n; indifferent players leave the others the least.

    The last player has six places only: a token in a gap moved two stacks to the right gains, one on
    the left of all gains by moving right, one on the right of all by moving left.
    """
    best = None
    for a in range(1, n + 1):
        reply = None
        for b in range(1, n + 1):
            if b == a:
                continue
            x, y = min(a, b), max(a, b)
            last = None
            for c in {x - 1, x - 2, y - 1, y - 2, y + 1, y + 2}:  # best places of a rising density
                if not 1 <= c <= n or c in (x, y):
                    continue
                t = sorted((x, y, c))
                pay = {
                    p: take(t[k - 1] if k else 0, p, t[k + 1] if k < 2 else n + 1, n)
                    for k, p in enumerate(t)
                }
                key = (pay[c], -pay[b], -pay[a])
                if last is None or key > last[0]:
                    last = key, (pay[a], pay[b], pay[c]), c
            key = (last[1][1], -last[1][0])
            if reply is None or key > reply[0]:
                reply = key, last[1], (a, b, last[2])
        if best is None or reply[1][0] > best[0][0]:
            best = reply[1], reply[2]
    return best


def offers(places):
    """What an entrant is offered among tokens in the limit: left, gaps, right."""
    gaps = [y * y - ((x + y) / 2) ** 2 for x, y in itertools.pairwise(places)]
    return [places[0] ** 2, *gaps, 1 - places[-1] ** 2]


if __name__ == "__main__":
    for n in (10, 50, 200, 400):
        pay, places = three(n)
        print(n, [round(p / (n * (n + 1)), 4) for p in pay], [round(p / n, 4) for p in places])
    assert three(10)[0] == (42, 38, 30)  # 21, 19 and 15: the source
    pay, _ = three(400)
    assert all(
        abs(p / (400 * 401) - s) < 0.003 for p, s in zip(pay, (8 / 17, 9 / 34, 9 / 34), strict=True)
    )
    assert F(25, 34) - F(16, 34) == 1 - F(25, 34) == F(9, 34)
    for m in range(3, 30):
        z = [1.0]
        while len(z) < m - 1:
            z.append((z[-1] + 2 * sqrt(z[-1] ** 2 + 3)) / 3)
        v = 1 / (1 + z[-1] ** 2)
        assert max(abs(o - v) for o in offers([x * sqrt(v) for x in z])) < 1e-12
        steps = [b * b - a * a for a, b in itertools.pairwise(z)]
        assert all(s < t < 2 for s, t in itertools.pairwise(steps))
        if m == 4:
            shares = [round(v * s, 4) for s in (steps[1], steps[0], 1, 1)]
            assert shares == [0.3322, 0.3143, 0.1768, 0.1768]
    print("limits and the chain agree")
