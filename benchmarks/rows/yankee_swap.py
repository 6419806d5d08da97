"""The Yankee swap: boxes locked, and stolen again."""

from __future__ import annotations

import random
from functools import partial
from math import comb
from typing import Any

import numpy as np

from parlor.games.yankee_swap import (
    draw_values,
    locked_seat_payoffs,
    resteal_seat_payoffs,
    simulate_locked,
)
from parlor.games.yankee_swap.exact import solve_exactly
from parlor.games.yankee_swap.large import large_resteal
from parlor.games.yankee_swap.resteal import solve_resteal

from ..least import drawn, summed
from ..row import Growth, Limit, Row, Way

GAMES, SMALL = 40_000, 200
DECK = [2 * i + 1 for i in range(9)]

Means = tuple[np.ndarray, np.ndarray]  # by seat, with standard errors


def played(given: Any) -> Means:
    found = simulate_locked(101, n_games=GAMES, seed=1)
    return found.payoffs, found.payoffs_error


def plainly(given: Any) -> Means:
    """The rules in plain Python: look at every open box at every turn."""
    thresholds, draw = draw_values(101), random.Random(1).random
    paid = np.empty((SMALL, 101))
    for game in range(SMALL):
        held: list[float] = []
        locked: list[bool] = []
        for p in range(101):
            best, at = thresholds[100 - p], -1
            for i, value in enumerate(held):
                if not locked[i] and value > best:
                    best, at = value, i
            held.append(draw())
            locked.append(False)
            if at >= 0:  # the victim keeps the fresh box
                held[p], held[at] = held[at], held[p]
                locked[p] = True
        paid[game] = held
    return paid.mean(axis=0), paid.std(axis=0, ddof=1) / SMALL**0.5


def apart(mine: Means, theirs: Means) -> float:
    """The largest difference of two means, in standard errors."""
    errors = np.hypot(np.hypot(mine[1], theirs[1]), 1e-12)
    return float((np.abs(mine[0] - theirs[0]) / errors).max())


def off(given: Any, answer: Means) -> float:
    """The largest error of a mean, in standard errors: what it should be is known."""
    return apart(answer, (locked_seat_payoffs(101), np.zeros(101)))


def by_classes(given: Any) -> np.ndarray:
    return solve_resteal(5, distribution=DECK).payoffs


def in_fractions(given: Any) -> np.ndarray:
    return np.array([float(pay) for pay in solve_exactly(5, distribution=DECK).payoffs])


ROWS = (
    Row(
        "yankee_swap/locked", f"Yankee swap of 101, {GAMES:,} games played",
        lambda: None, Way("ours", played),
        (Way("the rules in plain Python", plainly, kind="plain", share=SMALL / GAMES),),
        apart, 4.5, off, "largest error of a seat, in standard errors",
    ),
    Row(
        "yankee_swap/resteal", f"stealing again, five players, a deck of {len(DECK)}",
        lambda: None, Way("ours", by_classes),
        (Way("backward induction over whole pools, in fractions", in_fractions, kind="plain"),),
        lambda mine, theirs: float(np.abs(mine - theirs).max()), 1e-12,
    ),
)  # fmt: skip


def large(n: int) -> float:
    return float(large_resteal(n, seed=0).payoffs[0])


GROWTHS = (
    Growth(
        "yankee_swap/payoffs", "payoffs of a Yankee swap, `locked_seat_payoffs`", "players",
        tuple(10**4 * 4**k for k in range(9)), lambda n: float(locked_seat_payoffs(n)[0]),
        "$n$", 10**9, expected=1.0,
    ),
    Growth(
        "yankee_swap/games", "Yankee swaps of 101 played, `simulate_locked`", "games",
        tuple(10**4 * 2**k for k in range(17)),
        lambda n: float(simulate_locked(101, n_games=n, seed=1).payoffs[0]),
        "$n$", 10**9, expected=1.0,
    ),
    Growth(
        "yankee_swap/resteal", "stealing again to 1e-4, `resteal_seat_payoffs`", "players",
        (3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
        lambda n: float(resteal_seat_payoffs(n, tolerance=1e-4)[0]),
        "unknown", 10, law="base",
    ),
    Growth(
        "yankee_swap/large", "stealing again by many, `large_resteal`", "players",
        (20, 28, 40, 56, 80, 112, 160, 224, 320), large,
        "from $n^3$ to $n^4$: at each turn, what each later mover would take", 1_000, expected=3.0,
    ),
)  # fmt: skip

PLAYERS, VALUES = 7, 100


def openings() -> int:
    """Entries of the tables of stealing again, times the fresh values that each is a mean over."""
    deep = [min(k - 1, PLAYERS - k) for k in range(1, PLAYERS + 1)]
    return VALUES * sum(comb(VALUES + d - 1, d) * (d + 1) for d in deep)


LIMITS = (
    Limit(
        "yankee_swap/turns", "turns of games of 101, `simulate_locked`", "turns",
        lambda: 101 * GAMES, partial(simulate_locked, 101, n_games=GAMES, seed=1), drawn,
        "drawing the boxes",
        "what each seat is paid, its square, thefts and the best box so far are added up by seat",
    ),
    Limit(
        "yankee_swap/tables", f"stealing again, {PLAYERS} players, {VALUES} values",
        "fresh boxes in all pools", openings,
        partial(solve_resteal, PLAYERS, distribution=range(VALUES)),
        partial(summed, row=np.ones(VALUES)), "a multiplication and an addition for each",
        "what the next one does has to be looked up; most of the sums are steps added up, not made",
    ),
)  # fmt: skip
