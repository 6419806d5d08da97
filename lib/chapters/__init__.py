"""What the pages show and do not want to spell, a package a chapter."""
