"""The gift exchange's chapter: its claims, tables and figures, section by section."""
