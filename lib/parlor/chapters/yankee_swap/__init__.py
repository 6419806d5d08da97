"""What the pages on the continuous Yankee swap show."""
