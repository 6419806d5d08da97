"""What the paper on guts says: its printed values and the bounds of its words."""

from press import Said

said = Said("guts")
