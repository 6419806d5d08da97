"""What could be done next: coalitions, the rule against one's own gift, and what is fair."""
