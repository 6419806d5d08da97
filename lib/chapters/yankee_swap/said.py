"""What the source says: its printed values, and the bounds of its claims in words."""

from press import Said

said = Said("yankee_swap")
