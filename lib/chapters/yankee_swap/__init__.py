"""What the pages on the continuous Yankee swap show: checks, tables, figures, the lab's answers."""
