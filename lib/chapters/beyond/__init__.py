"""Claims of this book itself, game by game: what decides them, by another method than the proof."""
