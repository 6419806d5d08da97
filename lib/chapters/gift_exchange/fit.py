"""How the source's tables agree with ours, cell by cell.

A published cell has noise of its own: the source played 5,000 games a condition. Its error is
taken to be that of 5,000 of our games; rounding to the printed digits adds its own. The cells of a
condition are correlated, which `evidence` allows for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

from parlor.games.gift_exchange.statistics import GameStatistics

from .published import SOURCE_GAMES, Cell


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


def deviations(cells: Sequence[Cell], statistics: Sequence[GameStatistics]) -> list[Deviation]:
    """Put published cells beside computed statistics.

    Parameters
    ----------
    cells : sequence of Cell
        Of one population.
    statistics : sequence of GameStatistics
        One for each of the cells' conditions, and for BASE where cells are relative to it.

    Returns
    -------
    list of Deviation
        In the cells' order. Errors of differences are those of independent conditions.


    Examples
    --------
    >>> from parlor.games.gift_exchange import simulate
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> bool(abs(deviations([cell], [simulate(2000)])[0].sigmas) < 3)
    True
    """
    found = {(one.condition.valuation, one.condition.features): one for one in statistics}

    def at(cell: Cell, features: tuple[str, ...]) -> tuple[float, float, float]:
        one = found[cell.valuation, features]
        estimate = one.estimate(cell.statistic)
        theirs = estimate.error * sqrt(one.n_games / SOURCE_GAMES)
        return estimate.value, estimate.error, theirs

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
        source_error = hypot(source_error, cell.step / sqrt(12))  # rounding is uniform
        listed.append(Deviation(cell, value, error, source_error))
    return listed
