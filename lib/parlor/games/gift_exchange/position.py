"""The gift exchange move by move: positions and actions of Sections 2 and 7.2.

D. Quigley, "Formal specification and behavioral simulation of the holiday gift exchange game"
(arXiv 2604.05219, April 2026). Positions are immutable and written out in plain Python, apart from
the kernels that simulate, so that each can serve as a check of the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from parlor.core.checks import whole

__all__ = [
    "Limits",
    "Position",
    "may_open",
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


def _with(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """The tuple with one number changed; places count from 1."""
    return (*numbers[: place - 1], number, *numbers[place:])
