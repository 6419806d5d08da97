"""The token game: on the stacks, between them, and anywhere."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import comb, perm
from typing import Any

from chapters.token_game.lists import solve_by_lists
from parlor.games.token_game import solve, solve_continuous

from ..least import climbed
from ..row import Growth, Limit, Row, Way

TABLES = [("line", 10, m) for m in range(2, 11)] + [("clock", 12, m) for m in range(2, 13)]
SHORT = [one for one in TABLES if perm(one[1], one[2]) <= 6_000]  # orders of play

Answer = list[list[tuple[float, ...]]]


def ours(tables: list[tuple[str, int, int]], given: Any) -> Answer:
    return [solve(range(1, n + 1), m, layout=layout).paths for layout, n, m in tables]


def lists(tables: list[tuple[str, int, int]], memo: bool, given: Any) -> Answer:
    return [solve_by_lists(range(1, n + 1), m, layout=layout, sort=memo) for layout, n, m in tables]


def between(m: int, q: int, given: Any) -> list[tuple[float, ...]]:
    return solve(range(1, 11), m, step=Fraction(1, q)).paths


def between_by_lists(m: int, q: int, given: Any) -> list[tuple[float, ...]]:
    board = [0] * (9 * q + 1)
    board[::q] = range(1, 11)
    return [tuple(float(1 + Fraction(c - 1, q)) for c in path) for path in solve_by_lists(board, m)]


def anywhere(m: int, given: Any) -> list[tuple[float, ...]]:
    return solve_continuous(range(1, 11), m).payoffs


def anywhere_by_grid(m: int, given: Any) -> list[tuple[float, ...]]:
    return solve(range(1, 11), m, step=[Fraction(1, 2**k) for k in range(1, m + 1)]).payoffs


def unlike(mine: Any, theirs: Any) -> float:
    return float(mine != theirs)


def row(name: str, what: str, mine: Any, way: str, theirs: Any, kind: str = "source") -> Row:
    return Row(
        f"token_game/{name}", what, lambda: None, Way("ours", mine),
        (Way(way, theirs, kind=kind),), unlike, 0.0,
    )  # fmt: skip


RECURSION = "the source's recursion over lists"
ROWS = (
    row("tables", "token game, both tables of the source, all optimal play",
        partial(ours, TABLES), RECURSION, partial(lists, TABLES, True)),
    row("orders", f"token game, {len(SHORT)} short rows of these, each order by itself",
        partial(ours, SHORT), f"{RECURSION}, nothing remembered", partial(lists, SHORT, False)),
    row("step", "token game between the stacks, steps of 1/5, two players",
        partial(between, 2, 5), RECURSION, partial(between_by_lists, 2, 5)),
    row("continuous", "token game anywhere on the line, three players",
        partial(anywhere, 3), "our own solver on a grid that is fine enough",
        partial(anywhere_by_grid, 3), "plain"),
)  # fmt: skip

GROWTHS = (
    Growth(
        "token_game/stacks", "token game with two stacks a player, `token_game.solve`", "stacks",
        (16, 18, 20, 22, 24, 26, 28),
        lambda n: solve(range(1, n + 1), n // 2, ties="first").payoffs[0],
        "$2^n$ sets of stacks", 40, expected=2.0, law="base",
    ),
    Growth(
        "token_game/continuous", "token game between 10 stacks, `solve_continuous`", "players",
        (2, 3, 4, 5, 6, 7, 8, 9), lambda m: solve_continuous(range(1, 11), m).payoffs[0],
        "$19^m$ intervals and stacks, each cut in turn", 8, expected=19.0, law="base",
    ),
)  # fmt: skip

STACKS, TOKENS = 20, 10


def moves() -> int:
    return sum(comb(STACKS, k) * (STACKS - k) for k in range(TOKENS))


def half(ties: str) -> Any:
    return solve(range(1, STACKS + 1), TOKENS, ties=ties).payoffs[0]


LIMITS = (
    Limit(
        "token_game/first", f"{STACKS} stacks, {TOKENS} players, ties to the lowest, `solve`",
        "moves", moves, partial(half, "first"), lambda count: climbed(STACKS),
        "looking up where each move leads",
        "the nearest tokens on both sides are searched in the bits of the end that it leads to",
    ),
    Limit(
        "token_game/pessimistic",
        f"{STACKS} stacks, {TOKENS} players, ties pessimistic, `solve`", "moves", moves,
        partial(half, "pessimistic"), lambda count: climbed(STACKS),
        "looking up where each move leads",
        "a move may lead to several ends: each is looked at, and kept once",
    ),
)  # fmt: skip
