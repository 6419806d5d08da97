"""What friends gain in a gift exchange: `gift_friends.json` by an engine of its own.

The game is played backwards over who holds what, guest by guest. All want the same gifts; each
plays for the gift that she takes home, friends for the sum of theirs. Whoever is indifferent opens;
of equally good thefts the one of the better gift is chosen. The standard library alone.
"""

import json
from fractions import Fraction as F
from itertools import combinations, permutations
from pathlib import Path
from random import Random

NOBODY = frozenset()


def party(worth, friends=NOBODY, limit=None, spare=False, swap=False):
    """Mean worth of each guest's gift; guests from 0, of whom the first may swap at the end."""
    n = len(worth)
    known = {}

    def aim(guest, outcome):
        return sum(outcome[f] for f in friends) if guest in friends else outcome[guest]

    def start(turn, holds, thefts):  # holds[gift]: its guest
        if turn == n:
            mine = {guest: worth[gift] for gift, guest in holds.items()}
            best = [mine[guest] for guest in range(n)]
            for other in range(1, n if swap else 1):
                if not (spare and {0, other} <= friends):
                    mixed = [mine[{0: other, other: 0}.get(guest, guest)] for guest in range(n)]
                    best = max(best, mixed, key=lambda outcome: aim(0, outcome))
            return best
        return move(turn, turn, holds, frozenset(), thefts)

    def move(turn, guest, holds, locked, thefts):
        key = turn, guest, tuple(sorted(holds.items())), locked, thefts
        if key not in known:
            wrapped = [gift for gift in range(n) if gift not in holds]
            after = [start(turn + 1, {**holds, gift: guest}, thefts) for gift in wrapped]
            best = [sum(some) / len(after) for some in zip(*after, strict=True)]
            for gift in sorted(holds, key=lambda gift: -worth[gift]):
                victim = holds[gift]
                if gift in locked or (limit is not None and thefts[gift] >= limit):
                    continue
                if spare and guest in friends and victim in friends:
                    continue
                more = tuple(x + (g == gift and limit is not None) for g, x in enumerate(thefts))
                found = move(turn, victim, {**holds, gift: guest}, locked | {gift}, more)
                best = max(best, found, key=lambda outcome: aim(guest, outcome))
            known[key] = best
        return known[key]

    return start(0, {}, (0,) * n)


def gains(worth, limit=None, spare=False, swap=False):
    """What each two guests gain as friends."""
    alone = party(worth, NOBODY, limit, False, swap)
    found = []
    for pair in combinations(range(len(worth)), 2):
        together = party(worth, frozenset(pair), limit, spare, swap)
        found.append(sum(together[guest] - alone[guest] for guest in pair))
    return found


def last_round(hold, last, friends):
    """What each takes home if the last round is played out: `hold[guest]` is the rank of her gift.

    Rank 0 is best, `last` the gift that is wrapped; the last guest holds none. Strangers take the
    best that they can; the friends try everything. Returned is the least sum of their worths, which
    is -rank, and the friends' best.
    """

    def play(guest, holds, locked):
        free = [g for g in range(len(hold) + 1) if g not in locked]  # the wrapped one too
        if guest not in friends:
            free = [min(free)]
        found = []
        for gift in free:
            if gift == last:
                final = {**holds, guest: gift}
                found.append(sum(-final[f] for f in friends))
            else:
                victim = next(v for v, g in holds.items() if g == gift)
                rest = {v: g for v, g in holds.items() if v != victim}
                found.append(play(victim, {**rest, guest: gift}, locked | {gift}))
        return max(found)

    return play(len(hold), dict(enumerate(hold)), frozenset())


def selfish(hold, last):
    """Ranks at the end if nobody has a friend: down to the wrapped gift each moves on by one."""
    return [gift + (gift < last) for gift in hold] + [0]


def shield(hold, last, friends):
    """The theorem: who of two friends acts first saves the other's gift, if it is above `last`."""
    ranks = sorted((*hold, -1)[f] for f in friends)  # the last guest acts before all others
    return 1 if ranks[1] < last and ranks[1] > ranks[0] + 1 else 0


def main():
    rows = json.loads((Path(__file__).parent / "gift_friends.json").read_text("utf-8"))
    known = [(row["guests"], row["limit"], row["swap"]) for row in rows]
    assert known == [
        *((n, limit, False) for n in (3, 4, 5) for limit in (1, 2, None) if (n, limit) != (5, 2)),
        *((n, limit, True) for n in (3, 4) for limit in (1, 2, None)),
    ]
    for row in rows:
        n, limit, swap = row["guests"], row["limit"], row["swap"]
        worth = [F(gift) for gift in range(n)]
        joint, pacts = (gains(worth, limit, spare, swap) for spare in (False, True))
        assert [F(x) for x in row["alone"]] == party(worth, NOBODY, limit, False, swap)
        assert [F(x) for x in row["friends"]] == joint and [F(x) for x in row["pact"]] == pacts
        if swap or limit != 1:  # the core is empty
            assert min(joint) >= 0 and sum(joint) > 0
            assert swap or n == 3 or min(joint) > 0  # from four guests on every pair gains
        else:
            assert not any(joint)
        assert swap or sum(pacts) < 0
    print(f"{len(rows)} parties of three to five: what each two gain as friends, and by a pact")
    rng = Random(3)
    for _ in range(40):  # three guests, any worths
        worth = [F(x) for x in sorted(rng.sample(range(100), 3))]
        step = (worth[1] - worth[0]) / 6
        for limit in (2, None):
            assert gains(worth, limit) == [0, step, step]
    count = 0
    for n in (3, 4, 5, 6):  # the last round, all positions
        for last in range(n):
            for hold in permutations([gift for gift in range(n) if gift != last]):
                ends = selfish(hold, last)
                for friends in combinations(range(n), 2):
                    found = last_round(hold, last, friends) + sum(ends[f] for f in friends)
                    assert found == shield(hold, last, friends), (hold, last, friends, found)
                    count += 1
    print(f"the last round: {count} positions of three to six guests")


if __name__ == "__main__":
    main()
