"""Where things stand, settings, files that people write, and what is said of a slip in them."""
