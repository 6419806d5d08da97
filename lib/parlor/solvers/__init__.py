"""Methods that know no game."""

from __future__ import annotations

from parlor.core.face import shown

__getattr__, __dir__ = shown(__name__, __path__)
