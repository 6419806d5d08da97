"""The rules of each game and its own solution: a package per game."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType


def __getattr__(name: str) -> ModuleType:
    # by statements and not by name: what a page's run depends on is read from the imports
    if name == "gift_exchange":
        import parlor.games.gift_exchange as gift_exchange

        return gift_exchange
    if name == "goofspiel":
        import parlor.games.goofspiel as goofspiel

        return goofspiel
    if name == "guts":
        import parlor.games.guts as guts

        return guts
    if name == "nakai":
        import parlor.games.nakai as nakai

        return nakai
    if name == "token_game":
        import parlor.games.token_game as token_game

        return token_game
    if name == "trajectories":
        import parlor.games.trajectories as trajectories

        return trajectories
    if name == "yankee_swap":
        import parlor.games.yankee_swap as yankee_swap

        return yankee_swap
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(face.parent.name for face in Path(__file__).parent.glob("*/__init__.py"))
