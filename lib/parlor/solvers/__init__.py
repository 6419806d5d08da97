"""Methods that know no game."""
