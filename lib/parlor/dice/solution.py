"""What the game pays."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

__all__ = ["MAX_FACES", "Roll", "solve"]

MAX_FACES = 1000  # faces of a die


@dataclass(frozen=True)
class Roll:
    """What a roll pays.

    Attributes
    ----------
    n_faces : int
        Faces of the die.
    mean : Fraction
        Mean payoff, exact.
    """

    n_faces: int
    mean: Fraction


def solve(n_faces: int) -> Roll:
    """Solve the game.

    Parameters
    ----------
    n_faces : int
        Faces of the die, from 1 to `MAX_FACES`.

    Returns
    -------
    Roll
        What a roll pays.

    Raises
    ------
    ValueError
        If `n_faces` is not as above.

    Examples
    --------
    >>> solve(6)
    Roll(n_faces=6, mean=Fraction(7, 2))
    """
    if not 1 <= n_faces <= MAX_FACES:
        raise ValueError(f"n_faces: got {n_faces}, allowed are 1 to {MAX_FACES}")
    return Roll(n_faces, Fraction(n_faces + 1, 2))
