"""The rules of the gift exchange, once, and the table at which it is played.

A `Board` says who holds what. The functions under it are all that may be done there: the engine
compiles them for arrays, and `position` uses the same functions as `plain` Python, for lists. So
they call nothing. `x` has the limits: the record of a condition, or `position.Limits`; a limit of 0
or None is none. Seats and gifts are numbered from 0 here.

What else the kernels read and write is a `Game`. Its arrays are made once and used for one game
after another, so that a game allocates nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from parlor.core.compiled import njit

from .reading import SIX

__all__: list[str] = []

NONE = -1
ASKS = len(SIX)  # the strategy of those who are asked what they do

# what a random number is for; `core.draws` makes it of the game's stream, this, and a place
VALUE, QUALITY, CAMP, SIGNAL, STRATEGY, ALLY, DECISION, OPENING, TIE = range(9)

Record = Any  # a row of one of these, or the parameters of a condition
Row = Any  # an array for kernels, a list for plain Python


class Board(NamedTuple):
    """Who holds what, and how often it was stolen."""

    holds: Row  # the gift of each player, or `NONE`
    holder: Row  # of each gift, `NONE` while it is wrapped
    in_round: Row  # times stolen in this round, which is one chain
    in_total: Row  # and in the game


@njit(counted=False, forceinline=True)
def stealable(j: int, board: Board, x: Record) -> bool:
    """Whether gift j is open and nothing protects it, Definition 2.16."""
    if board.holder[j] < 0 or (x.total_limit and board.in_total[j] >= x.total_limit):
        return False
    taken = board.in_round[j]
    return not taken or not (x.chain_lock or (x.round_limit and taken >= x.round_limit))


@njit(counted=False, forceinline=True)
def openable(i: int, j: int, n_wrapped: int, n_targets: int, x: Record) -> bool:
    """Whether i may open the wrapped gift j: her own only if it is all that is left to take."""
    return not (x.no_own_gift and i == j and (n_wrapped > 1 or n_targets > 0))


@njit(counted=False, forceinline=True)
def take(i: int, j: int, board: Board) -> int:
    """Let i steal gift j, Definition 2.19; whoever held it, and acts next."""
    m = board.holder[j]
    board.holds[i], board.holds[m], board.holder[j] = j, NONE, i
    board.in_round[j] += 1
    board.in_total[j] += 1
    return m


@njit(counted=False, forceinline=True)
def unwrap(i: int, j: int, board: Board) -> None:
    """Let i open gift j, which ends the chain and the round, Definition 2.11."""
    board.holds[i], board.holder[j] = j, i


@njit(counted=False, forceinline=True)
def release(j: int, board: Board) -> None:
    """Let go of gift j when a round is over."""
    board.in_round[j] = 0


@njit(counted=False, forceinline=True)
def swap(m: int, board: Board) -> None:
    """Let player 1 swap gifts with m at the end."""
    mine, other = board.holds[0], board.holds[m]
    board.holds[0], board.holds[m] = other, mine
    board.holder[other], board.holder[mine] = 0, m


def new_board(n: int) -> Board:
    """A board of lists: nobody holds anything."""
    return Board([NONE] * n, [NONE] * n, [0] * n, [0] * n)


def plain(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule as it stands here, not compiled: for boards of lists, and any limits."""
    return getattr(rule, "py_func", rule)


# `np.record` has its fields as attributes when nothing is compiled, too
SEAT = np.dtype(
    (
        np.record,
        [
            ("strategy", np.int64),
            ("ally", np.int64),  # in the coalition
            ("camp", np.int64),  # 1 if it values quality q at 1 - q
            ("lost", np.int64),  # gift lost in this round, or -1
            ("stolen", np.int64),  # steals by this player
            ("frustration", np.float64),
        ],
    )
)
GIFT = np.dtype(
    (
        np.record,
        [
            ("quality", np.float64),
            ("appearance", np.float64),
            ("posterior", np.float64),  # certainty equivalent while it is wrapped
            ("exponent", np.float64),  # in the softmax
            ("weight", np.float64),  # its exponential
        ],
    )
)
# where the games stand when a player is asked whose policy is no kernel's, and what she says
ASKED = np.dtype(
    (
        np.record,
        [
            ("waiting", np.int64),  # 1 while she is asked
            ("game", np.int64),  # from the first of those that are played
            ("at_round", np.int64),  # (`round` is a method of NumPy)
            ("player", np.int64),
            ("steals", np.int64),  # in this round
            ("count", np.int64),  # of gifts in line
            ("answer", np.int64),  # the gift that she steals, or `NONE`
        ],
    )
)


class Game(NamedTuple):
    """A game under way: all that its kernels read and write."""

    board: Board
    asked: np.ndarray  # (1,), of `ASKED`
    values: np.ndarray  # (n, n), what gift j is worth to player i
    robbed: np.ndarray  # (n, n), how often player i stole from m
    seats: np.ndarray  # (n,), of `SEAT`
    gifts: np.ndarray  # (n,), of `GIFT`
    opened: np.ndarray  # (n,), the gift of each round
    wrapped: np.ndarray  # (n,), first those that nobody has opened
    line: np.ndarray  # (n,), first those that may be stolen in this round
    held: np.ndarray  # (n,), by whom
    barred: np.ndarray  # (n,), of them 0, or minus infinity once it is stolen
    worth: np.ndarray  # (n,), of those in line, or weights of the wrapped; at the end mean values


class Setup(NamedTuple):
    """What kernels begin with: a condition as they take it, and the table."""

    seed: np.uint64
    first: int  # number of the first game
    thresholds: np.ndarray  # strategy s is drawn if luck is below the s-th, and not the one before
    base: np.ndarray  # p_0 by strategy
    policies: np.ndarray  # (n,), the strategy of each seat, or `ASKS`, or `NONE`: it is drawn
    parameters: np.ndarray  # (1,), a record: codes and constants of the reading, features, rules
    game: Game


def table_of(n: int) -> Game:
    """Room for a game of so many players."""
    opened, wrapped, line, held = np.zeros((4, n), np.int64)
    barred, worth = np.zeros((2, n))
    values, robbed = np.zeros((n, n)), np.zeros((n, n), np.int64)
    seats, gifts = np.zeros(n, SEAT), np.zeros(n, GIFT)
    gifts["weight"] = 1.0  # the exponential of 0
    board = Board(*np.zeros((len(Board._fields), n), np.int64))
    asked = np.zeros(1, ASKED)
    return Game(
        board, asked, values, robbed, seats, gifts, opened, wrapped, line, held, barred, worth
    )


def record(values: dict[str, float]) -> np.ndarray:
    """One record of numbers, floats and integers kept apart: shape (1,)."""
    kinds = [(name, float if isinstance(x, float) else np.int64) for name, x in values.items()]
    return np.array([tuple(values.values())], np.dtype((np.record, kinds)))
