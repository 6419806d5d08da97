"""Independent checks of the lemmas of book/beyond/guts_two_plans.md, in fractions.

1. Slopes: finite differences of phi (polynomial pieces) against the formulas used in the proof.
2. Merging: of two allies above p1, closer is worse for player 1, strictly.
3. Shapes: on random tables no plan is below the better of the best bloc and the best leader plan.
4. The order p < a < fair < b and the exclusion of single plans, at the certified solutions.
5. N (1 - 2**(-1/N)) < 1.
"""

import json
from fractions import Fraction as F
from pathlib import Path
from random import Random

from guts_exact import phi, slope_ally, slope_own
from guts_no_whispers import fair  # a fraction below 2**(-1/N)
from guts_two_plans import bloc, leader

rng = Random(7)


def draw(m=12):
    return F(rng.randint(0, m), m)


for _ in range(60):
    n, c = rng.randint(3, 6), draw(6)
    p = [draw(24) for _ in range(n)]
    for j in range(n):  # slopes: phi is a polynomial of degree <= n + 1 on either side of p_j
        h = F(1, 10**12)
        if 0 < p[j] < 1 and p.count(p[j]) == 1:
            q, r = list(p), list(p)
            q[j] += h
            r[j] -= h
            slope = slope_own(p, c) if j == 0 else slope_ally(p, j, c)
            assert abs((phi(q, c) - phi(r, c)) / (2 * h) - slope) < F(1, 10**9)

merged = 0
for _ in range(300):
    n, c = rng.randint(3, 6), draw(6)
    p = [draw() for _ in range(n)]
    high = [j for j in range(1, n) if p[j] >= p[0]]
    pairs = [(i, j) for i in high for j in high if p[i] < p[j]]
    if not pairs:
        continue
    i, j = rng.choice(pairs)
    diff = slope_ally(p, i, c) - slope_ally(p, j, c)
    g = F(1)
    for k in range(1, n):
        if k not in (i, j):
            g *= max(p[k], p[i])
    assert diff <= -2 * (n - c) * (p[j] - p[i]) * p[0] * g and diff < 0
    q, h = list(p), (p[j] - p[i]) / rng.randint(2, 9)
    q[i] += h
    q[j] -= h
    assert phi(q, c) < phi(p, c)
    merged += 1

grid = [F(k, 200) for k in range(201)]
worst = None
for _ in range(40):
    n, c, own = rng.randint(3, 5), F(rng.randint(1, 12), 12), F(rng.randint(1, 11), 12)
    N = n - 1
    least = min(
        min(phi([own] + [q] * N, c) for q in grid[::4]),
        min(phi([own, F(0)] + [q] * (N - 1), c) for q in grid[::4]),
    )
    for _ in range(15):
        assert phi([own] + [draw() for _ in range(N)], c) >= least - F(1, 500)

for row in json.loads(Path(__file__).with_name("guts_two_plans.json").read_text("utf-8")):
    N = row["N"]
    p, a, b, w = (F(row[k]) for k in ("p", "a", "b", "w"))
    c = 1 + F(row["lower"])
    tiny = F(1, 10**15)
    assert p + tiny < a and (a + tiny) ** N * 2 < 1 < 2 * (b - tiny) ** N
    assert (
        bloc(N, p, a, c)[2] > 0 > leader(N, p, b, c)[2]
    )  # she would rise against A, fall against B
    multiplier = w * bloc(N, p, a, c)[3] + (1 - w) * leader(N, p, b, c)[3]
    assert 0 < multiplier < 1
    assert 2 * p**N * 271828 > 100000  # p**N > 1 / (2 e), the bound of the uniqueness proof
    if N <= 6:  # the closed forms against the general integral
        assert phi([p] + [a] * N, c) == bloc(N, p, a, c)[0]
        assert phi([p, F(0)] + [b] * (N - 1), c) == leader(N, p, b, c)[0]
for N in range(2, 60):
    assert N * (1 - fair(N)) < 1
print(f"slopes, {merged} merges, shapes, order: all as proved")
