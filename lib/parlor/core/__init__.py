"""What games and solvers share: checks of arguments, random draws, estimates, laws, results."""

from __future__ import annotations

from .face import shown

__getattr__, __dir__ = shown(__name__, __path__)
