"""Small gift exchanges played out by the rules of `parlor.games.gift_exchange.position`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .position import Limits, may_open, start, steal, targets, unwrap

__all__ = ["Move", "next_player", "play_out"]

STANDARD = Limits()


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
    choices : int
        From how many players the mover could have stolen.
    """

    round: int
    player: int
    gift: int
    victim: int
    choices: int


def next_player(n_players: int) -> tuple[int, ...]:
    """Who acts after the opening that ends round 1, 2, ..., if nobody steals.

    Parameters
    ----------
    n_players : int
        1 to 200.

    Returns
    -------
    tuple of int
        Players, 0 after the last round.

    Examples
    --------
    >>> next_player(3)
    (2, 3, 0)
    """
    position, movers = start(n_players), []
    while position.mover:
        position = unwrap(position, position.wrapped[0])
        movers.append(position.mover)
    return tuple(movers)


def play_out(
    values: Sequence[Sequence[float]],
    threshold: float = 0.6,
    limits: Limits = STANDARD,
    order: Sequence[int] | None = None,
) -> tuple[Move, ...]:
    """Play a game in which all steal what they like best if it is worth more than a threshold.

    Parameters
    ----------
    values : sequence of sequences of float, n x n
        Of each gift to each player.
    threshold : float
        Those who do not steal open a gift.
    limits : Limits
        What restricts a steal. Player 1 may swap without any restriction.
    order : sequence of int, optional
        All gifts in the order in which they are opened, by default 1 to n.

    Returns
    -------
    tuple of Move
        All actions in order; the last one may be the final swap.

    Raises
    ------
    ValueError
        If the values are not a square or the order does not name each gift once.

    Examples
    --------
    >>> [move.victim for move in play_out([[0.1, 0.2], [0.9, 0.1]])]
    [0, 1, 0]
    """
    n = len(values)
    if any(len(row) != n for row in values):
        raise ValueError(f"values: got {n} rows of {[len(row) for row in values]}, allowed n x n")
    opened = list(range(1, n + 1)) if order is None else list(order)
    if sorted(opened) != list(range(1, n + 1)):
        raise ValueError(f"order: got {opened}, allowed is each of 1 to {n} once")
    position, moves = start(n), []
    while player := position.mover:
        worth, holds, allowed = values[player - 1], position.holds, targets(position, limits)
        best = max(allowed, key=lambda m: worth[holds[m - 1] - 1], default=0)
        now = position.round
        if best and worth[holds[best - 1] - 1] > threshold:
            gift = holds[best - 1]
            position = steal(position, best, limits)
        else:
            best, gift = 0, min(may_open(position, limits), key=opened.index)
            position = unwrap(position, gift, limits)
        moves.append(Move(now, player, gift, best, len(allowed)))
    wanted = max(range(n), key=lambda j: values[0][j]) + 1
    if values[0][wanted - 1] > values[0][position.holds[0] - 1]:
        other = position.holds.index(wanted) + 1
        moves.append(Move(n + 1, 1, wanted, other, n - 1))
    return tuple(moves)
