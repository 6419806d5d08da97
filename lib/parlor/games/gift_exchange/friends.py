"""Guests who reason, and friends among them: small parties that agree on the gifts, exactly.

All guests want the same gifts and know what is in the parcels, but not which is which: whoever
opens one finds any of those left with the same chance. Each guest plays for the gift that she takes
home, but friends play for the sum of theirs, and everybody knows who they are. `solve_party` plays
the game backwards from its end, and `pair_gains` asks what each two of the guests would gain as
friends, or by a pact not to rob each other.

As all like the same, it does not matter who holds a gift, only whether it is a friend: positions
are told by gifts, not by guests, and few are left. Payoffs are added up over the parcels that may
be opened and not averaged, so that all are integers until the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import factorial, lcm

from parlor.core.checks import flag, items, limit, number, plain, whole
from parlor.core.result import ExactResult

__all__ = ["Party", "pair_gains", "solve_party"]

MAX_GUESTS = 6
WRAPPED = -1
FRIEND = 1  # who holds a gift: 0 for a stranger, with a bit for friends and one for guest 1
FIRST = 2  # told apart only where the first guest swaps at the end
Whole = tuple[int, ...]
Outcome = tuple[Whole, int, Whole]  # payoffs by gift held, of who acts, and of who is to come


@dataclass(frozen=True, repr=False, eq=False)
class Party(ExactResult):
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


def solve_party(
    worth: Sequence[float | Fraction],
    *,
    friends: Sequence[int] = (),
    total_limit: int | None = None,
    final_swap: bool = False,
    spare: bool = False,
    eager: bool = False,
) -> Party:
    """Solve a party of guests who reason and want the same, by backward induction.

    Parameters
    ----------
    worth : sequence of number
        What the gifts are worth to everybody, in any order: 2 to 6 different numbers from -1e6 to
        1e6.
    friends : sequence of int
        Seats, from 1, of those who play for the sum of their gifts.
    total_limit : int or None
        After so many thefts a gift is safe, 1 to 6; None for never.
    final_swap : bool
        Whether guest 1 may swap with anybody at the end.
    spare : bool
        Whether friends may not take a gift from each other.
    eager : bool
        Who finds an opening as good as a theft steals, instead of opening. Of equally good thefts
        that of the better gift is taken.

    Returns
    -------
    Party
        Payoffs as fractions.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    Three guests and gifts worth 0, 1 and 2. The last two gain a sixth as friends, at the cost of
    the first:

    >>> [str(x) for x in solve_party([0, 1, 2]).payoffs]
    ['1/6', '5/6', '2']
    >>> print(solve_party([0, 1, 2], friends=[2, 3]).together)
    3
    """
    values = _worth(worth)
    seats = _seats(friends, len(values))
    cap = limit("total_limit", total_limit, MAX_GUESTS)
    swap, sparing, tie = flag("final_swap", final_swap), flag("spare", spare), flag("eager", eager)
    return _solver(values, cap, swap, sparing, tie)(seats)


def pair_gains(
    worth: Sequence[float | Fraction],
    *,
    total_limit: int | None = None,
    final_swap: bool = False,
    spare: bool = False,
    eager: bool = False,
) -> dict[tuple[int, int], Fraction]:
    """Return what each two of the guests gain as friends.

    Parameters
    ----------
    worth : sequence of number
        What the gifts are worth to everybody, 2 to 6 different numbers from -1e6 to 1e6.
    total_limit : int or None
        After so many thefts a gift is safe, 1 to 6; None for never.
    final_swap, spare, eager : bool
        As in `solve_party`. With `spare` it is what a pact not to rob each other brings.

    Returns
    -------
    dict of (int, int) to Fraction
        By seats: the sum of what they take home as friends, less that when all play for themselves.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> {pair: str(gain) for pair, gain in pair_gains([0, 1, 2]).items()}
    {(1, 2): '0', (1, 3): '1/6', (2, 3): '1/6'}
    >>> {pair: str(gain) for pair, gain in pair_gains([0, 1, 2], spare=True).items()}
    {(1, 2): '0', (1, 3): '-1/6', (2, 3): '-1/6'}
    """
    values = _worth(worth)
    cap = limit("total_limit", total_limit, MAX_GUESTS)
    swap, sparing, tie = flag("final_swap", final_swap), flag("spare", spare), flag("eager", eager)
    party = _solver(values, cap, swap, sparing, tie)
    alone = party(()).payoffs
    return {
        pair: party(pair).together - alone[pair[0] - 1] - alone[pair[1] - 1]
        for pair in combinations(range(1, len(values) + 1), 2)
    }


def _worth(worth: object) -> tuple[Fraction, ...]:
    """Different numbers, as fractions, from the worst to the best."""
    rule = f"2 to {MAX_GUESTS} different numbers from -1e6 to 1e6"
    found = items("worth", worth, rule, 2, MAX_GUESTS)
    for value in found:
        number("worth", value, rule, -1e6, 1e6)
    values = tuple(sorted(Fraction(plain(value)) for value in found))
    if len(set(values)) < len(values):
        raise ValueError(f"worth: got two gifts that are worth the same, allowed are {rule}")
    return values


def _seats(friends: object, n: int) -> tuple[int, ...]:
    """Different seats of a party of n, in order."""
    rule = f"different seats from 1 to {n}"
    found = sorted(whole("friends", seat, 1, n) for seat in items("friends", friends, rule, 0, n))
    if len(set(found)) < len(found):
        raise ValueError(f"friends: got a seat twice, allowed are {rule}")
    return tuple(found)


def _solver(
    values: tuple[Fraction, ...], cap: int | None, swap: bool, spare: bool, eager: bool
) -> Callable[[tuple[int, ...]], Party]:
    """Play backwards, for any friends: a position does not tell their seats, but who is to come.

    Of a gift it tells the thefts that it may still suffer, at most one in each round that is left.
    So without a limit nothing is counted, and parties of other friends share most positions.
    """
    n = len(values)
    scale = lcm(*(value.denominator for value in values))
    worth = tuple(int(value * scale) for value in values)

    def shared(payoffs: Whole, owners: Whole) -> int:
        """What friends have who hold gifts."""
        return sum(
            value for value, owner in zip(payoffs, owners, strict=True)
            if owner != WRAPPED and owner & FRIEND
        )  # fmt: skip

    @cache
    def end(owners: Whole) -> Whole:
        """What the holder of each gift goes home with."""
        if not swap:
            return worth
        own = next(gift for gift, owner in enumerate(owners) if owner & FIRST)
        friend = owners[own] & FRIEND
        choices = [worth]
        for gift in range(n):
            if gift != own and not (spare and friend and owners[gift] & FRIEND):
                swapped = list(worth)
                swapped[gift], swapped[own] = worth[own], worth[gift]
                choices.append(tuple(swapped))
        return max(choices, key=lambda one: shared(one, owners) if friend else one[own])

    @cache
    def act(coming: Whole, kind: int, owners: Whole, locked: int, left: Whole) -> Outcome:
        """Somebody of this kind holds nothing, and after this round others are to come."""
        total, own, later = [0] * n, 0, [0] * len(coming)
        others: Whole
        still = tuple(min(thefts, len(coming)) for thefts in left)
        for gift in (gift for gift in range(n) if owners[gift] == WRAPPED):
            opened = _replaced(owners, gift, kind)
            if coming:
                payoffs, first, rest = act(coming[1:], coming[0], opened, 0, still)
                others = (first, *rest)
            else:
                payoffs, others = end(opened), ()
            own += payoffs[gift]
            for held in range(n):
                if owners[held] != WRAPPED:
                    total[held] += payoffs[held]
            for place, value in enumerate(others):
                later[place] += value
        opening = (tuple(total), own, tuple(later))
        steals = []
        for gift in reversed(range(n)):
            owner = owners[gift]
            if owner == WRAPPED or locked >> gift & 1 or not left[gift]:
                continue
            if spare and kind & owner & FRIEND:
                continue
            fewer = min(left[gift] - 1, len(coming))  # if none is left it need not be locked
            payoffs, victim, rest = act(
                coming, owner, _replaced(owners, gift, kind), locked | (fewer > 0) << gift,
                _replaced(left, gift, fewer),
            )  # fmt: skip
            steals.append((_replaced(payoffs, gift, victim), payoffs[gift], rest))

        def aim(outcome: Outcome) -> int:
            held, mine, rest = outcome
            if not kind & FRIEND:
                return mine
            return mine + shared(held, owners) + shared(rest, coming)

        return max([*steals, opening] if eager else [opening, *steals], key=aim)

    def party(friends: tuple[int, ...]) -> Party:
        first, *coming = (
            FRIEND * (seat in friends) + FIRST * (swap and seat == 1) for seat in range(1, n + 1)
        )
        limits = (min(cap or n, n),) * n
        _, own, later = act(tuple(coming), first, (WRAPPED,) * n, 0, limits)
        payoffs = (Fraction(value, scale * factorial(n)) for value in (own, *later))
        return Party(tuple(payoffs), friends)

    return party


def _replaced(values: Whole, place: int, value: int) -> Whole:
    """A tuple with another entry at one place."""
    return (*values[:place], value, *values[place + 1 :])
