"""Both Yankee swaps by brute force: the whole tree, boxes with their owners, Fractions.

Written from the rules, without a line of the solvers. A position is the list of boxes on the
table, best first, as (value, owner, locked). Every mover tries every action, and what it brings to
every seat is averaged over the fresh box and over the place that it takes among boxes of the same
value.
"""

from fractions import Fraction
from functools import cache
from itertools import pairwise


def seat_payoffs(deck, n_players, locking):
    """Expected payoffs of seats 0, ..., N-1; who is indifferent opens a box, else takes the best.

    With ``locking`` a box that has been stolen stays. A fresh box goes by lot among those of its
    equals that are worth a look (the k - 1 best, with k players to act), above any other equals.
    """

    @cache
    def play(table):
        mover = len(table)
        if mover == n_players:
            pay = [Fraction(0)] * n_players
            for value, owner, _ in table:
                pay[owner] += value
            return tuple(pay)
        options = [opened(table, mover)]
        for i, (value, owner, locked) in enumerate(table):
            if not locked:
                left = (*table[:i], (value, mover, locking), *table[i + 1 :])
                options.append(opened(left, owner))
        best = options[0]
        for option in options[1:]:
            if option[mover] > best[mover]:
                best = option
        return best

    def opened(table, owner):
        """Average over the fresh box that `owner` opens."""
        looked_at = n_players - len(table) - 1
        total = [Fraction(0)] * n_players
        for y in deck:
            above = sum(value > y for value, _, _ in table)
            equal = sum(value == y for value, _, _ in table)
            last = above if locking else max(above, min(above + equal, looked_at))
            places = range(above, last + 1)
            for place in places:
                after = play((*table[:place], (Fraction(y), owner, False), *table[place:]))
                share = Fraction(1, len(deck) * len(places))
                total = [t + share * a for t, a in zip(total, after, strict=True)]
        return tuple(total)

    return play(())


def four_players_resteal(nodes):
    """Seats 1 to 4 of the continuous game by nested integrals of its closed-form last stages.

    `nodes(a, b)` gives points and weights on [a, b].
    """

    def keep(a):  # the best box, two to act, left alone
        return a if a <= 0.5 else a * (1.5 - a)

    def fresh(a):  # opening a box, two to act, a the best on the table
        return 0.375 if a <= 0.5 else (a * a - a + 1) / 2

    def over(f, *points):
        ends = sorted({min(max(p, 0.0), 1.0) for p in points})
        return sum(w * f(x) for a, b in pairwise(ends) for x, w in zip(*nodes(a, b), strict=True))

    def worth(mine, other):  # what the holder of `mine` gets once the third player has moved
        best, second = max(mine, other), min(mine, other)
        if best <= 0.375:
            return mine
        stolen = best if best <= 0.5 or second <= keep(best) else second
        if mine == stolen:
            return fresh(best)
        return keep(mine) if mine == best else mine

    def cuts(x):  # where worth(x, y) or worth(y, x) is not smooth in y
        root = max(2.25 - 4 * x, 0.0) ** 0.5
        return (0.0, 0.375, 0.5, x, keep(x), (1.5 - root) / 2, (1.5 + root) / 2, 1.0)

    def mine(x):
        return over(lambda y: worth(x, y), *cuts(x))

    def drawn(x):
        return over(lambda y: worth(y, x), *cuts(x))

    edges = (0.0, 0.375, 0.5, 0.5625, 1.0)
    low, high = 0.0, 0.5  # the second player steals above the crossing of the two
    for _ in range(60):
        mid = (low + high) / 2
        low, high = (low, mid) if mine(mid) > drawn(mid) else (mid, high)
    second = over(lambda x: max(mine(x), drawn(x)), *edges, low)
    # first: opens a box, and is robbed by the second player or not
    first = over(lambda x: drawn(x) if mine(x) > drawn(x) else mine(x), *edges, low)
    return first, second, float(Fraction(1381, 2560)), float(Fraction(49, 64))


def last_holding(n_players, values):
    """What a box is worth to its holder when only the last player is to act, boxes uniform.

    The other N - 2 boxes are random. From N = 3 on it falls before v = 1, to 1/2.
    """
    return values - values ** (n_players - 2) * (values - 0.5).clip(min=0)
