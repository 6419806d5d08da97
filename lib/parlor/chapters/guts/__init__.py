"""What the page on guts shows and does not want to spell."""

MAX_COALITION, MAX_MESH = 60, 501  # of the reader's own game: in any structure it takes seconds
