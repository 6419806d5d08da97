"""The gift exchange's chapter: its claims, tables and figures, section by section."""

MIN_GAMES, MAX_GAMES = 100, 10**6  # a condition: fewer show nothing, more take hours
MAX_PLAYERS = MAX_STEALS = 60  # at the reader's party
