"""Fictitious play by nashpy, as a reference for our own."""

from __future__ import annotations

import nashpy
import numpy as np


def fictitious_play_by_nashpy(
    A: np.ndarray, n_rounds: int, seed: int
) -> tuple[float, float, float]:
    """Play a zero-sum game by nashpy; its ties are drawn by NumPy's global generator.

    Parameters
    ----------
    A : ndarray, shape (m, n)
        Payoffs to the row player.
    n_rounds : int
        Rounds to play.
    seed : int
        Seed of that generator, whose state is put back afterwards.

    Returns
    -------
    value, low, high : float
        What both empirical mixes pay, and what best replies to them leave the row player.
    """
    state = np.random.get_state()  # noqa: NPY002
    np.random.seed(seed)  # noqa: NPY002
    *_, (row, column) = nashpy.Game(A, -A).fictitious_play(n_rounds)
    np.random.set_state(state)  # noqa: NPY002
    x, y = row / row.sum(), column / column.sum()
    return float(x @ A @ y), float((x @ A).min()), float((A @ y).max())
