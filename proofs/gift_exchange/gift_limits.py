"""More steals allowed, more steals? The base game by an own small engine; standard library alone.

Guests have a rule and their values; the gifts come out in a fixed order; a gift stolen in a chain is
locked to its end, and safe for ever after `limit` thefts. Rules: a number is a cutoff (steal the best
stealable gift if it is worth more), and the source's names.
"""

from fractions import Fraction as F
from itertools import pairwise, permutations, product
from random import Random

NEVER, ALWAYS = "always_open", "always_steal"


def steals(values, rules, order, limit):
    """Thefts of one game, without the final swap."""
    n = len(order)
    holder, opened, count, total, nxt = {}, [], dict.fromkeys(order, 0), 0, 0
    for k in range(n):
        mover, locked = k, set()
        while True:
            free = [g for g in opened if g not in locked and (limit is None or count[g] < limit)]
            free = [g for g in free if holder[g] != mover]
            worth = values[mover]
            best = max(free, key=lambda g: (worth[g], -holder[g])) if free else None
            if best is None or not wants(rules[mover], worth, best, opened, order[nxt:]):
                g = order[nxt]
                nxt += 1
                opened.append(g)
                holder[g] = mover
                break
            victim = holder[best]
            holder[best] = mover
            count[best] += 1
            locked.add(best)
            total += 1
            mover = victim
    return total


def wants(rule, worth, best, opened, wrapped):
    if rule == NEVER:
        return False
    if rule == ALWAYS:
        return True
    if rule == "mean_based":
        return worth[best] * len(opened) > sum(worth[g] for g in opened)
    if rule == "expected_value":
        return worth[best] * len(wrapped) > sum(worth[g] for g in wrapped)
    cutoff = F(6, 10) if rule == "threshold" else rule
    return worth[best] > cutoff


def expected(values, rules, limit):
    games = [steals(values, rules, order, limit) for order in permutations(range(len(rules)))]
    return F(sum(games), len(games))


def all_steal(n, limit):
    """If everybody always steals: sum over gifts of min(limit, rounds after its own)."""
    return sum(min(limit or n, n - j) for j in range(1, n))


def unlimited(rules, order):
    """Common tastes, values = numbers of the gifts: how often each would be stolen without a limit."""
    peaceful, opened, times = set(), [], dict.fromkeys(order, 0)
    for k, g in enumerate(order):
        if rules[k] == NEVER or not opened:
            new = rules[k] == NEVER
        elif peaceful:
            stop = max(peaceful)
            for h in opened:
                times[h] += h == stop or (h > stop and h not in peaceful)
            peaceful.discard(stop)
            new = True
        else:
            for h in opened:
                times[h] += 1
            new = False
        opened.append(g)
        if new:
            peaceful.add(g)
    return list(times.values())


SOURCE = ("always_steal", "always_open", "threshold", "mean_based", "expected_value")
FOUR = ("always_open", "mean_based", "threshold", "always_steal")
FOUR_WORTH = [[99, 18, 2, 38], [56, 77, 100, 99], [13, 95, 30, 35], [61, 86, 53, 71]]
FIVE_TASTES = [  # best first; the fourth never steals
    [2, 1, 0, 3, 4], [2, 4, 1, 0, 3], [3, 4, 0, 2, 1], [0, 1, 2, 3, 4], [0, 1, 2, 4, 3]
]  # fmt: skip


def main():
    worth = [[F(x, 100) for x in row] for row in FOUR_WORTH]  # the lecture's four guests
    found = [expected(worth, FOUR, limit) for limit in (1, 2, 3, None)]
    assert found == [F(11, 6), F(7, 4), F(7, 4), F(7, 4)]
    agreed = [steals([range(4)] * 4, (-1, 1, 1, -1), (1, 2, 0, 3), limit) for limit in (1, 2)]
    assert agreed == [3, 2]
    rules = (ALWAYS, ALWAYS, ALWAYS, NEVER, ALWAYS)
    values = [[-row.index(g) for g in range(5)] for row in FIVE_TASTES]
    assert [steals(values, rules, range(5), limit) for limit in (1, 2, 3, 4)] == [4, 6, 5, 5]
    rng = Random(1)
    for _ in range(300):  # all always steal: a formula
        n = rng.randint(2, 7)
        values = [[rng.random() for _ in range(n)] for _ in range(n)]
        limit = rng.choice([1, 2, 3, None])
        assert steals(values, [ALWAYS] * n, tuple(rng.sample(range(n), n)), limit) == all_steal(
            n, limit
        )
    # three guests: never fewer thefts with a higher limit, game by game
    games = 0
    for rules in product(SOURCE, repeat=3):
        for _ in range(60):
            values = [[F(rng.randint(0, 10), 10) for _ in range(3)] for _ in range(3)]
            order = (0, 1, 2)
            assert (
                steals(values, rules, order, 1)
                <= steals(values, rules, order, 2)
                == steals(values, rules, order, None)
            )
            games += 1
    print(f"three guests: {games} games, none with fewer thefts by a higher limit")
    # four guests, always or never: none has fewer thefts by a higher limit, game by game
    ranks = list(permutations(range(4)))
    for rules in product((ALWAYS, NEVER), repeat=4):
        movers = [i for i in range(4) if rules[i] == ALWAYS]
        for tastes in product(ranks, repeat=len(movers)):
            values = [(0, 0, 0, 0)] * 4
            for i, r in zip(movers, tastes, strict=True):
                values[i] = r
            got = [steals(values, rules, (0, 1, 2, 3), limit) for limit in (1, 2, 3)]
            assert got == sorted(got), (rules, values, got)
    # common tastes: always or never, the formula sum of min(limit, c_g); cutoffs of one's own, none
    for _ in range(1500):
        n = rng.randint(2, 8)
        rules = [rng.choice([ALWAYS, NEVER]) for _ in range(n)]
        order = tuple(rng.sample(range(n), n))
        values = [tuple(range(n))] * n
        got = [steals(values, rules, order, limit) for limit in range(1, n + 1)]
        assert all(x <= y for x, y in pairwise(got))
        more = [y - x for x, y in pairwise(got)]
        assert all(x >= y for x, y in pairwise(more))  # concave, as a sum of minima
        c = unlimited(rules, order)
        assert got == [sum(min(limit, k) for k in c) for limit in range(1, n + 1)]
    print("guests who agree on the gifts, always or never: 1500 games, sum of min(limit, c)")
    for n in (5, 6, 7):  # always or never, any tastes: never fewer than with a limit of one
        for _ in range(3000):
            rules = [rng.choice([ALWAYS, ALWAYS, NEVER]) for _ in range(n)]
            values = [rng.sample(range(n), n) for _ in range(n)]
            got = [steals(values, rules, tuple(range(n)), limit) for limit in range(1, n)]
            assert got[0] == min(got), (rules, values, got)


if __name__ == "__main__":
    main()
