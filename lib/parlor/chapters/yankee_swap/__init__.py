"""What the pages on the continuous Yankee swap show."""

MAX_PLAYERS, MAX_LISTED = 400, 100  # of the reader's own game, and values in its law
