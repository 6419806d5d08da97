"""What is published, what we find of it, and the verdict: the ledger."""
