"""Checks of book/beyond/guts_no_whispers.md in fractions; the standard library alone.

1. Jensen: against any independent mixes player 1 does at least as well as against their means.
2. The bound: for random partners she has a threshold with phi >= N (1 - 2**(-1/N)) V.
3. The proof's step: at every table but the fair line, a partner named by the proof can be moved so
   that player 1's best reply earns less (so no other table is a minimum).
"""

from fractions import Fraction as F
from random import Random

from guts_exact import payoff_by_cases, phi, slope_ally, slope_own


def best_reply(q, c, bits=40):
    """The root of her slope, which never increases; 0 if it is nowhere positive."""
    low, high = F(0), F(1)
    if slope_own([low, *q], c) <= 0:
        return low
    for _ in range(bits):
        middle = (low + high) / 2
        low, high = (middle, high) if slope_own([middle, *q], c) > 0 else (low, middle)
    return low


def fair(N, bits=60):
    """A fraction just below 2**(-1/N)."""
    low, high = F(0), F(1)
    for _ in range(bits):
        middle = (low + high) / 2
        low, high = (middle, high) if 2 * middle**N < 1 else (low, middle)
    return low


def step(q, c):
    """The proof's move: (partner, direction) along which her best reply's worth falls."""
    product = F(1)
    for t in q:
        product *= t
    own = best_reply(q, c)
    if 2 * product < 1:  # somebody is below her best reply: raise her
        j = min(range(len(q)), key=q.__getitem__)
        assert q[j] < own
        return j, +1, slope_ally([own, *q], j + 1, c)
    j = max(range(len(q)), key=q.__getitem__)  # all hold too seldom: lower one
    return j, -1, slope_ally([F(0), *q], j + 1, c)


if __name__ == "__main__":
    rng = Random(3)
    for _ in range(60):  # Jensen, by the independent payoff
        n = rng.randint(3, 5)
        own = F(rng.randint(0, 10), 10)
        mixes = [[F(rng.randint(0, 10), 10) for _ in range(2)] for _ in range(n - 1)]
        total = F(0)
        for k in range(2 ** (n - 1)):
            total += payoff_by_cases([own, *(m[k >> i & 1] for i, m in enumerate(mixes))])[0]
        assert total / 2 ** (n - 1) >= payoff_by_cases([own, *(sum(m) / 2 for m in mixes)])[0]
    least = {}
    for _ in range(500):
        N, V = rng.randint(1, 6), -F(rng.randint(0, 9), 10)
        q = [F(rng.randint(0, 40), 40) ** rng.choice([1, 1, 2]) for _ in range(N)]
        if rng.random() < 0.6:  # near the fair line
            q = [min(F(1), max(F(0), fair(N) + F(rng.randint(-9, 9), 90))) for _ in range(N)]
        c = 1 + V
        worth = phi([best_reply(q, c), *q], c)
        bound = N * (1 - fair(N)) * V
        assert worth >= bound - F(1, 10**9)
        least[N] = min(least.get(N, F(1)), worth - bound)
        product = F(1)
        for t in q:
            product *= t
        if abs(2 * product - 1) > F(1, 10**6):
            _, way, slope = step(q, c)
            assert way * slope < 0
    for q in ([F(1, 2), F(1)], [F(2, 3), F(3, 4)], [F(5, 8), F(4, 5)], [F(3, 4), F(5, 6), F(4, 5)]):
        product = F(1)
        for t in q:
            product *= t
        assert 2 * product == 1  # her best replies are [0, min q]: two partners move together
        a, b = q.index(min(q)), q.index(max(q))
        for k in range(21):
            own = min(q) * F(k, 20)
            assert slope_ally([own, *q], a + 1, F(1)) < slope_ally([own, *q], b + 1, F(1))
    print(
        "Jensen, bound and step hold; nearest to the bound:",
        {N: round(float(x), 6) for N, x in sorted(least.items())},
    )
