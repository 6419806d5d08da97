"""Nakai's game in 30 digits from the rules alone, for small numbers of stages.

The value of a stage's matrix is found as a minimum over player II's chance q to play of the upper
envelope of player I's payoffs, by trying q = 0, q = 1 and every crossing of two rows. Integrals are
mpmath's tanh-sinh quadrature between the prizes at which the minimising q changes its kind, which
are found by bisection on a grid, not from formulas. Nothing here is shared with the solver.
"""

# ruff: noqa: E741 (the paper's l)

from itertools import combinations, pairwise

from mpmath import mp, mpf, quad

mp.dps = 30


def densities():
    """Density and support of each law, by the solver's specification."""
    return {
        "uniform": (lambda x: mpf(1), 0, 1),
        "exponential": (lambda x: mp.exp(-x), 0, 75),
        "beta(2, 3)": (lambda x: 12 * x * (1 - x) ** 2, 0, 1),
        "beta(0.5, 0.5)": (lambda x: 1 / (mp.pi * mp.sqrt(x * (1 - x))), 0, 1),
    }


def game(rows):
    """Value of a matrix given by its rows, and which q and row attain it."""
    if len(rows[0]) == 1:
        best = max(range(len(rows)), key=lambda i: rows[i][0])
        return rows[best][0], (1, best)
    chances = [(mpf(0), 0), (mpf(1), 1)]
    for i, j in combinations(range(len(rows)), 2):
        slope = (rows[i][0] - rows[i][1]) - (rows[j][0] - rows[j][1])
        if slope:
            q = (rows[j][1] - rows[i][1]) / slope
            if 0 <= q <= 1:
                chances.append((q, (i, j)))
    envelope = [
        (max((q * a + (1 - q) * b, i) for i, (a, b) in enumerate(rows)), kind)
        for q, kind in chances
    ]
    (worth, row), kind = min(envelope, key=lambda entry: (entry[0][0], str(entry[1])))
    return worth, (kind, row if kind in (0, 1) else 0)


class Oracle:
    def __init__(self, density, low, high, grid=24):
        self.density, self.low, self.high, self.grid = density, mpf(low), mpf(high), grid
        self.known = {}

    def v(self, n, k, l, m):
        """Expected value, by recursion with memory."""
        state = n, k, l, m
        if m == 0 or k + l == 0:
            return mpf(0)
        if state not in self.known:
            cuts = self.cuts(state)
            self.known[state] = quad(lambda x: self.worth(state, x) * self.density(x), cuts)
        return self.known[state]

    def rows(self, state, x):
        n, k, l, m = state
        hands = []
        if l:
            hands.append((-x, k, l - 1))
        if k:
            hands.append((x, k - 1, l))
        if k + l < n:
            hands.append((0, k, l))
        rows = [[pay + self.v(n - 1, a, b, m - 1)] for pay, a, b in hands]
        if m < n:
            waits = [self.v(n - 1, a, b, m) for _, a, b in hands]
            rows = [[*row, wait] for row, wait in zip(rows, waits, strict=True)]
        return rows

    def worth(self, state, x):
        return game(self.rows(state, x))[0]

    def cuts(self, state):
        """Prizes at which the solution changes its kind, by bisection; graded where it is long."""

        def kind(x):
            return game(self.rows(state, x))[1]

        width = self.high - self.low
        points = [self.low + width * (mpf(i) / self.grid) ** 2 for i in range(self.grid + 1)]
        inner = [points[0] + mpf("1e-12"), *points[1:]]
        found = []
        stack = [(a, b, kind(a), kind(b)) for a, b in pairwise(inner)]
        while stack:
            a, b, at_a, at_b = stack.pop()
            if at_a == at_b:
                continue
            if b - a < mpf("1e-25"):
                found.append(a)
                continue
            middle = (a + b) / 2
            at_middle = kind(middle)
            stack += [(a, middle, at_a, at_middle), (middle, b, at_middle, at_b)]
        return sorted({self.low, self.high, *found, *points[:: self.grid // 4]})
