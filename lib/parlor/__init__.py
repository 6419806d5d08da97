"""Parlor Games, Recomputed: the rules (`games`) and the methods (`solvers`), on a common `core`.

What stands in here is imported when it is first used:

>>> import parlor
>>> parlor.games.guts.equilibrium_threshold(2)
0.5
"""

from __future__ import annotations

from parlor.core.face import shown

__version__ = "0.1.0"

__getattr__, __dir__ = shown(__name__, __path__)
