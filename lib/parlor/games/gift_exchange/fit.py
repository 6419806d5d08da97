"""The inverse problem of the gift exchange: computed statistics beside published cells.

A published cell has noise of its own: the source played 5,000 games a condition. Its error is
taken to be that of 5,000 of our games; rounding to the printed digits adds its own. `deviations`
looks at cells one by one; `joint_chi_square` allows for the correlations of the cells of a
condition, so that under the right reading it is distributed as chi-square with one degree of
freedom a cell. `calibrate_chances` estimates what the source does not say, with which probability
p_0 a strategy steals under adaptive dynamics: generalised least squares over the cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import hypot, sqrt

import numpy as np

from parlor.core.checks import instance, items, one_of, probability, whole
from parlor.core.result import Certificate, Result

from .condition import Condition
from .engine import MAX_PLAYED
from .factorial import POPULATIONS
from .paired import play_statistics
from .published import Cell, checked_cells, distinct_levels
from .reading import SIX
from .statistics import GameStatistics

__all__ = [
    "Agreement",
    "Calibration",
    "Deviation",
    "agreement",
    "calibrate_chances",
    "deviations",
    "joint_chi_square",
    "joint_deviations",
]

SOURCE_GAMES = 5_000  # a condition, Table 2
STEP = 0.08  # for derivatives: small ones drown in noise, since games part after a while


@dataclass(frozen=True, repr=False)
class Deviation(Result):
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
    def certificate(self) -> Certificate:
        """Standard error of the deviation."""
        return Certificate("standard error", hypot(self.error, self.source_error))

    @property
    def sigmas(self) -> float:
        """Computed less printed, in combined standard errors."""
        return (self.computed - self.cell.value) / hypot(self.error, self.source_error)


@dataclass(frozen=True, repr=False)
class Agreement(Result):
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

    @property
    def certificate(self) -> Certificate:
        """Chi-square a cell, about 1 if noise is all there is."""
        return Certificate("chi-square a cell", self.chi_square / self.n_cells)


@dataclass(frozen=True, repr=False, eq=False)
class Calibration(Result):
    """Probabilities to steal under adaptive dynamics, estimated from the tables.

    Attributes
    ----------
    strategies : tuple of str
        The population's, in the order of `SIX`.
    chances, errors : ndarray (n_strategies,)
        p0 and its standard error, noise on both sides included.
    chi_square : float
        Of the cells at the estimate.
    n_cells : int
        How many there are.
    """

    strategies: tuple[str, ...]
    chances: np.ndarray
    errors: np.ndarray
    chi_square: float
    n_cells: int

    @property
    def certificate(self) -> Certificate:
        """Largest standard error."""
        return Certificate("largest standard error", float(self.errors.max()))


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

    Raises
    ------
    ValueError
        If an argument is not as above or a condition is missing.

    Examples
    --------
    >>> from parlor.games.gift_exchange import simulate
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> bool(abs(deviations([cell], [simulate(2000)])[0].sigmas) < 3)
    True
    """
    played = [
        instance("statistics", one, GameStatistics)
        for one in items("statistics", statistics, "a row of GameStatistics")
    ]
    found = {(one.condition.valuation, one.condition.features): one for one in played}

    def at(cell: Cell, features: tuple[str, ...]) -> tuple[float, float, float]:
        if (cell.valuation, features) not in found:
            given = "+".join(features) or "BASE"
            raise ValueError(f"statistics: {cell.id} needs {cell.valuation} {given}, not given")
        one = found[cell.valuation, features]
        estimate = one.estimate(cell.statistic)
        theirs = estimate.error * sqrt(one.n_games / SOURCE_GAMES)
        return estimate.value, estimate.error, theirs

    listed = []
    for cell in checked_cells(cells):
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
        As `deviations` returns them, at least one.

    Returns
    -------
    Agreement
        Counts, chi-square and outliers.

    Raises
    ------
    ValueError
        If they are no deviations.

    Examples
    --------
    >>> cell = Cell("x", "main", "independent", (), "steals", 70.0, 0.1)
    >>> agreement([Deviation(cell, 70.5, 0.3, 0.4), Deviation(cell, 72.0, 0.3, 0.4)]).within
    (1, 1, 1)
    """
    row = items("found", found, "a row of Deviations", 1)
    listed = [instance("found", one, Deviation) for one in row]
    sigmas = np.array([abs(one.sigmas) for one in listed])
    outliers = sorted(
        (one for one in listed if abs(one.sigmas) > 3),
        key=lambda one: abs(one.sigmas),
        reverse=True,
    )
    one, two, three = (int((sigmas <= widths).sum()) for widths in (1, 2, 3))
    return Agreement(len(listed), (one, two, three), float((sigmas**2).sum()), tuple(outliers))


def joint_deviations(
    cells: Sequence[Cell], condition: Condition, n_games: int, *, first_game: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Return the deviations of all cells of a condition, and their covariance.

    Parameters
    ----------
    cells : sequence of Cell
        Levels of different statistics of this condition.
    condition : Condition
        How it is read.
    n_games, first_game : int
        The games played for it, 2 to 2**22, and the number of the first one.

    Returns
    -------
    tuple of ndarray, (n_cells,) and (n_cells, n_cells)
        Computed less printed; the covariance of our games, for our and for the source's number of
        them, and the variance of rounding.

    Raises
    ------
    ValueError
        If an argument is not as above or a cell is not a level of this condition.

    Examples
    --------
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> gap, covariance = joint_deviations([cell], Condition(), 1000)
    >>> gap.shape, covariance.shape
    ((1,), (1, 1))
    """
    n_games = whole("n_games", n_games, 2, MAX_PLAYED)
    instance("condition", condition, Condition)
    place = ("level", condition.valuation, condition.features)
    listed = checked_cells(cells)
    for cell in listed:
        if (cell.kind, cell.valuation, cell.features) != place:
            raise ValueError(f"cells: {cell.id} is not a level of {condition.configuration}")
    names = [cell.statistic for cell in listed]
    played = play_statistics(condition, names, n_games, first_game=first_game)
    gap = np.array([played.values[cell.statistic] - cell.value for cell in listed])
    spread = np.array([played.deviations[name] for name in names])
    covariance = spread @ spread.T / n_games * (1 / n_games + 1 / SOURCE_GAMES)
    return gap, covariance + np.diag([cell.step**2 / 12 for cell in listed])


