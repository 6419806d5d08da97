"""What natural ways of playing Goofspiel lose.

The loss of a strategy is its exploitability: what a best reply wins against it, in points. The game
is symmetric and its value 0, so that an optimal strategy loses nothing. A best reply is a strategy
itself, which can be asked for its bids and replied to again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from numbers import Real
from typing import Annotated, Any

import numpy as np
import scipy  # its parts are loaded when they are used

from parlor.core.checks import SUM_ERROR, items, plain, refusal, shown, whole
from parlor.core.quantities import Integer, Read, checked
from parlor.core.result import EXACT, Certificate, Result, data_frame

from .state import Cards, checked_state

__all__ = [
    "NATURAL",
    "BestReply",
    "best_reply",
    "exploitability",
    "exploitability_of_bids",
]

MAX_REPLY_CARDS = 8  # two seconds, against a strategy that does not mix
MAX_BIDS = 1000  # the time grows with the cube: some hundredths of a second
ARRANGEMENT = f"the cards 1 to n in some order, n from 1 to {MAX_BIDS}"

State = tuple[Cards, Cards, Cards, int]  # own hand, opponent's hand, prizes left, prize
ReplyCards = Annotated[int, Integer(1, MAX_REPLY_CARDS)]


def _function(name: str, given: object) -> object:
    if not callable(given):
        raise refusal(name, given, "is a function")
    return given


def _arrangement(name: str, given: object) -> list[int]:
    """The cards 1 to n in some order, or a ValueError."""
    row = items(name, given, ARRANGEMENT, 1, MAX_BIDS)
    cards = [whole(name, bid, 1, len(row)) for bid in row]
    if len(set(cards)) < len(cards):
        raise ValueError(f"{name}: got {shown(cards)}, allowed are {ARRANGEMENT}")
    return cards


# (own hand, opponent's hand, prizes left, prize) to probabilities by card held, lowest first
Strategy = Annotated[
    Callable[[Cards, Cards, Cards, int], Sequence[Any]], Read(_function, "is a function")
]
Bids = Annotated[Sequence[int], Read(_arrangement, f"are {ARRANGEMENT}")]


def _one(k: int, i: int) -> list[int]:
    return [int(j == i) for j in range(k)]


def _match(hand: Cards, opponent_hand: Cards, prizes: Cards, prize: int) -> Sequence[Any]:
    return _one(len(hand), prizes.index(prize))


def _above(hand: Cards, opponent_hand: Cards, prizes: Cards, prize: int) -> Sequence[Any]:
    return _one(len(hand), (prizes.index(prize) + 1) % len(hand))


def _random(hand: Cards, opponent_hand: Cards, prizes: Cards, prize: int) -> Sequence[Any]:
    return [Fraction(1, len(hand))] * len(hand)


def _around(hand: Cards, opponent_hand: Cards, prizes: Cards, prize: int) -> Sequence[Any]:
    """A third each on the rank of the prize and its neighbours, or what there is of them."""
    rank, k = prizes.index(prize), len(hand)
    near = [i for i in (rank - 1, rank, rank + 1) if 0 <= i < k]
    return [Fraction(int(i in near), len(near)) for i in range(k)]


def _just_enough(hand: Cards, opponent_hand: Cards, prizes: Cards, prize: int) -> Sequence[Any]:
    """The lowest card that beats or ties the opponent's card of the prize's rank, or the lowest."""
    target = opponent_hand[prizes.index(prize)]
    enough = [i for i, card in enumerate(hand) if card >= target]
    return _one(len(hand), enough[0] if enough else 0)


NATURAL: dict[str, Strategy] = {
    "match the prize": _match,
    "one rank above, lowest for the highest": _above,
    "at random": _random,
    "rank of the prize or a neighbour": _around,
    "just enough against a matcher": _just_enough,
}


@dataclass(frozen=True, repr=False, eq=False)
class BestReply(Result):
    """A best reply to a way of playing Goofspiel; called like a strategy, it is one.

    Attributes
    ----------
    n_cards : int
        Cards in either hand at the start.
    value : Fraction or float
        What it wins in points, of the kind that the strategy's probabilities are.
    bids : dict of (tuple of int, tuple of int, tuple of int, int) to int
        The card to bid by own hand, opponent's hand, prizes left and the prize that is turned up,
        wherever play against the strategy may lead; the lowest of those that are best.
    """

    n_cards: int
    value: Any
    bids: dict[State, int]

    @property
    def certificate(self) -> Certificate:
        """Arithmetic is as exact as the strategy's probabilities."""
        return EXACT if isinstance(self.value, Fraction) else Certificate("rounded")

    def __call__(
        self, hand: Sequence[int], opponent_hand: Sequence[int], prizes: Sequence[int], prize: int
    ) -> Sequence[int]:
        """The bid as probabilities of the cards held, lowest first.

        Where play never leads, the lowest card is bid. ValueError if the three are no equally many
        different cards, or the prize is not one of them.
        """
        state: Any = (hand, opponent_hand, prizes, prize)
        try:
            bid = self.bids[state]
        except (KeyError, TypeError):  # where play never leads, or no tuples in order
            state = checked_state(self.n_cards, *state)
            bid = self.bids.get(state, state[0][0])
        return [int(card == bid) for card in state[0]]

    def to_frame(self) -> Any:
        """A row a state: hand, opponent's hand, prizes left, prize and bid."""
        rows = [(*state, bid) for state, bid in self.bids.items()]
        return data_frame(rows, columns=["hand", "opponent_hand", "prizes", "prize", "bid"])


