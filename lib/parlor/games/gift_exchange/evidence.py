"""The evidence for a reading of the gift exchange: what is open, and chi-square of each option.

A choice is tested with everything else at the reading found. The rows of the tables on which it is
made are the choice's own, those where it matters; the other rows are there to validate it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby
from typing import Any

from scipy.stats import chi2

from parlor.core.checks import callback, flag, instance, items, one_of, shown, whole
from parlor.core.result import Certificate, Result

from .condition import Condition
from .engine import MAX_PLAYED
from .factorial import POPULATIONS
from .fit import cell_place, joint_chi_square
from .options import CHOICES
from .published import Cell, checked_cells, distinct_levels
from .reading import FIVE, SIX, Reading

__all__ = ["ALTERNATIVES", "Choice", "Tried", "try_choice", "try_reading"]

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
        If an argument is not as above.

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
            except ValueError as error:
                raise ValueError(f"options: {option}: {error}") from None
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

    @property
    def certificate(self) -> Certificate:
        """Probability of so large a chi-square if the option is right."""
        return Certificate("p-value", self.p_value)

    @property
    def p_value(self) -> float:
        """Probability of so large a chi-square if the option is right."""
        return float(chi2.sf(self.chi_square, self.n_cells))


def try_choice(
    choice: Choice,
    cells: Sequence[Cell],
    population: str,
    *,
    n_games: int = 1_000,
    seed: int = 42,
    elsewhere: bool = False,
    progress: Callable[[int], object] | None = None,
) -> list[Tried]:
    """Test the options of a choice, with all else as the population is read.

    Parameters
    ----------
    choice : Choice
        One of `ALTERNATIVES`, or another.
    cells : sequence of Cell
        The population's, or those of them on which the choice is to be made.
    population : {"appendix", "main"}
        Which of `factorial.POPULATIONS` is varied.
    n_games : int
        Games a condition, 2 to 2**22.
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

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> cell = Cell("table14.sc.seat1", "appendix", "correlated", ("SC",), "seat1", 0.969, 1e-3)
    >>> pays, free = try_choice(ALTERNATIVES["swap"], [cell], "appendix", n_games=500)
    >>> pays.chosen, pays.chi_square < 9 < 1000 < free.chi_square
    (True, True)
    """
    instance("choice", choice, Choice)
    strategies, reading = POPULATIONS[one_of("population", population, tuple(POPULATIONS))]
    other = flag("elsewhere", elsewhere)
    n_games = whole("n_games", n_games, 2, MAX_PLAYED)
    levels, rows = distinct_levels(cells), set(choice.rows)
    wanted = [c for c in levels if ((c.valuation, c.configuration) in rows) != other]
    tried = []
    for option, changes in choice.options.items():
        base = replace(_changed(changes, reading, strategies), seed=seed)
        players: Any = changes.get("strategies", strategies)
        shown = [c for c in wanted if c.statistic in players or c.statistic not in SIX]
        total = try_reading(shown, base, n_games=n_games, progress=progress)
        chosen = base.reading == reading and players == strategies
        tried.append(Tried(option, total, len(shown), chosen))
    return tried


def _changed(changes: Mapping[str, object], reading: Reading, strategies: Any) -> Condition:
    """A condition of this reading and these strategies, but for the changes of an option."""
    changed: dict[str, Any] = dict(changes)
    players = changed.pop("strategies", strategies)
    return Condition(strategies=players, reading=replace(reading, **changed))


def try_reading(
    cells: Sequence[Cell],
    base: Condition,
    *,
    n_games: int = 1_000,
    progress: Callable[[int], object] | None = None,
) -> float:
    """Joint chi-square of published levels under one reading.

    Parameters
    ----------
    cells : sequence of Cell
        Levels, as `published.distinct_levels` returns them.
    base : Condition
        Seed, strategies, reading and rules; valuation model and features come from the cells.
    n_games : int
        Games a condition, 2 to 2**22.
    progress : callable, optional
        Called with the number of games after each condition.

    Returns
    -------
    float
        Sum over the conditions; each has games of its own, so that their noise is independent.

    Raises
    ------
    ValueError
        If an argument is not as above.

    Examples
    --------
    >>> cell = Cell("table3.base", "main", "independent", (), "steals", 70.8, 0.1)
    >>> try_reading([cell], Condition(), n_games=500) < 9
    True
    """
    instance("base", base, Condition)
    n_games = whole("n_games", n_games, 2, MAX_PLAYED)
    callback("progress", progress)
    total = 0.0
    groups = groupby(sorted(checked_cells(cells), key=cell_place), key=cell_place)
    for number, ((valuation, features), group) in enumerate(groups):
        condition = replace(base, valuation=valuation, features=features)
        total += joint_chi_square(list(group), condition, n_games, first_game=number * n_games)
        if progress:
            progress(n_games)
    return total


def _values(name: str, mapping: object) -> list[object]:
    if not (isinstance(mapping, Mapping) and mapping):
        raise ValueError(f"{name}: got {shown(mapping)}, allowed are names of options with fields")
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
