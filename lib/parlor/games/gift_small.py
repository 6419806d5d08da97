"""The gift exchange move by move: positions and actions of Sections 2 and 7.2.

D. Quigley, "Formal specification and behavioral simulation of the holiday gift exchange game"
(arXiv 2604.05219, April 2026). Positions are immutable and written out in plain Python, apart from
the kernels that simulate, so that each can serve as a check of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from parlor.games.gift_condition import whole

__all__ = [
    "Limits",
    "Move",
    "Position",
    "may_open",
    "next_player",
    "play_out",
    "start",
    "steal",
    "targets",
    "unwrap",
]


@dataclass(frozen=True)
class Limits:
    """What restricts a steal, Definition 2.16 and the own-gift rule of Definition 7.13.

    Attributes
    ----------
    round_limit, total_limit : int
        How often a gift may be stolen in a round and in a game; 0 is unlimited.
    chain_lock : bool
        Whether a gift stolen in a chain is safe until the chain ends, as the source demands.
    own_gift : bool
        Whether player i may not take gift i, unless it is all that is left to take.

    Examples
    --------
    >>> Limits(total_limit=3)
    Limits(round_limit=1, total_limit=3, chain_lock=True, own_gift=False)
    """

    round_limit: int = 1
    total_limit: int = 0
    chain_lock: bool = True
    own_gift: bool = False


STANDARD = Limits()


class Position(NamedTuple):
    """Who holds what, and who is to act. Players and gifts are numbered from 1.

    Attributes
    ----------
    holds : tuple of int
        The gift of players 1 to n, 0 for none.
    wrapped : tuple of int
        Gifts that nobody has opened, increasing.
    mover : int
        The player to act, 0 after the last round.
    round : int
        Number of the round, 1 to n.
    locked : tuple of int
        Gifts stolen in this chain, increasing.
    in_round, in_total : tuple of int
        How often gifts 1 to n have been stolen in this round and in all.
    """

    holds: tuple[int, ...]
    wrapped: tuple[int, ...]
    mover: int
    round: int
    locked: tuple[int, ...]
    in_round: tuple[int, ...]
    in_total: tuple[int, ...]


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


def start(n_players: int) -> Position:
    """The position before the first round, Definition 2.9.

    Parameters
    ----------
    n_players : int
        1 to 200.

    Returns
    -------
    Position
        All gifts wrapped, player 1 to act.

    Raises
    ------
    ValueError
        If the number is not in that range.

    Examples
    --------
    >>> start(3).wrapped
    (1, 2, 3)
    """
    n = whole("n_players", n_players, 1, 200)
    none = (0,) * n
    return Position(none, tuple(range(1, n + 1)), 1, 1, (), none, none)


def targets(position: Position, limits: Limits = STANDARD) -> tuple[int, ...]:
    """Whom the player to act may steal from, Definition 2.17.

    Parameters
    ----------
    position : Position
        Where the game stands.
    limits : Limits
        What restricts a steal.

    Returns
    -------
    tuple of int
        Players, increasing.

    Examples
    --------
    >>> targets(unwrap(start(3), 2))
    (1,)
    """
    mover = position.mover
    found = []
    for player, gift in enumerate(position.holds, 1):
        if not gift or player == mover or (limits.own_gift and gift == mover):
            continue
        if limits.chain_lock and gift in position.locked:
            continue
        if limits.round_limit and position.in_round[gift - 1] >= limits.round_limit:
            continue
        if limits.total_limit and position.in_total[gift - 1] >= limits.total_limit:
            continue
        found.append(player)
    return tuple(found)


def may_open(position: Position, limits: Limits = STANDARD) -> tuple[int, ...]:
    """Which gifts the player to act may open, Definitions 2.10 and 7.13.

    Parameters
    ----------
    position : Position
        Where the game stands.
    limits : Limits
        Under the own-gift rule a player may open the own gift only if there is no other to open
        and nobody to steal from.

    Returns
    -------
    tuple of int
        Gifts, increasing.

    Examples
    --------
    >>> may_open(start(3), Limits(own_gift=True))
    (2, 3)
    """
    if not limits.own_gift:
        return position.wrapped
    others = tuple(gift for gift in position.wrapped if gift != position.mover)
    return others or (() if targets(position, limits) else position.wrapped)


def steal(position: Position, victim: int, limits: Limits = STANDARD) -> Position:
    """The player to act steals, Definition 2.19.

    Parameters
    ----------
    position : Position
        Where the game stands.
    victim : int
        One of `targets`.
    limits : Limits
        What restricts a steal.

    Returns
    -------
    Position
        The victim is to act.

    Raises
    ------
    ValueError
        If that player may not be stolen from.

    Examples
    --------
    >>> steal(unwrap(start(3), 2), 1).holds
    (0, 2, 0)
    """
    allowed = targets(position, limits)
    if victim not in allowed:
        raise ValueError(f"victim: got {victim!r}, allowed are {allowed}")
    gift = position.holds[victim - 1]
    holds = _with(_with(position.holds, position.mover, gift), victim, 0)
    return position._replace(
        holds=holds,
        mover=victim,
        locked=tuple(sorted({*position.locked, gift})),
        in_round=_with(position.in_round, gift, position.in_round[gift - 1] + 1),
        in_total=_with(position.in_total, gift, position.in_total[gift - 1] + 1),
    )


def unwrap(position: Position, gift: int, limits: Limits = STANDARD) -> Position:
    """The player to act opens a gift, which ends the chain and the round: Definition 2.11.

    Parameters
    ----------
    position : Position
        Where the game stands.
    gift : int
        One of `may_open`.
    limits : Limits
        Matters under the own-gift rule.

    Returns
    -------
    Position
        The next round, or the end.

    Raises
    ------
    ValueError
        If that gift may not be opened.

    Examples
    --------
    >>> unwrap(start(3), 2).mover
    2
    """
    allowed = may_open(position, limits)
    if gift not in allowed:
        raise ValueError(f"gift: got {gift!r}, allowed are {allowed}")
    n = len(position.holds)
    last = position.round == n
    return Position(
        _with(position.holds, position.mover, gift),
        tuple(other for other in position.wrapped if other != gift),
        0 if last else position.round + 1,
        position.round + (not last),
        (),
        (0,) * n,
        position.in_total,
    )


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


def _with(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """The tuple with one number changed; places count from 1."""
    return (*numbers[: place - 1], number, *numbers[place:])
