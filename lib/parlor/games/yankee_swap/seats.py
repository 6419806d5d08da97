"""Results by seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np

from parlor.core.quantities import Integer
from parlor.core.result import Certificate, Result, data_frame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BySeat", "Simulation"]

MAX_GAMES = 10**9  # hours

NumberOfGames = Annotated[int, Integer(2, MAX_GAMES)]


class BySeat(Result):
    """A result with numbers by seat: arrays whose first axis is the seat."""

    _columns: ClassVar[tuple[str, ...]] = ("payoffs",)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a seat, from 1; the columns of a matrix are numbered from 0."""
        columns: dict[str, np.ndarray] = {}
        for name in self._columns:
            values = getattr(self, name)
            parts = {name: values} if values.ndim == 1 else dict(enumerate(values.T))
            columns |= {key if key == name else f"{name}_{key}": x for key, x in parts.items()}
        seats = len(getattr(self, self._columns[0]))
        return data_frame(columns, index=range(1, seats + 1)).rename_axis("seat")


@dataclass(frozen=True, repr=False, eq=False)
class Simulation(BySeat):
    """Played games.

    Attributes
    ----------
    n_players, n_games, seed
        The question.
    payoffs, payoffs_error : ndarray (n_players,)
        Mean payoff of seats 1 to N, and its standard error.
    """

    _columns: ClassVar[tuple[str, ...]] = ("payoffs", "payoffs_error")

    n_players: int
    n_games: int
    seed: int
    payoffs: np.ndarray
    payoffs_error: np.ndarray

    @property
    def certificate(self) -> Certificate:
        """Largest standard error of a payoff."""
        return Certificate("standard error", float(self.payoffs_error.max()))
