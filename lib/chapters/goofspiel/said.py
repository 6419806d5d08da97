"""What the paper prints: its numbers, and the bounds of its claims in words."""

from press import Said

said = Said("goofspiel")
