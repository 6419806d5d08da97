"""Nakai's game when player II must play: the prices of cards, as a fan."""

from __future__ import annotations

import numpy as np

from parlor.core.laws import read
from press import FAINT, Drawn, new_figure

from .printed import g_array


def prices(n_max: int, law: str = "uniform") -> list[np.ndarray]:
    """Rows g_{n,1}, ..., g_{n,n} of the paper's (4).

    >>> prices(2)[2]
    array([0.625, 0.375])
    """
    return [row[1:] for row in g_array(read(law), n_max)]


def fan(n_max: int) -> Drawn:
    """The prices by the number of prizes to come, and where a hand cuts them."""
    rows = prices(n_max)
    high, low = 3, 2
    figure, axes = new_figure(height=3.8)
    for i in range(n_max):
        stages = np.arange(i + 1, n_max + 1)
        axes.plot(stages, [rows[n][i] for n in stages], color=FAINT, linewidth=0.5)
        axes.plot(stages, [rows[n][n - 1 - i] for n in stages], color=FAINT, linewidth=0.5)
    for n, row in enumerate(rows):
        axes.plot([n] * n, row, ".", color=FAINT, markersize=2)
    stages = np.arange(high + low, n_max + 1)
    axes.plot(stages, [rows[n][high - 1] for n in stages], "C0-", label="high")
    axes.plot(stages, [rows[n][n - low] for n in stages], "C1--", label="low")
    middle = n_max * 0.72
    axes.text(middle, 0.94, "high", ha="center", va="center", color="C0")
    axes.text(middle, 0.5, "pass", ha="center", va="center")
    axes.text(middle, 0.04, "low", ha="center", va="center", color="C1")
    axes.set(xlabel="prizes to come after this one", ylabel="prize", ylim=(0, 1))
    return figure, (
        f"A fan of curves: for n from 1 to {n_max} uniform prizes the n prices from 0 to 1, which "
        f"spread evenly. The price of high card number {high} rises from "
        f"{rows[high + low][high - 1]:.2f} to {rows[-1][high - 1]:.2f}, that of low card number "
        f"{low} falls from {rows[high + low][-low]:.2f} to {rows[-1][-low]:.2f}."
    )
