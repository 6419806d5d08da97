"""The rules: positions and chains, and limits on thefts."""
