"""The Weenie rule's fair line is safe at four and five players: branch and bound in fractions.

In units of the fair line, q_j = p y_j with p**N = 1/3, player 1's return is p times a polynomial with
rational coefficients (see book/beyond/guts_weenie.md). At its least point all y_j >= 1 are equal, to Y say,
and those below 1 have at most two values u <= v. So it is enough that

    f = N - i u - j v - m Y + Y**m u**i v**j + (2 n / 3) Y**m (Y**(k+1) - 1) / (k+1) - (2/3) Y**n
        - (n / 3) (u**n / n + u**i (v**(m+j+1) - u**(m+j+1)) / (m+j+1) + u**i v**j (1 - v**(m+1)) / (m+1))

is >= 0 for 0 <= u <= v <= 1 <= Y <= 3**(1/N), for all i + j = k, k + m = N. The corner (1, 1, 1), the
fair line itself, has f = 0, no slope and a positive definite second derivative, which a small cube
around it keeps; elsewhere f > 0 by the mean value form on boxes. Standard library alone.

    python weenie_safe.py 3 4
"""

import sys
from fractions import Fraction as F
from random import Random

from guts_exact import payoff_by_cases


class Polynomial:
    """Coefficients by exponents of (u, v, Y)."""

    def __init__(self, terms=()):
        self.terms = {}
        for exponents, c in terms:
            self.terms[exponents] = self.terms.get(exponents, F(0)) + c

    def slope(self, k):
        out = []
        for e, c in self.terms.items():
            if e[k]:
                out.append(((*e[:k], e[k] - 1, *e[k + 1 :]), c * e[k]))
        return Polynomial(out)

    def prepare(self):
        """Integers over a common denominator: faster than fractions."""
        self.scale = 1
        for c in self.terms.values():
            while (c * self.scale).denominator != 1:
                self.scale *= (c * self.scale).denominator
        self.list = [(e, int(c * self.scale)) for e, c in self.terms.items() if c]
        self.degree = max((max(e) for e, _ in self.list), default=0)
        return self

    def __call__(self, x):
        powers = [[F(1)] for _ in x]
        for k, value in enumerate(x):
            for _ in range(self.degree):
                powers[k].append(powers[k][-1] * value)
        return (
            sum(
                (c * powers[0][e[0]] * powers[1][e[1]] * powers[2][e[2]] for e, c in self.list),
                F(0),
            )
            / self.scale
        )

    def bounds(self, low, high):
        """Interval of values on a box of nonnegative numbers."""
        a = b = F(0)
        pl, ph = [], []
        for x, y in zip(low, high, strict=True):
            pl.append([x**k for k in range(self.degree + 1)])
            ph.append([y**k for k in range(self.degree + 1)])
        for e, c in self.list:
            s = pl[0][e[0]] * pl[1][e[1]] * pl[2][e[2]]
            t = ph[0][e[0]] * ph[1][e[1]] * ph[2][e[2]]
            a, b = (a + c * s, b + c * t) if c > 0 else (a + c * t, b + c * s)
        return a / self.scale, b / self.scale


def payoff(i, j, m):
    """f: i allies at u, j at v, m at Y, over the fair line."""
    k, N, n = i + j, i + j + m, i + j + m + 1
    t, h = F(n, 3), F(2 * n, 3)
    return Polynomial(
        [
            ((0, 0, 0), F(N)),
            ((1, 0, 0), F(-i)),
            ((0, 1, 0), F(-j)),
            ((0, 0, 1), F(-m)),
            ((i, j, m), F(1)),
            ((0, 0, m + k + 1), h / (k + 1)),
            ((0, 0, m), -h / (k + 1)),
            ((0, 0, n), F(-2, 3)),
            ((n, 0, 0), -t / n),
            ((i, m + j + 1, 0), -t / (m + j + 1)),
            ((i + m + j + 1, 0, 0), t / (m + j + 1)),
            ((i, j, 0), -t / (m + 1)),
            ((i, j + m + 1, 0), t / (m + 1)),
        ]
    )


def positive_definite(M):
    M = [list(r) for r in M]
    for k in range(len(M)):
        if M[k][k] <= 0:
            return False
        for r in range(k + 1, len(M)):
            q = M[r][k] / M[k][k]
            M[r] = [x - q * y for x, y in zip(M[r], M[k], strict=True)]
    return True


