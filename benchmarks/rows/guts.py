"""Guts: coalitions, the recursive game, processes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from itertools import islice
from math import comb
from typing import Any

import numpy as np

from chapters.guts.certificate import certify
from parlor.games.guts import CoalitionSolution, players, solve_coalition
from parlor.games.guts.kernels import MeshMix, against_grid, best_of_all, mesh_mix
from parlor.games.guts.play import Games, play_games
from parlor.solvers import fictitious_play, recursive_game

from ..least import drawn, multiplied
from ..row import Growth, Limit, Row, Way
from .matrix import HIGHS, QUANTECON, Pair, value_of

Matrices = tuple[np.ndarray, np.ndarray]
ROUNDS = 2_000  # of nashpy's fictitious play
ITERATIONS = 6  # of the recursion, each by fictitious play, or to the end by a programme
END = 60


@cache
def matrices(mesh: int) -> Matrices:
    """Payoffs and stakes of one against two, all coalitions."""
    x = np.arange(mesh) / (mesh - 1)
    found = [against_grid(np.array([a, b]), x, False) for i, a in enumerate(x) for b in x[i:]]
    return np.array([a for a, _ in found]).T.copy(), np.array([b for _, b in found]).T.copy()


def coalition(mesh: int, given: Any) -> tuple[float, float]:
    """Our value and its duality gap."""
    solved = solve_coalition(2, mesh=mesh)
    return solved.value, solved.gap


def ends_of(A: np.ndarray, row: np.ndarray, column: np.ndarray) -> tuple[float, float]:
    """The middle between what both sides force, and how far these are apart."""
    low, high = float((row @ A).min()), float((A @ column).max())
    return (low + high) / 2, high - low


def by_fictitious_play(given: Matrices) -> tuple[float, float]:
    """The source's method: V <- Value(A + B V) a few times, each value by nashpy's rounds."""
    import nashpy

    A, B = given
    value, width = 0.0, 0.0
    for _ in range(ITERATIONS):
        M = A + value * B
        *_, (row, column) = nashpy.Game(M, -M).fictitious_play(ROUNDS)
        row, column = row / row.sum(), column / column.sum()
        value, width = ends_of(M, row, column)
    return value, width / (1 - float(row @ B @ column))  # an error of the value comes back in it


def by_programmes(solve: Any, given: Matrices) -> tuple[float, float]:
    """The same by a solver of linear programmes, until nothing moves."""
    A, B = given
    value, step = 0.0, 0.0
    for _ in range(END):
        M = A + value * B
        last, value = value, value_of(M, solve(M))
        step = abs(value - last)
        if step < 1e-12:
            break
    return value, step


def far(mine: tuple[float, float], theirs: tuple[float, float]) -> float:
    return abs(mine[0] - theirs[0])


def said(given: Any, answer: tuple[float, float]) -> float:
    return answer[1]


def recursive(mesh: int, *programmes: Way) -> Row:
    return Row(
        f"guts/mesh{mesh}",
        f"guts, one against two, {mesh} thresholds, to the fixed point",
        partial(matrices, mesh),
        Way("ours", partial(coalition, mesh)),
        (
            Way(
                f"{ITERATIONS} iterations of {ROUNDS:,} rounds of nashpy's fictitious play",
                by_fictitious_play, kind="source", package="nashpy", loose=True,
            ),
            *(replace(way, name=f"value iteration by {way.name}",
                      call=partial(by_programmes, way.call)) for way in programmes),
        ),
        far, 1e-9, said, "gap, or last step", tiny=partial(matrices, 3),
    )  # fmt: skip


def game_at_value(mesh: int) -> np.ndarray:
    A, B = matrices(mesh)
    return A - 0.0098 * B


def our_play(rounds: int, A: np.ndarray) -> Pair:
    run = fictitious_play.play(A, n_rounds=rounds, seed=1)
    return run.mixes


def nashpy_play(rounds: int, game: Any) -> Pair:
    *_, (row, column) = islice(game.fictitious_play(rounds), rounds + 1)
    return row / row.sum(), column / column.sum()


def nashpy_game(A: np.ndarray) -> Any:
    import nashpy

    return nashpy.Game(A, -A)


def ends(A: np.ndarray, pair: Pair) -> float:
    return ends_of(A, *pair)[1]


PLAYED = 20_000

ROWS = (
    recursive(21, HIGHS, QUANTECON),
    recursive(51, QUANTECON),
    Row(
        "guts/play", f"{PLAYED:,} rounds of fictitious play, 21 thresholds",
        partial(game_at_value, 21), Way("ours", partial(our_play, PLAYED)),
        (Way("nashpy", partial(nashpy_play, PLAYED // 10), nashpy_game, kind="source",
             package="nashpy", share=0.1, loose=True),),
        lambda mine, theirs: abs(
            value_of(game_at_value(21), mine) - value_of(game_at_value(21), theirs)
        ),
        1e-3, ends, "gap that it has come to",
    ),
)  # fmt: skip

GROWTHS = (
    Growth(
        "guts/mesh", "one against two on a mesh, `guts.solve_coalition`", "thresholds",
        (126, 251, 501, 1001, 2001, 4001, 8001, 16_001, 32_001),
        lambda n: solve_coalition(2, mesh=n).gap,
        "$n^2$ pairs of thresholds a step", 10_001, expected=2.0,
    ),
    Growth(
        "guts/coalition", "one against many on 21 thresholds, `guts.solve_coalition`",
        "partners", (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        lambda n: solve_coalition(n, mesh=21).gap,
        "$\\binom{n+20}{20}$ coalitions", 20, law="base",
    ),
    Growth(
        "guts/players", "fictitious play of guts, `guts.players`", "players",
        (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512),
        lambda n: players.fictitious_play(n, n_rounds=2_000).gap,
        "$n^3$: each replies to all, by an integral over $n/2$ nodes", 1_000, expected=3.0,
    ),
    Growth(
        "guts/recursive", "`recursive_game.solve` on all coalitions of two", "thresholds",
        (21, 31, 41, 51, 71, 101, 141, 201, 281, 401, 561, 801),
        lambda given: recursive_game.solve(*given, v0=-1.0).gap,
        "$n^3$ a pivot, and more pivots for more thresholds", 1001,
        given=matrices,
    ),
    Growth(
        "guts/proof", "a value of guts proved in fractions, `guts.certificate`", "digits",
        (25, 35, 50, 70, 100, 140, 200, 280, 400, 560, 800, 1120, 1600),
        lambda n: float(certify(digits=n).width),
        "multiplying numbers of so many digits", 10_000,
    ),
)  # fmt: skip

PARTNERS, THRESHOLDS, GAMES = 4, 41, 20_000


@cache
def reply() -> tuple[int, MeshMix, float, bool]:
    """What a best reply of four partners is asked: a mesh, and a player 1 who mixes."""
    x = np.linspace(0.0, 1.0, THRESHOLDS)
    row = np.zeros(THRESHOLDS)
    row[[25, 30]] = 0.5
    return PARTNERS, mesh_mix(x, row, PARTNERS), 1.0, False


def best_reply() -> float:
    return best_of_all(*reply())[0]


def products(count: int) -> float:
    return multiplied(reply()[1].grid, PARTNERS, 1.0, THRESHOLDS - 1)


@cache
def bot() -> CoalitionSolution:
    return solve_coalition(3, mesh=THRESHOLDS)


def games() -> Games:
    return play_games(bot(), n_games=GAMES)


LIMITS = (
    Limit(
        "guts/replies", f"the best coalition of {PARTNERS}, {THRESHOLDS} thresholds",
        "coalitions", lambda: comb(THRESHOLDS + PARTNERS - 1, PARTNERS), best_reply, products,
        "multiplying their thresholds",
        "the lowest threshold is found by walking downhill: few are looked at, but where the walk "
        "turns cannot be foreseen",
    ),
    Limit(
        "guts/rounds", "rounds of games of one against three, `play_games`", "rounds",
        lambda: int(games().lengths.sum()), games, lambda count: drawn(6 * count),
        "drawing four hands, and two numbers that mix",
        "who holds, and who wins, are branches that nobody can foresee",
    ),
)  # fmt: skip
