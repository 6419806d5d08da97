"""Legends of figures with several panels."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from press import Drawing

__all__ = ["legend_below"]


def legend_below(figure: Drawing, axis: Axes, columns: int) -> None:
    """Name what a panel shows below the whole figure, in a column less where that is narrow."""
    named: Any = axis.get_legend_handles_labels()
    wide = figure.legend(*named, ncols=columns, loc="outside lower center")

    def regroup() -> None:
        wide.remove()
        figure.legend(*named, ncols=columns - 1, loc="outside lower center")

    figure.when_narrow(regroup)
