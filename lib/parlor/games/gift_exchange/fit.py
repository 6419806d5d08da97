"""The inverse problem of the gift exchange: computed statistics beside published cells.

A published cell has noise of its own: the source played 5,000 games a condition. Its error is
taken to be that of 5,000 of our games; rounding to the printed digits adds its own. `deviations`
looks at cells one by one; `joint_chi_square` allows for the correlations of the cells of a
condition, so that under the right reading it is distributed as chi-square with one degree of
freedom a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np

from .condition import Condition
from .paired import play_statistics
from .published import Cell
from .statistics import GameStatistics

__all__ = [
    "Agreement",
    "Deviation",
    "agreement",
    "deviations",
    "joint_chi_square",
    "joint_deviations",
]

SOURCE_GAMES = 5_000  # a condition, Table 2


@dataclass(frozen=True)
class Deviation:
    """A published cell beside its computed value.

    Attributes
    ----------
    cell : Cell
        What is printed.
    computed : float
        What we compute.
    error, source_error : float
        Standard errors of the computed and of the printed value, rounding included.
    """

    cell: Cell
    computed: float
    error: float
    source_error: float

    @property
    def sigmas(self) -> float:
        """Computed less printed, in combined standard errors."""
        return (self.computed - self.cell.value) / hypot(self.error, self.source_error)


@dataclass(frozen=True)
class Agreement:
    """How well a table is reproduced.

    Attributes
    ----------
    n_cells : int
        Cells compared.
    within : tuple of int
        Of those, within 1, 2 and 3 combined standard errors.
    chi_square : float
        Sum of squared deviations in standard errors; the cells of a condition are correlated.
    outliers : tuple of Deviation
        Those over 3 combined standard errors, the largest first.
    """

    n_cells: int
    within: tuple[int, int, int]
    chi_square: float
    outliers: tuple[Deviation, ...]


def deviations(cells: Iterable[Cell], statistics: Iterable[GameStatistics]) -> list[Deviation]:
    """Published cells beside computed statistics.

    Parameters
    ----------
    cells : iterable of Cell
        Of one population.
    statistics : iterable of GameStatistics
        One for each of the cells' conditions, and for BASE where cells are relative to it.

    Returns
    -------
    list of Deviation
        In the cells' order. Errors of differences are those of independent conditions.

    Raises
    ------
    ValueError
        If a condition is missing.

    Examples
    --------
    >>> from parlor.games.gift_exchange import simulate
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> bool(abs(deviations([cell], [simulate(2000)])[0].sigmas) < 3)
    True
    """
    found = {(s.condition.valuation, s.condition.features): s for s in statistics}

    def at(cell: Cell, features: tuple[str, ...]) -> tuple[float, float, float]:
        if (cell.valuation, features) not in found:
            given = "+".join(features) or "BASE"
            raise ValueError(f"statistics: {cell.id} needs {cell.valuation} {given}, not given")
        played = found[cell.valuation, features]
        value, error = played.estimate(cell.statistic)
        return value, error, error * sqrt(played.n_games / SOURCE_GAMES)

    listed = []
    for cell in cells:
        value, error, source_error = at(cell, cell.features)
        if cell.kind != "level":
            base, base_error, base_source = at(cell, ())
            ratio, scale = value / base, 1.0
            if cell.kind == "percent":
                value, scale = ratio - 1, 1 / base
                base_error, base_source = base_error * ratio, base_source * ratio
            else:
                value -= base
            error = scale * hypot(error, base_error)
            source_error = scale * hypot(source_error, base_source)
        source_error = hypot(source_error, cell.step / sqrt(12))
        listed.append(Deviation(cell, value, error, source_error))
    return listed


def agreement(found: Sequence[Deviation]) -> Agreement:
    """Count the cells within 1, 2 and 3 combined standard errors.

    Parameters
    ----------
    found : sequence of Deviation
        As `deviations` returns them.

    Returns
    -------
    Agreement
        Counts, chi-square and outliers.

    Examples
    --------
    >>> cell = Cell("x", "main", "independent", (), "steals", 70.0, 0.1)
    >>> agreement([Deviation(cell, 70.5, 0.3, 0.4), Deviation(cell, 72.0, 0.3, 0.4)]).within
    (1, 1, 1)
    """
    sigmas = np.array([abs(deviation.sigmas) for deviation in found])
    outliers = sorted(
        (d for d in found if abs(d.sigmas) > 3), key=lambda d: abs(d.sigmas), reverse=True
    )
    one, two, three = (int((sigmas <= widths).sum()) for widths in (1, 2, 3))
    return Agreement(len(found), (one, two, three), float((sigmas**2).sum()), tuple(outliers))


def joint_deviations(
    cells: Sequence[Cell], condition: Condition, n_games: int, first_game: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Deviations of all cells of a condition, and their covariance.

    Parameters
    ----------
    cells : sequence of Cell
        Levels of different statistics of this condition.
    condition : Condition
        How it is read.
    n_games, first_game : int
        The games played for it.

    Returns
    -------
    tuple of ndarray, (n_cells,) and (n_cells, n_cells)
        Computed less printed; the covariance of our games, for our and for the source's number of
        them, and the variance of rounding.

    Raises
    ------
    ValueError
        If a cell is not a level of this condition.

    Examples
    --------
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> gap, covariance = joint_deviations([cell], Condition(), 1000)
    >>> gap.shape, covariance.shape
    ((1,), (1, 1))
    """
    place = ("level", condition.valuation, condition.features)
    for cell in cells:
        if (cell.kind, cell.valuation, cell.features) != place:
            raise ValueError(f"cells: {cell.id} is not a level of {condition.configuration}")
    names = [cell.statistic for cell in cells]
    played = play_statistics(condition, names, n_games, first_game)
    gap = np.array([played.values[cell.statistic] - cell.value for cell in cells])
    spread = np.array([played.deviations[name] for name in names])
    covariance = spread @ spread.T / n_games * (1 / n_games + 1 / SOURCE_GAMES)
    return gap, covariance + np.diag([cell.step**2 / 12 for cell in cells])


def joint_chi_square(
    cells: Sequence[Cell], condition: Condition, n_games: int, first_game: int = 0
) -> float:
    """Chi-square of all cells of a condition, with their correlations.

    Parameters
    ----------
    cells : sequence of Cell
        Levels of different statistics of this condition.
    condition : Condition
        How it is read.
    n_games, first_game : int
        The games played for it.

    Returns
    -------
    float
        ``d' C^-1 d`` for the deviations d and their covariance C.

    Raises
    ------
    ValueError
        If a cell is not a level of this condition.

    Examples
    --------
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> joint_chi_square([cell], Condition(), 1000) < 9
    True
    """
    gap, covariance = joint_deviations(cells, condition, n_games, first_game)
    return float(gap @ np.linalg.solve(covariance, gap))
