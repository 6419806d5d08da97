"""Matrix games, one and many, of many shapes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import numpy as np

from parlor.games.goofspiel import solve as solve_goofspiel
from parlor.games.guts.kernels import against_grid
from parlor.solvers import fictitious_play, zero_sum
from parlor.solvers.batch import solve_small
from parlor.solvers.simplex import padded

from ..row import Growth, Row, Way
from .matrix import (
    GAMBIT,
    HIGHS,
    HIGHS_UNSHIFTED,
    NASHPY,
    NASHPY_LH,
    OPEN_SPIEL,
    OURS,
    QUANTECON,
    QUANTECON_LH,
    Pair,
    gap_of,
    value_of,
)

BATCH, FEW = 100_000, 50


def random(m: int, n: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(m, n))


@cache
def guts(mesh: int) -> np.ndarray:
    """One against two, all coalitions, at about the value of the recursive game."""
    x = np.arange(mesh) / (mesh - 1)
    found = [against_grid(np.array([a, b]), x, False) for i, a in enumerate(x) for b in x[i:]]
    return np.array([alpha - 0.0132 * beta for alpha, beta in found]).T.copy()


@cache
def stages(cards: int, count: int) -> np.ndarray:
    """Stage games of Goofspiel with so many cards left of nine, all bids told apart or not."""
    game, rng = solve_goofspiel(9), np.random.default_rng(0)

    def draw() -> list[int]:
        return [int(card) + 1 for card in rng.choice(9, cards, replace=False)]

    found = []
    for _ in range(count):
        prizes = draw()
        found.append(game.stage(draw(), draw(), prizes, prizes[0]).payoffs)
    return np.array(found)


def one(name: str, what: str, given: Callable[[], np.ndarray], rivals: tuple[Way, ...]) -> Row:
    """A matrix game."""
    A = given

    def off(mine: Pair, theirs: Pair) -> float:
        game = A()
        return abs(value_of(game, mine) - value_of(game, theirs)) / float(np.ptp(game))

    return Row(
        f"zero_sum/{name}", what, given, OURS, rivals, off, 1e-7, gap_of,
        "duality gap, of the payoffs' spread", tiny=partial(random, 2, 2),
    )  # fmt: skip


def together(games: np.ndarray) -> np.ndarray:
    """Values of games of one size, by the kernel of the card game."""
    _, m, n = games.shape
    tableau, labels = np.empty((m + 1, padded(n))), np.empty((2, max(m, n)), np.int64)
    row, column = np.zeros(m), np.zeros(n)
    return np.array([solve_small(A, m, n, tableau, labels, row, column, 0.0)[0] for A in games])


def each(way: Way) -> Way:
    """A solver of one game, asked for the first few of many."""

    def call(games: list) -> np.ndarray:
        return np.array([way.call(game) for game in games], dtype=object)

    def prepare(games: np.ndarray) -> list:
        return [way.prepare(A) if way.prepare else A for A in games[:FEW]]

    return replace(way, call=call, prepare=prepare, share=FEW / BATCH)


def batch(name: str, what: str, given: Callable[[], np.ndarray], rivals: tuple[Way, ...]) -> Row:
    """Many games of one size."""

    def off(mine: np.ndarray, theirs: np.ndarray) -> float:
        games = given()
        return max(
            abs(mine[k] - value_of(games[k], pair)) / float(np.ptp(games[k]))
            for k, pair in enumerate(theirs)
        )

    return Row(
        f"zero_sum/{name}", what, given, Way("ours", together),
        tuple(each(way) for way in rivals), off, 1e-7,
        tiny=lambda: random(FEW, 2 * 2).reshape(-1, 2, 2),
    )  # fmt: skip


def penalised(count: int = 200, seed: int = 1) -> list[np.ndarray]:
    """Games of whole numbers, with a row and a column that nobody plays, each in its own place."""
    rng, found = np.random.default_rng(seed), []
    for number in range(count):
        penalty = 10.0 ** (6 + 3 * (number % 4))
        m, n = rng.integers(2, 7, 2)
        A = np.full((m + 1, n + 1), penalty)
        A[:m, :n] = rng.integers(-5, 6, (m, n))
        A[m] = -penalty
        A = rng.permutation(rng.permutation(A), axis=1)
        found.append(A if rng.random() < 0.5 else -A.T.copy())
    return found


def exact_value(A: np.ndarray) -> Fraction:
    """The value of a game, by the simplex method with Bland's rule in fractions."""
    m, n = A.shape
    least = Fraction(float(A.min()))
    T = [[Fraction(float(a)) - least + 1 for a in row] + [Fraction(1)] for row in A]
    T.append([Fraction(-1)] * n + [Fraction(0)])
    basic, free = [n + i for i in range(m)], list(range(n))
    while entering := [j for j in range(n) if T[m][j] < 0]:
        c = min(entering, key=free.__getitem__)
        able = [i for i in range(m) if T[i][c] > 0]
        r = min(able, key=lambda i: (T[i][n] / T[i][c], basic[i]))
        pivot = [entry / T[r][c] for entry in T[r]]
        pivot[c] = 1 / T[r][c]
        for i in range(m + 1):
            if i != r:
                factor, T[i][c] = T[i][c], Fraction(0)
                T[i] = [a - factor * b for a, b in zip(T[i], pivot, strict=True)]
        T[r], basic[r], free[c] = pivot, free[c], basic[r]
    return 1 / T[m][n] + least - 1


