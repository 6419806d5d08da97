"""The evidence for a reading of the gift exchange: what is open, and chi-square of each option.

`joint_chi_square` allows for the correlations of the cells of a condition, so that under the right
reading it is distributed as chi-square with one degree of freedom a cell. A choice is tested with
everything else at the reading found. The rows of the tables on which it is made are the choice's
own, those where it matters; the other rows are there to validate it. `calibrate_chances` estimates
what the source does not say, with which probability p_0 a strategy steals under adaptive dynamics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby
from typing import Annotated, Any

import numpy as np
from scipy.stats import chi2

from parlor.core.checks import instance, items, one_of, refusal
from parlor.core.quantities import Integer, Seed, checked
from parlor.core.result import Certificate, Result, data_frame
from parlor.games.gift_exchange.condition import (
    POPULATIONS,
    Condition,
    FirstGame,
    MeasuredGames,
    Players,
    Population,
)
from parlor.games.gift_exchange.paired import play_statistics
from parlor.games.gift_exchange.reading import CHOICES, FIVE, SIX, Chances, Reading

from .published import SOURCE_GAMES, Cell, checked_cells, distinct_levels, place_of

__all__ = [
    "ALTERNATIVES",
    "Calibration",
    "Choice",
    "Tried",
    "calibrate_chances",
    "joint_chi_square",
    "joint_deviations",
    "try_choice",
    "try_reading",
]

STEP = 0.08  # for derivatives: small ones drown in noise, since games part after a while
LONGEST_STEP = 0.2  # of a chance at once: the statistics are not linear as far as that
SINGULAR = 1e-12  # a direction that no cell tells of is left as it is

_FIELDS = tuple(field.name for field in fields(Reading))
BOTH = ("appendix", "main")  # populations
Rows = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Choice:
    """A question that the source leaves open.

    Attributes
    ----------
    question : str
        In words.
    options : dict of str to dict
        By option, the fields of `Reading` that it sets; ``"strategies"`` sets who plays.
    rows : tuple of (str, str)
        Valuation models and configurations, as cells name them, whose rows of the tables decide.
    populations : tuple of str
        Where it matters: of ``"appendix"`` and ``"main"``, by default both.

    Raises
    ------
    ValueError
        If an option sets what `Reading` does not have, or does not allow.

    Examples
    --------
    >>> Choice("Who swaps?", {"pays": {"swap_pays": True}}, (("correlated", "SC"),)).populations
    ('appendix', 'main')
    """

    question: str
    options: Mapping[str, Mapping[str, object]]
    rows: Rows
    populations: tuple[str, ...] = BOTH

    def __post_init__(self) -> None:
        instance("question", self.question, str)
        for changes in _values("options", self.options):
            _values("options", changes)
        for name in [name for changes in self.options.values() for name in changes]:
            one_of("options: a field", name, ("strategies", *_FIELDS))
        for option, changes in self.options.items():
            try:
                _changed(changes, Reading(), SIX)
            except (TypeError, ValueError) as error:
                raise type(error)(f"options: {option}: {error}") from None
        rows = []
        for row in items("rows", self.rows, "a row of pairs of names", 1):
            words = items("rows", row, "a row of pairs of names", 2, 2)
            rows.append(tuple(instance("rows", word, str) for word in words))
        object.__setattr__(self, "rows", tuple(rows))
        found = items("populations", self.populations, "a row of populations", 1)
        where = tuple(one_of("populations", population, BOTH) for population in found)
        object.__setattr__(self, "populations", where)


@dataclass(frozen=True, repr=False)
class Tried(Result):
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

    _shown = ("p_value",)

    @property
    def certificate(self) -> Certificate:
        """It is a test, whose errors are those of the cells."""
        return Certificate("chi-square test")

    @property
    def p_value(self) -> float:
        """Probability of so large a chi-square if the option is right."""
        return float(chi2.sf(self.chi_square, self.n_cells))


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

    def to_frame(self) -> Any:
        """A row a strategy: its probability to steal, with the standard error."""
        columns = {"chance": self.chances, "error": self.errors}
        return data_frame({"strategy": self.strategies} | columns)


@checked
def joint_deviations(
    cells: Sequence[Cell],
    condition: Condition,
    n_games: MeasuredGames,
    *,
    first_game: FirstGame = 0,
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
    listed = checked_cells(cells)
    for cell in listed:
        if (cell.kind, cell.valuation, cell.features) != place:
            raise ValueError(f"cells: {cell.id} is not a level of {condition.configuration}")
    names = [cell.statistic for cell in listed]
    played = play_statistics(condition, n_games, names, first_game=first_game)
    gap = np.array([played.values[cell.statistic] - cell.value for cell in listed])
    spread = np.array([played.deviations[name] for name in names])
    covariance = spread @ spread.T / n_games * (1 / n_games + 1 / SOURCE_GAMES)
    return gap, covariance + np.diag([cell.step**2 / 12 for cell in listed])


@checked
def joint_chi_square(
    cells: Sequence[Cell],
    condition: Condition,
    n_games: MeasuredGames,
    *,
    first_game: FirstGame = 0,
) -> float:
    """Return chi-square of all cells of a condition, with their correlations.

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
    gap, covariance = joint_deviations(cells, condition, n_games, first_game=first_game)
    return float(gap @ np.linalg.solve(covariance, gap))


