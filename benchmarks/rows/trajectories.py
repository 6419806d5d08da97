"""Trajectories of the gift exchange, counted."""

from __future__ import annotations

from functools import partial
from math import factorial
from typing import Any

from chapters.gift_exchange.counting.algorithm import count_by_algorithm
from chapters.gift_exchange.enumeration import trajectories
from parlor.games.trajectories import growth

from ..row import Growth, Row, Way


def ours(n: int, limit: int, given: Any) -> int:
    return growth(n, total_limit=limit).counts[-1]


def algorithm(n: int, limit: int, given: Any) -> int:
    return count_by_algorithm(n, limit).value


def brute(n: int, limit: int, given: Any) -> int:
    return factorial(n) * sum(1 for _ in trajectories(n, total_limit=limit, in_order=True))


def row(n: int, limit: int, played: bool) -> Row:
    rivals = [Way("the source's Algorithm 1", partial(algorithm, n, limit), kind="source")]
    if played:
        rivals.append(Way("every game played", partial(brute, n, limit), kind="plain"))
    return Row(
        f"trajectories/{n}_{limit}",
        f"trajectories of {n} players, each gift stolen at most {('once', 'twice')[limit - 1]}",
        lambda: None, Way("ours", partial(ours, n, limit)), tuple(rivals),
        lambda mine, theirs: float(mine != theirs), 0.0,
    )  # fmt: skip


ROWS = (row(5, 1, True), row(5, 2, False), row(8, 1, False), row(8, 2, False))

GROWTHS = (
    Growth(
        "trajectories/players", "each gift stolen at most twice, `trajectories.growth`", "players",
        (10, 20, 40, 80, 160, 320), lambda n: growth(n, total_limit=2).steps,
        "$n^4$: states times orders of a chain, and longer numbers", 500, expected=4.0,
    ),
)  # fmt: skip
