"""The Weenie rule from six players on; the standard library alone.

1. With a leader and the others at q = exp(-t / N), t = 0.38, a player on the fair line is behind for
   every N >= 5 (interval arithmetic on a second derivative).
2. Her least return against that plan falls strictly from each N >= 3 to the next.
3. For N = 5, ..., no other plan of the friends is worse for her: branch and bound as in
   `weenie_safe`, against a bound just above the leader plan's least, so that it is the only best one.
4. The multiplier N (1 - 3**(-1/N)) exceeds 1 from N = 6 on: 3 * 4**5 < 5**5 and 3 * 5**6 > 6**6.

    python weenie_broken.py 5 6 7 8
"""

import sys
from fractions import Fraction as F

from weenie_safe import dip, payoff


def exp_bounds(x):
    """Fractions below and above e**x, |x| <= 4."""
    total, term, k = F(1), F(1), 0
    while k < 8 or abs(term) > F(1, 10**15):
        k += 1
        term = term * x / k
        term = F(round(term * 10**24), 10**24)
        total += term
    return total - F(1, 10**13), total + F(1, 10**13)


def log3():
    low, high = F(1098612288668, 10**12), F(1098612288669, 10**12)
    assert exp_bounds(low)[1] < 3 < exp_bounds(high)[0]
    return low, high


class I:
    """An interval of fractions."""

    def __init__(self, low, high=None):
        self.low, self.high = F(low), F(low if high is None else high)

    def __add__(self, o):
        o = o if isinstance(o, I) else I(o)
        return I(self.low + o.low, self.high + o.high)

    def __neg__(self):
        return I(-self.high, -self.low)

    def __sub__(self, o):
        return self + (-(o if isinstance(o, I) else I(o)))

    def __rsub__(self, o):
        return I(o) - self

    def __mul__(self, o):
        o = o if isinstance(o, I) else I(o)
        v = [a * b for a in (self.low, self.high) for b in (o.low, o.high)]
        return I(min(v), max(v))

    __radd__, __rmul__ = __add__, __mul__

    def exp(self):
        return I(exp_bounds(self.low)[0], exp_bounds(self.high)[1])


def bend(t, z):
    """B''(z), B(z) = z D: the return against the leader plan at q = e**(-t z), z = 1 / N."""
    a = I(*log3())
    e, s = (-t).exp(), 2 * a - t
    return (
        a * a * (-(a * z)).exp()
        - (1 - e) * (-(t * z)).exp() * (t * t * (1 - z) + 2 * t)
        + e * (-(s * z)).exp() * (2 * s - s * s * (1 + z))
    )


def convex(t_low, t_high, z_high, t_steps, z_steps):
    for i in range(t_steps):
        t = I(t_low + (t_high - t_low) * i / t_steps, t_low + (t_high - t_low) * (i + 1) / t_steps)
        for j in range(z_steps):
            z = I(z_high * j / z_steps, z_high * (j + 1) / z_steps)
            if not bend(t, z).low > 0:
                return False
    return True


def least_dip(N):
    """(y, bound): a fraction near the leader plan's best y, and the dip there: at least its least."""
    low, high = F(1), F(2)
    while high**N > 3:
        high -= F(1, 1000)

    def rises(y):  # the slope of the dip over N - 1: it increases in y
        return F(N + 1, 3) * (y**N - y ** (N - 2)) - 1

    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) < 0 else (low, middle)
    assert rises(low) <= 0 <= rises(high)
    return low, dip(N, low)


def nothing_lower(N, i, j, m, bound):
    """F > bound on all plans of this shape but a leader's, by branch and bound; the number of boxes."""
    f = payoff(i, j, m).prepare()
    axes = [a for a, count in enumerate((i, j, m)) if count]
    slopes = {a: f.slope(a).prepare() for a in axes}
    top = F(1)
    while top**N < 3:
        top += F(1, 1024)
    low = tuple(F(0) if a < 2 and a in axes else F(1) for a in range(3))
    high = tuple(top if a == 2 and a in axes else F(1) for a in range(3))
    stack, boxes = [(low, high)], 0
    while stack:
        low, high = stack.pop()
        if (j and low[0] > high[1]) or low[2] ** N > 3:
            continue
        boxes += 1
        middle = tuple((x + y) / 2 for x, y in zip(low, high, strict=True))
        reach, range_ = {}, {}
        for a in axes:
            x, y = range_[a] = slopes[a].bounds(low, high)
            reach[a] = max(abs(x), abs(y)) * (high[a] - low[a]) / 2
        if f(middle) - sum(reach.values()) > bound:
            continue
        if i + j == 1 and low[0] == 0 and range_[0][0] > 0:
            continue  # least at u = 0: a leader's plan, which is no lower than the best of its kind
        a = max(axes, key=reach.get)
        assert reach[a] > F(1, 10**9), (i, j, m, [float(x) for x in middle])
        stack.append((low, (*high[:a], middle[a], *high[a + 1 :])))
        stack.append(((*low[:a], middle[a], *low[a + 1 :]), high))
    return boxes


if __name__ == "__main__":
    t = F(38, 100)
    assert convex(t, t, F(1, 5), 1, 40)  # B is convex on [0, 1/5], B(0) = 0
    a, z = I(*log3()), F(1, 5)
    e, s = (-I(t)).exp(), 2 * a - t
    B = (-(a * z)).exp() - (1 - z) * (-I(t * z)).exp() * (1 - e) - (1 + z) * (-(s * z)).exp() * e
    assert B.high < 0  # and B(1/5) < 0: so B < 0 on (0, 1/5]
    print(
        f"every N >= 5: a leader and the others at exp(-0.38 / N) win; at N = 5, D <= {float(B.high * 5):.6f}"
    )
    # the best t lies in [0.2, 0.7] for N >= 3: n e^-t (1 - e^(-2 (a - t) z)) falls in t, from above 1 to below
    for j in range(60):
        z = I(F(j, 180), F(j + 1, 180))
        b = 2 * (a - F(2, 10))
        # (1 - e^-x) / x >= 1 - x / 2 + x^2 / 6 - x^3 / 24
        x = b * z
        ratio = 1 - x * F(1, 2) + x * x * F(1, 6) - x * x * x * F(1, 24)
        assert ((-I(F(2, 10))).exp() * (1 + z) * b * ratio).low > 1
    assert ((-I(F(7, 10))).exp() * F(4, 3) * 2 * (a - F(7, 10))).high < 1
    assert convex(F(2, 10), F(7, 10), F(1, 3), 50, 60)
    print("N >= 3: the least return against a leader plan falls strictly with N")
    assert 3 * 4**5 < 5**5 and 3 * 5**6 > 6**6
    for N in map(int, sys.argv[1:]):
        y, bound = least_dip(N)
        boxes = 0
        for k in range(1, N + 1):
            for i in [1] if k == 1 else range(1, k):
                boxes += nothing_lower(N, i, k - i, N - k, bound)
        p = 3 ** (-1 / N)
        print(
            f"n = {N + 1}: no plan leaves less than the leader plan's {p * float(bound):.9f} (q = {p * float(y):.6f}); {boxes} boxes",
            flush=True,
        )