@checked
def try_choice(
    choice: Choice,
    cells: Sequence[Cell],
    population: Population,
    *,
    n_games: MeasuredGames = 1_000,
    seed: Seed = 42,
    elsewhere: bool = False,
) -> list[Tried]:
    """Test the options of a choice, with all else as the population is read.

    Parameters
    ----------
    choice : Choice
        One of `ALTERNATIVES`, or another.
    cells : sequence of Cell
        The population's, or those of them on which the choice is to be made.
    population : str
        Which of `POPULATIONS` is varied.
    n_games : int
        Games a condition.
    seed : int
        Their seed.
    elsewhere : bool
        Test on the rows that are not the choice's own instead: validation.

    Returns
    -------
    list of Tried
        In the order of the options.

    Examples
    --------
    >>> cell = Cell("table14.sc.seat1", "appendix", "correlated", ("SC",), "seat1", 0.969, 1e-3)
    >>> pays, free = try_choice(ALTERNATIVES["swap"], [cell], "appendix", n_games=500)
    >>> pays.chosen, pays.chi_square < 9 < 1000 < free.chi_square
    (True, True)
    """
    strategies, reading = POPULATIONS[population]
    levels, rows = distinct_levels(cells), set(choice.rows)
    wanted = [c for c in levels if ((c.valuation, c.configuration) in rows) != elsewhere]
    tried = []
    for option, changes in choice.options.items():
        base = replace(_changed(changes, reading, strategies), seed=seed)
        players: Any = changes.get("strategies", strategies)
        decided = [c for c in wanted if c.statistic in players or c.statistic not in SIX]
        total = try_reading(decided, base, n_games=n_games)
        chosen = base.reading == reading and players == strategies
        tried.append(Tried(option, total, len(decided), chosen))
    return tried


def _changed(changes: Mapping[str, object], reading: Reading, strategies: Any) -> Condition:
    """A condition of this reading and these strategies, but for the changes of an option."""
    changed: dict[str, Any] = dict(changes)
    players = changed.pop("strategies", strategies)
    return Condition(strategies=players, reading=replace(reading, **changed))


@checked
def try_reading(
    cells: Sequence[Cell],
    base: Condition,
    *,
    n_games: MeasuredGames = 1_000,
) -> float:
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
        Sum over the conditions; each has games of its own, so that their noise is independent.

    Examples
    --------
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> try_reading([cell], Condition(), n_games=500) < 9
    True
    """
    total = 0.0
    groups = groupby(sorted(checked_cells(cells), key=place_of), key=place_of)
    for number, ((valuation, features), group) in enumerate(groups):
        condition = replace(base, valuation=valuation, features=features)
        total += joint_chi_square(list(group), condition, n_games, first_game=number * n_games)
    return total


@checked
def calibrate_chances(
    cells: Sequence[Cell],
    population: Population,
    *,
    n_games: MeasuredGames = 2_000,
    n_players: Players = 29,
    start: Chances = (0.2, 0.8, 0.4, 0.5, 0.4, 0.4),
    n_rounds: Annotated[int, Integer(0, 100)] = 4,
    seed: Seed = 42,
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
    start : sequence of float, length 6
        Where to begin.
    n_rounds : int
        Steps of Gauss and Newton.
    seed : int
        Of all games.

    Returns
    -------
    Calibration
        Estimates, errors and chi-square.

    Raises
    ------
    ValueError
        If no row has AD.

    Examples
    --------
    >>> cell = Cell("x", "appendix", "correlated", ("AD",), "always_open", 0.656, 1e-3)
    >>> calibrate_chances([cell], "appendix", n_games=200, n_rounds=1).n_cells
    1
    """
    strategies, reading = POPULATIONS[population]
    places = [SIX.index(name) for name in strategies]
    used = sorted((c for c in distinct_levels(cells) if "AD" in c.features), key=place_of)
    if not used:
        raise ValueError("cells: got none with AD, allowed is at least one")
    base = Condition(seed, n_players, strategies=strategies, reading=reading)
    chances, best = np.array(start), None
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
        gap, covariance = joint_deviations(
            listed, _with_chances(there, chances), n_games, first_game=first
        )
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
    slopes = np.empty((len(names), len(places)))
    for column, s in enumerate(places):
        low, high = np.clip((chances[s] - STEP, chances[s] + STEP), 0, 1)
        ends = []
        for end in (low, high):
            moved = chances.copy()
            moved[s] = end
            there = _with_chances(condition, moved)
            played = play_statistics(there, n_games, names, first_game=first_game)
            ends.append(np.array([played.values[name] for name in names]))
        slopes[:, column] = (ends[1] - ends[0]) / (high - low)
    return slopes


