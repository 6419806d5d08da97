"""Parlor Games, Recomputed: the rules (`games`), the methods (`solvers`) and the `press`.

Importing this package imports nothing else; what stands in it is imported when it is first used:

>>> import parlor
>>> parlor.games.guts.equilibrium_threshold(2)
0.5
"""

from __future__ import annotations

from types import ModuleType


def __getattr__(name: str) -> ModuleType:
    # by statements and not by name: what a page's run depends on is read from the imports
    if name == "core":
        import parlor.core as core

        return core
    if name == "games":
        import parlor.games as games

        return games
    if name == "solvers":
        import parlor.solvers as solvers

        return solvers
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return ["core", "games", "solvers"]
