"""The rules of each game and its own solution: one module per game."""
