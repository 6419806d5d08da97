"""What is counted in gift exchanges: statistics with their standard errors, of exact sums.

`sources` says once how each statistic is found in the records of games. `GameStatistics` adds games
up, any number of them: every quantity of a game is rounded to a multiple of 2**-32 and summed as an
integer, with squares and the products that ratios need. Integers add without rounding, so any split
and order give the same bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, reduce
from math import nan, sqrt
from operator import add
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from parlor.core.checks import refusal, shown
from parlor.core.compiled import njit
from parlor.core.estimate import Estimate
from parlor.core.quantities import Seed, checked
from parlor.core.result import Certificate, Result, data_frame

from .condition import STANDARD_RULES, Condition, FirstGame, Games, Rules
from .engine import AT, SEATS, in_chunks
from .reading import MAIN, SIX, Reading

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["GameStatistics", "simulate", "simulate_condition"]

# the others are counts
VALUES = (
    AT.chain_mean,
    AT.envy,
    AT.welfare,
    AT.allied_value,
    AT.swap_envy_before,
    AT.swap_envy_after,
)
UNIT = 2**32  # of values in the sums: their rounding is far below the error of any mean of games

Sums = tuple[int, ...]
Ranges = tuple[tuple[int, int], ...]


class Source(NamedTuple):
    """Where a statistic comes from: sums over games of columns of their records.

    Attributes
    ----------
    over : tuple of int
        Columns that are added up.
    under : int or None
        Column of what they are divided by, None for the number of games.
    per : int
        Players or members among whom the result is shared.
    plus : int
        What every game adds besides.
    """

    over: tuple[int, ...]
    under: int | None = None
    per: int = 1
    plus: int = 0


def sources(condition: Condition) -> dict[str, Source]:
    """All statistics of a condition by name, differences apart."""
    n, members = condition.n_players, condition.rules.coalition
    by_strategy, k = SEATS + n, len(SIX)
    chain = {
        "over chains": Source((AT.steals,), AT.chains),
        "over games": Source((AT.chain_mean,)),
        "over rounds": Source((AT.steals,), per=n),
    }
    known = {
        "steals": Source((AT.steals,)),
        "chain": chain[condition.reading.chain_mean],
        "actions": Source((AT.steals, AT.swapped), plus=n),
        "welfare": Source((AT.welfare,)),
        "envy": Source((AT.envy,), per=n),
        "own": Source((AT.own_gifts,), per=n),
    }
    if members:
        known["allied"] = Source((AT.allied_value,), per=members)
    for i in range(n):
        known[f"seat{i + 1}"] = Source((SEATS + i,))
    for s, name in enumerate(SIX):
        if name in condition.occurring:
            known[name] = Source((by_strategy + s,), by_strategy + k + s)
    return known


def parts(
    condition: Condition, statistic: object, name: str = "statistic"
) -> list[tuple[str, Source]]:
    """A statistic's name and source, or those of the two whose difference it is."""
    known = sources(condition)
    if isinstance(statistic, str):
        names = statistic.split("-")
        if len(names) <= 2 and all(name in known for name in names):
            return [(name, known[name]) for name in names]
    others = [name for name in known if not name.startswith("seat")]
    allowed = (
        f"are {', '.join(map(repr, others))}, 'seat1' to 'seat{condition.n_players}' and "
        "differences of two such as 'seat1-seat2'"
    )
    raise refusal(name, statistic, allowed, typed=isinstance(statistic, str))


