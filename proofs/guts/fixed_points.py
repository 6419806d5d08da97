"""Checks of book/beyond/guts_fixed_points.md, in fractions; the standard library alone.

T(V) = value of the matrix game A + B V, B >= 0. (1) two by two: four fixed points, never five;
(2) any nondecreasing polygon of K pieces is the T of a K by K game, with a saddle at every V;
(3) so K by K games can have K fixed points; every fixed point is an eigenvalue of a pencil.
"""

from fractions import Fraction as F
from itertools import combinations, pairwise
from random import Random

FOUR = ([[-4, 4], [3, -3]], [[2, 4], [0, 0]])  # fixed points -3, 0, 2 and 4


def value2(M):
    """Value of a two by two matrix game."""
    (a, b), (c, d) = M
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low >= high else F(a * d - b * c) / (a + d - b - c)


def at(A, B, V):
    return [[a + b * V for a, b in zip(r, s, strict=True)] for r, s in zip(A, B, strict=False)]


def saddle(M):
    """The value if there is a saddle, else None."""
    low = max(min(row) for row in M)
    high = min(max(row[j] for row in M) for j in range(len(M[0])))
    return low if low == high else None


def polygon_game(knots, heights, first, last):
    """A, B whose T is the polygon through (knot, height), with slopes `first` and `last` outside."""
    slopes = (
        [first]
        + [(heights[k + 1] - heights[k]) / (knots[k + 1] - knots[k]) for k in range(len(knots) - 1)]
        + [last]
    )
    K, steep = len(slopes), max(slopes)
    A = [[F(0)] * K for _ in range(K)]
    B = [[F(0)] * K for _ in range(K)]
    for i in range(K):
        for j in range(K):
            if i == j:  # the piece itself
                k = max(i - 1, 0)
                slope = slopes[i]
            elif i < j:  # constant: at least the polygon on piece i, at most on piece j
                k, slope = i, F(0)
            else:  # steep: at most the polygon on piece j, at least on piece i
                k, slope = j, steep
            B[i][j] = slope
            A[i][j] = heights[k] - slope * knots[k]
    return A, B


def polygon(knots, heights, first, last, V):
    if knots[0] >= V:
        return heights[0] + first * (V - knots[0])
    for k in range(len(knots) - 1):
        if knots[k + 1] >= V:
            t = (V - knots[k]) / (knots[k + 1] - knots[k])
            return heights[k] + t * (heights[k + 1] - heights[k])
    return heights[-1] + last * (V - knots[-1])


def zigzag(K):
    """A polygon of K pieces that crosses the diagonal K times, once on each piece."""
    knots = [F(k) for k in range(K - 1)]
    heights = [x + (F(1, 3) if k % 2 == 0 else F(-1, 3)) for k, x in enumerate(knots)]
    return knots, heights, F(2), (F(1, 2) if K % 2 == 0 else F(2))


def count2(A, B):
    """Isolated fixed points of a two by two game by sign changes and zeros, on exact candidates."""
    C = [[b - 1 for b in row] for row in B]  # T(V) - V is the value of A + C V
    events = {-F(A[i][j]) / C[i][j] for i in (0, 1) for j in (0, 1) if C[i][j]}
    (a, b), (c, d) = A
    (e, f), (g, h) = C
    q, l, k = e * h - f * g, a * h + d * e - b * g - c * f, a * d - b * c
    found = {v for v in events if value2(at(A, C, v)) == 0}
    # zeros of the determinant are irrational: look between the events for changes of sign
    points = sorted(events)
    if points:
        points = [points[0] - 10**6, *points, points[-1] + 10**6]
        inside = 0
        for x, y in pairwise(points):
            mid = (x + y) / 2
            M = at(A, C, mid)
            signs = [[(m > 0) - (m < 0) for m in row] for row in M]
            if signs in ([[1, -1], [-1, 1]], [[-1, 1], [1, -1]]):
                det = lambda v: q * v * v + l * v + k  # noqa: E731
                turn = [-F(l) / (2 * q)] if q and x < -F(l) / (2 * q) < y else []
                cuts = [x, *turn, y]
                if turn and det(turn[0]) == 0:
                    inside += 1
                else:
                    inside += sum(det(u) * det(v) < 0 for u, v in pairwise(cuts))
                if q == l == k == 0:
                    return None
            elif value2(M) == 0:
                return None  # an interval of fixed points: such games are left out
        return len(found) + inside
    return 0


def determinant(M):
    if len(M) == 1:
        return M[0][0]
    return sum(
        (-1) ** j * M[0][j] * determinant([r[:j] + r[j + 1 :] for r in M[1:]])
        for j in range(len(M))
    )


if __name__ == "__main__":
    A, B = FOUR
    assert [value2(at(A, B, v)) for v in (-3, 0, 2, 4)] == [-3, 0, 2, 4]
    assert all(
        value2(at(A, B, F(v, 10))) != F(v, 10)
        for v in range(-100, 101)
        if v not in (-30, 0, 20, 40)
    )
    rng, most, tally = Random(5), 0, {}
    for _ in range(60000):
        A = [[rng.randint(-9, 9) for _ in range(2)] for _ in range(2)]
        B = [
            [
                rng.choice([0, 0, 1, 2, 3, rng.randint(0, 9), F(rng.randint(0, 5), 2)])
                for _ in range(2)
            ]
            for _ in range(2)
        ]
        k = count2(A, B)
        if k is not None:
            tally[k] = tally.get(k, 0) + 1
    assert max(tally) == 4, tally
    for K in range(2, 9):
        z = zigzag(K)
        A, B = polygon_game(*z)
        assert all(b >= 0 for row in B for b in row)
        for t in range(-40, 10 * K + 40):
            V = F(t, 10)
            assert saddle(at(A, B, V)) == polygon(*z, V)
        grid = [F(t, 60) for t in range(-200, 60 * K + 200)]
        fixed = [V for V in grid if saddle(at(A, B, V)) == V]
        assert len(fixed) == K, (K, fixed)
        for V in fixed:  # an eigenvalue: some small square piece of A + (B - 1) V is singular
            M = [[a - V for a in row] for row in at(A, B, V)]
            assert any(
                determinant([[M[i][j] for j in cols] for i in rows]) == 0
                for r in (1, 2)
                for rows in combinations(range(K), r)
                for cols in combinations(range(K), r)
            )
    for _ in range(200):  # any nondecreasing polygon
        K = rng.randint(2, 7)
        knots = sorted({F(rng.randint(-30, 30), 7) for _ in range(K - 1)})
        heights = sorted(F(rng.randint(-30, 30), 5) for _ in knots)
        shape = (knots, heights, F(rng.randint(0, 9), 4), F(rng.randint(0, 9), 4))
        A, B = polygon_game(*shape)
        for _ in range(40):
            V = F(rng.randint(-200, 200), 23)
            assert saddle(at(A, B, V)) == polygon(*shape, V)
    print(
        "two by two: fixed points",
        dict(sorted(tally.items())),
        "- four, never five;",
        "zigzags of 2 to 8 pieces: as many fixed points; 200 polygons: T is the polygon",
    )
