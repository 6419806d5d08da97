"""The table at which a gift exchange is played: what the kernels read and write.

Arrays are made once and used for one game after another, so that a game allocates nothing. Seats
and gifts are numbered from 0 here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__: list[str] = []

# what a random number is for; `core.draws` makes it of the game's stream, this, and a place
VALUE, QUALITY, CAMP, SIGNAL, STRATEGY, ALLY, DECISION, OPENING, TIE = range(9)

Record = Any  # a row of one of these, or the parameters of a condition

# `np.record` has its fields as attributes when nothing is compiled, too
SEAT = np.dtype(
    (
        np.record,
        [
            ("strategy", np.int64),
            ("ally", np.int64),  # in the coalition
            ("camp", np.int64),  # 1 if it values quality q at 1 - q
            ("gift", np.int64),  # in hand, once the round is over
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
            ("holder", np.int64),  # once it is opened
            ("opened", np.int64),
            ("locked", np.int64),  # stolen in this chain
            ("in_total", np.int64),  # times stolen
            ("quality", np.float64),
            ("appearance", np.float64),
            ("posterior", np.float64),  # certainty equivalent while it is wrapped
            ("exponent", np.float64),  # in the softmax
            ("weight", np.float64),  # its exponential
        ],
    )
)


class Game(NamedTuple):
    """A game under way: all that its kernels read and write."""

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
    parameters: np.ndarray  # (1,), a record: codes and constants of the reading, features, rules
    game: Game


def table_of(n: int) -> Game:
    """Room for a game of so many players."""
    opened, wrapped, line, held = np.zeros((4, n), np.int64)
    barred, worth = np.zeros((2, n))
    values, robbed = np.zeros((n, n)), np.zeros((n, n), np.int64)
    seats, gifts = np.zeros(n, SEAT), np.zeros(n, GIFT)
    gifts["weight"] = 1.0  # the exponential of 0
    return Game(values, robbed, seats, gifts, opened, wrapped, line, held, barred, worth)


def record(values: dict[str, float]) -> np.ndarray:
    """One record of numbers, floats and integers kept apart: shape (1,)."""
    kinds = [(name, float if isinstance(x, float) else np.int64) for name, x in values.items()]
    return np.array([tuple(values.values())], np.dtype((np.record, kinds)))
