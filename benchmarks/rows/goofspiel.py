"""Goofspiel: all states of the card game."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from tests.games.goofspiel.oracle import Oracle

from chapters.goofspiel.matching import check_matching_unseen
from parlor.games.goofspiel import solve

from ..least import read
from ..row import Growth, Limit, Row, Way
from .matrix import HIGHS, QUANTECON, value_of

HAND = (2, 3, 4, 5)  # of the five cards of a state below the first


def all_states(n: int, given: Any) -> tuple[float, float]:
    """Value of a state with one card each gone, and the largest gap."""
    game = solve(n)
    return game.value(HAND, (1, *HAND[1:]), HAND), game.gap


def one_by_one(programme: Way, given: Any) -> tuple[float, float]:
    """The same state from the rules: nothing merged, every stage game asked of a solver."""

    def value(game: list[list[Any]]) -> float:
        A = np.array(game, float)
        return float(A[0, 0]) if np.ptp(A) == 0 else value_of(A, programme.call(A))

    return Oracle(value).value(HAND, (1, *HAND[1:]), HAND), 0.0


def claim(n: int, given: Any) -> tuple[float, float]:
    return float(check_matching_unseen(n).failures), 0.0


ROWS = (
    Row(
        "goofspiel/five", "Goofspiel with 5 cards: all states, against one by the rules alone",
        lambda: None, Way("ours", partial(all_states, 5)),
        (
            Way("the rules, SciPy's HiGHS for a stage", partial(one_by_one, HIGHS), kind="plain"),
            Way("the rules, quantecon's minmax for a stage", partial(one_by_one, QUANTECON),
                kind="plain", package="quantecon"),
        ),
        lambda mine, theirs: abs(mine[0] - theirs[0]), 1e-7,
        lambda given, answer: answer[1], "largest duality gap of a stage",
    ),
)  # fmt: skip

GROWTHS = (
    Growth(
        "goofspiel/cards", "Goofspiel, all states, `goofspiel.solve`", "cards",
        (6, 7, 8, 9, 10, 11, 12, 13), lambda n: solve(n).gap,
        "nearly $6^n$ stage games, each of up to $n^2$ payoffs", 13, expected=6.0, law="base",
    ),
    Growth(
        "goofspiel/matching", "Ross's claim checked, `goofspiel.matching`", "cards",
        (10, 11, 12, 13, 14, 15, 16, 17), lambda n: check_matching_unseen(n).failures,
        "$4^n$ pairs of hands and prizes, each of up to $n$ cards", 18, expected=4.0, law="base",
    ),
)  # fmt: skip

CARDS, WIDE = 9, 2**20


def looks() -> int:
    """Payoffs in the stage games: a bid of either player for each card that is left."""
    return sum(layer.games * layer.cards**2 for layer in solve(CARDS).layers)


LIMITS = (
    Limit(
        "goofspiel/stages", f"all stage games of {CARDS} cards, `goofspiel.solve`", "payoffs",
        looks, partial(solve, CARDS), partial(read, size=WIDE),
        "reading each once, in no order",
        "an exact matrix game over them: pivots, and its certificate",
    ),
)  # fmt: skip
