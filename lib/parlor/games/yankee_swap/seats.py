"""Results by seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from parlor.core.result import Certificate, Result

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MAX_GAMES", "Played", "by_seat"]

MAX_GAMES = 10**9


def by_seat(**columns: np.ndarray) -> pd.DataFrame:
    """Return a table with a row a seat.

    Parameters
    ----------
    **columns : ndarray (n_players,)
        Numbers by seat.

    Returns
    -------
    DataFrame
        Its index is the seat, from 1.

    Examples
    --------
    >>> by_seat(payoffs=np.array([0.375, 0.625])).to_csv().split()
    ['seat,payoffs', '1,0.375', '2,0.625']
    """
    import pandas as pd

    n_players = len(next(iter(columns.values())))
    return pd.DataFrame(columns, index=pd.RangeIndex(1, n_players + 1, name="seat"))


@dataclass(frozen=True, repr=False, eq=False)
class Played(Result):
    """Played games.

    Attributes
    ----------
    n_players, n_games, seed
        The question.
    payoffs, payoffs_error : ndarray (n_players,)
        Mean payoff of seats 1 to N, and its standard error.
    """

    n_players: int
    n_games: int
    seed: int
    payoffs: np.ndarray
    payoffs_error: np.ndarray

    @property
    def certificate(self) -> Certificate:
        """Largest standard error of a payoff."""
        return Certificate("standard error", float(self.payoffs_error.max()))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a seat."""
        return by_seat(payoffs=self.payoffs, payoffs_error=self.payoffs_error)
