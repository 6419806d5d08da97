"""Statistics of played gift exchanges that add up: any split and any order give the same bits.

Every quantity of a game is rounded to a multiple of 2**-32 and summed as an integer, with squares
and the products that ratios need. Integers add without rounding, so the sums of two disjoint ranges
of games are those of the whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import nan, sqrt

import numpy as np

from parlor.core.checks import shown

from . import kernels as col
from .condition import Condition
from .options import STRATEGIES
from .sums import Ranges, Sums, _accumulate, _added, _merge_ranges, _pairs, _units

__all__ = ["GameStatistics", "summarise"]


@dataclass(frozen=True)
class GameStatistics:
    """Means over games, with their standard errors; ``a + b`` joins disjoint ranges of games.

    Attributes
    ----------
    condition : Condition
        What was played; equal in statistics that add.
    ranges : tuple of (int, int)
        The games played, first and one past the last, increasing.
    longest_chain : int
        Most steals in one round of any game.
    sums, squares, products : tuple of int
        Exact sums over games, in units of 2**-32 where they are values.
    """

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
        if self.condition != other.condition:
            names = [f.name for f in fields(self.condition) if f.compare]
            mine, yours = (
                [getattr(c, name) for name in names] for c in (self.condition, other.condition)
            )
            name, a, b = next(
                row for row in zip(names, mine, yours, strict=True) if row[1] != row[2]
            )
            raise ValueError(f"{name}: got {shown(a)} and {shown(b)}, only equal conditions add")
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
        return self if other == 0 else NotImplemented

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
        return tuple(name for name, share in self.condition.shares.items() if share)

    @property
    def steals(self) -> float:
        """Steals per game, without the final swap."""
        return self._mean(col.STEALS)[0]

    @property
    def steals_error(self) -> float:
        """Standard error of `steals`."""
        return self._mean(col.STEALS)[1]

    @property
    def chain_length(self) -> float:
        """Steals per chain of at least one steal, or as the reading's ``chain_mean`` says."""
        return self._chain()[0]

    @property
    def chain_length_error(self) -> float:
        """Standard error of `chain_length`."""
        return self._chain()[1]

    @property
    def seat_value(self) -> np.ndarray:
        """Mean value of the final gift to its owner, by seat, shape (n_players,)."""
        return np.array([self._mean(col.SCALARS + i)[0] for i in range(self.n_players)])

    @property
    def seat_value_error(self) -> np.ndarray:
        """Standard errors of `seat_value`."""
        return np.array([self._mean(col.SCALARS + i)[1] for i in range(self.n_players)])

    @property
    def strategy_value(self) -> dict[str, float]:
        """Mean value of the final gift to its owner, over all players of a strategy."""
        return {name: self._strategy(name)[0] for name in self.strategies}

    @property
    def strategy_value_error(self) -> dict[str, float]:
        """Standard errors of `strategy_value`."""
        return {name: self._strategy(name)[1] for name in self.strategies}

    @property
    def welfare(self) -> float:
        """Mean final value over all players."""
        return self._mean(col.WELFARE)[0]

    @property
    def welfare_error(self) -> float:
        """Standard error of `welfare`."""
        return self._mean(col.WELFARE)[1]

    @property
    def envy(self) -> float:
        """Mean over players of how much more the best gift is worth to them than their own."""
        return self._mean(col.ENVY)[0] / self.n_players

    @property
    def envy_error(self) -> float:
        """Standard error of `envy`."""
        return self._mean(col.ENVY)[1] / self.n_players

    @property
    def actions(self) -> float:
        """Steals, openings and final swaps per game: how long it lasts."""
        return self.steals + self.n_players + self._mean(col.SWAPS)[0]

    @property
    def own_gifts(self) -> float:
        """Share of the players who go home with the gift that they brought."""
        return self._mean(col.OWN)[0] / self.n_players

    @property
    def coalition_value(self) -> tuple[float, float]:
        """Mean final value of the coalition's members, and of the other players (nan if none)."""
        allied, everyone = self._mean(col.ALLIED)[0], self.welfare * self.n_players
        members = self.condition.rules.coalition
        others = self.n_players - members
        return (
            allied / members if members else nan,
            (everyone - allied) / others if others else nan,
        )

    @property
    def coalition_value_error(self) -> float:
        """Standard error of the members' mean final value (nan without a coalition)."""
        members = self.condition.rules.coalition
        return self._mean(col.ALLIED)[1] / members if members else nan

    def estimate(self, statistic: str) -> tuple[float, float]:
        """A statistic by the name that the published tables give it.

        Parameters
        ----------
        statistic : str
            ``"steals"``, ``"chain"``, ``"seat1"`` to ``"seat<n>"``, ``"gap"`` (seat 1 less seat
            2), or a strategy.

        Returns
        -------
        tuple of float
            Value and standard error; that of ``"gap"`` leaves out the small correlation of seats.

        Raises
        ------
        ValueError
            If there is no such statistic.

        Examples
        --------
        >>> from parlor.games.gift_exchange import simulate
        >>> value, error = simulate(100).estimate("seat1")
        >>> bool(0.9 < value < 1 and 0 < error < 0.01)
        True
        """
        if statistic == "steals":
            return self._mean(col.STEALS)
        if statistic == "chain":
            return self._chain()
        if statistic in self.strategies:
            return self._strategy(statistic)
        if statistic == "gap" and self.n_players > 1:
            (first, a), (second, b) = self._mean(col.SCALARS), self._mean(col.SCALARS + 1)
            return first - second, float(np.hypot(a, b))
        seat = statistic.removeprefix("seat")
        if statistic.startswith("seat") and seat.isdigit() and 1 <= int(seat) <= self.n_players:
            return self._mean(col.SCALARS + int(seat) - 1)
        raise ValueError(
            f"statistic: got {statistic!r}, allowed are 'steals', 'chain', 'gap', 'seat1' to "
            f"'seat{self.n_players}', {', '.join(map(repr, self.strategies))}"
        )

    def _mean(self, column: int) -> tuple[float, float]:
        n, unit = self.n_games, _units(self.n_players)[column]
        total = self.sums[column]
        spread = max(n * self.squares[column] * unit - total**2, 0)
        error = sqrt(spread) / (unit * n * sqrt(n - 1)) if n > 1 else nan
        return total / (n * unit), error

    def _ratio(self, pair: int) -> tuple[float, float]:
        """Ratio of two sums over games, and its linearised standard error."""
        over, under = _pairs(self.n_players)[pair]
        n, unit, below = self.n_games, _units(self.n_players)[over], self.sums[under]
        if not below:
            return nan, nan
        ratio = self.sums[over] / (below * unit)
        rest = (self.squares[over] - 2 * ratio * self.products[pair]) / unit
        rest += ratio**2 * self.squares[under]
        return ratio, sqrt(max(rest, 0.0) * n / (n - 1)) / below if n > 1 else nan

    def _chain(self) -> tuple[float, float]:
        mean_over = self.condition.reading.chain_mean
        if mean_over == "over chains":
            return self._ratio(0)
        if mean_over == "over games":
            return self._mean(col.CHAIN_MEAN)
        mean, error = self._mean(col.STEALS)
        return mean / self.n_players, error / self.n_players

    def _strategy(self, name: str) -> tuple[float, float]:
        return self._ratio(1 + STRATEGIES.index(name))


def summarise(condition: Condition, first_game: int, records: np.ndarray) -> GameStatistics:
    """Add up the records of consecutive games.

    Parameters
    ----------
    condition : Condition
        What was played.
    first_game : int
        Number of the first game.
    records : ndarray (n_games, n_columns)
        As `parlor.games.gift_exchange.play` returns them.

    Returns
    -------
    GameStatistics
        Of these games.

    Examples
    --------
    >>> from parlor.games.gift_exchange import Condition, play
    >>> condition = Condition(n_players=5)
    >>> summarise(condition, 0, play(condition, 10)).n_games
    10
    """
    units = np.array(_units(condition.n_players))
    pairs = np.array(_pairs(condition.n_players))
    sums, squares, products = _accumulate(records, units, pairs)
    return GameStatistics(
        condition,
        ((first_game, first_game + len(records)),),
        int(records[:, col.LONGEST].max()),
        tuple(sums.tolist()),
        tuple(squares.tolist()),
        tuple(products.tolist()),
    )
