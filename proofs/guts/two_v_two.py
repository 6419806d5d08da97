"""Guts between two pairs of partners, in the continuum: the solution of book/beyond/guts_pairs.md, checked.

The optimal pairs (P, Q) of thresholds lie on one curve, with a parameter t from t0 to t1,

    Q = k / sqrt(t - t**4),    P = k / (4 sqrt 3) (S(t0) - S(t)),    S(t) = t**-2 + 6 L(t),
    L(t) = integral of 1 / (1 - s**3) from 0 to t,

which starts at (0, q0) and ends on the diagonal at (d, d). With r = 3 t**3 / (1 - t**3) the chance
of a pair beyond t is (1 - r) / (8 Q**3 sqrt r): an atom remains at (d, d), another is at (0, q0).

1. t1 is enclosed by a change of sign, in interval arithmetic of fractions; t0, q0, d, k and both
   atoms follow from it by monotone formulas, and with them all inequalities of the proof.
2. With the mean curve B of the mix every pair of thresholds earns at most 0: a fine grid.
3. A finite version of the mix, by `payoff_by_cases` in fractions, against many pairs.

Standard library alone.
"""

import itertools
from decimal import Decimal as D
from decimal import getcontext
from fractions import Fraction as F
from math import isqrt
from random import Random

ONE = 10**40