def each_value(way: Way) -> Way:
    """A solver's values of several games; not-a-number where it fails."""

    def call(games: list[np.ndarray]) -> np.ndarray:
        found = np.full(len(games), np.nan)
        for k, A in enumerate(games):
            with contextlib.suppress(Exception):
                row, column = way.call(way.prepare(A) if way.prepare else A)
                found[k] = ((row @ A).min() + (A @ column).max()) / 2
        return found

    return replace(way, call=call, prepare=None)


def farthest(games: list[np.ndarray], values: np.ndarray) -> float:
    """The largest error of values, in units of the payoffs that are not penalties."""
    errors = [
        abs(float(Fraction(float(value)) - exact_value(A))) if np.isfinite(value) else np.inf
        for A, value in zip(games, values, strict=True)
    ]
    return max(errors) / 5


def apart(mine: np.ndarray, theirs: np.ndarray) -> float:
    """How far values are apart; infinity where one is missing."""
    return float(np.nan_to_num(np.abs(mine - theirs).max(), nan=np.inf))


ALL = (HIGHS, QUANTECON, QUANTECON_LH, NASHPY, NASHPY_LH, GAMBIT, OPEN_SPIEL)
PROGRAMMES = (HIGHS, QUANTECON, NASHPY, GAMBIT, OPEN_SPIEL)  # many ties: Lemke-Howson may not end
EXACT = (HIGHS_UNSHIFTED, QUANTECON, NASHPY)  # that add no large number to small payoffs
LARGE = (HIGHS, QUANTECON)  # what is quick enough for large ones

ROWS = (
    one("two", "a random game of 2 by 2", lambda: random(2, 2, 3), ALL),
    one("seven", "a random game of 7 by 7", lambda: random(7, 7), ALL),
    one("hundred", "a random game of 100 by 100", lambda: random(100, 100), (*LARGE, NASHPY)),
    one("four_hundred", "a random game of 400 by 400", lambda: random(400, 400), LARGE),
    one("thousand", "a random game of 1000 by 1000", lambda: random(1000, 1000), LARGE),
    one("three_thousand", "a random game of 3000 by 3000", lambda: random(3000, 3000), LARGE),
    one(
        "whole_numbers", "a game of 1000 by 1000, payoffs from -2 to 2",
        lambda: random(1000, 1000).round().clip(-2, 2), LARGE,
    ),
    one(
        "few_mixed", "a game of 1000 by 1200 of rank six",
        lambda: random(1000, 6) @ random(6, 1200, 2), LARGE,
    ),
    one("wide", "a random game of 20 by 20,000", lambda: random(20, 20_000), LARGE),
    one("tall", "a random game of 20,000 by 20", lambda: random(20_000, 20), LARGE),
    one("guts21", "guts, one against two: 21 by 231", lambda: guts(21), PROGRAMMES),
    one("guts101", "guts, one against two: 101 by 5151", lambda: guts(101), LARGE),
    one(
        "small_units", "guts, 21 by 231, in units of a thousand-millionth",
        lambda: guts(21) * 1e-9, PROGRAMMES,
    ),
    one("ties", "a stage game of Goofspiel, 7 by 7", lambda: stages(7, 50)[0], PROGRAMMES),
    Row(
        "zero_sum/penalties", "200 small games with payoffs of 1e6 to 1e15 that nobody plays",
        cache(penalised), each_value(OURS), tuple(map(each_value, EXACT)), apart, 1e-9, farthest,
        "error of a value against exact fractions, of what is played",
    ),
    batch(
        "batch", f"{BATCH:,} random games of 7 by 7",
        cache(lambda: np.random.default_rng(1).normal(size=(BATCH, 7, 7))), ALL,
    ),
)  # fmt: skip

GROWTHS = (
    Growth(
        "zero_sum/square", "a random square game, `zero_sum.solve`", "strategies of each",
        (25, 50, 100, 200, 400, 800, 1600, 3200, 6400), lambda A: zero_sum.solve(A).gap,
        "$n^3$: about $n$ pivots of $n^2$ steps, or some twenty of $n^3$", 10_000, expected=3.0,
        given=lambda n: random(n, n),
    ),
    Growth(
        "zero_sum/wide", "a random game of 20 rows, `zero_sum.solve`", "columns",
        (5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 640_000, 1_280_000,
         2_560_000, 5_120_000, 10_240_000, 20_480_000, 40_960_000),
        lambda A: zero_sum.solve(A).gap,
        "$n$ a pivot, and a few more pivots for more columns", 10**9, expected=1.0,
        given=lambda n: random(20, n),
    ),
    Growth(
        "zero_sum/play", "fictitious play of a random game of 100 by 100", "rounds",
        tuple(10_000 * 2**k for k in range(17)),
        lambda n: fictitious_play.play(random(100, 100), n_rounds=n).gap,
        "$n$", 10**9, expected=1.0,
    ),
)  # fmt: skip
