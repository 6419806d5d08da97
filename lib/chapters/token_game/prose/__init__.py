"""What the source says in words, by its sections."""
