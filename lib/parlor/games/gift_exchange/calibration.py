"""The source's unknown probabilities under adaptive dynamics, estimated from its tables.

The source says that a player under AD steals with probability p0 plus three terms, but not what p0
is for each strategy. Generalised least squares over the published cells, with derivatives by common
random numbers, gives each of them with an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import numpy as np

from .condition import SIX, Condition
from .factorial import POPULATIONS
from .fit import joint_deviations
from .paired import play_statistics
from .published import Cell, distinct_levels

__all__ = ["Calibration", "calibrate_chances"]

STEP = 0.08  # for derivatives: small ones drown in noise, since games part after a while


@dataclass(frozen=True)
class Calibration:
    """Estimated probabilities.

    Attributes
    ----------
    strategies : tuple of str
        Whose.
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


def calibrate_chances(
    cells: Iterable[Cell],
    population: str,
    n_games: int = 2_000,
    start: Sequence[float] = (0.2, 0.8, 0.4, 0.5, 0.4, 0.4),
    rounds: int = 4,
    seed: int = 42,
) -> Calibration:
    """Estimate p0 of every strategy from the rows with AD.

    Parameters
    ----------
    cells : iterable of Cell
        The population's; rows without AD are not used.
    population : {"appendix", "main"}
        Which of `factorial.POPULATIONS` is calibrated.
    n_games : int
        Games a condition and step.
    start : sequence of float, length 6
        Where to begin.
    rounds : int
        Steps of Gauss and Newton.
    seed : int
        Of all games.

    Returns
    -------
    Calibration
        Estimates, errors and chi-square.

    Examples
    --------
    >>> cell = Cell("x", "appendix", "correlated", ("AD",), "always_open", 0.656, 1e-3)
    >>> calibrate_chances([cell], "appendix", 200, rounds=1).n_cells
    1
    """
    strategies, reading = POPULATIONS[population]
    places = [SIX.index(name) for name in strategies]
    used = sorted((c for c in distinct_levels(cells) if "AD" in c.features), key=_place)
    groups = [(place, list(group)) for place, group in groupby(used, key=_place)]
    chances = np.array(start, float)

    def condition(place: Any, at: np.ndarray) -> Condition:
        there = replace(reading, base_chance=tuple(at.tolist()))
        return Condition(seed, 29, place[0], place[1], strategies, there)

    best: Calibration | None = None
    for _ in range(rounds + 1):
        total, normal, right = 0.0, np.zeros((len(places),) * 2), np.zeros(len(places))
        for number, (place, group) in enumerate(groups):
            first = number * n_games  # games of its own: independent noise
            gap, covariance = joint_deviations(group, condition(place, chances), n_games, first)
            total += float(gap @ np.linalg.solve(covariance, gap))
            slopes = np.empty((len(group), len(places)))
            names = [cell.statistic for cell in group]
            for column, s in enumerate(places):
                low, high = np.clip((chances[s] - STEP, chances[s] + STEP), 0, 1)
                ends = []
                for end in (low, high):
                    moved = chances.copy()
                    moved[s] = end
                    played = play_statistics(condition(place, moved), names, n_games, first)
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


def _place(cell: Cell) -> tuple[str, tuple[str, ...]]:
    return cell.valuation, cell.features
