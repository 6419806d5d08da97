"""The lab: one party of the reader's own, played until the answer is good enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from math import isnan
from operator import add
from typing import Annotated, Any

from parlor.core.quantities import Integer, Number
from parlor.core.result import data_frame
from parlor.games.gift_exchange import MAIN, SIX, Condition, GameStatistics, Reading, Rules
from parlor.games.gift_exchange.condition import MAX_PLAYERS
from parlor.games.gift_exchange.statistics import simulate_condition
from press import Answer, Picture, Quantity, Table, in_pieces

CHUNK = 20_000_000  # games by players squared: about a second
MAX_WORK = 10**12  # games by players squared: a day on one processor

Guests = Annotated[int, Integer(2, MAX_PLAYERS)]
Games = Annotated[int, Integer(100, 10**9)]
Thefts = Annotated[int, Integer(1, 1000)]  # as a limit: more than any party has
Cost = Annotated[float, Number(0.0, 100.0)]  # a gift is worth 1 at most
Boldness = Annotated[float, Number(-1.0, 1.0)]
Share = Annotated[float, Number(0.0, 1000.0)]  # they need not add up to one


@dataclass(frozen=True)
class Party:
    """A party that was played.

    Attributes
    ----------
    played : GameStatistics
        What came out.
    """

    played: GameStatistics

    @property
    def condition(self) -> Condition:
        """What was played."""
        return self.played.condition

    def describe(self) -> str:
        """The party in words."""
        c = self.condition
        limit = f"{c.total_limit} in all" if c.total_limit else "no limit"
        return (
            f"{c.n_players} players, {c.valuation} tastes, {c.configuration}, steals of a gift: "
            f"{limit}{self._odd()}"
        )

    def _odd(self) -> str:
        """What else is not as usual."""
        c, usual = self.condition, Rules()
        told = [f"own gift {c.rules.own_gift}"] if c.rules.own_gift != usual.own_gift else []
        told += [f"a coalition of {c.rules.coalition}"] if c.rules.coalition else []
        told += [] if c.rules.final_swap else ["no final swap"]
        if len(set(c.shares.values())) > 1:
            told.append(" and ".join(f"{share:.0%} {x}" for x, share in c.shares.items() if share))
        return "".join(f", {what}" for what in told)

    def answer(self) -> Answer:
        """What the lab says: numbers with their standard errors, tables and a figure."""
        s = self.played
        best, worst = int(s.seat_value.argmax()), int(s.seat_value.argmin())
        found = [
            self._mean("steals", "steals a party, without the final swap"),
            self._mean("actions", "steals, openings and final swaps a party"),
            self._mean("chain", "steals of a chain, on average"),
            Quantity(
                "longest_chain",
                s.longest_chain,
                "the longest chain of steals of all parties",
                sure="exact",
            ),
            self._mean("welfare", "what a gift is worth to its owner in the end"),
            self._mean("envy", "by how much the best gift on the table is worth more"),
            self._mean("own", "share of the guests who go home with what they brought", "kept_own"),
            Quantity("best_seat", best + 1, "the seat that takes home most"),
            self._mean(f"seat{best + 1}", "what the best seat takes home", "best_seat_value"),
            Quantity("worst_seat", worst + 1, "the seat that takes home least"),
            self._mean(f"seat{worst + 1}", "what the worst seat takes home", "worst_seat_value"),
        ]
        if self.condition.rules.coalition:
            members, others = s.coalition_value
            found += [
                Quantity("members", members, "what a member of the coalition takes home",
                         s.coalition_value_error, "standard error"),
                Quantity("others", "none" if isnan(others) else others,
                         "what the others take home"),
            ]  # fmt: skip
        return Answer(
            f"A party held {s.n_games:,} times: {self.describe()}.",
            tuple(found),
            (
                Table("own", self.table, "Your party: what each strategy takes home."),
                Table("own-seats", self.seats, "Your party: what each seat takes home.", rows=12),
            ),
            (
                Picture("own", self.figure, "Your party: what each seat takes home, with standard "
                        "errors; grey, the mean."),
            ),
            f"{s.estimate('steals').value:.3g} steals a party. Take seat {best + 1}: it takes home "
            f"most, {s.seat_value[best]:.3g}. Seat {worst + 1} takes home least, "
            f"{s.seat_value[worst]:.3g}.",
        )  # fmt: skip

    def _mean(self, statistic: str, meaning: str, name: str = "") -> Quantity:
        one = self.played.estimate(statistic)
        if isnan(one.value):  # of nothing that happened
            return Quantity(name or statistic, "none", meaning)
        return Quantity(name or statistic, one.value, meaning, one.error, "standard error")

    def table(self) -> Any:
        """What each strategy takes home."""
        s = self.played
        rows = [
            [x, f"{self.condition.shares[x]:.0%}", value, s.strategy_value_error[x]]
            for x, value in s.strategy_value.items()
        ]
        return data_frame(rows, columns=["strategy", "share", "mean final value", "standard error"])

    def seats(self) -> Any:
        """What each seat takes home."""
        s = self.played
        columns = {"mean final value": s.seat_value, "standard error": s.seat_value_error}
        return data_frame({"seat": range(1, s.n_players + 1)} | columns)

    def figure(self) -> tuple[Any, str]:
        """Mean final values by seat, and in words."""
        from press import new_figure

        s = self.played
        figure, axes = new_figure()
        by_seat = s.seat_value
        axes.errorbar(range(1, s.n_players + 1), by_seat, s.seat_value_error, fmt=".-", color="C0")
        axes.axhline(s.welfare, color="#8a8b8c", linewidth=0.8)
        axes.set(xlabel="seat", ylabel="mean final value")
        return figure, (
            f"Line chart of {s.n_players} seats. The best, {int(by_seat.argmax()) + 1}, gets "
            f"{by_seat.max():.3f}; the worst, {int(by_seat.argmin()) + 1}, gets "
            f"{by_seat.min():.3f}; the mean is {s.welfare:.3f}."
        )


def reading(boldness: float = 0.0, **constants: float) -> Reading:
    """The main text's reading with constants of one's own; `boldness` shifts all chances of AD."""
    chances = tuple(min(1.0, max(0.0, p + boldness)) for p in MAIN.base_chance)
    return replace(MAIN, base_chance=chances, **constants)  # type: ignore[arg-type]


def mix(shares: Mapping[str, float]) -> dict[str, float]:
    """Shares of strategies, made to add up to one; nothing given is a sixth each."""
    given = {x: float(share) for x, share in shares.items()} or dict.fromkeys(SIX, 1.0)
    total = sum(given.values())
    return {x: share / total for x, share in given.items()}


def hold(n_games: int, **party: Any) -> Party:
    """Play a party, which `Condition` describes."""
    condition = Condition(**party)
    chunk = max(1_000, CHUNK // condition.n_players**2)
    jobs = [
        {"condition": condition, "n_games": min(chunk, n_games - first), "first_game": first}
        for first in range(0, n_games, chunk)
    ]
    parts = (part for _, part in in_pieces("parts", simulate_condition, jobs))
    return Party(reduce(add, parts))
