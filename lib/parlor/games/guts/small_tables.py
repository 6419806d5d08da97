"""Symmetric three-player games given by tables: payoffs, and what a change of strategy would earn.

The games that the guts paper sets beside guts are in ``data/games/guts.yaml``. A table
``A[s1, s2, s3]`` is player 1's payoff, symmetric in the last two; players 2 and 3 get
``A[s2, s1, s3]`` and ``A[s3, s1, s2]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import yaml

__all__ = ["load", "payoffs", "regrets"]


def load(path: Path | str) -> dict[str, np.ndarray]:
    """Read games given by payoff tables.

    Parameters
    ----------
    path : path
        YAML file, a list of entries with `id` and `payoff`.

    Returns
    -------
    dict of str to ndarray, shape (k, k, k)
        Player 1's payoffs by the game's id.

    Raises
    ------
    ValueError
        If a table is not a cube of numbers, is not symmetric in its last two indices, or its
        payoffs over the three players do not add up to 0.

    Examples
    --------
    >>> games = load("data/games/guts.yaml")
    >>> sorted(games)
    ['C2', 'C5', 'C6', 'C7', 'D1', 'D2']
    """
    games = {}
    for entry in yaml.safe_load(Path(path).read_text(encoding="utf-8")):
        A = np.array(entry["payoff"], dtype=np.float64)
        name = entry["id"]
        if A.ndim != 3 or len(set(A.shape)) != 1:
            raise ValueError(f"{name}: got shape {A.shape}, allowed is a cube")
        if not np.array_equal(A, A.transpose(0, 2, 1)):
            raise ValueError(f"{name}: not symmetric in the other two players' strategies")
        total = payoffs(A).sum(axis=0)
        if total.any():
            where = tuple(int(i) + 1 for i in np.argwhere(total)[0])
            raise ValueError(f"{name}: payoffs at {where} add up to {total.max()}, not to 0")
        games[name] = A
    return games


def payoffs(A: np.ndarray) -> np.ndarray:
    """Payoffs of all three players.

    Parameters
    ----------
    A : ndarray, shape (k, k, k)
        Player 1's payoffs.

    Returns
    -------
    ndarray, shape (3, k, k, k)
        ``[i, s1, s2, s3]``: payoff of player i.

    Examples
    --------
    >>> payoffs(np.arange(8).reshape(2, 2, 2))[:, 0, 0, 1]
    array([1, 1, 4])
    """
    return np.stack([A, A.transpose(1, 0, 2), A.transpose(1, 2, 0)])


def regrets(
    A: np.ndarray, mixes: Sequence[Sequence[float] | np.ndarray]
) -> tuple[np.ndarray, list[np.ndarray]]:
    """What each player gets, and what each pure strategy of each player would get instead.

    Parameters
    ----------
    A : ndarray, shape (k, k, k)
        Player 1's payoffs.
    mixes : three sequences of float, length k
        The players' mixes.

    Returns
    -------
    values : ndarray, shape (3,)
        Payoffs.
    pure : list of three ndarrays, shape (k,)
        Payoffs of pure strategies against the others' mixes.

    Examples
    --------
    >>> A = load("data/games/guts.yaml")["C2"]
    >>> values, pure = regrets(A, [[2 / 3, 1 / 3]] * 3)
    >>> bool(np.allclose(pure, 0))
    True
    """
    x, y, z = (np.asarray(m, dtype=np.float64) for m in mixes)
    U = payoffs(A)
    pure = [
        np.einsum("abc,b,c", U[0], y, z),
        np.einsum("abc,a,c", U[1], x, z),
        np.einsum("abc,a,b", U[2], x, y),
    ]
    values = np.array([m @ p for m, p in zip((x, y, z), pure, strict=True)])
    return values, pure
