"""A state of standard Goofspiel as somebody gives it: two hands, the prizes left, a prize."""

from __future__ import annotations

from itertools import pairwise

from parlor.core.checks import items, whole

__all__: list[str] = []

Cards = tuple[int, ...]


def checked_hands(
    n_cards: int, hand: object, opponent_hand: object, prizes: object
) -> tuple[Cards, Cards, Cards]:
    """Equally many different cards from 1 to n, each in increasing order, or an error."""
    mine = _cards("hand", hand, n_cards)
    yours = _cards("opponent_hand", opponent_hand, n_cards)
    left = _cards("prizes", prizes, n_cards)
    if not len(mine) == len(yours) == len(left):
        raise ValueError(
            f"hand, opponent_hand, prizes: got {len(mine)}, {len(yours)} and {len(left)} cards, "
            "allowed are equally many"
        )
    return mine, yours, left


def checked_state(
    n_cards: int, hand: object, opponent_hand: object, prizes: object, prize: object
) -> tuple[Cards, Cards, Cards, int]:
    """The same, and one of the prizes."""
    *hands, left = checked_hands(n_cards, hand, opponent_hand, prizes)
    turned_up = whole("prize", prize, 1, n_cards)
    if turned_up not in left:
        raise ValueError(f"prize: got {prize}, allowed are the prizes left, {list(left)}")
    return hands[0], hands[1], left, turned_up


def _cards(name: str, given: object, n_cards: int) -> Cards:
    row = items(name, given, f"a row of different cards from 1 to {n_cards}", 0, n_cards)
    cards = sorted(whole(name, card, 1, n_cards) for card in row)
    for card, other in pairwise(cards):
        if card == other:
            raise ValueError(f"{name}: got card {card} twice, allowed are different cards")
    return tuple(cards)
