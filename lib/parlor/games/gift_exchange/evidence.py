"""The evidence for a reading of the gift exchange: chi-square of each alternative.

Everything else is kept at the reading found, and the rows of the tables on which a choice is made
are the choice's own; the other rows are there to validate it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from scipy.stats import chi2

from .alternatives import Choice
from .condition import Condition
from .factorial import POPULATIONS
from .fit import joint_chi_square
from .published import Cell, distinct_levels
from .reading import SIX, Reading

__all__ = ["Tried", "try_choice", "try_reading"]


@dataclass(frozen=True)
class Tried:
    """One option of a choice, tested on published cells.

    Attributes
    ----------
    option : str
        Its name.
    chi_square : float
        Over all cells that decide.
    n_cells : int
        Their number, the degrees of freedom.
    chosen : bool
        Whether it is the reading's own.
    """

    option: str
    chi_square: float
    n_cells: int
    chosen: bool

    @property
    def p_value(self) -> float:
        """Probability of so large a chi-square if the option is right."""
        return float(chi2.sf(self.chi_square, self.n_cells))


def try_choice(
    choice: Choice,
    cells: Iterable[Cell],
    population: str,
    n_games: int = 1_000,
    seed: int = 42,
    elsewhere: bool = False,
    progress: Callable[[int], None] | None = None,
) -> list[Tried]:
    """Test the options of a choice, with all else as the population is read.

    Parameters
    ----------
    choice : Choice
        One of `alternatives.ALTERNATIVES`.
    cells : iterable of Cell
        The population's, or those of them on which the choice is to be made.
    population : {"appendix", "main"}
        Which of `factorial.POPULATIONS` is varied.
    n_games : int
        Games a condition.
    seed : int
        Their seed.
    elsewhere : bool
        Test on the rows that are not the choice's own instead: validation.
    progress : callable, optional
        Called with the number of games after each condition.

    Returns
    -------
    list of Tried
        In the order of the options.

    Examples
    --------
    >>> from parlor.games.gift_exchange.alternatives import ALTERNATIVES
    >>> cell = Cell("table14.sc.seat1", "appendix", "correlated", ("SC",), "seat1", 0.969, 1e-3)
    >>> pays, free = try_choice(ALTERNATIVES["swap"], [cell], "appendix", 500)
    >>> pays.chosen, pays.chi_square < 9 < 1000 < free.chi_square
    (True, True)
    """
    strategies, reading = POPULATIONS[population]
    rows = set(choice.rows)
    levels = distinct_levels(cells)
    wanted = [c for c in levels if ((c.valuation, _name(c)) in rows) != elsewhere]
    tried = []
    for option, changes in choice.options.items():
        fields = dict(changes)
        players: Any = fields.pop("strategies", strategies)
        found: Reading = replace(reading, **fields)  # type: ignore[arg-type]
        shown = [c for c in wanted if c.statistic in players or c.statistic not in SIX]
        base = Condition(seed=seed, strategies=players, reading=found)
        total = try_reading(shown, base, n_games, progress)
        chosen = found == reading and players == strategies
        tried.append(Tried(option, total, len(shown), chosen))
    return tried


def try_reading(
    cells: Iterable[Cell],
    base: Condition,
    n_games: int = 1_000,
    progress: Callable[[int], None] | None = None,
) -> float:
    """Joint chi-square of published levels under one reading.

    Parameters
    ----------
    cells : iterable of Cell
        Levels, as `published.distinct_levels` returns them.
    base : Condition
        Seed, strategies, reading and rules; valuation model and features come from the cells.
    n_games : int
        Games a condition.
    progress : callable, optional
        Called with the number of games after each condition.

    Returns
    -------
    float
        Sum over the conditions; each has games of its own, so that their noise is independent.

    Examples
    --------
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> try_reading([cell], Condition(), 500) < 9
    True
    """

    def place(cell: Cell) -> tuple:
        return cell.valuation, cell.features

    total = 0.0
    groups = groupby(sorted(cells, key=place), key=place)
    for number, ((valuation, features), group) in enumerate(groups):
        condition = replace(base, valuation=valuation, features=features)
        total += joint_chi_square(list(group), condition, n_games, number * n_games)
        if progress:
            progress(n_games)
    return total


def _name(cell: Cell) -> str:
    return "FULL" if len(cell.features) == 4 else "+".join(cell.features) or "BASE"