@dataclass(frozen=True, repr=False)
class GameStatistics(Result):
    """Means over games, with their standard errors; ``a + b`` joins disjoint ranges of games.

    Of a single game errors are nan, as is what does not occur.

    Attributes
    ----------
    condition : Condition
        What was played; equal in statistics that add.
    ranges : tuple of (int, int)
        The games played, first and one past the last, increasing.
    longest_chain : int
        Most steals in one round of any game.
    sums, squares, products : tuple of int
        Sums over games, exact in any order; of values rounded to 2**-32, in that unit.
    """

    _shown = ("steals", "welfare")

    condition: Condition
    ranges: Ranges
    longest_chain: int
    sums: Sums = field(repr=False)
    squares: Sums = field(repr=False)
    products: Sums = field(repr=False)

    def __add__(self, other: GameStatistics) -> GameStatistics:
        """Join two disjoint ranges of games of one condition."""
        if not isinstance(other, GameStatistics):
            return NotImplemented
        for name in (f.name for f in fields(self.condition) if f.compare):
            a, b = getattr(self.condition, name), getattr(other.condition, name)
            if a != b:
                raise ValueError(
                    f"{name}: got {shown(a)} and {shown(b)}, only equal conditions add"
                )
        return GameStatistics(
            self.condition,
            _merge_ranges(self.ranges + other.ranges),
            max(self.longest_chain, other.longest_chain),
            _added(self.sums, other.sums),
            _added(self.squares, other.squares),
            _added(self.products, other.products),
        )

    def __radd__(self, other: object) -> GameStatistics:
        """Let ``sum`` start from 0."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    @property
    def certificate(self) -> Certificate:
        """Standard error of the steals per game."""
        return Certificate("standard error of the steals", self.steals_error)

    @property
    def n_games(self) -> int:
        """Games played."""
        return sum(stop - start for start, stop in self.ranges)

    @property
    def n_players(self) -> int:
        """Players, and gifts."""
        return self.condition.n_players

    @property
    def strategies(self) -> tuple[str, ...]:
        """Strategies that occur."""
        return self.condition.occurring

    @property
    def steals(self) -> float:
        """Steals per game, without the final swap."""
        return self.estimate("steals").value

    @property
    def steals_error(self) -> float:
        """Standard error of `steals`."""
        return self.estimate("steals").error

    @property
    def chain_length(self) -> float:
        """Steals per chain of at least one steal, or as the reading's ``chain_mean`` says."""
        return self.estimate("chain").value

    @property
    def seat_value(self) -> np.ndarray:
        """Mean value of the final gift to its owner, by seat, shape (n_players,)."""
        return np.array([seat.value for seat in self._seats()])

    @property
    def seat_value_error(self) -> np.ndarray:
        """Standard errors of `seat_value`."""
        return np.array([seat.error for seat in self._seats()])

    @property
    def strategy_value(self) -> dict[str, float]:
        """Mean value of the final gift to its owner, over all players of a strategy."""
        return {name: self.estimate(name).value for name in self.strategies}

    @property
    def strategy_value_error(self) -> dict[str, float]:
        """Standard errors of `strategy_value`."""
        return {name: self.estimate(name).error for name in self.strategies}

    @property
    def welfare(self) -> float:
        """Mean final value over all players."""
        return self.estimate("welfare").value

    @property
    def actions(self) -> float:
        """Steals, openings and final swaps per game: how long it lasts."""
        return self.estimate("actions").value

    @property
    def coalition_value(self) -> tuple[float, float]:
        """Mean final value of the coalition's members, and of the other players (nan if none)."""
        members = self.condition.rules.coalition
        others = self.n_players - members
        allied = self._mean((AT.allied_value,)).value
        rest = self.welfare * self.n_players - allied
        return allied / members if members else nan, rest / others if others else nan

    @property
    def coalition_value_error(self) -> float:
        """Standard error of the members' mean final value (nan without a coalition)."""
        return self.estimate("allied").error if self.condition.rules.coalition else nan

    def estimate(self, statistic: str) -> Estimate:
        """Return a statistic by the name that the published tables give it.

        Parameters
        ----------
        statistic : str
            ``"steals"``, ``"chain"``, ``"actions"``, ``"welfare"``, ``"envy"`` (per player),
            ``"own"`` (share of players with their own gift), ``"allied"`` (mean value of the
            coalition), ``"seat1"`` to ``"seat<n>"``, a strategy that occurs, or a difference of
            two of them, as ``"seat1-seat2"``.

        Returns
        -------
        Estimate
            Value and standard error. That of a difference is as if the two were independent.

        Raises
        ------
        ValueError
            If there is no such statistic.

        Examples
        --------
        >>> seat = simulate(100).estimate("seat1")
        >>> 0.9 < seat.value < 1 and 0 < seat.error < 0.01
        True
        """
        first, *second = (self._of(source) for _, source in parts(self.condition, statistic))
        return first - second[0] if second else first

    def to_frame(self) -> pd.DataFrame:
        """Return all statistics as a table.

        Returns
        -------
        DataFrame
            A row for each statistic, with its value and standard error.
        """
        return frame({name: self._of(source) for name, source in sources(self.condition).items()})

    def _seats(self) -> list[Estimate]:
        return [self._mean((SEATS + i,)) for i in range(self.n_players)]

    def _of(self, source: Source) -> Estimate:
        if source.under is not None:
            return self._ratio(source.over[0], source.under)
        mean = self._mean(source.over, source.plus)
        return Estimate(mean.value / source.per, mean.error / source.per)

    def _mean(self, columns: tuple[int, ...], plus: int = 0) -> Estimate:
        """Mean of the sum of one column, or of two whose products are known, and a number."""
        n, unit = self.n_games, _units(self.n_players)[columns[0]]
        total = sum(self.sums[c] for c in columns)
        square = sum(self.squares[c] for c in columns)
        if len(columns) == 2:
            square += 2 * self.products[_pairs(self.n_players).index(columns)]
        spread = max(n * square * unit - total**2, 0)
        error = sqrt(spread) / (unit * n * sqrt(n - 1)) if n > 1 else nan
        first, *others = (self.sums[c] / (n * unit) for c in columns)
        return Estimate(sum(others, first + plus), error)

    def _ratio(self, over: int, under: int) -> Estimate:
        """Ratio of two sums over games, and its linearised standard error."""
        n, unit, below = self.n_games, _units(self.n_players)[over], self.sums[under]
        if not below:
            return Estimate(nan, nan)
        ratio = self.sums[over] / (below * unit)
        product = self.products[_pairs(self.n_players).index((over, under))]
        rest = (self.squares[over] - 2 * ratio * product) / unit + ratio**2 * self.squares[under]
        error = sqrt(max(rest, 0.0) * n / (n - 1)) / below if n > 1 else nan
        return Estimate(ratio, error)


