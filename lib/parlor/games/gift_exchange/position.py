"""The gift exchange move by move: positions and actions of the source's Sections 2 and 7.2.

Positions are immutable; what a move makes of them is said by the `rules` that the engine compiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from parlor.core.checks import LARGEST, flag, instance, items, table, whole
from parlor.core.checks import plain as plain_number
from parlor.core.gambit import Chance, Decision, Node, Terminal
from parlor.core.quantities import checked

from .condition import MAX_PLAYERS, Players, Steals
from .rules import NONE, Board, openable, plain, release, stealable, take
from .rules import unwrap as open_gift

__all__ = [
    "STANDARD",
    "Limits",
    "Position",
    "game_tree",
    "may_open",
    "start",
    "steal",
    "targets",
    "unwrap",
]


def gift_values(name: str, values: object) -> np.ndarray:
    """What each gift (column) is worth to each player (row), as an array; or a ValueError."""
    array = table(name, values, SQUARE, LARGEST)
    n = len(array) if array.ndim else 0
    if array.shape != (n, n) or not 1 <= n <= MAX_PLAYERS:
        raise ValueError(f"{name}: got shape {array.shape}, allowed is a {SQUARE}")
    return array


SQUARE = f"square of numbers up to {LARGEST:g} of 1 to {MAX_PLAYERS} players"


@checked
@dataclass(frozen=True, kw_only=True)
class Limits:
    """What restricts a steal, Definition 2.16 and the own-gift rule of Definition 7.13.

    Attributes
    ----------
    round_limit, total_limit : int or None
        How often a gift may be stolen in a round and in a game; None is no limit.
    chain_lock : bool
        Whether a gift stolen in a chain is safe until the chain ends, as the source demands.
    no_own_gift : bool
        Whether player i may not take gift i, unless it is all that is left to take.

    Examples
    --------
    >>> Limits(total_limit=3)
    Limits(round_limit=1, total_limit=3, chain_lock=True, no_own_gift=False)
    """

    round_limit: Steals | None = 1
    total_limit: Steals | None = None
    chain_lock: bool = True
    no_own_gift: bool = False


STANDARD = Limits()
MAX_TREE = 4  # players of a game written down: it has 15,360 ends; with five 6,240,000
_free, _may_open = plain(stealable), plain(openable)
_take, _open, _release = plain(take), plain(open_gift), plain(release)


@dataclass(frozen=True, slots=True)
class Position:
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

    Examples
    --------
    >>> Position((1, 0), (2,), 2, 2, (), (0, 0), (0, 0)) == unwrap(start(2), 1)
    True
    """

    holds: tuple[int, ...]
    wrapped: tuple[int, ...]
    mover: int
    round: int
    locked: tuple[int, ...]
    in_round: tuple[int, ...]
    in_total: tuple[int, ...]

    def __post_init__(self) -> None:
        n = len(items("holds", self.holds, "a gift for each player", 1, MAX_PLAYERS))
        rows: dict[str, tuple[int, int | None, int]] = {
            "holds": (0, n, n),
            "wrapped": (1, n, 0),
            "locked": (1, n, 0),
        }
        rows |= {"in_round": (0, None, n), "in_total": (0, None, n)}
        for name, (low, high, least) in rows.items():
            row = items(name, getattr(self, name), f"{least} to {n} integers", least, n)
            object.__setattr__(self, name, tuple(whole(name, x, low, high) for x in row))
        object.__setattr__(self, "mover", whole("mover", self.mover, 0, n))
        object.__setattr__(self, "round", whole("round", self.round, 1, n))
        stolen = tuple(gift for gift, times in enumerate(self.in_round, 1) if times)
        if self.locked != stolen:
            raise ValueError(f"locked: got {self.locked}, allowed are those of in_round, {stolen}")


@checked
def start(n_players: Players) -> Position:
    """Return the position before the first round, Definition 2.9.

    Parameters
    ----------
    n_players : int
        Players, and gifts.

    Returns
    -------
    Position
        All gifts wrapped, player 1 to act.

    Examples
    --------
    >>> start(3).wrapped
    (1, 2, 3)
    """
    none = (0,) * n_players
    return _after(none, tuple(range(1, n_players + 1)), 1, 1, (), none, none)


