"""The symbols of the paper on Goofspiel."""

from __future__ import annotations

from press import Effort, Finding, claim

from ..symbols import judged, table
from .said import said

__all__ = ["said", "symbols", "table"]


@claim("symbols.*")
def symbols(effort: Effort) -> dict[str, Finding]:
    """Whether symbols are defined, and mean one thing."""
    return judged(said)