@checked
def simulate(
    n_games: Games,
    *,
    seed: Seed = 42,
    n_players: int | None = None,
    valuation: str = "independent",
    features: str | Sequence[str] = (),
    strategies: Sequence[str] | Mapping[str, float] = SIX,
    reading: Reading = MAIN,
    total_limit: int | None = None,
    rules: Rules = STANDARD_RULES,
    values: Any = None,
    policies: Mapping[int, Any] = MappingProxyType({}),
    first_game: FirstGame = 0,
) -> GameStatistics:
    """Play gift exchanges and add them up.

    Parameters
    ----------
    n_games : int
        How many.
    seed : int or numpy.random.Generator
        Of all random numbers; a generator draws one seed, kept in the result's ``condition.seed``.
    n_players : int, optional
        Players, and gifts; by default as many as the `values` are of, or else 29.
    valuation : str
        How tastes are related, if there are no `values`: one of `VALUATIONS`.
    features : str or sequence of str
        Any of ``"PI"``, ``"SC"``, ``"AD"`` and ``"BS"``, as in `Condition`.
    strategies : sequence of str, or mapping of str to float
        Drawn for each player, with equal probabilities or with those given.
    reading : Reading
        How the source is read.
    total_limit : int or None
        How often a gift may be stolen in a game; None is no limit.
    rules : Rules
        The own-gift rule, coalitions and the final swap. By default those of the source.
    values : array_like or callable, optional
        What the gifts are worth, a row a player, a column a gift, all in [0, 1] (divide by the
        largest). A function is called with a `numpy.random.Generator` and the number of players,
        and returns such a square.
    policies : mapping of int to (str or callable)
        Who does what at which seat, as in `Condition`. Policies of one's own are asked one decision
        at a time, which takes some hundred times as long as a strategy.
    first_game : int
        Number of the first game: games 0 to 99 are games 0 to 49 and 50 to 99.

    Returns
    -------
    GameStatistics
        Means with standard errors. ``simulate(50) + simulate(50, first_game=50)`` equals
        ``simulate(100)`` to the last bit.

    Examples
    --------
    >>> played = simulate(2000, valuation="correlated", features="SC")
    >>> bool(abs(played.steals - 54.0) < 4 * played.steals_error)  # Table 3: 104.2 - 50.2
    True

    Tastes of one's own, and a first player who takes what she likes best if it is worth 0.7:

    >>> def tastes(rng, n):
    ...     return rng.beta(2, 1, (n, n))
    >>> def choosy(at, worth, choices):
    ...     return max(choices, key=lambda m: worth[at.holds[m - 1] - 1] if m else 0.7)
    >>> mine = simulate(100, n_players=5, values=tastes, policies={1: choosy, 2: "threshold"})
    >>> 0.5 < mine.estimate("seat1").value < 1
    True
    """
    condition = Condition(
        seed=seed,
        n_players=n_players,
        valuation=valuation,
        features=features,
        strategies=strategies,
        reading=reading,
        total_limit=total_limit,
        rules=rules,
        values=values,
        policies=policies,
    )
    return simulate_condition(condition, n_games=n_games, first_game=first_game)


