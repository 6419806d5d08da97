"""What the paper on guts says: its printed values and the bounds of its words."""

from __future__ import annotations

import math

from press import Said, show

said = Said("guts")


def limit(value: float) -> str:
    """An end of an iteration in words, which may be infinite: `show` would say ``inf``."""
    return show(value) if abs(value) < math.inf else "infinity" if value > 0 else "minus infinity"


def numbers(*names: str) -> tuple[float, ...]:
    """The values printed for some entries."""
    return tuple(float(said.value(name)) for name in names)


def equality(gap: float) -> str:
    """How far two numbers are apart that should be equal: ``"exactly"`` or ``"within 2e-16"``."""
    return f"within {gap:.0e}" if gap else "exactly"


def zero(gap: float) -> str:
    """A number that should be zero: ``"exactly zero"`` or its size."""
    return f"{gap:.0e}" if gap else "exactly zero"
