"""The rows of the source's two integer tables: solved once a run, and held against the printed."""

from __future__ import annotations

from functools import cache

from parlor.games.token_game import Outcomes, solve
from press import Effort, Value, claim

from .lists import solve_by_lists

SIZES = {"line": 10, "clock": 12}  # stacks
ROWS = [(layout, m) for layout, n in SIZES.items() for m in range(2, n + 1)]


def boards(layout: str) -> range:
    """Money on the stacks of a table's board."""
    return range(1, SIZES[layout] + 1)


@cache
def row(layout: str, n_players: int, ties: str = "pessimistic") -> Outcomes:
    """Solve one row of a table."""
    return solve(boards(layout), n_players, layout=layout, ties=ties)


@cache
def by_lists(layout: str, n_players: int, judge: str) -> list[tuple[int, ...]]:
    """Solve one row by recursion over lists, which shares nothing with the solver."""
    return solve_by_lists(boards(layout), n_players, layout=layout, judge=judge)


def told(players: list[int]) -> str:
    """Return numbers of players in words."""
    return ", ".join(map(str, players)) or "no number of"


@claim("line.*")
def rows_of_the_line(effort: Effort) -> dict[str, Value]:
    """Strategies and payoffs of every row, under the pessimistic rule."""
    return values_of("line")


@claim("clock.*")
def rows_of_the_clock(effort: Effort) -> dict[str, Value]:
    """Strategies and payoffs of every row, under the pessimistic rule."""
    return values_of("clock")


def values_of(layout: str) -> dict[str, Value]:
    """Strategies and payoffs of all rows of a table."""
    found = {}
    for board, m in ROWS:
        if board == layout:
            found[f"{layout}.strategies.{m}"] = Value(row(layout, m).paths)
            found[f"{layout}.payoffs.{m}"] = Value(row(layout, m).payoffs[0])
    return found