def down(x):
    return F(x.numerator * ONE // x.denominator, ONE)


def up(x):
    return -down(-x)


def roots(x):
    """Fractions below and above the square root."""
    n = x.numerator * ONE * ONE // x.denominator
    s = isqrt(n)
    return F(s, ONE), F(s + 2, ONE)


def arch(t):
    """Bounds of S(t) / t0-free: t**-2 + 6 L(t), by the series of L with its tail."""
    total, power, k = F(0), t, 0
    cube = down(t**3)
    power = t
    while k < 90:
        total += power / (3 * k + 1)
        power = down(power * cube)
        k += 1
    tail = 2 * power + F(k * 6, ONE)  # powers were rounded down; cube < 1/2
    return 1 / t**2 + 6 * total, 1 / t**2 + 6 * (total + tail)


def start_of(t1):
    """Bounds of t0 and of x = d / q0 for a given t1, from equation (ii) and the curve's Q."""
    r = 3 * t1**3 / (1 - t1**3)
    s, e = roots(r)
    x = (1 + r) / (2 * e) - 1, (1 + r) / (2 * s) - 1
    # Q(t1) / Q(t0) = sqrt((t0 - t0**4) / (t1 - t1**4)) = x
    want = [v * v * (t1 - t1**4) for v in x]
    out = []
    for goal in want:
        low, high = F(0), t1
        for _ in range(130):
            middle = (low + high) / 2
            low, high = (middle, high) if middle - middle**4 < goal else (low, middle)
        out.append((low, high))
    return (out[0][0], out[1][1]), x


def miss(t1):
    """Bounds of P(t1) / Q(t1) - 1."""
    (a, b), _ = start_of(t1)
    s_low = arch(b)[0]  # S falls while r < 1
    s_high = arch(a)[1]
    here = arch(t1)
    q = roots(t1 - t1**4)
    three = roots(F(3))
    return (
        (s_low - here[1]) * q[0] / (4 * three[1]) - 1,
        (s_high - here[0]) * q[1] / (4 * three[0]) - 1,
    )


def enclose(digits=30):
    low, high = F(25, 100), F(35, 100)
    assert miss(low)[1] < 0 < miss(high)[0] or miss(low)[0] > 0 > miss(high)[1]
    rising = miss(high)[0] > 0
    while high - low > F(1, 10**digits):
        middle = down((low + high) / 2)
        m = miss(middle)
        if (m[1] < 0) == rising and (m[1] < 0 or m[0] > 0):
            low = middle
        elif m[0] > 0 or m[1] < 0:
            high = middle
        else:
            break
    assert (miss(low)[1] < 0 < miss(high)[0]) or (miss(low)[0] > 0 > miss(high)[1])
    return low, high


def times(x, y):
    """Product of intervals of positive numbers."""
    return x[0] * y[0], x[1] * y[1]


def cube_root(x):
    """Fractions below and above the cube root of a positive number."""
    low, high = F(0), max(F(1), x)
    while high - low > F(1, 10**34):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**3 < x else (low, middle)
    return low, high


def constants(t1):
    """Bounds of all constants of the theorem from bounds of t1, in fractions.

    t - t**4 and r(t) increase for t**3 < 1/4; (1 + r) / (2 sqrt r) and (1 - r) / sqrt r decrease
    for r < 1. The atoms are 2 r0 / (1 + r0), by (i), and (1 - r1) / (8 d**3 sqrt r1).
    """
    r = [3 * t**3 / (1 - t**3) for t in t1]
    assert t1[1] ** 3 < F(1, 4) and r[1] < 1
    ratio = start_of(t1[1])[1][0], start_of(t1[0])[1][1]  # d / q0: it falls in t1
    arches = t1[0] - t1[0] ** 4, t1[1] - t1[1] ** 4
    want = times(times(ratio, ratio), arches)  # t0 - t0**4
    ends = []
    for goal, up in zip(want, (False, True), strict=True):
        low, high = F(0), t1[0]
        for _ in range(130):
            middle = (low + high) / 2
            low, high = (middle, high) if middle - middle**4 < goal else (low, middle)
        ends.append(high if up else low)
    t0 = tuple(ends)
    s = [3 * t**3 / (1 - t**3) for t in t0]
    q0 = (
        cube_root((1 + s[1]) / (8 * roots(s[1])[1]))[0],
        cube_root((1 + s[0]) / (8 * roots(s[0])[0]))[1],
    )
    d = times(ratio, q0)
    k = times(q0, (roots(want[0])[0], roots(want[1])[1]))
    zero = 2 * s[0] / (1 + s[0]), 2 * s[1] / (1 + s[1])
    both = (
        (1 - r[1]) / (8 * d[1] ** 3 * roots(r[1])[1]),
        (1 - r[0]) / (8 * d[0] ** 3 * roots(r[0])[0]),
    )
    return {"t0": t0, "t1": t1, "q0": q0, "d": d, "k": k, "at_zero": zero, "at_diagonal": both}


def check_proof(at):
    """Assert every inequality between the constants that the proof on the page uses."""
    (t0, t1, q0, d, _, zero, both) = at.values()
    assert t0[0] > 0 and t0[1] < t1[0] and t1[1] < F(31, 100)
    assert d[0] > 0 and d[1] < q0[0] and q0[1] < 1
    assert zero[0] > 0 < both[0] and zero[1] + both[1] < 1
    # at a lost ante a pair gains 4 (p + q - 1 - 2 q p**3 / 3 - q**4 / 3) or more: not less than
    # with p = 0, as 2 q p**2 < 3, and then concave in q
    curve = min(d[0] - d[1] ** 4 / 3, q0[0] - q0[1] ** 4 / 3) - 1
    diagonal = 2 * d[0] - 1 - d[1] ** 4
    assert curve < 0 < both[0] * diagonal + (1 - both[0]) * curve
    return curve, diagonal


class Solution:
    """The mix in decimals."""

    def __init__(self, t1):
        getcontext().prec = 40
        (a, b), _ = start_of(t1)
        dec = lambda f: D(f.numerator) / D(f.denominator)  # noqa: E731
        self.t0, self.t1 = dec((a + b) / 2), dec(t1)
        r0 = self.r(self.t0)
        self.q0 = ((1 + r0) / (8 * r0.sqrt())) ** (D(1) / 3)
        self.k = self.q0 * (self.t0 - self.t0**4).sqrt()
        self.d = self.Q(self.t1)
        self.at_zero = 1 - self.beyond(self.t0)
        self.at_diagonal = self.beyond(self.t1)
        self.b0 = 1 / (2 * self.q0)

    @staticmethod
    def r(t):
        return 3 * t**3 / (1 - t**3)

    @staticmethod
    def S(t):
        total, power, k = D(0), t, 0
        while power > D(10) ** -38:
            total += power / (3 * k + 1)
            power *= t**3
            k += 1
        return 1 / t**2 + 6 * total

    def Q(self, t):
        return self.k / (t - t**4).sqrt()

    def P(self, t):
        return self.k / (4 * D(3).sqrt()) * (self.S(self.t0) - self.S(t))

    def beyond(self, t):
        r = self.r(t)
        return (1 - r) / (8 * self.Q(t) ** 3 * r.sqrt())

    def table(self, count):
        """(t, P, Q, chance of a pair beyond) along the curve."""
        ts = [self.t0 + (self.t1 - self.t0) * i / count for i in range(count + 1)]
        return [(t, self.P(t), self.Q(t), self.beyond(t)) for t in ts]

    def mix(self, count):
        """A finite version: masses of stretches at their middles, atoms at the ends; fractions."""
        short = lambda x: F(int(x * 10**12), 10**12)  # noqa: E731
        rows = self.table(2 * count)
        out = [((F(0), short(self.q0)), short(self.at_zero))]
        for i in range(0, 2 * count, 2):
            out.append(
                ((short(rows[i + 1][1]), short(rows[i + 1][2])), short(rows[i][3] - rows[i + 2][3]))
            )
        out.append(((short(self.d), short(self.d)), 1 - sum(w for _, w in out)))
        return out


def joint(pair, other):
    """What a pair wins from the other in a round: 4 (W - W' + (s - s') / 2), exactly, any numbers."""
    points = sorted({0, 1, *pair, *other})
    total = 0
    for a, b in itertools.pairwise(points):
        mid = (a + b) / 2
        # A = product of max(p, x), as g x**k; integral of A' B - A B'
        g = h = 1
        k = m = 0
        for p in pair:
            g, k = (g, k + 1) if mid > p else (g * p, k)
        for p in other:
            h, m = (h, m + 1) if mid > p else (h * p, m)
        if k + m:
            total += g * h * (b ** (k + m) - a ** (k + m)) * (k - m) / (k + m)
    return 4 * (total + (sum(pair) - sum(other)) / 2)


if __name__ == "__main__":
    low, high = enclose()
    s = Solution((low + high) / 2)
    print(f"t1 in [{float(low):.20f} + {float(high - low):.0e}], a change of sign: proved")
    at = constants((low, high))
    for name, (a, b) in at.items():
        assert a < b < a + F(1, 10**25)
        assert a - F(1, 10**30) < F(getattr(s, name)) < b + F(1, 10**30), name
        print(f"  {name} = {getattr(s, name):.25f}, proved up to {float(b - a):.0e}")
    curve, diagonal = check_proof(at)
    print(
        f"  at a lost ante: {float(curve):.4f} or more on the curve, {float(diagonal):.4f} at (d, d)"
    )
    print(
        f"  on the curve between: {1 - s.at_zero - s.at_diagonal:.12f}; P(t1) - Q(t1) = {s.P(s.t1) - s.Q(s.t1):.1e}"
    )

    from guts_exact import payoff_by_cases

    rng = Random(2)
    for _ in range(25):  # the formula for `joint` against the rules
        p = [F(rng.randint(0, 9), 9) for _ in range(4)]
        two = payoff_by_cases(p)[0] + payoff_by_cases([p[1], p[0], p[2], p[3]])[0]
        assert two == joint((p[0], p[1]), (p[2], p[3]))

    gains = []
    for count in (10, 20, 40, 80):
        mix = [((float(a), float(b)), float(w)) for (a, b), w in s.mix(count)]
        grid = [i / 120 for i in range(121)] + [float(s.d), float(s.q0)]
        worst = max(
            sum(w * joint((p, q), pair) for pair, w in mix) for p in grid for q in grid if p <= q
        )
        print(
            f"  {count} stretches of the curve: the best pair on a grid of 1/120 wins {worst:.2e}"
        )
        gains.append(worst)
    assert all(3.9 < more / less < 4.1 for more, less in itertools.pairwise(gains)), gains
    mix = s.mix(12)
    exact = max(
        sum(w * joint((F(i, 25), F(j, 25)), pair) for pair, w in mix)
        for i in range(26)
        for j in range(i, 26)
    )
    assert exact < gains[0]
    print(f"  in fractions, 12 stretches, grid of 1/25: {float(exact):.2e}")
    on_curve = [
        sum(w * joint((float(P), float(Q)), (float(a), float(b))) for (a, b), w in s.mix(80))
        for _, P, Q, _ in s.table(12)
    ]
    print(f"  pairs on the curve win between {min(on_curve):.1e} and {max(on_curve):.1e}")
