"""Play a game on the terminal: what `parlor play` does.

A game that can be played has a module ``parlor.games.<game>.table`` with a function ``play``. Its
arguments that have a default and are not functions are the settings a player may change.
"""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from typing import Any

from ..run.project import UserError, known_name


def games() -> list[str]:
    """Return the names of the games that can be played."""
    packages = Path(__file__).parents[2] / "parlor" / "games"
    return sorted(table.parent.name for table in packages.glob("*/table.py"))


def seat(game: str, settings: dict[str, Any]) -> None:
    """Seat the reader at the table of `game`.

    Parameters
    ----------
    game : str
        One of `games`.
    settings : dict
        Values for some of its settings.

    Raises
    ------
    UserError
        For an unknown game or setting, or a value that the game does not allow.
    """
    module = importlib.import_module(f"parlor.games.{known_name(game, games(), 'game')}.table")
    known = [
        name
        for name, parameter in inspect.signature(module.play).parameters.items()
        if not callable(parameter.default)
    ]
    for name in settings:
        known_name(name, known, "setting")
    try:
        module.play(**settings)
    except ValueError as error:
        raise UserError(f"{game}: {error}") from None
