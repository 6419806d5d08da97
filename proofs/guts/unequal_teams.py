"""Guts between teams that differ in number: values and plans, verified in fractions.

By the theorem on one apart (book/beyond/guts_pairs.md) all best replies of a team of m, against
any mix, are plans (p, q, ..., q) with p <= q. What such a plan earns, F(p, q), has a gradient that
decreases in both p and q. So F is concave in every direction in which both grow, and on a square
with the lower corner l and the upper corner u it is at most

    F(l) + side (F_p(l)+ + F_q(l)+)    and at most    F(u) + side (F_p(u)- + F_q(u)-).

Squares on which neither shows that F is at most what is claimed are cut in four.

A row of the certificate has both teams' sizes, a mix of plans [p, q, probability] for either, the
two bounds of the value per member of the first team, and, in `needed`, for some boxes of plans
what the other team mixes to gain when no plan of the box is used. Standard library alone.
"""

import json
from fractions import Fraction as F
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

from guts_exact import larger, payoff_by_cases, piecewise

# what the page claims: these teams, to this width, and of each side at most so many plans
SIZES = [[2, 3], [2, 4], [2, 5], [2, 6], [3, 4], [3, 5], [3, 6], [3, 7], [4, 5], [4, 6], [4, 7]]
WIDTH = F(2, 10**12)
THREE = [4, 5]  # here three plans of each side, and no fewer


class Replies:
    """What plans (p, q, ..., q) of a team of m earn from a mix of a team of k.

    `stake` is m c' = n - k c, where c and c' are 1 and what playing on is worth to one of either
    team. The others' mean product B has the slope flat + steep x**(k - 1) on each piece.
    """

    def __init__(self, m, mix, k, stake):
        self.m, self.k, self.n, self.stake = m, k, m + k, stake
        self.b0 = sum(w * p * q ** (k - 1) for p, q, w in mix)
        others = sum(w * (p + (k - 1) * q) for p, q, w in mix)
        self.constant = (self.n - stake) * (self.n - 1 - others) - m + 2 * self.n - self.n * m
        cuts = sorted({F(0), F(1), *(t for p, q, _ in mix for t in (p, q))})
        self.pieces, done = [], (F(0),) * 3
        for a, b in pairwise(cuts):
            flat = sum((w * q ** (k - 1) for p, q, w in mix if p <= a < q), F(0))
            steep = sum((k * w for _, q, w in mix if q <= a), F(0))
            self.pieces.append((a, flat, steep, done))
            done = self.moments(b)
        self.whole = done

    def moments(self, x):
        """Integrals of x**j B'(x) from 0 to x, for j = 0, 1 and m."""
        a, flat, steep, done = next(
            piece for piece in reversed(self.pieces) if piece[0] < x or x == piece[0] == 0
        )
        return tuple(
            before
            + flat * (x ** (j + 1) - a ** (j + 1)) / (j + 1)
            + steep * (x ** (j + self.k) - a ** (j + self.k)) / (j + self.k)
            for j, before in zip((0, 1, self.m), done, strict=True)
        )

    def earn(self, p, q):
        """F and its two slopes at p <= q."""
        m, at_p, at_q = self.m, self.moments(p), self.moments(q)
        most, all_but_two = q ** (m - 1), q ** (m - 2)
        below = p * at_p[0] + at_q[1] - at_p[1]
        worth = self.stake * (p + (m - 1) * q - 2 * self.b0 * p * most)
        worth -= 2 * self.n * (most * below + self.whole[2] - at_q[2])
        by_p = self.stake * (1 - 2 * self.b0 * most) - 2 * self.n * most * at_p[0]
        by_q = self.stake * (1 - 2 * self.b0 * p * all_but_two) - 2 * self.n * all_but_two * below
        return self.constant + worth, by_p, (m - 1) * by_q

    def none_above(self, bar, box=None):
        """Assert that no plan, or none outside the box, earns more than `bar`; count squares."""
        known, squares, looked = {}, [(0, 0, 1)], 0

        def at(i, j, parts):
            point = F(i, parts), F(j, parts)
            if point not in known:
                known[point] = self.earn(*point)
            return known[point]

        while squares:
            i, j, parts = squares.pop()
            looked += 1
            low, by_p, by_q = at(i, j, parts)
            if low + (max(by_p, 0) + max(by_q, 0)) / parts <= bar:
                continue
            high, by_p, by_q = at(i + 1, j + 1, parts)
            if high - (min(by_p, 0) + min(by_q, 0)) / parts <= bar:
                continue
            if box and all(
                box[t] * parts <= place and place + 1 <= box[t + 2] * parts
                for t, place in enumerate((i, j))
            ):
                continue
            assert parts < 2**60, f"a plan near ({i / parts:.4f}, {j / parts:.4f}) earns more"
            squares += [
                (a, b, 2 * parts) for a in (2 * i, 2 * i + 1) for b in (2 * j, 2 * j + 1) if a <= b
            ]
        return looked


def read(mix):
    """Plans and probabilities as fractions; refused unless they are such."""
    out = [tuple(F(x) for x in plan) for plan in mix]
    assert all(0 <= p <= q <= 1 and w > 0 for p, q, w in out)
    assert sum(w for *_, w in out) == 1
    return out


