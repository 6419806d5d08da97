"""Parlor Games, Recomputed: the rules (`games`), the methods (`solvers`) and the `press`."""
