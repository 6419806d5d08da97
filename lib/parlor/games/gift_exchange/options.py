"""What the source of the gift exchange leaves open, as codes that its kernels understand.

`CHOICES` lists the readings of each choice in words; a code is a place in such a list.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__: list[str] = []

STRATEGIES = (
    "always_open", "always_steal", "coin_flip", "mean_based", "threshold", "expected_value"
)  # fmt: skip
ALWAYS_OPEN, ALWAYS_STEAL, COIN_FLIP, MEAN_BASED, THRESHOLD, EXPECTED_VALUE = range(6)

VALUATIONS = ("independent", "correlated", "negative")
INDEPENDENT, CORRELATED, NEGATIVE = range(3)

COMPARES = ("net", "value")  # value less social cost, or the value alone
COMPARES_NET, COMPARES_VALUE = range(2)

MIXED = ("posterior or value", "posterior or appearance")  # with PI, or without it

CHOICES = {
    "ties": ("first seat", "last seat", "first gift", "last gift", "first opened", "lot"),
    "target": COMPARES,
    "loss": ("steal", "always_steal only", "open"),  # when the best net value is not positive
    "mean_based": COMPARES,
    "mean_over": ("opened", "stealable"),
    "threshold": COMPARES,
    "expected_value": COMPARES,
    "swap_pays": (False, True),
    "satisfaction": ("gift in hand", "gift just lost"),
    "needs_gain": (False, True),
    "phase": ("elapsed", "current", "to one"),  # (k - 1)/n, k/n, (k - 1)/(n - 1)
    "calming": ("all", "those not robbed", "the thief", "none"),
    "selection": ("appearance", "posterior", "value", *MIXED),
    "camps": ("lot, more for", "lot, more against", "coin", "parity", "halves"),
    "quality": ("mean value", "drawn"),
    "clipped": (False, True),
    "chain_mean": ("over chains", "over games", "over rounds"),
}
TIES_FIRST_SEAT, TIES_LAST_SEAT, TIES_FIRST_GIFT, TIES_LAST_GIFT, TIES_FIRST_OPENED, TIES_LOT = (
    range(6)
)
LOSS_STEAL, LOSS_ONE_STEALS, LOSS_OPEN = range(3)
MEAN_OVER_OPENED, MEAN_OVER_STEALABLE = range(2)
SATISFACTION_IN_HAND, SATISFACTION_JUST_LOST = range(2)
PHASE_ELAPSED, PHASE_CURRENT, PHASE_TO_ONE = range(3)
CALMING_ALL, CALMING_UNROBBED, CALMING_THIEF, CALMING_NONE = range(4)
SELECTION_APPEARANCE, SELECTION_POSTERIOR, SELECTION_VALUE = range(3)
SELECTION_POSTERIOR_OR_VALUE, SELECTION_POSTERIOR_OR_APPEARANCE = 3, 4
CAMPS_MORE_FOR, CAMPS_MORE_AGAINST, CAMPS_COIN, CAMPS_PARITY, CAMPS_HALVES = range(5)
QUALITY_MEAN_VALUE, QUALITY_DRAWN = range(2)

OWN_GIFTS = ("ignored", "soft", "hard")
OWN_GIFT_IGNORED, OWN_GIFT_SOFT, OWN_GIFT_HARD = range(3)

PACTS = ("non-aggression", "targeting")
PACT_NON_AGGRESSION, PACT_TARGETING = range(2)

Record = Any  # a row of one of these, or the parameters of a condition

SEAT = np.dtype(
    [
        ("strategy", np.int64),
        ("ally", np.int64),  # in the coalition
        ("camp", np.int64),  # 1 if it values quality q at 1 - q
        ("gift", np.int64),  # in hand, or -1
        ("lost", np.int64),  # gift lost in this round, or -1
        ("stolen", np.int64),  # steals by this player
        ("frustration", np.float64),
    ]
)
GIFT = np.dtype(
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
    ]
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


def room(n: int) -> Game:
    """Room for a game of so many players."""
    opened, wrapped, line, held = np.zeros((4, n), np.int64)
    barred, worth = np.zeros((2, n))
    values, robbed = np.zeros((n, n)), np.zeros((n, n), np.int64)
    seats, gifts = np.zeros(n, SEAT), np.zeros(n, GIFT)
    gifts["weight"] = 1.0  # the exponential of 0
    return Game(values, robbed, seats, gifts, opened, wrapped, line, held, barred, worth)
