"""Tables of the token game: our rows beside the published ones, and perfect players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from parlor.games.token_game import Outcomes, study
from parlor.press import Chapter

if TYPE_CHECKING:
    import pandas as pd


def beside(chapter: Chapter, name: str, solved: dict[int, Outcomes]) -> pd.DataFrame:
    """Return our rows beside the published ones, their verdicts in the ledger."""
    import pandas as pd

    rows = []
    for m, row in solved.items():
        ways = chapter.check(f"{name}.strategies.{m}", row.paths)
        pay = chapter.check(f"{name}.payoffs.{m}", row.payoffs[0])
        rows.append([m, row.paths, ways, row.payoffs[0], pay.printed, pay])
    columns = ["players", "optimal strategies", "as published?", "payoffs", "published", "verdict"]
    return pd.DataFrame(rows, columns=columns)


def told(players: Iterable[int]) -> str:
    """Return numbers of players in words."""
    return ", ".join(map(str, players)) or "no number of"


def best_moves(board: str, n: int, m: int) -> dict[str, tuple[int, ...]]:
    """Return the best moves in every position, for the page to look up."""
    moves = study.policy(range(1, n + 1), m, layout=board)
    return {",".join(map(str, at)): best for at, best in moves.items()}
