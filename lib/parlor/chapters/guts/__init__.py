"""What the page on guts shows and does not want to spell."""