def verify(row):
    """Raise AssertionError unless all holds that the row says; return how many squares it took."""
    m, k = row["teams"]
    assert type(m) is type(k) is int  # powers of a fraction are floats else
    first, second = read(row["first"]), read(row["second"])
    lower, upper = F(row["lower"]), F(row["upper"])
    assert 2 <= m < k and -1 < lower < upper < F(k, m)
    # replies to either mix, if playing on is worth the bound to the first team
    one = Replies(m, second, k, m + k - m * (1 + upper)), m * upper
    two = Replies(k, first, m, m * (1 + lower)), -m * lower
    looked = sum(side.none_above(bar) for side, bar in (one, two))
    # at lost antes the others' stake is 0 and all of them hold; a mix earns more than its antes
    assert Replies(k, first, m, F(0)).earn(F(0), F(0))[0] < m
    assert Replies(m, second, k, F(0)).earn(F(0), F(0))[0] < k
    for team in (1, 2):
        boxes = []
        for need in row.get("needed", ()):
            if need["team"] == team:
                boxes.append([F(x) for x in need["box"]])
                mix, gain = read(need["mix"]), F(need["gain"])
                assert gain > 0
                if team == 1:
                    side, bar = Replies(m, mix, k, m + k - m * (1 + upper)), m * lower
                else:
                    side, bar = Replies(k, mix, m, m * (1 + lower)), -m * upper
                looked += side.none_above(bar - gain, boxes[-1])
        for (a, b, c, d), (e, f, g, h) in combinations(boxes, 2):
            assert c < e or g < a or d < f or h < b  # no plan is in both boxes
    return looked


def needs(row):
    """How many plans each side needs at least: of boxes that do not meet, the fewer."""
    boxes = [need["team"] for need in row.get("needed", ())]
    return max(1, min(boxes.count(1), boxes.count(2)))


def density(plan):
    """The slope of a plan's product, for `piecewise`."""

    def at(x):
        above, count = F(1), 0
        for t in plan:
            above, count = (above, count + 1) if x > t else (above * t, count)
        return [F(0)] * (count - 1) + [count * above] if count else [F(0)]

    return at


def slope(plan, i, mix, stake):
    """What a team gains by its threshold i, for any plan against any mix."""
    n, others, product = len(plan) + len(mix[0][0]), [*plan[:i], *plan[i + 1 :]], F(1)
    for t in others:
        product *= t
    out = stake
    for theirs, w in mix:
        held = F(1)
        for t in theirs:
            held *= t
        cuts, factors = [*others, *theirs], [larger(t) for t in others]
        area = piecewise(F(0), plan[i], cuts, [*factors, density(theirs)])
        out -= 2 * w * (stake * held * product + n * area)
    return out


def worth(plan, theirs, V):
    """What a team earns in a deal, by the rules: every set of holders on its own."""
    total = F(0)
    for i in range(len(plan)):
        alpha, beta = payoff_by_cases([plan[i], *plan[:i], *plan[i + 1 :], *theirs])
        total += alpha + V * beta
    return total


def check_formulas():
    """Worth and slopes against the rules, and the lemma of the theorem on one apart."""
    rng, tiny = Random(3), F(1, 10**9)
    for m, k in ((2, 3), (3, 2), (3, 3)):
        for _ in range(6):
            V = F(rng.randint(-4, 2), 5)
            stake = m + k - m * (1 + V)
            (p, q), (r, s) = (sorted(F(rng.randint(1, 19), 20) for _ in "ab") for _ in "ab")
            side = Replies(m, [(r, s, F(1))], k, stake)
            theirs = [r] + [s] * (k - 1)
            here, by_p, by_q = side.earn(p, q)
            assert here == worth([p] + [q] * (m - 1), theirs, V)
            assert abs((side.earn(p, q + tiny)[0] - here) / tiny - by_q) < F(1, 10**6)
            if p < q:
                assert abs((side.earn(p + tiny, q)[0] - here) / tiny - by_p) < F(1, 10**6)
            plan = [F(rng.randint(1, 19), 20) for _ in range(m)]
            moved = [plan[0] + tiny, *plan[1:]]
            rise = (worth(moved, theirs, V) - worth(plan, theirs, V)) / tiny
            assert abs(rise - slope(plan, 0, [(theirs, F(1))], stake)) < F(1, 10**6)
    for _ in range(200):
        m, k = rng.randint(3, 5), rng.randint(2, 5)
        mix = [([F(rng.randint(0, 19), 20) for _ in range(k)], F(1, 2)) for _ in range(2)]
        plan = [F(x, 20) for x in sorted(rng.sample(range(1, 21), m))]
        plan[0] *= rng.randint(0, 1)
        stake = (m + k) * F(rng.randint(1, 9), 10)
        u, v, w = plan[:3]
        by = [slope(plan, i, mix, stake) for i in range(3)]
        if min(t for theirs, _ in mix for t in theirs) < w:  # else B does not rise there
            assert (by[1] - by[2]) / (w - v) > u / w * (by[0] - by[1]) / (v - u)


if __name__ == "__main__":
    check_formulas()
    rows = json.loads(Path(__file__).with_name("unequal_teams.json").read_text("utf-8"))
    for row in rows:
        looked = verify(row)
        m, k = row["teams"]
        assert F(row["upper"]) - F(row["lower"]) <= WIDTH, "the bounds are wider than is claimed"
        mixed = len(row["first"]), len(row["second"])
        if row["teams"] == THREE:
            assert mixed == (3, 3) and needs(row) == 3, "three plans are claimed, and no fewer"
        else:
            assert mixed[0] <= mixed[1] == 2, "one plan or two are claimed, and two"
        print(
            f"{m} v {k}: V in [{float(F(row['lower'])):.12f}, {float(F(row['upper'])):.12f}], by "
            f"{len(row['first'])} and {len(row['second'])} plans"
            + (f", and by no fewer than {needs(row)}" if "needed" in row else "")
            + f": proved on {looked} squares"
        )
    assert [row["teams"] for row in rows] == SIZES, "not the teams that are claimed"
