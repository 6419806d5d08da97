"""The Goofspiel chapter: what it says of formulas, examples and orders of play."""
