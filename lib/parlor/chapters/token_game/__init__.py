"""The token game's chapter: its claims, tables and figures."""

MAX_STACKS = 14  # of the reader's own game: under any ties rule it takes seconds
