"""Games that a publication gives by their payoffs, read from files with where they stand in it."""

from __future__ import annotations

import json
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .places import data_file
from .quantities import checked

__all__ = ["Game", "games"]

Source = Literal["buck_2022", "parlor_2026"]


class Game(NamedTuple):
    """A game and where it is from.

    Attributes
    ----------
    name : str
        What the source calls it, or what is special about it.
    authors, title, where : str
        Who gives it, in which publication, and the equation or section there.
    payoffs : ndarray
        Player 1's payoffs, an axis a player: in a symmetric game all others' follow, in a game of
        two the other's are the negative.
    multipliers : ndarray or None
        Of a recursive game, what playing on from there multiplies the stakes by; of the same shape.
    """

    name: str
    authors: str
    title: str
    where: str
    payoffs: NDArray[np.float64]
    multipliers: NDArray[np.float64] | None

    @property
    def matrices(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Payoffs and multipliers of a recursive game, as its solver takes them.

        ValueError if the game is played once.
        """
        if self.multipliers is None:
            raise ValueError(f"matrices: {self.name} is played once, allowed are recursive games")
        return self.payoffs, self.multipliers


@checked
def games(source: Source) -> dict[str, Game]:
    """Read the games of a source.

    Parameters
    ----------
    source : str
        Which one, by its first author and the year.

    Returns
    -------
    dict of str to Game
        The games by their short names, in the source's order.

    Examples
    --------
    >>> game = games("buck_2022")["D1"]
    >>> game.where, game.name, game.payoffs[0, 0, 1]
    ('Section D.1', 'odd man in', np.float64(-1.0))
    """
    files = {
        "buck_2022": data_file("buck_2022.json"),
        "parlor_2026": data_file("parlor_2026.json"),
    }
    content = json.loads(files[source].read_text(encoding="utf-8"))
    return {
        game["id"]: Game(
            game["name"],
            content["authors"],
            content["title"],
            game["where"],
            np.array(game["payoff"], dtype=float),
            np.array(game["multiplier"], dtype=float) if "multiplier" in game else None,
        )
        for game in content["games"]
    }
