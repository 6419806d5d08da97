"""The published numbers of the gift exchange's simulation, as values with their kind."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

from parlor.games.gift_exchange.condition import FEATURES, Features, configuration

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


def read_cells(rows: Sequence[Mapping[str, str]]) -> list[Cell]:
    """Cells of the simulation's tables.

    Parameters
    ----------
    rows : sequence of mapping of str to str
        With ``id, population, valuation, features, statistic, printed``, as `csv.DictReader` reads
        them from ``data/published/gift_exchange/table*.csv``.

    Returns
    -------
    list of Cell
        In the same order.


    Examples
    --------
    >>> row = dict(id="table3.sc.correlated.percent", population="main", valuation="correlated")
    >>> cell, = read_cells([row | dict(features="SC", statistic="percent", printed="-48%")])
    >>> cell.value, cell.step, cell.kind, cell.statistic
    (-0.48, 0.01, 'percent', 'steals')
    """
    return [_cell(row) for row in rows]


def _cell(row: Mapping[str, str]) -> Cell:
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
