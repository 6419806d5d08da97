"""The last seats with boxes that are not uniform (book/beyond/yankee_late_seats.md, 6); standard library alone.

Boxes are u**r, u uniform. At random tables everybody plays on by the rule, the k-th best box with k to act,
whatever the mover takes: the same boxes come, and one play shows what each box leads to. The best other
action is chosen on half of the plays and measured on the other half. Among the last seats, a share of
pi / (1 + pi), it must not gain; before them it must, or the share would be too small.
"""

from bisect import insort
from math import log, sqrt
from random import Random
from statistics import mean, stdev

PLAYERS, TABLES, PLAYS = 101, 16, 60


def leaving(draw, k):
    """What the best other action brings more than the safe box, at a random table."""
    table = sorted((-draw(), i) for i in range(PLAYERS - k))
    paid = [[0.0] * (PLAYERS - k + 1) for _ in range(2)]
    for play in range(PLAYS):
        boxes, mover = list(table), PLAYERS - k  # the mover opens a box: her own place in `paid`
        for to_act in range(k, 0, -1):
            if to_act < k:  # the next one takes the safe box, and its holder opens another
                value, mover = boxes.pop(to_act - 1)
                insort(boxes, (value, -1))
            insort(boxes, (-draw(), mover))
        for value, owner in boxes:
            if owner >= 0:
                paid[play % 2][owner] -= value / (PLAYS / 2)
    safe = table[k - 1]
    others = [i for i in range(PLAYERS - k + 1) if i != safe[1]]
    return paid[1][max(others, key=paid[0].__getitem__)] + safe[0]


def check_worths(r):
    """D* = what is left of the boxes and of H*, by Simpson's rule, against its closed form in s."""

    def q(s):
        return (1 - s) ** r

    def area(f, a, b, steps=2000):
        h = (b - a) / steps
        inner = sum((4 if j % 2 else 2) * f(a + j * h) for j in range(1, steps))
        return h / 3 * (f(a) + f(b) + inner)

    def opening(s):
        return (1 + s) * (1 / (1 + r) - area(lambda y: q(y) / (1 + y) ** 2, 0.0, s, 200))

    def holding(s):
        return (s * q(s) + opening(s)) / (1 + s)

    s = 1 - (1 / (1 + r)) ** (1 / r)  # the chance to be better than the mean
    assert abs(opening(s) - (1 - s) ** (r + 1) / (r + 1) - area(holding, 0.0, s, 400)) < 1e-7
    assert abs(holding(0.0) - 1 / (1 + r)) < 1e-12 and holding(s) < 1 / (1 + r)
    if r == 1:  # the page's formulas for uniform boxes
        for v in (0.6, 0.8):
            assert abs(holding(1 - v) - (v - 0.5 + log(2 - v))) < 1e-9
    return s


if __name__ == "__main__":
    for r in (1, 3, 0.4):
        better, rng = check_worths(r), Random(5)
        last = PLAYERS * better / (1 + better)
        told = []
        for share in (0.75, 1.25):
            gains = [leaving(lambda: rng.random() ** r, round(share * last)) for _ in range(TABLES)]
            told.append(mean(gains) / (stdev(gains) / sqrt(TABLES)))
        assert told[0] < 4 < told[1], told
        print(
            f"boxes u**{r}: the last {last:.0f} of {PLAYERS}; z of leaving {told[0]:.1f}, {told[1]:.1f}"
        )
