"""The source's tables played again, cell by cell, and how far apart they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd
from scipy.special import gammainc

from parlor.games.gift_exchange import FIVE
from parlor.games.gift_exchange.fit import agreement, deviations

from .findings import record
from .reconstruction import chosen_on
from .study import CROWDS, FIVE_SETS, FOUR, FULL, MODELS, SETS, SINGLES, Study
from .words import named, slug

GAME = ("steals", "chain", "seat1", "seat2", "seat29")
PUBLISHED = "published | computed."


class Tables:
    """The twelve tables of a chapter; each shows what is published, computed, and the verdict."""

    def __init__(self, chapter: Any, study: Study) -> None:
        self.chapter, self.study = chapter, study

    def check(self, entry: str) -> Any:
        """Put the verdict on a cell into the ledger."""
        return record(self.chapter, self.study.judged(self.study.deviations[entry]))

    def both(self, entry: str, digits: int) -> list:
        """A cell as published and computed, and its verdict."""
        check = self.check(entry)
        return [f"{check.printed} | {float(check.computed):.{digits}f}", check]

    def appendix(self, number: int) -> Any:
        """One of Tables 12 to 17, by turns games and strategies: all sets of features."""
        statistics, digits = (FIVE, 4) if number % 2 else (GAME, 3)
        what = f"{MODELS[(number - 12) // 2]} valuations, five strategies: {PUBLISHED}"
        return self.by_features(number, SETS, statistics, digits, what)

    def by_features(
        self,
        number: int,
        sets: Iterable[tuple[str, ...]],
        statistics: Sequence[str],
        digits: int,
        what: str,
        heads: Sequence[str] = (),
    ) -> Any:
        """A table with a row for each set of features."""
        rows = [
            [named(s)]
            + [y for x in statistics for y in self.both(f"table{number}.{slug(s)}.{x}", digits)]
            for s in sets
        ]
        return self._show(number, rows, headed(heads or statistics), what)

    def by_strategy(self, number: int, strategies: Sequence[str], what: str) -> Any:
        """A table with a row for each strategy."""
        rows = [
            [x] + [y for s in FIVE_SETS for y in self.both(f"table{number}.{slug(s)}.{x}", 4)]
            for x in strategies
        ]
        return self._show(number, rows, headed(map(named, FIVE_SETS), "strategy"), what)

    def compared(self, number: int, feature: str, strategies: Sequence[str]) -> Any:
        """Tables 4 and 5: strategies with and without a feature, and the change."""
        places = ("base", feature.lower(), "change")
        rows = [
            [x] + [y for place in places for y in self.both(f"table{number}.{place}.{x}", 4)]
            for x in strategies
        ]
        what = f"final values, {MODELS[number - 4]} valuations: {PUBLISHED}"
        return self._show(number, rows, headed(("BASE", feature, "change"), "strategy"), what)

    def table3(self) -> Any:
        """Steals of BASE, and what each feature changes."""
        bases = [self.both(f"table3.base.{v}.steals", 1) for v in MODELS]
        rows = [["BASE"] + [x for base in bases for x in (*base, "")]]
        for s in (*SINGLES, FULL):
            rows.append([named(s)])
            for v in MODELS:
                at = f"table3.{slug(s)}.{v}"
                one, two = self.check(f"{at}.change"), self.check(f"{at}.percent")
                change, percent = self.study.change(v, s).value, self.study.percent(v, s).value
                text = f"{one.printed} ({two.printed}) | {change:+.1f} ({percent:+.1%})"
                rows[-1] += [text, one, two]
        names = [f"{v}{end}" for v in MODELS for end in ("", ": verdict", ": per cent")]
        what = f"steals a game and what each feature changes: {PUBLISHED}"
        return self._show(3, rows, ["features", *names], what)

    def table6(self) -> Any:
        """Seat 2, by features."""
        what = f"final value of seat 2, correlated valuations: {PUBLISHED}"
        return self.by_features(6, FOUR, ("seat2",), 4, what, ("seat 2",))

    def table7(self) -> Any:
        """Strategies, by features."""
        order = (
            "always_steal",
            "expected_value",
            "threshold",
            "mean_based",
            "coin_flip",
            "always_open",
        )
        return self.by_strategy(
            7, order, f"final values by strategy, correlated valuations: {PUBLISHED}"
        )

    def table8(self) -> Any:
        """Seats, by features."""
        what = f"final values by seat, correlated valuations: {PUBLISHED}"
        heads = ("seat 1", "seat 2", "seat 29", "gap")
        return self.by_features(8, FIVE_SETS, ("seat1", "seat2", "seat29", "gap"), 4, what, heads)

    def _show(self, number: int, rows: list, columns: list[str], what: str) -> Any:
        frame = pd.DataFrame(rows, columns=columns)
        return self.chapter.table(f"table{number}", frame, f"Table {number}, {what}")


def headed(names: Iterable[str], first: str = "features") -> list[str]:
    """Columns of a table of cells with their verdicts."""
    return [first] + [f"{name}{end}" for name in names for end in ("", ": verdict")]


def all_cells(study: Study) -> pd.DataFrame:
    """The cells of the twelve tables: published, computed, and z in combined standard errors."""
    rows = [
        (
            one.cell.population,
            one.cell.id,
            study.published.entry(one.cell.id).printed,
            one.computed,
            one.sigmas,
        )
        for one in study.deviations.values()
    ]
    return pd.DataFrame(rows, columns=["who", "id", "published", "computed", "z"])


def how_many_within(cells: pd.DataFrame) -> pd.DataFrame:
    """Shares of the cells within 1, 2 and 3 combined standard errors, by population."""
    rows = []
    for who in CROWDS:
        z = cells.z[cells.who == who].abs()
        shares = [f"{(z < k).mean():.1%}" for k in (1, 2, 3)]
        rows.append([who, len(z), *shares, round(z.max(), 1)])
    heads = ["population", "cells", "within 1", "within 2", "within 3", "largest"]
    return pd.DataFrame(rows, columns=heads)


def farthest(cells: pd.DataFrame) -> pd.DataFrame:
    """The eight cells that are farthest off."""
    return cells.sort_values("z", key=abs, ascending=False).head(8).round({"computed": 5, "z": 1})


def different(cells: pd.DataFrame) -> pd.DataFrame:
    """The cells without repetitions: percentages, gaps, changes, and what comes out the same."""
    again = ("percent", "gap", "table4.change", "table5.change")
    once = cells[[not any(x in name for x in again) for name in cells.id]]
    return once.assign(seen=once.computed.round(9)).drop_duplicates(["who", "seen"])


def by_population(once: pd.DataFrame) -> Any:
    """Chi-square and number of different cells."""
    return once.groupby("who").z.agg(chi_square=lambda z: (z**2).sum(), cells="size")


def validation(once: pd.DataFrame) -> pd.DataFrame:
    """Chi-square of the rows on which the choices were made, and of the others."""
    used = chosen_on()
    names = [origin(who, entry, used) for who, entry in zip(once.who, once.id, strict=True)]
    parts = once.assign(rows=names).groupby("rows").z
    return pd.DataFrame(
        {
            "different cells": parts.size(),
            "chi-square": parts.agg(lambda z: round((z**2).sum())),
            "largest": parts.agg(lambda z: round(abs(z).max(), 1)),
        }
    ).reset_index()


def origin(who: str, entry: str, used: set[tuple[str, str]]) -> str:
    """Where a cell stands: main text, or appendix and whether it served to choose."""
    if who == "main":
        return "main text"
    number, which = entry.removeprefix("table").split(".")[:2]
    known = (MODELS[(int(number) - 12) // 2], which) in used
    return "appendix, " + ("used to choose" if known else "not used")


def agreement_values(cells: pd.DataFrame, once: pd.DataFrame) -> dict[str, Any]:
    """How many cells agree, and how closely those of the main text do."""
    moves = once[once.id.str.fullmatch("table3.*change")]
    text = once.z[once.who == "main"]
    within = how_many_within(cells)
    return {
        "within3": "; ".join(
            f"{share} ({who})"
            for who, share in zip(within.population, within["within 3"], strict=True)
        ),
        "checked": len(cells),
        "changes_chi": f"{(moves.z**2).sum():.1f}",
        "changes": len(moves),
        "main_chi": f"{(text**2).sum():.0f}",
        "main_cells": len(text),
        "main_tail": f"{gammainc(len(text) / 2, (text**2).sum() / 2):.0%}",
    }


def share_within(study: Study, crowd: str, population: str) -> float:
    """Share of a population's cells that a crowd reproduces within three standard errors."""
    played = [one for (who, *_), one in study.found.items() if who == crowd]
    known = {"steals", "chain", "seat1", "seat2", "seat29", "gap", *played[0].strategies}
    ours = deviations([c for c in study.cells[population] if c.statistic in known], played)
    return agreement(ours).within[2] / len(ours)
