"""The Yankee swap with unlimited re-steal in exact fractions: the standard library alone.

Two models, with nothing assumed about who takes what. In `Shuffled` the closed boxes are a shuffled
pile with different values (no ties; the next box is the same whatever the mover does, and this is
all that the lemmas use). In `Drawn` boxes are independent draws from equally likely values; equals
are put in order by lot. Both give, for every position, what each box and a fresh one are worth to
the mover, and who is robbed.

A position is the table, best box first, and k, the number of players to act.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement


class _Swap:
    """Backward induction; a subclass says which boxes may come next."""

    def __init__(self, n_players: int) -> None:
        self.n = n_players
        self.after_opening = cache(self.after_opening)
        self.holding = cache(self.holding)

    def next_tables(self, table: tuple) -> Iterator[tuple[Fraction, tuple, int]]:
        """Chance, new table and place of the fresh box."""
        raise NotImplementedError

    def after_opening(self, k: int, table: tuple) -> tuple[tuple[Fraction, ...], Fraction]:
        """Worth of each box of `table`, and of the fresh one that is opened now, k to act after."""
        worth, fresh = [Fraction(0)] * len(table), Fraction(0)
        for chance, new, place in self.next_tables(table):
            held = self.holding(k, new)
            fresh += chance * held[place]
            for i in range(len(table)):
                worth[i] += chance * held[i + (i >= place)]
        return tuple(worth), fresh

    def choice(self, k: int, table: tuple) -> int | None:
        """Place of the box that the mover takes, None for opening one: the best, ties to lower."""
        worth, fresh = self.after_opening(k - 1, table)
        best = max([*worth, fresh])
        for i in reversed(range(len(table))):
            if i < k and worth[i] == best:
                return i
        return None if fresh == best else next(i for i in range(len(table)) if worth[i] == best)

    def holding(self, k: int, table: tuple) -> tuple[Fraction, ...]:
        """What the holder of each box expects before k players act."""
        if k == 0:
            return tuple(map(self.value, table))
        worth, fresh = self.after_opening(k - 1, table)
        robbed = self.choice(k, table)
        return tuple(fresh if i == robbed else x for i, x in enumerate(worth))

    def seat(self, k: int, table: tuple) -> Fraction:
        """What the mover expects with k to act."""
        worth, fresh = self.after_opening(k - 1, table)
        return max([*worth, fresh])

    def value(self, box: Fraction) -> Fraction:
        """What a box is worth to keep."""
        return box

    def payoffs(self) -> tuple[Fraction, ...]:
        """Expected payoff of seats 1 to N."""
        chances = {(): Fraction(1)}
        found = []
        for k in range(self.n, 0, -1):
            found.append(sum(p * self.seat(k, table) for table, p in chances.items()))
            more: dict = {}
            for table, p in chances.items():
                for chance, new, _ in self.next_tables(table):
                    more[new] = more.get(new, Fraction(0)) + p * chance
            chances = more
        return tuple(found)


class Shuffled(_Swap):
    """Closed boxes are a shuffled pile of different values, as many as players or more.

    >>> print(*Shuffled(3, [1, 2, 3]).payoffs())
    7/6 11/6 3
    """

    def __init__(self, n_players: int, pile: Sequence[int]) -> None:
        super().__init__(n_players)
        self.pile = tuple(sorted(map(Fraction, pile), reverse=True))

    def next_tables(self, table: tuple) -> Iterator[tuple[Fraction, tuple, int]]:
        """Every box that is left is as likely."""
        left = [x for x in self.pile if x not in table]
        for x in left:
            new = tuple(sorted((*table, x), reverse=True))
            yield Fraction(1, len(left)), new, new.index(x)

    def positions(self) -> Iterator[tuple[int, tuple]]:
        """Run through all positions: players to act and a table."""
        for k in range(1, self.n + 1):
            for table in combinations(self.pile, self.n - k):
                yield k, table


class Drawn(_Swap):
    """Boxes are independent; all values of the deck are equally likely.

    >>> print(*Drawn(2, [0, 1]).payoffs())
    1/4 3/4
    """

    def __init__(self, n_players: int, deck: Sequence[int | Fraction]) -> None:
        super().__init__(n_players)
        self.deck = tuple(sorted(map(Fraction, deck), reverse=True))

    def next_tables(self, table: tuple) -> Iterator[tuple[Fraction, tuple, int]]:
        """Every value of the deck is as likely; its place among equals is drawn."""
        for x in self.deck:
            low = sum(y > x for y in table)
            high = low + table.count(x)
            for place in range(low, high + 1):
                chance = Fraction(1, len(self.deck) * (high - low + 1))
                yield chance, (*table[:place], x, *table[place:]), place

    def positions(self) -> Iterator[tuple[int, tuple]]:
        """Run through all positions: players to act and a table."""
        for k in range(1, self.n + 1):
            yield from ((k, t) for t in combinations_with_replacement(self.deck, self.n - k))


def check_lemmas(swap: _Swap) -> int:
    """Assert Lemmas 1 to 4 at every position; return how many positions there are.

    >>> check_lemmas(Shuffled(6, [1, 2, 4, 8, 16, 32, 64]))
    120
    >>> check_lemmas(Drawn(5, [0, 1, 2, 3]))
    70
    """
    count = 0
    for k, table in swap.positions():
        count += 1
        worth, fresh = swap.after_opening(k - 1, table)
        robbed = swap.choice(k, table)
        # 1: only the k best are taken; the box of rank k is worth its value
        assert robbed is None or robbed < k
        if len(table) >= k:
            assert worth[k - 1] == swap.value(table[k - 1]), (k, table)
            assert swap.seat(k, table) >= swap.value(table[k - 1])
        # 2: to be robbed never pleases: before k act a box is worth at most what it is worth later
        held = swap.holding(k, table)
        assert all(a <= b <= swap.value(x) for a, b, x in zip(held, worth, table, strict=True))
        # 3: a fresh box is worth at most the mean of the boxes that may come
        chances = list(swap.next_tables(table))
        assert fresh <= sum(p * swap.value(new[i]) for p, new, i in chances)
        # 4: the next mover expects at least what this one does
        if k > 1:
            assert sum(p * swap.seat(k - 1, new) for p, new, _ in chances) >= swap.seat(k, table)
    paid = swap.payoffs()
    assert list(paid) == sorted(paid)
    return count


def check_safe_level(swap: Drawn) -> tuple[int, int]:
    """Assert that with the k-th best box at mu + max (v - mu) P(X >= v) or above, it is taken.

    Returns how many positions are of this kind, and in how many others something else is best.

    >>> check_safe_level(Drawn(5, range(8)))
    (300, 91)
    """
    deck = swap.deck
    mean = sum(deck) / len(deck)
    level = mean + max((v - mean) * sum(x >= v for x in deck) / len(deck) for v in deck)
    safe = other = 0
    for k, table in swap.positions():
        if len(table) >= k:
            if table[k - 1] >= level:
                safe += 1
                assert swap.seat(k, table) == table[k - 1], (k, table)
            elif swap.seat(k, table) > table[k - 1]:
                other += 1
    return safe, other


if __name__ == "__main__":
    import doctest

    doctest.testmod(raise_on_error=True)
    found: list[tuple[int, int]] = []
    for n, pile in ((4, range(1, 6)), (7, (1, 2, 3, 5, 8, 13, 21, 34)), (7, range(10))):
        print(n, check_lemmas(Shuffled(n, pile)))
    for n, deck in (
        (3, range(12)),
        (4, range(10)),
        (5, range(7)),
        (5, (0, 1, 1, 5, 9)),
        (6, (0, 1, 3)),
        (6, (0, 2, 3, 4)),
    ):
        check_lemmas(Drawn(n, deck))
        found.append(check_safe_level(Drawn(n, deck)))
    assert tuple(map(sum, zip(*found, strict=True))) == (599, 246), found
