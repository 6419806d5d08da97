"""The source's tables played again, cell by cell, for both populations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from parlor.games.gift_exchange import FIVE, GameStatistics, simulate
from parlor.games.gift_exchange.factorial import POPULATIONS
from parlor.games.gift_exchange.fit import agreement, deviations
from parlor.games.gift_exchange.paired import Estimate
from parlor.games.gift_exchange.published import Cell
from parlor.press import in_pieces
from parlor.press.verdict import parse

from .samples import sure
from .study import AD, COR, CROWDS, IND, MODELS, NEG, SETS, apart
from .words import named, slug

Features = tuple[str, ...]
Key = tuple[str, str, Features]  # population, valuation model, features


def play_tables(n_games: int, seed: int) -> dict[Key, GameStatistics]:
    """All 48 conditions for both populations, 5,000 games a piece.

    In the appendix PI changes no game: its conditions with PI are those without it.
    """
    keys, jobs = [], []
    for who, v, s in product(CROWDS, MODELS, SETS):
        if who == "appendix" and "PI" in s:
            continue
        for first in range(0, n_games, 5000):
            keys.append((who, v, s))
            jobs.append(
                {
                    "n_games": min(5000, n_games - first),
                    "seed": seed,
                    "valuation": v,
                    "features": s,
                    "strategies": POPULATIONS[who][0],
                    "reading": POPULATIONS[who][1],
                    "first_game": first,
                }
            )
    found: dict[Key, GameStatistics] = {}
    for key, (_, part) in zip(keys, in_pieces("conditions", simulate, jobs), strict=True):
        found[key] = found[key] + part if key in found else part
    for v, s in product(MODELS, SETS):
        if "PI" in s:
            bare = found["appendix", v, tuple(x for x in s if x != "PI")]
            found["appendix", v, s] = replace(bare, condition=replace(bare.condition, features=s))
    return found


@dataclass
class Tables:
    """The played conditions, and the chapter's ledger that their cells go into."""

    chapter: Any
    n_games: int
    found: dict[Key, GameStatistics]
    cells: list[tuple] = field(default_factory=list)

    def estimate(self, who: str, v: str, s: Features, x: str) -> tuple[float, float]:
        """A statistic of a condition with its error."""
        return self.found[who, v, s].estimate(x)

    def printed(self, entry: str) -> float:
        """A number as the source prints it."""
        return float(self.chapter.published.entry(entry).printed)

    def judge(self, entry: str, who: str, value: float, error: float) -> Any:
        """Compare a published cell, whose error is ours scaled to its 5,000 games."""
        theirs = error * (self.n_games / 5000) ** 0.5
        text = self.chapter.published.entry(entry).printed
        printed, unit = map(float, parse(text))
        spread = np.sqrt(error**2 + theirs**2 + unit**2 / 12)
        z = (value - printed) / spread
        self.cells.append((who, entry, text, value, z))
        return self.chapter.check(
            entry,
            float(f"{value:.6g}"),
            standard_error=error,
            printed_standard_error=theirs,
            evidence=f"Off by {z:+.1f} standard "
            f"errors; ours is {error:.2g}, theirs taken as {theirs:.2g}.",
        )

    def both(self, entry: str, who: str, v: str, s: Features, x: str, digits: int) -> list:
        """A cell as published and computed, and its verdict."""
        check = self.judge(entry, who, *self.estimate(who, v, s, x))
        return [_shown(check, digits), check]

    def change(
        self, who: str, v: str, s: Features, x: str = "steals"
    ) -> tuple[float, float, float, float]:
        """What features change, with its error, and the same as a share of BASE."""
        (a, da), (b, db) = (self.estimate(who, v, chosen, x) for chosen in (s, ()))
        return a - b, float(np.hypot(da, db)), a / b - 1, float(np.hypot(da, a / b * db) / b)

    def appendix_table(self, number: int, v: str, statistics: Sequence[str], digits: int) -> Any:
        """One of the appendix's tables, published beside computed."""
        rows = [
            [named(s)]
            + [
                item
                for x in statistics
                for item in self.both(f"table{number}.{slug(s)}.{x}", "appendix", v, s, x, digits)
            ]
            for s in SETS
        ]
        return self.chapter.table(
            f"table{number}",
            pd.DataFrame(rows, columns=headed(statistics)),
            f"Table {number}, {v} valuations, five strategies: published | computed.",
        )

    def table3(self) -> Any:
        """Steals of BASE and what each feature changes."""
        bases = [self.both(f"table3.base.{v}.steals", "main", v, (), "steals", 1) for v in MODELS]
        rows = [["BASE"] + [x for base in bases for x in (*base, "")]]
        for s in (*SETS[1:5], SETS[-1]):
            rows.append([named(s)])
            for v in MODELS:
                at, (d, dd, r, dr) = f"table3.{slug(s)}.{v}", self.change("main", v, s)
                one = self.judge(f"{at}.change", "main", d, dd)
                two = self.judge(f"{at}.percent", "main", r, dr)
                rows[-1] += [f"{one.printed} ({two.printed}) | {d:+.1f} ({r:+.1%})", one, two]
        ends = ("", ": verdict", ": per cent")
        names = [f"{v}{end}" for v in MODELS for end in ends]
        return self.chapter.table(
            "table3",
            pd.DataFrame(rows, columns=["features", *names]),
            "Table 3, steals a game and what each feature changes: published | computed.",
        )

    def compared(self, table: str, v: str, feature: str, order: Iterable[str]) -> Any:
        """Tables 4 and 5: strategies with and without a feature, and the change."""
        rows = []
        for x in order:
            d, dd, _, _ = self.change("main", v, (feature,), x)
            moved = self.judge(f"{table}.change.{x}", "main", d, dd)
            pairs = [
                item
                for s in ((), (feature,))
                for item in self.both(f"{table}.{slug(s)}.{x}", "main", v, s, x, 4)
            ]
            rows.append([x, *pairs, _shown(moved, 4), moved])
        return self.chapter.table(
            table,
            pd.DataFrame(rows, columns=headed(("BASE", feature, "change"), "strategy")),
            f"Table {table[-1]}, final values, {v} valuations: published | computed.",
        )

    def number(self, entry: str, key: Key, x: str, digits: int = 2) -> Any:
        """A number of the main text's prose; the evidence tells the appendix's too."""
        other = self.estimate("appendix", key[1], key[2], x)[0]
        check = self.judge(entry, key[0], *self.estimate(*key, x))
        return replace(check, evidence=f"{check.evidence} Five strategies: {other:.{digits}f}.")

    def against(self, who: str, v: str, base: str, s: Features = (), x: str = "steals") -> Estimate:
        """One valuation model less another."""
        return apart(self.estimate(who, v, s, x), self.estimate(who, base, s, x))

    def quota(self, entry: str, s: Features, v: str, sign: int = 1) -> Any:
        """A change of steals as a share of BASE, in the main text's prose."""
        r, dr = self.change("main", v, s)[2:]
        other = self.change("appendix", v, s)[2]
        check = self.judge(entry, "main", sign * r, dr)
        return replace(check, evidence=f"{check.evidence} Five strategies: {sign * other:.1%}.")

    def most_in_correlated(self, s: Features) -> bool:
        """Whether features take most away where tastes agree, as a share."""
        share = {v: self.change("main", v, s)[2:] for v in MODELS}
        return all(sure(apart(share[v], share[COR])) for v in (IND, NEG))

    def gone(self, who: str, v: str, s: Features, t: Features = ()) -> Estimate:
        """Steals that go when features `t` give way to `s`."""
        return apart(self.estimate(who, v, t, "steals"), self.estimate(who, v, s, "steals"))

    def without_sophistication(self, v: str) -> Estimate:
        """Steals with expected_value less steals without it."""
        return apart(*(self.estimate(who, v, (), "steals") for who in CROWDS))

    def points(self, entry: str, x: str, sign: int = 1, v: str = COR) -> Any:
        """What AD does to a strategy, in hundredths."""
        d, dd, _, _ = self.change("main", v, AD, x)
        check = self.judge(entry, "main", 100 * sign * d, 100 * dd)
        if x not in FIVE:
            return check
        other = 100 * sign * self.change("appendix", v, AD, x)[0]
        return replace(check, evidence=f"{check.evidence} Five strategies: {other:.1f}.")

    def together(self, entry: str, *sets: Features) -> Any:
        """The sum of what sets of features change, correlated valuations."""
        parts = [self.change("main", COR, s) for s in sets]
        error = float(np.hypot.reduce([p[1] for p in parts]))
        return self.judge(entry, "main", sum(p[0] for p in parts), error)

    def best_to_worst(self, entry: str, s: Features, best: str, worst: str) -> Any:
        """The distance of two strategies, correlated valuations."""
        a, b = (self.estimate("main", COR, s, x) for x in (best, worst))
        return self.judge(entry, "main", a[0] - b[0], float(np.hypot(a[1], b[1])))

    def extreme(self, entry: str, pick: Callable[..., Features]) -> Any:
        """The least or greatest value of seat 29, correlated valuations."""
        s = pick(SETS, key=lambda s: self.found["main", COR, s].seat_value[-1])
        check = self.judge(entry, "main", *self.estimate("main", COR, s, "seat29"))
        return replace(check, evidence=f"{named(s)}. " + check.evidence)

    def width(self, v: str) -> Estimate:
        """From the best strategy to the worst in BASE."""
        value = self.found["main", v, ()].strategy_value
        top, bottom = (pick(value, key=lambda x: value[x]) for pick in (max, min))
        return apart(self.estimate("main", v, (), top), self.estimate("main", v, (), bottom))

    def share_within(self, crowd: str, cells: Iterable[Cell]) -> float:
        """Share of published cells that a crowd reproduces within three standard errors."""
        played = [s for (who, *_), s in self.found.items() if who == crowd]
        known = {"steals", "chain", "seat1", "seat2", "seat29", "gap", *played[0].strategies}
        ours = deviations([c for c in cells if c.statistic in known], played)
        return agreement(ours).within[2] / len(ours)


def beside(one: GameStatistics, i: int, j: int) -> Estimate:
    """Value of one seat less that of another."""
    (a, b), (da, db) = one.seat_value[[i, j]], one.seat_value_error[[i, j]]
    return Estimate(float(a - b), float(np.hypot(da, db)))


def _shown(check: Any, digits: int) -> str:
    return f"{check.printed} | {float(check.computed):.{digits}f}"


def headed(names: Iterable[str], first: str = "features") -> list[str]:
    """Columns of a table of cells with their verdicts."""
    return [first] + [f"{name}{end}" for name in names for end in ("", ": verdict")]
