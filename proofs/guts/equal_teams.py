"""Guts of m against m: the mix on the curve of book/beyond/guts_pairs.md; the standard library alone.

Plans (p, q, ..., q) of a grid reply to finite versions of the mix, in which each of some stretches of
the curve has its probability at its middle. If the mix is optimal the best reply wins a quarter as much
each time the stretches are halved. Payoffs are those of the theorem on teams of equal size, piece by
piece, which know no curve. The inequality that keeps thresholds below 1 is checked in fractions.

    python equal_teams.py 2 3 4 6
"""

import sys
from fractions import Fraction as F
from functools import cache
from itertools import pairwise
from math import exp, log


def level(m, x):
    return (x + (m - 1) ** 2 / x - m + 2) / m


def rate(m, x):
    """How fast the logarithm of q rises with the parameter."""
    return (x * x - (m - 1) ** 2) / (x * ((2 * m - 1) * x * (x - m + 2) + (m - 1) ** 3))


def curve(m, end, steps):
    """Parameters from `end` on, log q and p there, relative to q at the end, by the midpoint rule.

    The curve stops where q has risen as much as the level at the end says.
    """
    most, h = -log(level(m, end) - 1) / (m - 1), end / steps
    x, grown, rows = end, 0.0, [(end, 0.0)]
    while grown < most:
        step = min(h, (most - grown) / rate(m, x + h / 2))
        grown += step * rate(m, x + step / 2)
        x += step
        rows.append((x, grown))
        if step < h:
            break
    p, out = 0.0, [(x, grown, 0.0)]
    for (a, low), (b, high) in zip(rows[-2::-1], rows[:0:-1], strict=True):
        p += (a + b) / 2 * (exp(high) - exp(low))
        out.append((a, low, p))
    return out


@cache
def whole(m, steps=4000):
    """The whole curve: its end is found by halving, where p and q meet."""
    low, high = m - 1 + 0.05, 2 * m + 0.6 * m
    for _ in range(40):
        end = (low + high) / 2
        ahead = level(m, end) < 2 and curve(m, end, steps)[-1][2] > 1
        low, high = (end, high) if ahead else (low, end)
    return curve(m, end, steps)


def mix(m, stretches):
    """Plans and probabilities."""
    rows = whole(m)
    q0 = (level(m, rows[0][0]) / 4) ** (1 / (2 * m - 1))
    d = q0 * exp(-rows[0][1])
    assert 0 < d < q0 < 1

    def beyond(row):
        return (level(m, row[0]) - (m - 1) / row[0]) / (4 * (d * exp(row[1])) ** (2 * m - 1))

    cuts = [rows[round(i * (len(rows) - 1) / (2 * stretches))] for i in range(2 * stretches + 1)]
    left = [beyond(row) for row in cuts[::2]]
    chances = [a - b for a, b in pairwise(left)]
    assert min(chances) > 0 and 0 < left[0] < 1 and left[-1] > 0
    plans = [(d * p, d * exp(grown)) for _, grown, p in cuts[1::2]]
    return [((0.0, q0), 1 - left[0]), *zip(plans, chances, strict=True), ((d, d), left[-1])]


def wins(m, one, other):
    """What a plan wins of another: the integral of A'B - AB' and half the difference of sums."""
    points = sorted({0.0, *one, *other, 1.0})
    total = (one[0] - other[0] + (m - 1) * (one[1] - other[1])) / 2
    for x, y in pairwise(points):
        powers, scale = [], 1.0
        for p, q in (one, other):
            powers.append((p <= x) + (m - 1) * (q <= x))
            scale *= (p if p > x else 1) * (q if q > x else 1) ** (m - 1)
        a, b = powers
        if a + b:
            total += scale * (y ** (a + b) - x ** (a + b)) * (a - b) / (a + b)
    return 2 * m * total


def best(m, finite, grid=40):
    plans = [(i / grid, j / grid) for j in range(grid + 1) for i in range(j + 1)]
    plans += [plan for plan, _ in finite]
    return max(sum(w * wins(m, plan, other) for other, w in finite) for plan in plans)


if __name__ == "__main__":
    # the integrand exceeds 1 / (2 + 2 s): a function of s that is concave, so least at an end
    assert min(F(11, 5) + F(54, 25) * s - F(13, 5) * s * s for s in (0, 1)) > 0
    for m in map(int, sys.argv[1:]):
        gains = [best(m, mix(m, stretches)) for stretches in (5, 10, 20)]
        assert 0 < gains[2] < gains[1] / 2.5 < gains[0] / 6, gains
        ends = mix(m, 5)
        print(
            f"{m} against {m}: q0 = {ends[0][0][1]:.5f}, d = {ends[-1][0][1]:.5f}, atoms "
            f"{ends[0][1]:.4f} and {ends[-1][1]:.4f}; best replies win "
            f"{', '.join(f'{gain:.1e}' for gain in gains)}",
            flush=True,
        )
