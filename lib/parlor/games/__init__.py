"""The rules of each game and its own solution: a package per game."""

from __future__ import annotations

from parlor.core.face import shown

__getattr__, __dir__ = shown(__name__, __path__)