def _with_chances(condition: Condition, chances: np.ndarray) -> Condition:
    reading = replace(condition.reading, base_chance=tuple(chances.tolist()))
    return replace(condition, reading=reading)


def _values(name: str, mapping: object) -> list[object]:
    if not (isinstance(mapping, Mapping) and mapping):
        empty = isinstance(mapping, Mapping)
        raise refusal(name, mapping, "are names of options with fields", typed=empty)
    return list(mapping.values())


def _rows(*configurations: str, models: Iterable[str] = ("independent", "correlated")) -> Rows:
    return tuple((model, name) for model in models for name in configurations)


def _field(name: str, *options: object) -> dict[str, dict[str, object]]:
    """A field of `Reading` and its options, by default all in order."""
    words = {True: "yes", False: "no"}
    return {
        words[option] if isinstance(option, bool) else str(option): {name: option}
        for option in options or CHOICES[name]
    }


def _chance(strategy: str, chances: tuple[float, ...], *populations: str) -> Choice:
    place, usual = SIX.index(strategy), Reading().base_chance
    options = {
        f"{chance:g}": {"base_chance": (*usual[:place], chance, *usual[place + 1 :])}
        for chance in chances
    }
    return Choice(f"What is p0 of {strategy} under AD?", options, _rows("AD"), populations)


NEGATIVE = ("negative",)
CORRELATED = ("correlated",)
ALTERNATIVES: dict[str, Choice] = {
    "strategies": Choice(
        "How many strategies are there?",
        {"five": {"strategies": FIVE}, "six": {"strategies": SIX}},
        _rows("BASE"),
    ),
    "ties": Choice(
        "Who is robbed if several targets are equally good?",
        _field("ties"),
        _rows("BASE", models=CORRELATED),
    ),
    "target": Choice(
        "Is the best target that of the highest net value, or of the highest value?",
        _field("target"),
        _rows("SC"),
    ),
    "loss": Choice("Do always_steal and coin_flip steal at a loss?", _field("loss"), _rows("SC")),
    "mean_based": Choice(
        "Does mean_based compare the net value with the mean?", _field("mean_based"), _rows("SC")
    ),
    "mean_over": Choice(
        "Is the mean over all opened gifts, or those that can be stolen?",
        _field("mean_over"),
        _rows("BASE", "SC"),
    ),
    "threshold": Choice(
        "Does threshold compare the net value with 0.6?", _field("threshold"), _rows("SC")
    ),
    "expected_value": Choice(
        "Does expected_value compare the net value with the mean of wrapped gifts?",
        _field("expected_value"),
        _rows("SC"),
        ("main",),
    ),
    "swap": Choice(
        "Does the final swap bear the social cost?", _field("swap_pays", True, False), _rows("SC")
    ),
    "satisfaction": Choice(
        "How satisfied is a player who is to act under AD?", _field("satisfaction"), _rows("AD")
    ),
    "gain": Choice(
        "Does a player under AD steal only at a gain?",
        _field("needs_gain", True, False),
        _rows("SC+AD", "SC+AD+BS", "FULL"),
    ),
    "phase": Choice("What share of the game is gone in round k?", _field("phase"), _rows("AD")),
    "calming": Choice("Whose frustration decays?", _field("calming"), _rows("AD")),
    "selection": Choice("What does BS look at?", _field("selection"), _rows("BS", "FULL")),
    "camps": Choice(
        "How are the camps of the negative model drawn?",
        _field("camps"),
        _rows("BASE", "PI", "SC", "BS", models=NEGATIVE),
    ),
    "quality": Choice(
        "Is a gift's quality in the independent model its mean value, or drawn apart?",
        _field("quality"),
        _rows("BS", "SC+BS", models=("independent",)),
        ("appendix",),
    ),
    "clipped": Choice(
        "Are appearances clipped?",
        _field("clipped", True, False),
        _rows("BS", "SC+BS", models=CORRELATED),
        ("appendix",),
    ),
    "chain_mean": Choice(
        "Over what is the chain length averaged?",
        _field("chain_mean"),
        _rows("BASE", "BS"),
        ("appendix",),
    ),
    "p0 of always_open": _chance("always_open", (0.1, 0.0, 0.05, 0.15, 0.2), *BOTH),
    "p0 of always_steal": _chance("always_steal", (0.9, 0.8, 0.85, 0.95, 1.0), *BOTH),
    "p0 of mean_based": _chance("mean_based", (0.6, 0.5, 0.55, 0.65, 0.7), *BOTH),
    "p0 of threshold": _chance("threshold", (0.5, 0.4, 0.45, 0.55, 0.6), *BOTH),
    "p0 of expected_value": _chance("expected_value", (0.5, 0.4, 0.45, 0.55, 0.6), "main"),
}
