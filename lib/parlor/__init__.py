"""Parlor Games, Recomputed: the rules (`games`) and the methods (`solvers`), on a common `core`.

What stands in here is imported when it is first used:

>>> import parlor
>>> parlor.games.guts.equilibrium_threshold(2)
0.5

`parlor.core.gambit` hands games to Gambit, OpenSpiel and Nashpy, and reads Gambit's files.
"""

from __future__ import annotations

from parlor.core.face import shown
from parlor.version import __version__ as __version__

__getattr__, __dir__ = shown(__name__, __path__)
