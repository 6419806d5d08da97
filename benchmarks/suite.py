"""All rows measured one after the other, each in a process of its own."""

from __future__ import annotations

import json
import multiprocessing as mp
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

from .earlier import confirmed, kept
from .machine import machine
from .rows import MODULES

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "data" / "benchmarks.json"
COMMAND = "make bench"
PACKAGES = ("numpy", "scipy", "numba")
BUDGET = 2.0  # seconds for a rival and for us beside it

Told = dict[str, Any]


def in_module(name: str) -> Any:
    """The module of a row or a growth."""
    return import_module(f"{__package__}.rows.{name.partition('/')[0]}")


def names(asked: list[str], kind: str = "ROWS") -> list[str]:
    """The names that are meant: of a row, or of all rows of a game."""
    known = [one.name for name in MODULES for one in getattr(in_module(name), kind)]
    found = [name for name in known if not asked or {name, name.partition("/")[0]} & {*asked}]
    if unknown := [name for name in asked if not any(one.startswith(name) for one in found)]:
        raise SystemExit(f"no row {', '.join(unknown)}; there are {', '.join(known)}")
    return found


def measured(name: str, budget: float) -> Told:
    """Measure a row by its name; in a process of its own, which holds nothing else."""
    from .measure import measure

    (row,) = (row for row in in_module(name).ROWS if row.name == name)
    return measure(row, budget=budget)


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


def _time(told: Told) -> str:
    return f"{told['seconds']:.3g} s" if "seconds" in told and not told["error"] else "-"


def _sure(told: Told) -> str:
    sure = told.get("certificate")
    return "" if sure is None else f"{sure:.0e}"


def run(asked: list[str], budget: float, last: Told | None) -> Told:
    """Measure rows one after the other, each in a new process."""
    start = time.perf_counter()
    found: Told = {"command": COMMAND, "machine": machine(*PACKAGES), "rows": {}}
    spawn = mp.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as pool:

        def one(name: str) -> Told:
            row: Told = pool.submit(measured, name, budget).result()
            print(shown(row), flush=True)
            return row

        for name in names(asked):
            found["rows"][name] = one(name)
        found["earlier"] = kept(last)
        found["slower"] = confirmed(found, found["earlier"], one)
    found["machine"]["minutes"] = round((time.perf_counter() - start) / 60, 1)
    found["memory"] = memory_of_pages()
    return found
