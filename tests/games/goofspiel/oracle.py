"""Goofspiel from its rules: every pair of hands and set of prizes by itself, nothing merged.

The matrix games are solved by whatever the caller hands in, exactly or not; numbers are Fractions
until then.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations


def without(cards, card):
    return tuple(c for c in cards if c != card)


class Oracle:
    def __init__(self, matrix_value):
        self.matrix_value = matrix_value
        self.value = cache(self._value)

    def stage(self, mine, yours, prizes, prize):
        """Points for every pair of bids, cards in increasing order."""
        rest = without(prizes, prize)
        return [
            [
                prize * ((a > b) - (a < b)) + self.value(without(mine, a), without(yours, b), rest)
                for b in yours
            ]
            for a in mine
        ]

    def _value(self, mine, yours, prizes):
        if not prizes:
            return Fraction(0)
        games = [self.stage(mine, yours, prizes, prize) for prize in prizes]
        return sum(self.matrix_value(game) for game in games) / len(prizes)


def states(n):
    """All hands, opponent's hands and prizes left, equally many and at least one."""
    for k in range(1, n + 1):
        sets = list(combinations(range(1, n + 1), k))
        yield from ((mine, yours, prizes) for mine in sets for yours in sets for prizes in sets)


def replies(mine, yours, prizes):
    """Best replies to a random discarder by plain recursion: value, and best bids by prize."""
    if not prizes:
        return Fraction(0), {}
    total, best = Fraction(0), {}
    for prize in prizes:
        rest = without(prizes, prize)
        pays = {
            a: sum(
                prize * ((a > b) - (a < b)) + replies(without(mine, a), without(yours, b), rest)[0]
                for b in yours
            )
            / len(yours)
            for a in mine
        }
        total += max(pays.values())
        best[prize] = {a for a in mine if pays[a] == max(pays.values())}
    return total / len(prizes), best


def matched(hand, opponent_hand, prizes):
    """What matching wins against a random discarder, by Ross's claim: prizes and cards by rank."""
    pairs = zip(sorted(hand), sorted(prizes), strict=True)
    won = sum(p * ((y < x) - (y > x)) for x, p in pairs for y in opponent_hand)
    return Fraction(won, len(opponent_hand))
