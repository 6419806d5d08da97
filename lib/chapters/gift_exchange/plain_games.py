"""Gift exchanges played move by move, by the rules alone and apart from the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from parlor.games.gift_exchange import position
from parlor.games.gift_exchange.position import STANDARD, Limits, Position


class Move(NamedTuple):
    """One action of a game that was played.

    Attributes
    ----------
    round : int
        1 to n, and n + 1 for the final swap.
    player, gift : int
        Who took which gift.
    victim : int
        From whom, 0 if it was opened.
    """

    round: int
    player: int
    gift: int
    victim: int


def play_by(
    robs: Callable[[Position, int], bool],
    values: Sequence[Sequence[Any]],
    order: Sequence[int],
    *,
    limits: Limits = STANDARD,
) -> tuple[Move, ...]:
    """Play a game by any rule, with values that may be exact; gifts are opened in an order.

    `robs` is asked whether the player to act robs her favourite, of equals the first seat, and not
    at all if there is nobody to rob.
    """
    n = len(values)
    at, moves = position.start(n), []
    while player := at.mover:
        worth, holds, now = values[player - 1], at.holds, at.round
        allowed = position.targets(at, limits=limits)
        best = max(allowed, key=lambda m: worth[holds[m - 1] - 1], default=0)
        if best and robs(at, best):
            gift = holds[best - 1]
            at = position.steal(at, best, limits=limits)
        else:
            best, gift = 0, min(position.may_open(at, limits=limits), key=order.index)
            at = position.unwrap(at, gift, limits=limits)
        moves.append(Move(now, player, gift, best))
    wanted = max(range(n), key=lambda m: values[0][at.holds[m] - 1])
    gift = at.holds[wanted]
    if values[0][gift - 1] > values[0][at.holds[0] - 1]:
        moves.append(Move(n + 1, 1, gift, wanted + 1))
    return tuple(moves)


def play_out(
    values: Sequence[Sequence[float]] | np.ndarray,
    *,
    threshold: float = 0.6,
    limits: Limits = STANDARD,
    order: Sequence[int] | None = None,
) -> tuple[Move, ...]:
    """Play a game in which all steal what they like best if it is worth more than a threshold.

    Examples
    --------
    >>> [move.victim for move in play_out([[0.1, 0.2], [0.9, 0.1]])]
    [0, 1, 0]
    """
    worths = np.asarray(values).tolist()

    def robs(at: Position, victim: int) -> bool:
        value: float = worths[at.mover - 1][at.holds[victim - 1] - 1]
        return value > threshold

    opened = range(1, len(worths) + 1) if order is None else order
    return play_by(robs, worths, opened, limits=limits)
