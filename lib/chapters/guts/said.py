"""What the paper on guts says: its printed values and the bounds of its words."""

from __future__ import annotations

from collections.abc import Iterable

from press import Said

said = Said("guts")


def numbers(*names: str) -> tuple[float, ...]:
    """The values printed for some entries."""
    return tuple(float(said.value(name)) for name in names)


def in_part(parts: Iterable[object]) -> str:
    """The verdict on a claim of several parts: ``holds`` if all are true, ``partly`` if some."""
    true = [bool(part) for part in parts]
    return "holds" if all(true) else "partly" if any(true) else "fails"
