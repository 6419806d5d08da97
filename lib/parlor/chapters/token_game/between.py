"""The game between the stacks, as the pages tell it."""

from __future__ import annotations

from collections.abc import Sequence

from parlor.games.token_game.board import payoffs_at
from parlor.games.token_game.continuous import ContinuousOutcomes


def along(game: ContinuousOutcomes) -> str:
    """Return where each player may go, if all before went the first way."""
    path = game.paths[0]
    return "; ".join(" or ".join(map(str, game.replies(path[:k]).places)) for k in range(len(path)))


def split_stacks(n: int, path: Sequence[float], board: str = "line") -> list[int]:
    """Return the stacks that two tokens share when all lie as in `path`."""
    stacks = range(1, n + 1)
    alone = {k: [int(j == k) for j in stacks] for k in stacks}
    return [k for k in stacks if 0.5 in payoffs_at(alone[k], path, layout=board)]