@checked
def best_reply(n_cards: ReplyCards, strategy: Strategy) -> BestReply:
    """Find a best reply to a strategy, pure or mixed.

    Parameters
    ----------
    n_cards : int
        Cards n in either hand. A strategy that mixes over all cards takes a second for 5 and ten
        for 6; matching, which never mixes, takes two for 8.
    strategy : callable
        ``strategy(hand, opponent_hand, prizes, prize)`` gives the probabilities of bidding the
        cards of `hand`, lowest first, as numbers or Fractions. All cards come in increasing
        order, and a mix is drawn anew at every bid. `NATURAL` has some, and a `BestReply` is one.

    Returns
    -------
    BestReply
        What to bid in every state that may come up, and what that wins.

    Raises
    ------
    TypeError, ValueError
        If the strategy gives no probabilities.

    Examples
    --------
    >>> reply = best_reply(5, NATURAL["match the prize"])
    >>> five = 1, 2, 3, 4, 5
    >>> reply.value, [reply.bids[five, five, five, prize] for prize in five]
    (Fraction(5, 1), [2, 3, 4, 5, 1])
    >>> reply([5, 4, 3, 2, 1], list(five), range(1, 6), 3)  # as `GoofspielSolution.stage` takes it
    [0, 0, 0, 1, 0]

    What beats the matcher is beaten in turn:

    >>> round(float(best_reply(5, reply).value), 3)
    8.408

    Nothing wins from optimal play:

    >>> from parlor.games.goofspiel import solve
    >>> game = solve(3)
    >>> abs(best_reply(3, lambda *state: game.stage(*state).row).value) < 1e-12
    True
    """
    bids: dict[State, int] = {}

    @cache
    def value(mine: Cards, yours: Cards, prizes: Cards) -> Any:
        if not prizes:
            return Fraction(0)
        total: Any = Fraction(0)
        for prize in prizes:
            odds = probabilities_of(strategy, (yours, mine, prizes, prize))
            rest = _without(prizes, prize)
            likely = [(b, q, _without(yours, b)) for b, q in zip(yours, odds, strict=True) if q]
            worths = {
                a: sum(
                    q * (prize * ((a > b) - (a < b)) + value(_without(mine, a), left, rest))
                    for b, q, left in likely
                )
                for a in mine
            }
            bids[mine, yours, prizes, prize] = max(worths, key=worths.__getitem__)
            total += max(worths.values())
        return total / len(prizes)

    cards = tuple(range(1, n_cards + 1))
    return BestReply(n_cards, value(cards, cards, cards), bids)


@checked
def exploitability(n_cards: ReplyCards, strategy: Strategy) -> Any:
    """Exploitability of a strategy: what a best reply to it wins over the whole game.

    Parameters
    ----------
    n_cards : int
        As for `best_reply`.
    strategy : callable
        As for `best_reply`.

    Returns
    -------
    Fraction or float
        In points, of the kind that the strategy's probabilities are.

    Raises
    ------
    TypeError, ValueError
        If the strategy gives no probabilities.

    Examples
    --------
    >>> exploitability(5, NATURAL["match the prize"]), exploitability(4, NATURAL["at random"])
    (Fraction(5, 1), Fraction(5, 2))
    """
    return best_reply(n_cards, strategy).value


def probabilities_of(strategy: Strategy, state: State) -> list[Any]:
    """What a strategy gives in a state, numbers as they are."""
    given, count = strategy(*state), len(state[0])
    name, allowed = f"strategy{state}", f"{count} probabilities, sum 1"
    odds: list[Any] = items(name, given, allowed, count, count)
    real = all(isinstance(odd, Real) and not isinstance(odd, bool) for odd in odds)
    if not (real and min(odds) >= 0 and abs(sum(odds) - 1) <= SUM_ERROR):
        raise refusal(name, given, f"are {allowed}", typed=real)
    return list(map(plain, odds))


def _without(cards: Cards, card: int) -> Cards:
    return tuple(c for c in cards if c != card)


@checked
def exploitability_of_bids(bids: Bids) -> int:
    """By how many points a best reply wins against fixed bids, one for each prize.

    Parameters
    ----------
    bids : sequence of int, length n
        The card bid for prize 1, ..., n. ``range(1, n + 1)`` is matching.

    Returns
    -------
    int
        The points won less those lost. Whatever the order of the prizes, a reply gives each prize
        one card, so the best is a best assignment of cards to prizes, and the order does not
        matter.

    Examples
    --------
    >>> exploitability_of_bids(range(1, 14))
    65
    """
    prizes = np.arange(1, len(bids) + 1)
    gain = prizes[:, None] * np.sign(prizes[None, :] - np.array(bids)[:, None])
    return int(gain[scipy.optimize.linear_sum_assignment(gain, maximize=True)].sum())
