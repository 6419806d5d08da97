"""All rows measured one after the other, each in a process of its own."""

from __future__ import annotations

import json
import multiprocessing as mp
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from .earlier import confirmed, kept
from .machine import machine
from .race import race
from .race import shown as shown_race
from .rows import MODULES
from .sides import beside

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "data" / "benchmarks.json"
COMMAND = "make bench"
RACE = "race"
PACKAGES = ("numpy", "scipy", "numba")
BUDGET = 2.0  # seconds for a rival and for us beside it

Told = dict[str, Any]


def in_module(name: str) -> Any:
    """The module of a row, a growth or a limit."""
    return import_module(f"{__package__}.rows.{name.partition('/')[0]}")


def names(asked: list[str], kind: str = "ROWS") -> list[str]:
    """The names of a kind that are meant: of one, or of all of a game."""
    known = [one.name for name in MODULES for one in getattr(in_module(name), kind, ())]
    return [name for name in known if not asked or {name, name.partition("/")[0]} & {*asked}]


def check(asked: list[str], *kinds: str) -> None:
    """End with a line if something that is asked for is not there."""
    known = [name for kind in kinds for name in names([], kind)]
    groups = {name.partition("/")[0] for name in known}
    if unknown := [name for name in asked if name not in {*known, *groups}]:
        raise SystemExit(f"no row {', '.join(unknown)}; there are {', '.join(known)}")


def measured(name: str, budget: float) -> Told:
    """Measure a row by its name; in a process of its own, which holds nothing else."""
    from .measure import measure

    (row,) = (row for row in in_module(name).ROWS if row.name == name)
    return measure(row, budget=budget)


def limit_of(name: str, budget: float) -> Told:
    """Measure a kernel beside the least that a machine could do; in a process of its own."""
    (limit,) = (one for one in in_module(name).LIMITS if one.name == name)
    count = limit.count()
    sides = beside(partial(limit.least, count), limit.call, budget=budget)
    told = {part: getattr(limit, part) for part in ("name", "what", "unit", "bound", "rest")}
    seconds, least = min(sides.theirs), min(sides.ours)
    return told | {"count": count, "seconds": seconds, "least": least, "away": sides.ratio()}


def memory_of_pages() -> dict[str, int]:
    """Bytes that each page of the book took when it was last run here, by its address."""
    found = {}
    for folder in sorted((ROOT / "_build" / "runs").glob("*")):
        runs = sorted(folder.glob("*/run.json"), key=lambda path: path.stat().st_mtime)
        if runs:
            told = json.loads(runs[-1].read_text("utf-8"))
            found[told["page"]] = told["peak_memory_mib"] * 2**20
    return found


def shown(row: Told) -> str:
    """A row on the terminal."""
    ours = row["ours"]
    lines = [f"{row['name']}: {row['what']}", f"  {'ours':<52}{_time(ours):>11}{_sure(ours):>9}"]
    for name, told in row["rivals"].items():
        line = f"  {name:<52}{_time(told):>11}{_sure(told):>9}"
        if ratio := told.get("ratio"):
            line += f"{ratio['median']:>10.3g}x ({ratio['low']:.3g} to {ratio['high']:.3g})"
        lines.append(f"{line}  {told['state']} {told.get('error', '')}".rstrip())
    return "\n".join(lines)


def shown_limit(told: Told) -> str:
    """A kernel beside its limit, on the terminal."""
    each, away = told["seconds"] / told["count"], told["away"]
    return (
        f"{told['name']}: {told['what']}\n  {each * 1e9:.3g} ns each of {told['count']:,} "
        f"{told['unit']}, {away['median']:.3g}x ({away['low']:.3g} to {away['high']:.3g}) of "
        f"{told['bound']}"
    )


def _time(told: Told) -> str:
    return f"{told['seconds']:.3g} s" if "seconds" in told and not told["error"] else "-"


def _sure(told: Told) -> str:
    sure = told.get("certificate")
    return "" if sure is None else f"{sure:.0e}"


def run(asked: list[str], budget: float, last: Told | None) -> Told:
    """Measure rows one after the other, each in a new process, and kernels beside their limits."""
    check([name for name in asked if name != RACE], "ROWS", "LIMITS")
    start = time.perf_counter()
    found: Told = {"command": COMMAND, "machine": machine(*PACKAGES), "rows": {}, "limits": {}}
    spawn = mp.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as pool:

        def one(name: str) -> Told:
            row: Told = pool.submit(measured, name, budget).result()
            print(shown(row), flush=True)
            return row

        for name in names(asked):
            found["rows"][name] = one(name)
        for name in names(asked, "LIMITS"):
            limit: Told = pool.submit(limit_of, name, budget).result()
            print(shown_limit(limit), flush=True)
            found["limits"][name] = limit
        if not asked or RACE in asked:
            found["race"] = pool.submit(race).result()
            print(shown_race(found["race"]), flush=True)
        found["earlier"] = kept(last)
        found["slower"] = confirmed(found, found["earlier"], one)
    found["machine"]["minutes"] = round((time.perf_counter() - start) / 60, 1)
    found["memory"] = memory_of_pages()
    return found
