"""What the pages on guts show and do not want to spell."""
