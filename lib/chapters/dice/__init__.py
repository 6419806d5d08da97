"""What the pages on Dice show: checks, tables and figures."""
