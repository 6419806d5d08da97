"""Which rule for ties the source used, and what its ties do to the payoffs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from parlor.games.token_game import Outcomes, payoffs, solve
from parlor.games.token_game.lists import solve_by_lists
from parlor.press import Chapter, show
from parlor.press.verdict import compare

Row = tuple[str, int, int]  # layout, stacks, players
Solved = dict[tuple[str, int], Outcomes]  # by layout and players
Answer = Callable[[Sequence[int], int, str], tuple[list[Any], Iterable[Any]]]


def by_rule(ties: str) -> Answer:
    """Return what solves a board under a rule: its strategies, and their payoff vectors."""

    def answer(prizes: Sequence[int], m: int, board: str) -> tuple[list[Any], Iterable[Any]]:
        outcomes = solve(prizes, m, board, ties=ties)
        return outcomes.paths, outcomes.payoffs

    return answer


def by_lists(judge: str) -> Answer:
    """Return what solves a board by recursion over lists, judged in a given way."""

    def answer(prizes: Sequence[int], m: int, board: str) -> tuple[list[Any], Iterable[Any]]:
        paths = solve_by_lists(prizes, m, layout=board, judge=judge)
        return paths, {payoffs(prizes, path, layout=board) for path in paths}

    return answer


def rows_reproduced(chapter: Chapter, boards: Sequence[Row], name: str, answer: Answer) -> list:
    """Return a name, how many published rows an answer reproduces, and which it does not."""
    wrong = []
    for b, n, m in boards:
        paths, vectors = answer(range(1, n + 1), m, b)
        said = [
            chapter.published.entry(f"{b}.{what}.{m}").printed for what in ("strategies", "payoffs")
        ]
        verdicts = {compare(said[0], paths)}
        verdicts |= {compare(said[1], vector) for vector in vectors}
        if verdicts != {"match"}:
            wrong.append(f"{b} {m}")
    return [name, len(boards) - len(wrong), ", ".join(wrong) or "none"]


def listed_both_ways(prizes: Sequence[int], m: int, board: str) -> list[list[tuple[int, ...]]]:
    """Return the strategies that the two ways to judge a list that fit the source lead to."""
    return [
        solve_by_lists(prizes, m, layout=board, judge=judge) for judge in ("least", "first listed")
    ]


def smallest_board(board: str) -> tuple[int, int, list[tuple[float, ...]]]:
    """Return the smallest board 1, ..., N with equilibria that pay differently."""
    return next(
        (n, m, pays)
        for n in range(2, 12)
        for m in range(2, n + 1)
        if len(pays := solve(range(1, n + 1), m, board, ties="all").payoffs) > 1
    )


def both_claims(chapter: Chapter, name: str, found: Solved, several: Solved) -> tuple[Any, Any]:
    """Judge what the source says of the ties in a table, given the rows with several payoffs."""
    listed = {len(row.payoffs) for (b, _), row in found.items() if b == name}
    many = {m: row for (b, m), row in several.items() if b == name}
    told = [f"{len(row.payoffs)} with {m} players" for m, row in many.items()]
    n, m, pays = smallest_board(name)
    return (
        chapter.claim(
            f"prose.{name}_same_payoffs",
            listed == {1},
            "Each row's listed strategies have one payoff vector.",
        ),
        chapter.claim(
            f"prose.{name}_complete",
            not many,
            f"Payoff vectors of all equilibria: {' and '.join(told) or 'one in each row'}. The "
            f"smallest board 1, ..., N with several: {n} stacks, {m} players, "
            f"{' or '.join(map(show, pays))}.",
        ),
    )


def with_several(solved: dict[int, Outcomes]) -> list[int]:
    """Return the numbers of players with several strategies."""
    return [m for m, row in solved.items() if row.n_paths > 1]
