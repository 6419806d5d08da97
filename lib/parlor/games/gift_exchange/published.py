"""The published numbers of the gift exchange's simulation, as values with their kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import hypot

from .condition import FEATURES

__all__ = ["Cell", "distinct_levels", "read_cells"]


@dataclass(frozen=True)
class Cell:
    """A published number.

    Attributes
    ----------
    id, population, valuation, statistic : str
        As in ``data/published/gift_exchange``.
    features : tuple of str
        The condition's.
    value : float
        As printed; of a percentage the fraction.
    step : float
        Unit of the last printed digit.
    kind : str
        ``"level"``, or relative to BASE ``"change"`` and ``"percent"``.
    """

    id: str
    population: str
    valuation: str
    features: tuple[str, ...]
    statistic: str
    value: float
    step: float
    kind: str = "level"


def read_cells(rows: Iterable[Mapping[str, str]]) -> list[Cell]:
    """Cells of the simulation's tables.

    Parameters
    ----------
    rows : iterable of mapping
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
    cells = []
    for row in rows:
        printed, statistic = row["printed"].replace("\u2212", "-"), row["statistic"]
        digits = printed.rstrip("%")
        scale = 0.01 if printed.endswith("%") else 1.0
        kind = "percent" if scale < 1 else "change" if digits[0] in "+-" else "level"
        cells.append(
            Cell(
                row["id"],
                row["population"],
                row["valuation"],
                tuple(feature for feature in FEATURES if feature in row["features"].split("+")),
                "steals" if statistic in ("change", "percent") else statistic,
                float(digits) * scale,
                scale * 10.0 ** -len(digits.partition(".")[2]),
                kind,
            )
        )
    return cells


def distinct_levels(cells: Iterable[Cell]) -> list[Cell]:
    """The independent content of the tables: each level once.

    A change from BASE is turned into the level that it implies. Percentages, gaps and other changes
    repeat levels that are printed too, and a row with PI that repeats the row without it digit by
    digit (as all do in the appendix) is the same run: all of these are left out.

    Parameters
    ----------
    cells : iterable of Cell
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
    listed = list(cells)
    for cell in listed:
        if cell.kind == "level" and cell.statistic != "gap":
            levels.setdefault((cell.valuation, cell.features, cell.statistic), cell)
    for cell in listed:
        key = (cell.valuation, cell.features, cell.statistic)
        if cell.kind == "change" and key not in levels:
            base = levels[cell.valuation, (), cell.statistic]
            step = hypot(cell.step, base.step)
            levels[key] = replace(cell, value=base.value + cell.value, step=step, kind="level")
    return [
        cell
        for (valuation, features, statistic), cell in levels.items()
        if not (
            "PI" in features
            and (bare := tuple(f for f in features if f != "PI")) != features
            and (twin := levels.get((valuation, bare, statistic))) is not None
            and twin.value == cell.value
            and cell.population == "appendix"
        )
    ]
