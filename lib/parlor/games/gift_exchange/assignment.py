"""How well the gifts of an exchange could be handed out if everybody cooperated."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

__all__ = ["best_assignment", "shared_favourites"]


def best_assignment(values: np.ndarray) -> tuple[np.ndarray, float]:
    """The assignment of gifts to players with the largest total value.

    Parameters
    ----------
    values : ndarray (n, n)
        Of each gift (column) to each player (row).

    Returns
    -------
    gifts : ndarray of int (n,)
        Column of each player.
    mean : float
        Mean value of a player's gift, the most that any game can reach.

    Raises
    ------
    ValueError
        If the values are not a finite square.

    Examples
    --------
    >>> best_assignment([[0.9, 0.8], [0.7, 0.1]])[0].tolist()
    [1, 0]
    """
    table = np.asarray(values, float)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not np.isfinite(table).all():
        raise ValueError(f"values: got shape {table.shape}, allowed is a square of finite numbers")
    players, gifts = linear_sum_assignment(table, maximize=True)
    return gifts, float(table[players, gifts].mean())


def shared_favourites(values: np.ndarray) -> bool:
    """Whether some player values two gifts more than anybody else does.

    Parameters
    ----------
    values : ndarray (n, n)
        Of each gift (column) to each player (row).

    Returns
    -------
    bool
        If so, not every gift can go to whoever values it most: each player has one gift.

    Examples
    --------
    >>> shared_favourites([[0.9, 0.8], [0.7, 0.1]])
    True
    """
    keenest = np.asarray(values).argmax(axis=0)
    return len(set(keenest.tolist())) < len(keenest)
