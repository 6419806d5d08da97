"""The gift exchange's chapter: its checks, tables and figures, section by section."""