def joint_chi_square(
    cells: Sequence[Cell], condition: Condition, n_games: int, *, first_game: int = 0
) -> float:
    """Return chi-square of all cells of a condition, with their correlations.

    Parameters
    ----------
    cells : sequence of Cell
        Levels of different statistics of this condition.
    condition : Condition
        How it is read.
    n_games, first_game : int
        The games played for it, 2 to 2**22, and the number of the first one.

    Returns
    -------
    float
        ``d' C^-1 d`` for the deviations d and their covariance C.

    Raises
    ------
    ValueError
        If an argument is not as above or a cell is not a level of this condition.

    Examples
    --------
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> joint_chi_square([cell], Condition(), 1000) < 9
    True
    """
    gap, covariance = joint_deviations(cells, condition, n_games, first_game=first_game)
    return float(gap @ np.linalg.solve(covariance, gap))


def calibrate_chances(
    cells: Sequence[Cell],
    population: str,
    *,
    n_games: int = 2_000,
    n_players: int = 29,
    start: Sequence[float] = (0.2, 0.8, 0.4, 0.5, 0.4, 0.4),
    n_rounds: int = 4,
    seed: int = 42,
) -> Calibration:
    """Estimate p0 of every strategy from the rows with AD.

    Derivatives are taken by common random numbers.

    Parameters
    ----------
    cells : sequence of Cell
        The population's; rows without AD are not used.
    population : {"appendix", "main"}
        Which of `factorial.POPULATIONS` is calibrated.
    n_games : int
        Games a condition and step, 2 to 2**22.
    n_players : int
        Of the games that the cells are from.
    start : sequence of float, length 6
        Where to begin.
    n_rounds : int
        Steps of Gauss and Newton, 0 to 100.
    seed : int
        Of all games.

    Returns
    -------
    Calibration
        Estimates, errors and chi-square.

    Raises
    ------
    ValueError
        If an argument is not as above or no row has AD.

    Examples
    --------
    >>> cell = Cell("x", "appendix", "correlated", ("AD",), "always_open", 0.656, 1e-3)
    >>> calibrate_chances([cell], "appendix", n_games=200, n_rounds=1).n_cells
    1
    """
    strategies, reading = POPULATIONS[one_of("population", population, tuple(POPULATIONS))]
    places = [SIX.index(name) for name in strategies]
    begin = items("start", start, f"a row of {len(SIX)} probabilities", len(SIX), len(SIX))
    chances = np.array([probability("start", chance) for chance in begin])
    steps = whole("n_rounds", n_rounds, 0, 100)
    n_games = whole("n_games", n_games, 2, MAX_PLAYED)
    used = sorted((c for c in distinct_levels(cells) if "AD" in c.features), key=cell_place)
    if not used:
        raise ValueError("cells: got none with AD, allowed is at least one")
    groups = [(place, list(group)) for place, group in groupby(used, key=cell_place)]

    def condition(place: tuple[str, tuple[str, ...]], at: np.ndarray) -> Condition:
        there = replace(reading, base_chance=tuple(at.tolist()))
        return Condition(seed, n_players, *place, strategies, there)

    best: Calibration | None = None
    for _ in range(steps + 1):
        total, normal, right = 0.0, np.zeros((len(places),) * 2), np.zeros(len(places))
        for number, (place, group) in enumerate(groups):
            first = number * n_games  # games of its own: independent noise
            gap, covariance = joint_deviations(
                group, condition(place, chances), n_games, first_game=first
            )
            total += float(gap @ np.linalg.solve(covariance, gap))
            slopes = np.empty((len(group), len(places)))
            names = [cell.statistic for cell in group]
            for column, s in enumerate(places):
                low, high = np.clip((chances[s] - STEP, chances[s] + STEP), 0, 1)
                ends = []
                for end in (low, high):
                    moved = chances.copy()
                    moved[s] = end
                    there = condition(place, moved)
                    played = play_statistics(there, names, n_games, first_game=first)
                    ends.append(np.array([played.values[name] for name in names]))
                slopes[:, column] = (ends[1] - ends[0]) / (high - low)
            weighted = np.linalg.solve(covariance, slopes)
            normal += slopes.T @ weighted
            right += weighted.T @ gap
        if best is None or total < best.chi_square:
            errors = np.sqrt(np.diag(np.linalg.pinv(normal, rcond=1e-12)))
            best = Calibration(tuple(strategies), chances[places], errors, total, len(used))
        change = np.linalg.lstsq(normal, right, rcond=1e-12)[0]
        chances[places] = np.clip(chances[places] - np.clip(change, -0.2, 0.2), 0, 1)
    assert best is not None
    return best


def cell_place(cell: Cell) -> tuple[str, tuple[str, ...]]:
    """A cell's valuation model and features: the cells of one condition share it."""
    return cell.valuation, cell.features
