"""The law of the phases with unlimited re-steal, uniform boxes, and the index strategy.

With k to act and N - k boxes on the table let x = k / (N - k). Levels 1 = b_0 > b_1 > ... and
functions W_0(v) = v, W_1, ... say what holding a box of value v is worth when a phase begins. In
phase i the mover takes, in the order of W_{i-1}, the box of rank k - S_{i-1}, where S_i counts
boxes above b_1, above b_2, ..., above b_i together; phase i is where S_{i-1} < k <= S_i.
`Law` computes levels and W on a grid; everything is the standard library.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from math import log
from pathlib import Path
from random import Random


def first_phase_worth(v: float) -> float:
    """W_1: what a box above 1/2 is worth as long as better boxes than it are being taken.

    >>> first_phase_worth(1.0), round(first_phase_worth(0.5) - log(1.5), 12)
    (0.5, 0.0)
    """
    return v - 0.5 + log(2 - v)


def first_phase_fresh(q: float) -> float:
    """What a fresh box is worth while boxes of value q >= 1/2 are being taken.

    >>> round(first_phase_fresh(0.5), 6), first_phase_fresh(1.0)
    (0.358198, 0.5)
    """
    return 2 - (2 - q) * (1.5 - log(2 - q))


class Law:
    """Levels, ends of phases (in x) and W on a grid of `cells` values.

    >>> law = Law(8)
    >>> abs(law.levels[1] - 0.5) < 1e-9, abs(law.levels[2] - log(1.5)) < 1e-3
    (True, True)
    >>> [round(x / (1 + x), 4) for x in law.ends[1:5]]  # kinks, as shares of players to act
    [0.3333, 0.5226, 0.6341, 0.7056]
    >>> round(law.pays(0.25), 3), round(law.pays(0.45), 2), round(law.pays(0.7), 2)
    (0.667, 0.47, 0.34)
    """

    def __init__(self, phases: int, cells: int = 4000) -> None:
        self.cells = cells
        self.grid = [(j + 0.5) / cells for j in range(cells)]
        worth = list(self.grid)
        self.worths = [worth]
        self.levels, self.ends = [1.0], [0.0]
        self._x, self._w = [0.0], [1.0]
        for _ in range(phases):
            x, top = self.ends[-1], self.levels[-1]
            fresh = sum(worth) / cells
            level = (fresh + x * top) / (1 + x)
            order = sorted(range(cells), key=lambda j: -worth[j])
            new, held, before = list(worth), level, top
            for s, j in enumerate(order):
                if worth[j] <= level:
                    break
                mid = x + (s if s else 0.25) / cells
                held += mid / (1 + mid) * (worth[j] - before)
                before = worth[j]
                new[j] = held
                self._x.append(x + (s + 0.5) / cells)
                self._w.append(worth[j])
            self.levels.append(level)
            self.ends.append(x + 1 - level)
            worth = new
            self.worths.append(worth)

    def pays(self, share: float) -> float:
        """u(c): what the seat is paid that has this share of all players to act."""
        x = share / (1 - share)
        j = min(max(bisect_right(self._x, x), 1), len(self._x) - 1)
        a, b = self._x[j - 1], self._x[j]
        return self._w[j - 1] + (self._w[j] - self._w[j - 1]) * (x - a) / (b - a)

    def worth(self, phase: int, v: float) -> float:
        """W_phase(v)."""
        table, at = self.worths[phase], v * self.cells - 0.5
        j = min(max(int(at), 0), self.cells - 2)
        return table[j] + (table[j + 1] - table[j]) * (at - j)

    def choice(self, k: int, table: Sequence[float]) -> int | None:
        """Place in an increasing table of the box that the index strategy takes; None: open one."""
        index = k
        for phase, level in enumerate(self.levels[1:]):
            above = len(table) - bisect_left(table, level)
            if index <= above:
                places = range(len(table) - above, len(table))
                if phase == 0:
                    return places[-index]
                return sorted(places, key=lambda j: -self.worth(phase, table[j]))[index - 1]
            index -= above
        return None


def play(law: Law, k: int, table: Sequence[float], random: Random) -> tuple[list[float], list]:
    """Play on: what each box of `table` and a fresh one bring to the mover, and to later movers."""
    boxes = sorted(table)
    label = list(range(len(boxes)))
    values, robbed = list(boxes), []
    for left in range(k, 0, -1):
        if left < k:
            at = law.choice(left, boxes)
            robbed.append(None if at is None else label[at])
        x = random.random()
        place = bisect_left(boxes, x)
        boxes.insert(place, x)
        label.insert(place, len(values))
        values.append(x)
    first = len(table) + 1  # the box that the next mover opens or gives to her victim
    paid = []
    for i in reversed(range(len(robbed))):
        fresh = first + i
        if robbed[i] is None:
            paid.append(values[fresh])
        else:
            paid.append(values[robbed[i]])
            values[robbed[i]] = values[fresh]
    return values[:first], paid


def gain(law: Law, n: int, k: int, plays: int, seed: int) -> tuple[float, float, float]:
    """At one random table: worth of the strategy's choice, gain of the best other, its error.

    The best is chosen on one half of the plays and measured on the other, so that chance does not
    make a gain.
    """
    random = Random(seed)
    table = sorted(random.random() for _ in range(n - k))
    chosen = law.choice(k, table)
    chosen = n - k if chosen is None else chosen
    found = [play(law, k, table, random)[0] for _ in range(plays)]
    half = found[: plays // 2]
    best = max(range(n - k + 1), key=lambda j: sum(row[j] for row in half))
    rest = [row[best] - row[chosen] for row in found[plays // 2 :]]
    mean = sum(rest) / len(rest)
    spread = sum((x - mean) ** 2 for x in rest) / len(rest) ** 2
    return sum(row[chosen] for row in found) / plays, mean, spread**0.5


def check_games() -> tuple[float, float, float]:
    """Hold the games of `resteal-index-101.json` against the law and the intervals of the seats.

    Its rows are seat, mean, standard error and law. Returns the most standard errors that a mean is
    outside its interval, and the mean and the greatest distance from the law.
    """
    rows = json.loads(Path(__file__).with_name("resteal-index-101.json").read_text("utf-8"))
    ends = json.loads(Path(__file__).with_name("resteal-101.json").read_text("utf-8"))
    n, law = len(ends), Law(3 * len(ends), 1500)
    assert [row[0] for row in rows] == list(range(1, n + 1))
    assert all(0 < row[2] < 0.0035 for row in rows)
    for seat, _, _, said in rows:
        assert abs(law.pays((n + 1 - seat - 0.5) / n) - said) < 2e-3
    outside = max(
        max(float(Fraction(low)) - mean, mean - float(Fraction(high))) / error
        for (_, mean, error, _), (low, high) in zip(rows, ends, strict=True)
    )
    off = [abs(mean - said) for _, mean, _, said in rows]
    assert outside < 2.4 and sum(off) / n < 0.0045 and max(off) < 0.02
    assert off.index(max(off)) + 1 == 68  # the kink
    return outside, sum(off) / n, max(off)


if __name__ == "__main__":
    import doctest
    import sys

    doctest.testmod(raise_on_error=True)
    print("6,000 games of 101:", *(round(x, 4) for x in check_games()))
    if len(sys.argv) > 1:
        n, games = int(sys.argv[1]), int(sys.argv[2])
        law = Law(3 * n // 2, 3000)
        random = Random(1)
        total = [0.0] * (n + 1)
        for _ in range(games):
            values, paid = play(law, n, [], random)
            total[n] += values[0]
            for k, x in enumerate(paid, 1):
                total[k] += x
        print("sum / N", sum(total) / games / n)
        for c in range(5, 100, 10):
            near = range(max(1, (c - 4) * n // 100), min(n, (c + 4) * n // 100) + 1)
            mean = sum(total[k] for k in near) / games / len(near)
            print(
                c / 100,
                round(mean, 4),
                round(sum(law.pays((k - 0.5) / n) for k in near) / len(near), 4),
            )
        for k in range(n // 4, n, n // 8):
            print(k, *(round(x, 4) for x in gain(law, n, k, 200, k)))
