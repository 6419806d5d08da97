"""The evidence for a reading of the gift exchange: what is open, and chi-square of each option.

`try_reading` allows for the correlations of the cells of a condition, so that under the right
reading it is distributed as chi-square with one degree of freedom a cell. A choice is tested with
everything else at the reading found. The rows of the tables on which it is made are the choice's
own, those where it matters; the other rows are there to validate it. `calibrate_chances` estimates
what the source does not say, with which probability p_0 a strategy steals under adaptive dynamics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any

import numpy as np

from parlor.games.gift_exchange.condition import Condition
from parlor.games.gift_exchange.reading import CHOICES, SIX, Reading

from .paired import play_statistics
from .published import SOURCE_GAMES, Cell, distinct_levels, place_of
from .said import said
from .sets import POPULATIONS

STEP = 0.08  # for derivatives: small ones drown in noise, since games part after a while
LONGEST_STEP = 0.2  # of a chance at once: the statistics are not linear as far as that
START = (0.2, 0.8, 0.4, 0.5, 0.4, 0.4)  # where it begins
SINGULAR = 1e-12  # a direction that no cell tells of is left as it is

BOTH = ("appendix", "main")  # populations


@dataclass(frozen=True)
class Choice:
    """A question that the source leaves open.

    Attributes
    ----------
    question : str
        In words.
    options : dict of str to dict
        By option, the fields of `Reading` that it sets; ``"strategies"`` sets who plays.
    rows : sequence of (str, str)
        Valuation models and configurations, as cells name them, whose rows of the tables decide.
    populations : sequence of str
        Where it matters: of ``"appendix"`` and ``"main"``, by default both.
    """

    question: str
    options: Mapping[str, Mapping[str, Any]]
    rows: Sequence[tuple[str, str]]
    populations: Sequence[str] = BOTH

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Choice:
        """A choice as ``source.yaml`` records it."""
        answers = told.get("answers") or CHOICES[told["field"]]
        named = answers if isinstance(answers, Mapping) else {f"{x}": x for x in answers}
        name = told.get("field", "base_chance")
        if strategy := told.get("chance"):
            place, usual = SIX.index(strategy), Reading().base_chance
            named = {key: (*usual[:place], x, *usual[place + 1 :]) for key, x in named.items()}
        models = told.get("models", ("independent", "correlated"))
        return cls(
            told["asks"],
            {key: {name: option} for key, option in named.items()},
            [(model, features) for model in models for features in told["sets"]],
            told.get("populations", BOTH),
        )


@cache
def alternatives() -> dict[str, Choice]:
    """The questions that the source leaves open, by name."""
    told = said.published.source["questions"]
    return {name: Choice.read(one) for name, one in told.items()}


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


@dataclass(frozen=True, eq=False)
class Calibration:
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
        The games played for it, and the number of the first one.

    Returns
    -------
    tuple of ndarray, (n_cells,) and (n_cells, n_cells)
        Computed less printed; the covariance of our games, for our and for the source's number of
        them, and the variance of rounding.

    Examples
    --------
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> gap, covariance = joint_deviations([cell], Condition(), 1000)
    >>> gap.shape, covariance.shape
    ((1,), (1, 1))
    """
    names = [cell.statistic for cell in cells]
    played = play_statistics(condition, names, n_games=n_games, first_game=first_game)
    gap = np.array([played.values[cell.statistic] - cell.value for cell in cells])
    spread = np.array([played.deviations[name] for name in names])
    covariance = spread @ spread.T / n_games * (1 / n_games + 1 / SOURCE_GAMES)
    return gap, covariance + np.diag([cell.step**2 / 12 for cell in cells])


def try_choice(
    choice: Choice, cells: Sequence[Cell], population: str, *, n_games: int = 1_000
) -> list[Tried]:
    """Test the options of a choice, with all else as the population is read.

    Parameters
    ----------
    choice : Choice
        One of `alternatives`, or another.
    cells : sequence of Cell
        The population's, or those of them on which the choice is to be made.
    population : str
        Which of `POPULATIONS` is varied.
    n_games : int
        Games a condition.

    Returns
    -------
    list of Tried
        In the order of the options.

    Examples
    --------
    >>> cell = Cell("table14.sc.seat1", "appendix", "correlated", ("SC",), "seat1", 0.969, 1e-3)
    >>> pays, free = try_choice(alternatives()["swap"], [cell], "appendix", n_games=500)
    >>> pays.chosen, pays.chi_square < 9 < 1000 < free.chi_square
    (True, True)
    """
    strategies, reading = POPULATIONS[population]
    levels, rows = distinct_levels(cells), set(choice.rows)
    wanted = [c for c in levels if (c.valuation, c.configuration) in rows]
    tried = []
    for option, changes in choice.options.items():
        changed = dict(changes)
        players = tuple(changed.pop("strategies", strategies))
        base = Condition(strategies=players, reading=replace(reading, **changed))
        decided = [c for c in wanted if c.statistic in players or c.statistic not in SIX]
        total = try_reading(decided, base, n_games=n_games)
        chosen = base.reading == reading and players == strategies
        tried.append(Tried(option, total, len(decided), chosen))
    return tried


