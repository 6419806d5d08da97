"""Tables of the token game: published beside computed, rules for ties, and perfect players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import pandas as pd

from parlor.games.token_game import TIES, payoffs, study
from press import Check
from press.ledger.published import Entry

from .continuous import along, grid, smooth
from .lists import JUDGES
from .prose.slots import STEPS
from .rows import ROWS, SIZES, boards, by_lists, row

BETWEEN = [(b, m) for b in SIZES for m in range(2, 6)] + [("line", 6)]  # solved between stacks


def rows_table(found: Mapping[str, Check], layout: str) -> pd.DataFrame:
    """A row of the source a row: our strategies and payoffs, and what became of the printed."""
    rows = []
    for m in [m for board, m in ROWS if board == layout]:
        ways, pay = found[f"{layout}.strategies.{m}"], found[f"{layout}.payoffs.{m}"]
        ours = row(layout, m)
        rows.append([m, ours.paths, ways, ours.payoffs[0], pay.printed, pay])
    columns = [
        "players", "optimal strategies", "strategies, verdict",
        "payoffs", "payoffs, published", "payoffs, verdict",
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def slots_table(found: Mapping[str, Check]) -> pd.DataFrame:
    """The source's grids between the stacks; one published payoff goes with four rows."""
    names = [("2", 2, 5), ("3", 3, 5)] + [(f"4.step-{s}", 4, q) for s, q in STEPS.items()]
    rows = []
    for name, m, slots in names:
        game = grid(m, slots)
        verdict: Any = found[f"continuous.payoffs.{m}"] if name in ("2", "3", "4.step-0.50") else ""
        ways = found[f"continuous.strategies.{name}"]
        rows.append([m, 1 / slots, game.paths, ways, game.payoffs, verdict])
    columns = [
        "players", "step", "optimal strategies", "strategies, verdict",
        "payoffs", "payoffs, verdict",
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)


def rules_table(printed: Mapping[str, Entry]) -> pd.DataFrame:
    """How many rows of both tables come out as printed under each rule for ties."""
    return _reproduced(printed, "rule for ties", {rule: partial(_by_rule, rule) for rule in TIES})


def lists_table(printed: Mapping[str, Entry]) -> pd.DataFrame:
    """The same by recursion over lists, whatever a move with several continuations is worth."""
    names = {judge: partial(_by_judge, judge) for judge in JUDGES}
    return _reproduced(printed, "a move is judged by", names)


def equilibria_table() -> pd.DataFrame:
    """Rows of the tables whose equilibria pay in several ways: a row a payoff vector."""
    rows = [
        [f"{layout}, {m} players", pay, [way for way in every.paths if every.payoff_of(way) == pay]]
        for layout, m in ROWS
        if len((every := row(layout, m, "all")).payoffs) > 1
        for pay in every.payoffs
    ]
    return pd.DataFrame(rows, columns=["board", "payoffs", "ways to play"])


def between_table() -> pd.DataFrame:
    """The continuous game beside that on the stacks: a row a payoff vector, with a way of play."""
    rows = []
    for layout, m in BETWEEN:
        game = smooth(layout, m)
        stacks = row(layout, m).payoffs[0]
        for pay in game.payoffs:
            way = next(way for way in game.paths if game.payoff_of(way) == pay)
            same = "as on the stacks" if pay == stacks else "another"
            rows.append([f"{layout}, {m} players", stacks, pay, same, along(game, way)])
    columns = ["board", "on the stacks", "between them", "payoffs", "one way to get there"]
    return pd.DataFrame(rows, columns=columns)


def best_moves(layout: str, n_players: int) -> dict[str, tuple[int, ...]]:
    """Return the best moves in every position, for the page to look up."""
    return _looked_up(study.policy(boards(layout), n_players, layout=layout))


def perfect_players(most: int) -> dict[str, Any]:
    """Return what the page needs to play both boards with up to so many players, and a third.

    That is the line of fifteen with up to four, the shortest line on which going first hurts.
    """
    both: dict[str, Any] = {
        layout: {"stacks": n, "players": {m: best_moves(layout, m) for m in range(2, most + 1)}}
        for layout, n in SIZES.items()
    }
    longer = {m: _looked_up(study.policy(range(1, 16), m)) for m in range(2, min(most, 4) + 1)}
    return both | {"fifteen": {"stacks": 15, "players": longer}}


def _looked_up(moves: Mapping[tuple[int, ...], tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    return {",".join(map(str, at)): best for at, best in moves.items()}


Answer = Callable[[str, int], tuple[list[Any], Iterable[Any]]]


def _by_rule(rule: str, layout: str, m: int) -> tuple[list[Any], Iterable[Any]]:
    return row(layout, m, rule).paths, row(layout, m, rule).payoffs


def _by_judge(judge: str, layout: str, m: int) -> tuple[list[Any], Iterable[Any]]:
    paths = by_lists(layout, m, judge)
    return paths, {payoffs(boards(layout), path, layout=layout) for path in paths}


def _reproduced(
    printed: Mapping[str, Entry], head: str, answers: Mapping[str, Answer]
) -> pd.DataFrame:
    from press.ledger.verdict import compare

    rows = []
    for name, answer in answers.items():
        wrong: dict[str, list[str]] = {}
        for layout, m in ROWS:
            paths, vectors = answer(layout, m)
            verdicts = {compare(printed[f"{layout}.strategies.{m}"].printed, paths)}
            pay = printed[f"{layout}.payoffs.{m}"].printed
            verdicts |= {compare(pay, vector) for vector in vectors}
            if verdicts != {"match"}:
                wrong.setdefault(layout, []).append(str(m))
        told = "; ".join(f"{layout} with {', '.join(some)}" for layout, some in wrong.items())
        rows.append([name, len(ROWS) - sum(map(len, wrong.values())), told or "none"])
    columns = [head, "rows as published", "rows that differ: board with number of players"]
    return pd.DataFrame(rows, columns=columns)
