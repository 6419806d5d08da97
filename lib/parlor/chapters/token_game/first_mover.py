"""Boards whose first mover is behind."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from parlor.games.token_game.study import FirstMover, first_mover_scan


def is_first(prizes: tuple[int, ...], board: str) -> bool:
    """Return whether a board comes first among its mirror images and rotations."""
    turns = range(len(prizes) if board == "clock" else 1)
    same = [prizes[k:] + prizes[:k] for k in turns]
    return prizes == min(same + [p[::-1] for p in same])


def smallest(board: str, amounts: Iterable[int], sizes: Iterable[int]) -> list[FirstMover]:
    """Return the first boards whose first mover is behind in every equilibrium."""
    for n in sizes:
        tried = [p for p in product(amounts, repeat=n) if is_first(p, board)]
        scan = first_mover_scan(tried, layout=board, ties="all")
        if worse := [r for r in scan if r.most < 0]:
            return worse
    return []