def try_reading(cells: Sequence[Cell], base: Condition, *, n_games: int = 1_000) -> float:
    """Joint chi-square of published levels under one reading.

    Parameters
    ----------
    cells : sequence of Cell
        Levels, as `published.distinct_levels` returns them.
    base : Condition
        Seed, strategies, reading and rules; valuation model and features come from the cells.
    n_games : int
        Games a condition.

    Returns
    -------
    float
        ``d' C^-1 d`` for the deviations d and their covariance C, added up over the conditions;
        each has games of its own, so that their noise is independent.

    Examples
    --------
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> try_reading([cell], Condition(), n_games=500) < 9
    True
    """
    total = 0.0
    groups = groupby(sorted(cells, key=place_of), key=place_of)
    for number, ((valuation, features), group) in enumerate(groups):
        condition = replace(base, valuation=valuation, features=features)
        first = number * n_games
        gap, covariance = joint_deviations(list(group), condition, n_games, first_game=first)
        total += float(gap @ np.linalg.solve(covariance, gap))
    return total


def calibrate_chances(
    cells: Sequence[Cell],
    population: str,
    *,
    n_games: int = 2_000,
    n_players: int = 29,
    n_rounds: int = 4,
) -> Calibration:
    """Estimate p0 of every strategy from the rows with AD.

    Generalised least squares over the cells by the steps of Gauss and Newton: each solves the
    normal equations of the statistics as linear functions of the chances. Derivatives are taken by
    common random numbers. Of all estimates on the way that with the smallest chi-square is kept.

    Parameters
    ----------
    cells : sequence of Cell
        The population's; rows without AD are not used.
    population : str
        Which of `POPULATIONS` is calibrated.
    n_games : int
        Games a condition and step.
    n_players : int
        Of the games that the cells are from.
    n_rounds : int
        Steps of Gauss and Newton.

    Returns
    -------
    Calibration
        Estimates, errors and chi-square.

    Examples
    --------
    >>> cell = Cell("x", "appendix", "correlated", ("AD",), "always_open", 0.656, 1e-3)
    >>> calibrate_chances([cell], "appendix", n_games=200, n_rounds=1).n_cells
    1
    """
    strategies, reading = POPULATIONS[population]
    places = [SIX.index(name) for name in strategies]
    used = sorted((c for c in distinct_levels(cells) if "AD" in c.features), key=place_of)
    base = Condition(n_players=n_players, strategies=strategies, reading=reading)
    chances, best = np.array(START), None
    for _ in range(n_rounds + 1):
        total, normal, right = _normal_equations(used, base, chances, places, n_games)
        if best is None or total < best.chi_square:
            errors = np.sqrt(np.diag(np.linalg.pinv(normal, rcond=SINGULAR)))
            best = Calibration(tuple(strategies), chances[places], errors, total, len(used))
        change = np.linalg.lstsq(normal, right, rcond=SINGULAR)[0]
        change = np.clip(change, -LONGEST_STEP, LONGEST_STEP)
        chances[places] = np.clip(chances[places] - change, 0, 1)
    assert best is not None
    return best


def _normal_equations(
    cells: list[Cell], base: Condition, chances: np.ndarray, places: list[int], n_games: int
) -> tuple[float, np.ndarray, np.ndarray]:
    """Chi-square at some chances, and the matrix and right-hand side of its normal equations."""
    total, normal, right = 0.0, np.zeros((len(places),) * 2), np.zeros(len(places))
    for number, (place, group) in enumerate(groupby(cells, key=place_of)):
        there = replace(base, valuation=place[0], features=place[1])
        listed, first = list(group), number * n_games  # games of its own: independent noise
        played = _with_chances(there, chances)
        gap, covariance = joint_deviations(listed, played, n_games, first_game=first)
        names = [cell.statistic for cell in listed]
        slopes = _slopes(names, there, chances, places, n_games, first)
        weighted = np.linalg.solve(covariance, slopes)
        total += float(gap @ np.linalg.solve(covariance, gap))
        normal += slopes.T @ weighted
        right += weighted.T @ gap
    return total, normal, right


def _slopes(
    names: list[str],
    condition: Condition,
    chances: np.ndarray,
    places: list[int],
    n_games: int,
    first_game: int,
) -> np.ndarray:
    """Derivatives of statistics by the chances of some strategies: (n_statistics, n_strategies)."""
    columns = []
    for s in places:
        ends = np.clip((chances[s] - STEP, chances[s] + STEP), 0, 1)
        levels = []
        for end in ends:
            there = _with_chances(condition, np.where(np.arange(len(SIX)) == s, end, chances))
            played = play_statistics(there, names, n_games=n_games, first_game=first_game)
            levels.append([played.values[name] for name in names])
        columns.append(np.diff(levels, axis=0)[0] / (ends[1] - ends[0]))
    return np.column_stack(columns)


def _with_chances(condition: Condition, chances: np.ndarray) -> Condition:
    reading = replace(condition.reading, base_chance=tuple(chances.tolist()))
    return replace(condition, reading=reading)
