"""The published numbers of the gift exchange's simulation, as values with their kind, beside ours.

A published cell has noise of its own: the source played 5,000 games a condition. Its error is
taken to be that of 5,000 of our games; rounding to the printed digits adds its own. The cells of a
condition are correlated, which `evidence` allows for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt

from parlor.games.gift_exchange.condition import FEATURES, Features, configuration
from parlor.games.gift_exchange.statistics import GameStatistics

SOURCE_GAMES = 5_000  # a condition, Table 2

# what stands in a column of another name
IN_COLUMN = {"change": "steals", "percent": "steals", "gap": "seat1-seat2"}


@dataclass(frozen=True)
class Cell:
    """A published number.

    Attributes
    ----------
    id, population, valuation : str
        As in ``data/published/gift_exchange``.
    features : tuple of str
        The condition's, as `Condition` takes them.
    statistic : str
        As `GameStatistics.estimate` names it.
    value : float
        As printed; of a percentage the fraction.
    step : float
        Unit of the last printed digit.
    kind : str
        ``"level"``, or relative to BASE ``"change"`` or ``"percent"``.
    """

    id: str
    population: str
    valuation: str
    features: Features
    statistic: str
    value: float
    step: float
    kind: str = "level"

    @property
    def configuration(self) -> str:
        """The features' name in the source's tables: ``"BASE"``, ``"SC+AD"``, ``"FULL"``."""
        return configuration(self.features)


def read_cell(row: Mapping[str, str]) -> Cell:
    """A cell of the simulation's tables.

    Parameters
    ----------
    row : mapping of str to str
        With ``id, population, valuation, features, statistic, printed``, as `csv.DictReader` reads
        them from ``data/published/gift_exchange/table*.csv``.

    Returns
    -------
    Cell
        What is printed, and its kind.

    Examples
    --------
    >>> row = dict(id="table3.sc.correlated.percent", population="main", valuation="correlated")
    >>> cell = read_cell(row | dict(features="SC", statistic="percent", printed="-48%"))
    >>> cell.value, cell.step, cell.kind, cell.statistic
    (-0.48, 0.01, 'percent', 'steals')
    """
    names = ("id", "population", "valuation", "features", "statistic", "printed")
    name, population, valuation, features, statistic, printed = (row[name] for name in names)
    digits = re.fullmatch(r"([+-]?)\d{1,30}(?:\.(\d{1,30}))?(%?)", printed.replace("\u2212", "-"))
    assert digits, f"{name}: {printed} is no number"
    sign, places, percent = digits.groups(default="")
    scale = 0.01 if percent else 1.0
    return Cell(
        name,
        population,
        valuation,
        tuple(feature for feature in FEATURES if feature in features.split("+")),
        IN_COLUMN.get(statistic, statistic),
        float(digits[0].rstrip("%")) * scale,
        scale * 10.0 ** -len(places),
        "percent" if percent else "change" if sign else "level",
    )


def distinct_levels(cells: Sequence[Cell]) -> list[Cell]:
    """The independent content of the tables: each level once.

    A change from BASE is turned into the level that it implies. Percentages, gaps and other changes
    repeat levels that are printed too, and a row with PI that repeats the row without it digit by
    digit (as all do in the appendix) is the same run: all of these are left out.

    Parameters
    ----------
    cells : sequence of Cell
        Of one population.

    Returns
    -------
    list of Cell
        Levels, one for each condition and statistic.


    Examples
    --------
    >>> base = Cell("a", "main", "independent", (), "steals", 70.8, 0.1)
    >>> change = Cell("b", "main", "independent", ("SC",), "steals", -19.2, 0.1, "change")
    >>> round(distinct_levels([base, change])[1].value, 1)
    51.6
    """
    levels: dict[tuple, Cell] = {}
    for cell in cells:
        if cell.kind == "level" and cell.statistic != IN_COLUMN["gap"]:
            levels.setdefault((cell.valuation, cell.features, cell.statistic), cell)
    for cell in cells:
        key = (cell.valuation, cell.features, cell.statistic)
        if cell.kind == "change" and key not in levels:
            base = levels[cell.valuation, (), cell.statistic]
            step = hypot(cell.step, base.step)
            levels[key] = replace(cell, value=base.value + cell.value, step=step, kind="level")
    return [cell for cell in levels.values() if not _repeats(cell, levels)]


def _repeats(cell: Cell, levels: Mapping[tuple, Cell]) -> bool:
    """Whether a row of the appendix with PI has the digits of the row without it."""
    if cell.population != "appendix" or "PI" not in cell.features:
        return False
    bare = tuple(feature for feature in cell.features if feature != "PI")
    twin = levels.get((cell.valuation, bare, cell.statistic))
    return twin is not None and twin.value == cell.value


def place_of(cell: Cell) -> tuple[str, tuple[str, ...]]:
    """A cell's valuation model and features: the cells of one condition share it."""
    return cell.valuation, cell.features


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
