"""Dice.

Here go the rules, in full. For now: a die with faces 1, ..., n is rolled and pays what it shows.
"""

from .solution import MAX_FACES, Roll, solve

__all__ = ["MAX_FACES", "Roll", "solve"]
