"""Payoffs of the token game's subgame perfect equilibria with coins; exact, standard library alone.

E(h), the payoff vectors that equilibria of the game after history h can have, is built from the end:
choose one vector of E(h c) for every free stack c, let u be the most that the mover gets in any of them,
and mix in any proportion those that give her u (book/beyond/token_nash.md). A set is kept as a list of polytopes, each a
list of points; where two moves give her the same *range* of payoffs the mixture need not be a
polytope, and the program says so (`curved`) and keeps an inner approximation.
"""

from fractions import Fraction as F

from token_nash import takes


def clip(points, k, least):
    """The part of the hull of points with coordinate k >= least (a superset of its vertices)."""
    out = [p for p in points if p[k] >= least]
    for p in points:
        for q in points:
            if p[k] > least > q[k]:
                t = (least - q[k]) / (p[k] - q[k])
                out.append(tuple(b + t * (a - b) for a, b in zip(p, q, strict=True)))
    return list(dict.fromkeys(out))


def cut(points, k, level):
    """The part of the hull with coordinate k equal to level."""
    out = [p for p in points if p[k] == level]
    for p in points:
        for q in points:
            if p[k] > level > q[k]:
                t = (level - q[k]) / (p[k] - q[k])
                out.append(tuple(b + t * (a - b) for a, b in zip(p, q, strict=True)))
    return list(dict.fromkeys(out))


class Mixed:
    def __init__(self, prizes, m, clock=False):
        self.prizes, self.m, self.clock, self.n, self.curved, self.known = (
            tuple(prizes),
            m,
            clock,
            len(prizes),
            0,
            {},
        )
        self.pay = {}

    def final(self, history):
        key = frozenset(history)
        if key not in self.pay:
            self.pay[key] = takes(self.prizes, key, self.clock)
        return tuple(self.pay[key][x] for x in history)

    def sets(self, history=()):
        k = len(history)
        if k == self.m:
            return [[self.final(history)]]
        after = [self.sets((*history, c)) for c in range(1, self.n + 1) if c not in history]
        level = max(min(p[k] for hull in hulls for p in hull) for hulls in after)
        parts = []  # (child, polytope) that she may be led to accept
        for child, hulls in enumerate(after):
            for hull in hulls:
                piece = clip(hull, k, level)
                if piece:
                    parts.append((child, piece))
        out = [piece for _, piece in parts]
        fixed = {p[0][k] for _, p in parts if len({q[k] for q in p}) == 1}
        ends = {
            q[k] for _, p in parts for q in (min(p, key=lambda r: r[k]), max(p, key=lambda r: r[k]))
        }
        for u in fixed | ends:  # mix the moves that give her just u
            here = {}
            for child, piece in parts:
                s = cut(piece, k, u)
                if s:
                    here.setdefault(child, []).append(s)
            if len(here) > 1:
                joined = [[]]
                for options in here.values():  # one set for each move
                    joined = prune([j + o for j in joined for o in options])
                    if len(joined) > 64:
                        raise OverflowError("too many ties")
                out += [list(dict.fromkeys(j)) for j in joined]
        wide = [(c, min(q[k] for q in p), max(q[k] for q in p)) for c, p in parts]
        self.curved += any(a != c and max(x, y) < min(z, w) for a, x, z in wide for c, y, w in wide)
        return prune(out)


def inside(point, points):
    """Whether a point is in the hull of others: phase one of the simplex method, Bland's rule."""
    rows = [[F(p[i]) for p in points] + [F(point[i])] for i in range(len(point))]
    rows.append([F(1)] * len(points) + [F(1)])
    rows = [[-x for x in r] if r[-1] < 0 else r for r in rows]
    n, base = len(points), [None] * len(rows)
    while True:
        cost = [
            sum(r[j] for r, b in zip(rows, base, strict=True) if b is None) for j in range(n + 1)
        ]
        if cost[-1] == 0:
            return True
        enter = next((j for j in range(n) if cost[j] > 0), None)
        if enter is None:
            return False
        _, leave = min(
            (r[-1] / r[enter], -1 if base[i] is None else base[i], i)
            for i, r in enumerate(rows)
            if r[enter] > 0
        )[1:]
        pivot = rows[leave][enter]
        rows[leave] = [x / pivot for x in rows[leave]]
        for i, r in enumerate(rows):
            if i != leave and r[enter]:
                rows[i] = [x - r[enter] * y for x, y in zip(r, rows[leave], strict=True)]
        base[leave] = enter


def prune(hulls):
    """Keep vertices only, and drop polytopes inside another."""
    reduced = []
    for h in {frozenset(h) for h in hulls}:
        points = sorted(h)
        for p in list(points):
            rest = [q for q in points if q != p]
            if rest and inside(p, rest):
                points = rest
        reduced.append(points)
    reduced.sort(key=len, reverse=True)
    kept = []
    for h in reduced:
        if not any(all(inside(p, other) for p in h) for other in kept):
            kept = [k for k in kept if not all(inside(p, h) for p in k)] + [h]
    return [sorted(h, reverse=True) for h in kept]


if __name__ == "__main__":
    from token_nash import Board

    # the triangle's edges and the two whiskers, as three segments with (a, b, c) at the ends
    h, q, e = F(9, 2), F(5), F(11, 2)
    claimed = [{(e, h, F(4)), (h, h, q)}, {(h, e, F(4)), (h, h, q)}, {(q, h, h), (h, q, h)}]
    show = lambda v: "(" + ", ".join(f"{float(x):g}" for x in v) + ")"  # noqa: E731
    cases = [
        ((3, 3, 4, 4), 3, True),
        *[(tuple(range(1, 11)), m, False) for m in (2, 3, 4)],
        *[(tuple(range(1, 13)), m, True) for m in (2, 3)],
    ]
    for prizes, m, clock in cases:
        game = Mixed(prizes, m, clock)
        hulls = game.sets()
        if prizes == (3, 3, 4, 4):
            found = [set(hull) for hull in hulls]
            assert len(found) == 3 and all(one in found for one in claimed), found
        pure = {v for _, v in Board(prizes, m, clock).perfect_paths()}
        spans = [
            f"{float(min(p[k] for h in hulls for p in h)):g}-{float(max(p[k] for h in hulls for p in h)):g}"
            for k in range(m)
        ]
        print(
            f"{'clock' if clock else 'line'} {len(prizes) if len(prizes) > 5 else prizes}, {m} players: pure {sorted(map(show, pure))}; "
            f"with coins {len(hulls)} polytopes, by seat {spans}, nodes that may be curved: {game.curved}"
        )
        if len(hulls) < 6:
            for h in hulls:
                print("   hull of", " ".join(map(show, h)))
