"""Guests who reason, and friends among them: small parties that agree on the gifts, exactly.

All guests want the same gifts and know what is in the parcels, but not which is which: whoever
opens one finds any of those left with the same chance. Each guest plays for the gift that she takes
home, but friends play for the sum of theirs, and everybody knows who they are. `solve_party` plays
the game backwards from its end, and `pair_gains` asks what each two of the guests would gain as
friends, or by a pact not to rob each other.

As all like the same, it does not matter who holds a gift, only whether it is a friend. So the rules
of `position` are told here by gifts, not by guests, and few positions are left. Payoffs are added
up over the parcels that may be opened and not averaged, so that all are integers until the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import factorial, lcm
from typing import Any, NamedTuple

WRAPPED = -1
FRIEND = 1  # who holds a gift: 0 for a stranger, with a bit for friends and one for guest 1
FIRST = 2  # told apart only where the first guest swaps at the end
Whole = tuple[int, ...]


class Outcome(NamedTuple):
    """What comes of a position: payoffs, added up over the orders of the wrapped gifts."""

    held: Whole  # of each gift's holder, 0 while it is wrapped
    mine: int  # of who is to act
    later: Whole  # of those who are to come


@dataclass(frozen=True)
class Party:
    """What reasonable guests take home on average.

    Attributes
    ----------
    payoffs : tuple of Fraction
        Mean worth of each guest's gift, in the order of the seats.
    friends : tuple of int
        Seats of those who play for their sum.
    """

    payoffs: tuple[Fraction, ...]
    friends: tuple[int, ...]

    @property
    def together(self) -> Fraction:
        """What the friends take home in all."""
        return sum((self.payoffs[seat - 1] for seat in self.friends), Fraction(0))


def solve_party(worth: Iterable[float | Fraction], *, friends: Whole = (), **rules: Any) -> Party:
    """Solve a party of guests who reason and want the same, by backward induction.

    Parameters
    ----------
    worth : iterable of number
        What the gifts are worth to everybody, different ones in any order. Six take ten seconds,
        and each more some fifteen times as long.
    friends : tuple of int
        Seats, from 1 up, of those who play for the sum of their gifts.
    **rules
        ``total_limit``, thefts after which a gift is safe, None for never; ``final_swap``, whether
        guest 1 may swap with anybody at the end; ``spare``, whether friends may not take a gift
        from each other; ``eager``, whether who finds an opening as good as a theft steals. Of
        equally good thefts that of the better gift is taken.

    Returns
    -------
    Party
        Payoffs as fractions.

    Examples
    --------
    Three guests and gifts worth 0, 1 and 2. The last two gain a sixth as friends, at the cost of
    the first:

    >>> [str(x) for x in solve_party([0, 1, 2]).payoffs]
    ['1/6', '5/6', '2']
    >>> print(solve_party([0, 1, 2], friends=(2, 3)).together)
    3
    """
    return _Solver(worth, **rules).party(friends)


def pair_gains(worth: Iterable[float | Fraction], **rules: Any) -> dict[tuple[int, int], Fraction]:
    """Return what each two of the guests gain as friends.

    Parameters
    ----------
    worth : iterable of number
        What the gifts are worth to everybody.
    **rules
        As in `solve_party`. With ``spare`` it is what a pact not to rob each other brings.

    Returns
    -------
    dict of (int, int) to Fraction
        By seats: the sum of what they take home as friends, less that when all play for themselves.

    Examples
    --------
    >>> {pair: str(gain) for pair, gain in pair_gains([0, 1, 2]).items()}
    {(1, 2): '0', (1, 3): '1/6', (2, 3): '1/6'}
    >>> {pair: str(gain) for pair, gain in pair_gains([0, 1, 2], spare=True).items()}
    {(1, 2): '0', (1, 3): '-1/6', (2, 3): '-1/6'}
    """
    solver = _Solver(worth, **rules)
    alone = solver.party(()).payoffs
    return {
        pair: solver.party(pair).together - alone[pair[0] - 1] - alone[pair[1] - 1]
        for pair in combinations(range(1, solver.n + 1), 2)
    }


class _Solver:
    """Plays backwards, for any friends: a position does not tell their seats, but who is to come.

    It is told by five things: `coming`, the kinds of the guests whose rounds are to come, bits of
    `FRIEND` and `FIRST`; `kind`, of who is to act, and holds nothing; `owners`, the kind of each
    gift's holder, or `WRAPPED`; `locked`, a bit for each gift that was stolen in this chain; and
    `left`, the thefts that each gift may still suffer, at most one in each round that is left.
    Without a limit no thefts are counted, so that parties of other friends share most positions.
    """

    def __init__(
        self,
        worth: Iterable[float | Fraction],
        *,
        total_limit: int | None = None,
        final_swap: bool = False,
        spare: bool = False,
        eager: bool = False,
    ) -> None:
        values = sorted(Fraction(value) for value in worth)
        self.n, self.cap = len(values), min(total_limit or len(values), len(values))
        self.swap, self.spare, self.eager = final_swap, spare, eager
        self.scale = lcm(*(value.denominator for value in values))
        self.worth = tuple(int(value * self.scale) for value in values)
        self.act, self.end = cache(self._act), cache(self._end)

    def party(self, friends: tuple[int, ...]) -> Party:
        """Solve the party of these friends."""
        n = self.n
        first, *coming = (
            FRIEND * (seat in friends) + FIRST * (self.swap and seat == 1)
            for seat in range(1, n + 1)
        )
        found = self.act(tuple(coming), first, (WRAPPED,) * n, 0, (self.cap,) * n)
        orders = self.scale * factorial(n)
        payoffs = (Fraction(value, orders) for value in (found.mine, *found.later))
        return Party(tuple(payoffs), friends)

    def _act(self, coming: Whole, kind: int, owners: Whole, locked: int, left: Whole) -> Outcome:
        """Choose the best of the opening and the thefts, for who acts and her friends."""
        opening = self.open(coming, kind, owners, left)
        steals = self.steals(coming, kind, owners, locked, left)
        ways = [*steals, opening] if self.eager else [opening, *steals]  # of equals the first
        if not kind & FRIEND:
            return max(ways, key=lambda way: way.mine)

        def together(way: Outcome) -> int:
            return way.mine + _of_friends(way.held, owners) + _of_friends(way.later, coming)

        return max(ways, key=together)

    def open(self, coming: Whole, kind: int, owners: Whole, left: Whole) -> Outcome:
        """Open a parcel: any of them, added up; then the next guest acts, or the party is over."""
        n = self.n
        held, mine, later = [0] * n, 0, [0] * len(coming)
        still = tuple([min(thefts, len(coming)) for thefts in left])
        in_hands = [gift for gift in range(n) if owners[gift] != WRAPPED]
        for gift in range(n):
            if owners[gift] != WRAPPED:
                continue
            opened = _replaced(owners, gift, kind)
            if coming:
                after = self.act(coming[1:], coming[0], opened, 0, still)
                payoffs = after.held
                later[0] += after.mine
                for place, value in enumerate(after.later, 1):
                    later[place] += value
            else:
                payoffs = self.end(opened)
            mine += payoffs[gift]
            for other in in_hands:
                held[other] += payoffs[other]
        return Outcome(tuple(held), mine, tuple(later))

    def steals(
        self, coming: Whole, kind: int, owners: Whole, locked: int, left: Whole
    ) -> Iterator[Outcome]:
        """All thefts that are allowed, of the best gift first."""
        for gift in reversed(range(self.n)):
            owner = owners[gift]
            if owner == WRAPPED or locked >> gift & 1 or not left[gift]:
                continue
            if self.spare and kind & owner & FRIEND:
                continue
            fewer = min(left[gift] - 1, len(coming))
            barred = locked | (fewer > 0) << gift  # if none is left it need not be locked
            taken, spent = _replaced(owners, gift, kind), _replaced(left, gift, fewer)
            after = self.act(coming, owner, taken, barred, spent)
            held = _replaced(after.held, gift, after.mine)  # the victim's, who acts now
            yield Outcome(held, after.held[gift], after.later)

    def _end(self, owners: Whole) -> Whole:
        """What the holder of each gift goes home with, after the best swap of guest 1."""
        if not self.swap:
            return self.worth
        own = next(gift for gift, owner in enumerate(owners) if owner & FIRST)
        friend = owners[own] & FRIEND
        choices = [self.worth]
        for gift in range(self.n):
            if gift != own and not (self.spare and friend and owners[gift] & FRIEND):
                swapped = _replaced(self.worth, gift, self.worth[own])
                choices.append(_replaced(swapped, own, self.worth[gift]))
        return max(choices, key=lambda one: _of_friends(one, owners) if friend else one[own])


def _of_friends(payoffs: Whole, kinds: Whole) -> int:
    """What friends have of some payoffs."""
    return sum(
        value
        for value, kind in zip(payoffs, kinds, strict=True)
        if kind != WRAPPED and kind & FRIEND
    )


def _replaced(values: Whole, place: int, value: int) -> Whole:
    """A tuple with another entry at one place."""
    return (*values[:place], value, *values[place + 1 :])
