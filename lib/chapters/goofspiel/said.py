"""What the paper prints: its numbers, and facts of its text. No claim of it has bounds."""

from press import Said

said = Said("goofspiel")
