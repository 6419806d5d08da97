"""The token game's chapter: its claims, tables and figures."""
