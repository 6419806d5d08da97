"""What the source says: its printed values, and the bounds of its claims in words."""

from press import Said

__all__ = ["in_parts", "said"]

said = Said("yankee_swap")


def in_parts(*parts: bool) -> str:
    """Return the verdict on a sentence of several parts, or one that covers several cases."""
    return "holds" if all(parts) else "partly" if any(parts) else "fails"