@checked
def simulate_condition(
    condition: Condition, *, n_games: Games, first_game: FirstGame = 0
) -> GameStatistics:
    """Play games of one condition and add them up.

    Parameters
    ----------
    condition : Condition
        What is played.
    n_games : int
        How many.
    first_game : int
        Number of the first one.

    Returns
    -------
    GameStatistics
        As `simulate` returns it.

    Examples
    --------
    >>> simulate_condition(Condition(features="FULL"), n_games=10).n_games
    10
    """
    chunks = in_chunks(condition, n_games, first_game)
    return reduce(add, (summarise(condition, start, records) for start, records in chunks))


def frame(estimates: Mapping[str, Estimate]) -> pd.DataFrame:
    rows = [(name, estimate.value, estimate.error) for name, estimate in estimates.items()]
    return data_frame(rows, columns=["statistic", "value", "error"])


def summarise(condition: Condition, first_game: int, records: np.ndarray) -> GameStatistics:
    """Add up the records of consecutive games, of which the first has a number."""
    units = np.array(_units(condition.n_players))
    pairs = np.array(_pairs(condition.n_players))
    sums, squares, products = _accumulate(records, units, pairs)
    return GameStatistics(
        condition,
        ((first_game, first_game + len(records)),),
        int(records[:, AT.longest_chain].max()),
        tuple(sums.tolist()),
        tuple(squares.tolist()),
        tuple(products.tolist()),
    )


def _merge_ranges(ranges: Ranges) -> Ranges:
    """Join ranges of games that touch; ValueError if two overlap."""
    merged: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if merged and start < merged[-1][1]:
            raise ValueError(f"games {start} to {merged[-1][1] - 1} are counted twice")
        if merged and start == merged[-1][1]:
            merged[-1] = (merged[-1][0], stop)
        else:
            merged.append((start, stop))
    return tuple(merged)


def _added(a: Sums, b: Sums) -> Sums:
    return tuple(x + y for x, y in zip(a, b, strict=True))


@cache
def _units(n_players: int) -> list[int]:
    """By column of the records: 1 for counts, 2**32 for values."""
    scalars = [UNIT if c in VALUES else 1 for c in range(SEATS)]
    return scalars + [UNIT] * (n_players + len(SIX)) + [1] * len(SIX)


@cache
def _pairs(n_players: int) -> list[tuple[int, int]]:
    """Columns whose products are asked for, by the ratios and by the sum among `sources`."""
    first, k = SEATS + n_players, len(SIX)
    pairs = [(AT.steals, AT.chains), (AT.steals, AT.swapped)]
    return pairs + [(first + s, first + k + s) for s in range(k)]


@njit(nogil=True)
def _accumulate(
    records: np.ndarray, units: np.ndarray, pairs: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sums, squares and products of columns over the games of `records` (games, columns).

    `units` (columns,) are the integers by which a column is multiplied before it is rounded; a row
    of `pairs` (products, 2) names two columns, and the product is in the units of the first.
    """
    n_columns = records.shape[1]
    sums, squares = np.zeros(n_columns, np.int64), np.zeros(n_columns, np.int64)
    products = np.zeros(pairs.shape[0], np.int64)
    for g in range(records.shape[0]):
        for c in range(n_columns):
            x = records[g, c]
            sums[c] += np.int64(x * units[c] + 0.5)  # all of them are at least 0
            squares[c] += np.int64(x * x * units[c] + 0.5)
        for p in range(pairs.shape[0]):
            x, y = records[g, pairs[p, 0]], records[g, pairs[p, 1]]
            products[p] += np.int64(x * y * units[pairs[p, 0]] + 0.5)
    return sums, squares, products
