"""The source's tables played again, cell by cell, and how far apart they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import pandas as pd
from scipy.special import gammainc

from press import Check, Value, claim

from .published import deviations
from .reconstruction import chosen_on
from .said import said
from .sets import CROWDS, FULL, MODELS, SETS, SINGLES
from .study import Study, study
from .words import named, slug

Found = Mapping[str, Check]
WHAT = {
    3: "steals a game and what each feature changes",
    4: "final values, independent valuations",
    5: "final values, correlated valuations",
    6: "final value of seat 2, correlated valuations",
    7: "final values by strategy, correlated valuations",
    8: "final values by seat, correlated valuations",
}
WHAT |= {12 + i: f"{MODELS[i // 2]} valuations, five strategies" for i in range(6)}
HEADS = {slug(s): named(s) for s in SETS} | {f"seat{i}": f"seat {i}" for i in (1, 2, 29)}


@claim(*(f"table{number}.*" for number in WHAT), of=study)
def cells(it: Study) -> dict[str, Value]:
    """Our values of the cells of the source's twelve tables."""
    return {cell.id: it.cell(cell.id) for who in CROWDS for cell in it.cells[who]}


def both(found: Found, entry: str, digits: int) -> list[Any]:
    """A cell as published and computed, and its verdict."""
    check = found[entry]
    computed = float(check.computed.replace(",", ""))
    return [f"{check.printed} | {computed:.{digits}f}", check]


def shown(number: int, found: Found) -> pd.DataFrame:
    """One of the source's Tables 3 to 8 and 12 to 17, each cell published, computed and judged."""
    if number == 3:
        return shown_changes(found)
    across = number in (4, 5, 7)  # strategies down, features across
    ids = [x.split(".") for x in said.published.entries if x.startswith(f"table{number}.")]
    down, over = (dict.fromkeys(one[k] for one in ids) for k in (1 + across, 2 - across))
    rows = []
    for x in down:
        places = [f"{y}.{x}" if across else f"{x}.{y}" for y in over]
        digits = 3 if number in (12, 14, 16) else 4
        cells = [both(found, f"table{number}.{place}", digits) for place in places]
        rows.append([HEADS.get(x, x), *chain.from_iterable(cells)])
    heads = [y if number > 8 else HEADS.get(y, y) for y in over]
    return pd.DataFrame(rows, columns=headed(heads, "strategy" if across else "features"))


def shown_changes(found: Found) -> pd.DataFrame:
    """Table 3."""
    bases = [both(found, f"table3.base.{v}.steals", 1) for v in MODELS]
    rows = [["BASE"] + [x for base in bases for x in (*base, "")]]
    for s in (*SINGLES, FULL):
        rows.append([named(s)])
        for v in MODELS:
            one, two = (found[f"table3.{slug(s)}.{v}.{x}"] for x in ("change", "percent"))
            computed = f"{float(one.computed):+.1f} ({float(two.computed):+.1%})"
            text = f"{one.printed} ({two.printed}) | {computed}"
            rows[-1] += [text, one, two]
    names = [f"{v}{end}" for v in MODELS for end in ("", ": verdict", ": per cent")]
    return pd.DataFrame(rows, columns=["features", *names])


def caption(number: int) -> str:
    """What one of them shows."""
    return f"The source's Table {number}, {WHAT[number]}: published | computed."


def outside() -> pd.DataFrame:
    """What no computation here can decide, and what stands in the way."""
    rows = [
        [f"It {one.quantity}.", one.where, one.diagnosis.explanation]
        for one in said.published.entries.values()
        if one.expected == "not testable" and one.diagnosis
    ]
    return pd.DataFrame(rows, columns=["claim", "where", "why not"])


def headed(names: Iterable[str], first: str = "features") -> list[str]:
    """Columns of a table of cells with their verdicts."""
    return [first] + [f"{name}{end}" for name in names for end in ("", ": verdict")]


def all_cells(it: Study) -> pd.DataFrame:
    """The cells of the twelve tables: published, computed, and z in combined standard errors."""
    rows = [
        (one.cell.population, name, said.published.entry(name).printed, one.computed, one.sigmas)
        for name, one in it.deviations.items()
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
    seen = once.assign(seen=once.computed.round(9)).drop_duplicates(["who", "seen"])
    return seen.drop(columns="seen")


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
    near = int((cells.z.abs() <= 3).sum())
    return {
        "within3": "all" if near == len(cells) else f"{near:,}",
        "checked": len(cells),
        "changes_chi": f"{(moves.z**2).sum():.1f}",
        "changes": len(moves),
        "main_chi": f"{(text**2).sum():.0f}",
        "main_cells": len(text),
        "main_tail": f"{100 * gammainc(len(text) / 2, (text**2).sum() / 2):.0f} %",
    }


def share_within(it: Study, crowd: str, population: str) -> float:
    """Share of a population's cells that a crowd reproduces within three standard errors."""
    played = [one for (who, *_), one in it.found.items() if who == crowd]
    known = {"steals", "chain", "seat1", "seat2", "seat29", "seat1-seat2", *played[0].strategies}
    ours = deviations([c for c in it.cells[population] if c.statistic in known], played)
    return sum(abs(one.sigmas) <= 3 for one in ours) / len(ours)
