"""Measure time and memory of every solver against the size of the question.

    python -m benchmarks.growth              all solvers, up to a minute and 4 GB each
    python -m benchmarks.growth goofspiel    some of them

writes `data/growth.json`, where the other solvers stay as they are: points, the fitted exponent
beside the theoretical one, and what a much larger question would take, with the uncertainty of
that.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing as mp
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from scipy import stats

from .apart import apart
from .machine import machine
from .row import Growth
from .suite import PACKAGES, ROOT, check, in_module, names

FILE = ROOT / "data" / "growth.json"
SECONDS, MEMORY = 60.0, 4 * 2**30
SHORT = 6.0  # seconds of calls after which no other is made; of three at most the quickest counts
NOTICED = 0.01  # seconds below which a call's own overhead may count
WIDE = 32 * 2**20  # bytes below which memory is that of Python

Told = dict[str, Any]


def grown(growth: Growth, *, seconds: float = SECONDS, memory: float = MEMORY) -> Told:
    """Measure a solver at growing sizes until time or memory would be too much."""
    growth.call(growth.given(growth.sizes[0]))  # compiled and loaded
    base = apart(lambda: None).peak
    points: list[Told] = []
    end = ""
    for size in growth.sizes:
        if end := _too_much(points, seconds, memory):
            break
        ready = partial(growth.call, growth.given(size))
        runs = [apart(ready, 5 * seconds)]
        while not runs[0].error and sum(r.seconds for r in runs) < SHORT and len(runs) < 3:
            runs.append(apart(ready, 5 * seconds))
        if end := runs[0].error:
            break
        best = min(one.seconds for one in runs)
        points.append({"size": size, "seconds": best, "memory": max(runs[0].peak - base, 0)})
    told = {name: getattr(growth, name) for name in ("name", "what", "size", "theory", "far")}
    told |= {"expected": growth.expected, "law": growth.law, "base": base}
    told |= {"points": points, "end": end}
    told["time"] = fit(points, "seconds", growth, NOTICED)
    told["room"] = fit(points, "memory", growth, WIDE)
    return told


def _too_much(points: list[Told], seconds: float, memory: float) -> str:
    """What the next size would have too much of, growing as the last one did; `""` if nothing."""
    if len(points) < 2:
        return ""
    before, last = points[-2:]
    for what, most in (("seconds", seconds), ("memory", memory)):
        times = last[what] / before[what] if before[what] else 1.0
        if last[what] * max(times, 1.0) > most:
            return what
    return ""


def fit(points: list[Told], what: str, growth: Growth, least: float) -> Told | None:
    """The exponent, or the base, of a cost; None if fewer than three points are large enough.

    Returns
    -------
    dict
        `x`, `low`, `high`: exponent or base with 95 per cent bounds; `far`, `far_low`, `far_high`:
        cost at the growth's far size, with the same bounds for a new point; `foretold`: the
        last cost over what the points before it foretell.
    """
    large = [point for point in points if point[what] >= least]
    if len(large) < 3:
        return None
    sizes, costs = [point["size"] for point in large], [point[what] for point in large]
    slope, error, (low, middle, high) = _line(sizes, costs, growth.far, growth.law)
    ends = [slope - error, slope, slope + error]
    x_low, x, x_high = np.exp(ends) if growth.law == "base" else ends
    found = {"x": x, "low": x_low, "high": x_high, "far": middle, "far_low": low, "far_high": high}
    if len(large) > 3:
        before = _line(sizes[:-1], costs[:-1], sizes[-1], growth.law)[2][1]
        found["foretold"] = costs[-1] / before
    return {name: float(value) for name, value in found.items()}


def _line(
    sizes: Sequence[float], costs: Sequence[float], far: float, law: str
) -> tuple[float, float, tuple[float, float, float]]:
    """Slope, its error, and the cost at `far` with bounds, by least squares of logarithms."""
    x = np.array([*sizes, far], float)
    x, y = (x if law == "base" else np.log(x)), np.log(costs)
    x, there = x[:-1], x[-1]
    line = stats.linregress(x, y)
    free = x.size - 2
    wide = stats.t.ppf(0.975, free) if free else np.nan
    spread = np.sqrt(((y - line.intercept - line.slope * x) ** 2).sum() / free) if free else np.nan
    away = 1 + 1 / x.size + (there - x.mean()) ** 2 / ((x - x.mean()) ** 2).sum()
    middle, off = line.intercept + line.slope * there, wide * spread * np.sqrt(away)
    return line.slope, wide * line.stderr, tuple(np.exp([middle - off, middle, middle + off]))


def measured(name: str, seconds: float) -> Told:
    """Measure a solver by its name, in a process of its own."""
    (growth,) = (one for one in in_module(name).GROWTHS if one.name == name)
    return grown(growth, seconds=seconds)


def shown(told: Told) -> str:
    """A solver on the terminal."""
    lines = [f"{told['name']}: {told['what']}"]
    for point in told["points"]:
        memory = f"{point['memory'] / 2**20:.0f} MiB"
        lines.append(
            f"  {point['size']:>12,} {told['size']:<22}{point['seconds']:>9.3g} s{memory:>10}"
        )
    lines.append(f"  ended by {told['end'] or 'the last size'}")
    if line := told["time"]:
        lines.append(
            f"  {told['law']} {line['x']:.3g} ({line['low']:.3g} to {line['high']:.3g}), "
            f"expected {told['expected']}; at {told['far']:,}: {line['far']:.3g} s "
            f"({line['far_low']:.3g} to {line['far_high']:.3g})"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth")
    parser.add_argument("solver", nargs="*", help="such as goofspiel/cards, or goofspiel")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for the largest question")
    given = parser.parse_args()
    check(given.solver, "GROWTHS")
    kept = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    if given.solver and kept and kept["seconds"] != given.seconds:
        parser.error(f"the others were measured with --seconds {kept['seconds']:g}: do so, or all")
    found: Told = {"command": "make growth", "machine": machine(*PACKAGES), "solvers": {}}
    found["seconds"] = given.seconds
    spawn = mp.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as pool:
        for name in names(given.solver, "GROWTHS"):
            found["solvers"][name] = pool.submit(measured, name, given.seconds).result()
            print(shown(found["solvers"][name]), flush=True)
    every = kept.get("solvers", {}) | found["solvers"]
    found["solvers"] = {name: every[name] for name in names([], "GROWTHS") if name in every}
    FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"written to {FILE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
