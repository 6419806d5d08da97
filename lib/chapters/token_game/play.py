"""Boards that stand beside the text that speaks of them, and open as it says."""

from __future__ import annotations

from typing import Any

from .tables import best_moves, perfect_players


def longer_line() -> dict[str, Any]:
    """Return the line of fifteen stacks, for the first of four players."""
    stacks, players = perfect_players(4)["fifteen"].values()
    board = {"stacks": stacks, "players": {4: players[4]}}
    return {"fifteen": board, "opens": {"board": "fifteen", "players": "4", "values": "on"}}


def last_of_four() -> dict[str, Any]:
    """Return the line of ten, for the last of four players, who does not care where she goes."""
    board = {"stacks": 10, "players": {4: best_moves("line", 4)}}
    opens = {"players": "4", "free": "yes", "values": "on", "moves": "5.7.9"}
    return {"line": board, "opens": opens}
