"""What the pages on time and memory show of what `benchmarks` has measured."""