def cube(f, axes):
    """Half width of a cube at the corner on which f >= 0, proved by its second derivative."""
    one = (F(1),) * 3
    slopes = {a: f.slope(a).prepare() for a in axes}
    assert f(one) == 0 and all(s(one) == 0 for s in slopes.values())
    second = {(a, b): slopes[a].slope(b).prepare() for a in axes for b in axes}
    H = [[second[a, b](one) for b in axes] for a in axes]
    least = F(1)
    while not positive_definite(
        [[H[r][s] - (least if r == s else 0) for s in range(len(axes))] for r in range(len(axes))]
    ):
        least /= 2
    side = F(1, 8)
    while True:
        low = tuple(1 - side if a < 2 and a in axes else F(1) for a in range(3))
        high = tuple(1 + side if a == 2 and a in axes else F(1) for a in range(3))
        spread = F(0)
        for a in axes:
            row = F(0)
            for b in axes:
                x, y = second[a, b].bounds(low, high)
                row += max(abs(x - second[a, b](one)), abs(y - second[a, b](one)))
            spread = max(spread, row)
        if spread < least:  # the norm of the change is at most the largest row sum
            return side
        side /= 2


def prove(i, j, m):
    """Boxes needed; an AssertionError if f < 0 somewhere, endless if f = 0 elsewhere."""
    N = i + j + m
    f = payoff(i, j, m).prepare()
    axes = [a for a, count in enumerate((i, j, m)) if count]
    slopes = {a: f.slope(a).prepare() for a in axes}
    side = cube(f, axes)
    top = F(1)
    while top**N < 3:
        top += F(1, 256)
    low = tuple(F(0) if a < 2 and a in axes else F(1) for a in range(3))
    high = tuple(top if a == 2 and a in axes else F(1) for a in range(3))
    stack, boxes = [(low, high)], 0
    while stack:
        low, high = stack.pop()
        if j and low[0] > high[1]:  # u <= v
            continue
        if all(low[a] >= 1 - side if a < 2 else high[a] <= 1 + side for a in axes):
            continue  # in the cube
        boxes += 1
        middle = tuple((x + y) / 2 for x, y in zip(low, high, strict=True))
        value = f(middle)
        inside = (not j or middle[0] <= middle[1]) and middle[2] ** N <= 3
        assert value >= 0 or not inside, (i, j, m, [float(x) for x in middle], float(value))
        reach = {}
        for a in axes:
            x, y = slopes[a].bounds(low, high)
            reach[a] = max(abs(x), abs(y)) * (high[a] - low[a]) / 2
        if value > sum(reach.values()):
            continue
        a = max(axes, key=reach.get)
        stack.append((low, (*high[:a], middle[a], *high[a + 1 :])))
        stack.append(((*low[:a], middle[a], *low[a + 1 :]), high))
    return boxes, side


def dip(N, y):
    """Player 1's return over p against a leader at 0 and the others at p y: a polynomial in y."""
    return N - (N - 1) * y * (1 - y**N / 3) - F(N + 1, 3) * y ** (N - 1)


def check_payoff():
    """F against the sum over all sets of holders at random tables of up to ten players.

    The threshold p is a fraction near the fair line.
    """
    rng = Random(1)
    for trial in range(206):
        most = 2 if trial < 200 else 3
        i, j, m = rng.randint(most - 1, most), rng.randint(0, most), rng.randint(0, most)
        N = i + j + m
        if N < 2:
            continue
        p = F(3 ** (-1 / N))  # f takes 3 p**N for 1: hence the tolerance
        u, v = sorted((F(rng.randint(0, 9), 9), F(rng.randint(0, 9), 9)))
        Y = 1 + (1 / p - 1) * F(rng.randint(0, 9), 9)
        x = (u, v if j else F(1), Y if m else F(1))
        table = [p] + [p * x[0]] * i + [p * x[1]] * j + [p * x[2]] * m
        f = p * payoff(i, j, m).prepare()(x)
        assert abs(payoff_by_cases(table, True)[0] - f) < F(1, 10**13)


if __name__ == "__main__":
    check_payoff()
    for N in map(int, sys.argv[1:]):
        for k in range(1, N + 1):
            for i in [1] if k == 1 else range(1, k):
                boxes, side = prove(i, k - i, N - k)
                print(
                    f"n = {N + 1}: {i} low, {k - i} low, {N - k} high: f >= 0; {boxes} boxes, cube {side}",
                    flush=True,
                )
