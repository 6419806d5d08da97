"""What the source says: its printed values, and the bounds of its claims in words."""

from press import Said

__all__ = ["said"]

said = Said("gift_exchange")