def targets(position: Position, *, limits: Limits = STANDARD) -> tuple[int, ...]:
    """Return whom the player to act may steal from, Definition 2.17.

    Parameters
    ----------
    position : Position
        Where the game stands.
    limits : Limits
        What restricts a steal.

    Returns
    -------
    tuple of int
        Players, increasing; none after the last round.

    Examples
    --------
    >>> targets(unwrap(start(3), 2))
    (1,)
    """
    _check(position, limits)
    return _targets(position, limits)


def may_open(position: Position, *, limits: Limits = STANDARD) -> tuple[int, ...]:
    """Return which gifts the player to act may open, Definitions 2.10 and 7.13.

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
    >>> may_open(start(3), limits=Limits(no_own_gift=True))
    (2, 3)
    """
    _check(position, limits)
    return _openable(position, limits)


def steal(position: Position, victim: int, *, limits: Limits = STANDARD) -> Position:
    """Let the player to act steal, Definition 2.19.

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
    _check(position, limits)
    return _steal(position, _listed("victim", victim, _targets(position, limits)))


def unwrap(position: Position, gift: int, *, limits: Limits = STANDARD) -> Position:
    """Let the player to act open a gift, which ends the chain and the round: Definition 2.11.

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
    _check(position, limits)
    return _unwrap(position, _listed("gift", gift, _openable(position, limits)))


def game_tree(
    values: Any,
    *,
    limits: Limits = STANDARD,
    order: Sequence[int] | None = None,
    final_swap: bool = True,
) -> Node:
    """Write the game of a few players down as a tree, for Gambit and OpenSpiel.

    Parameters
    ----------
    values : array_like, n x n
        Of each gift to each player, at most 4 of them; fractions stay exact.
    limits : Limits
        What restricts a steal; the chain lock must be on.
    order : sequence of int, optional
        All gifts in the order in which they are opened. By default chance opens any of the wrapped
        ones that the player may open, each as likely as the others.
    final_swap : bool
        Whether player 1 may swap after the last round, without any restriction.

    Returns
    -------
    Node
        The first opening; `parlor.core.gambit.to_efg` writes the tree that it begins. Everybody
        knows all values and all that has happened. An action is ``"open"``, ``"rob 2"``, and at
        the end ``"keep"`` or ``"swap with 2"``. What is no choice is left out.

    Raises
    ------
    ValueError
        If there are too many players, the order does not name each gift once, or the lock is off.

    Examples
    --------
    >>> from parlor.core.gambit import to_efg
    >>> tree = game_tree([[1, 2], [3, 1]], final_swap=False)
    >>> print(to_efg(tree, ["Ann", "Bob"]), end="")
    EFG 2 R "" { "Ann" "Bob" }
    c "" 1 "" { "gift 1" 1/2 "gift 2" 1/2 } 0
    p "" 2 1 "1 opens 1" { "open" "rob 1" } 0
    t "" 1 "" { 1, 1 }
    t "" 2 "" { 2, 3 }
    p "" 2 2 "1 opens 2" { "open" "rob 1" } 0
    t "" 3 "" { 2, 3 }
    t "" 4 "" { 1, 1 }
    """
    n = len(gift_values("values", values))
    worth = [[plain_number(x) for x in row] for row in np.asarray(values, dtype=object)]
    whole("values: players", n, 1, MAX_TREE)
    instance("limits", limits, Limits)
    flag("final_swap", final_swap)
    if not limits.chain_lock:
        raise ValueError("limits: got chain_lock=False, allowed is True: chains would not end")
    opened = None if order is None else _order(order, n)

    def act(at: Position, history: tuple[str, ...]) -> Node:
        if not at.mover:
            return end(at.holds, history)
        i, ways = at.mover, {}
        if shut := _openable(at, limits):
            ways["open"] = opening(at, shut, history)
        for m in _targets(at, limits):
            ways[f"rob {m}"] = act(_steal(at, m), (*history, f"{i} robs {m}"))
        return _choice(i, ways, history)

    def opening(at: Position, shut: tuple[int, ...], history: tuple[str, ...]) -> Node:
        gifts = (min(shut, key=opened.index),) if opened else shut
        after = [act(_unwrap(at, j), (*history, f"{at.mover} opens {j}")) for j in gifts]
        odds = Fraction(1, len(gifts))
        ways = {f"gift {j}": (odds, then) for j, then in zip(gifts, after, strict=True)}
        return Chance(ways) if len(gifts) > 1 else after[0]

    def end(holds: tuple[int, ...], history: tuple[str, ...]) -> Node:
        ways: dict[str, Node] = {"keep": paid(holds)}
        for m in range(1, n if final_swap else 1):
            ways[f"swap with {m + 1}"] = paid((holds[m], *holds[1:m], holds[0], *holds[m + 1 :]))
        return _choice(1, ways, history)

    def paid(holds: tuple[int, ...]) -> Terminal:
        return Terminal([row[gift - 1] for row, gift in zip(worth, holds, strict=True)])

    return act(start(n), ())


