"""What our own claims say: the bounds of their words."""

from press import Said

said = Said("beyond")