def _choice(player: int, ways: dict[str, Node], history: tuple[str, ...]) -> Node:
    """Of what a player may do, or the only thing."""
    if len(ways) == 1:
        return next(iter(ways.values()))
    return Decision(player - 1, ", ".join(history), ways)


def _order(order: object, n: int) -> list[int]:
    """All gifts in the order in which they are opened."""
    opened = [whole("order", gift, 1, n) for gift in items("order", order, "a row of gifts")]
    if sorted(opened) != list(range(1, n + 1)):
        raise ValueError(f"order: got {opened}, allowed is each of 1 to {n} once")
    return opened


def _check(position: object, limits: object) -> None:
    """What `checked` would do, in a tenth of the time: moves are asked for by the million."""
    instance("position", position, Position)
    instance("limits", limits, Limits)


def _targets(position: Position, limits: Limits) -> tuple[int, ...]:
    board, i = _board(position), position.mover - 1
    return tuple(
        [
            player
            for player, gift in enumerate(board.holds if position.mover else (), 1)
            if gift != NONE
            and not (limits.no_own_gift and gift == i)
            and _free(gift, board, limits)
        ]
    )


def _openable(position: Position, limits: Limits) -> tuple[int, ...]:
    if not limits.no_own_gift:
        return position.wrapped
    sizes = len(position.wrapped), len(_targets(position, limits))
    i = position.mover - 1
    return tuple([gift for gift in position.wrapped if _may_open(i, gift - 1, *sizes, limits)])


def _steal(position: Position, victim: int) -> Position:
    board = _board(position)
    _take(position.mover - 1, board.holds[victim - 1], board)
    return position_on(board, victim, position.round)


def _unwrap(position: Position, gift: int) -> Position:
    board, last = _board(position), position.round == len(position.holds)
    _open(position.mover - 1, gift - 1, board)
    for each in range(len(board.holds)):
        _release(each, board)
    following = position.round + (not last)
    return position_on(board, 0 if last else following, following)


def _board(position: Position) -> Board:
    holds = [gift - 1 for gift in position.holds]
    holder = [NONE] * len(holds)
    for player, gift in enumerate(holds):
        if gift != NONE:
            holder[gift] = player
    return Board(holds, holder, list(position.in_round), list(position.in_total))


def position_on(board: Board, mover: int, round: int) -> Position:
    """The position on a board of lists."""
    return _after(
        tuple([gift + 1 for gift in board.holds]),
        tuple([gift for gift, holder in enumerate(board.holder, 1) if holder == NONE]),
        mover,
        round,
        tuple([gift for gift, times in enumerate(board.in_round, 1) if times]),
        tuple(board.in_round),
        tuple(board.in_total),
    )


_PUT = [getattr(Position, name).__set__ for name in Position.__slots__]


def _after(*fields: Any) -> Position:
    """A position that the rules lead to, of which nothing need be checked."""
    position = object.__new__(Position)
    for put, value in zip(_PUT, fields, strict=True):
        put(position, value)
    return position


def _listed(name: str, value: object, allowed: tuple[int, ...]) -> int:
    number = whole(name, value, 1)
    if number not in allowed:
        raise ValueError(f"{name}: got {number}, allowed are {allowed}")
    return number
