"""Time a sweep of 200 points of every lab on two processes beside the same points one by one.

Start-up is what one point of a new pool takes beyond its computation. "of the bound" is the time of
the sweep over what it may take: 1.2 times the computations, shared by two, plus start-up. What a
point costs beyond its computation is told as processor time, which other work on the machine does
not change; what a finished one costs is its share of asking for it all again and of the table.

    python -m benchmarks.sweep [CHAPTER ...]
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from press.lab.grid import grid
from press.lab.lab import Lab, solve
from press.lab.sweep import Sweep, gather
from press.lab.table import Table
from press.run.project import Project
from press.run.store import Store
from press.run.workers import executor

LABS: dict[str, dict[str, Any]] = {
    "token_game": {
        "n_players": "1..5", "layout": "..", "step": "1,0.5",
        "ties": "pessimistic,optimistic,first,last,all",
        "prizes": "[1,2,3,4,5,6,7,8,9,10],[3,1,4,1,5,9,2,6,5,3]",
    },
    "yankee_swap": {"n_players": "2..201", "n_games": "2000"},
    "goofspiel": {
        "state": [[n, k, n - k, m] for n in range(5, 15) for k in (1, 2, 3, 4)
                  for m in (1, 2, 3, 4, n)],
    },
    "guts": {"n_coalition": "1..100", "weenie": "..", "n_games": "2000"},
    "gift_exchange": {
        "n_players": "2..41", "n_games": "1000", "features": "[],[SC],[AD],[PI],[BS]",
    },
}  # fmt: skip
JOBS = 2


def children() -> float:
    """Processor time of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def swept(sweep: Sweep, folder: str, jobs: int) -> tuple[float, float]:
    """Ask a sweep anew: time and processor time."""
    kept = Store(Path(folder) / f"{time.monotonic_ns()}.sqlite")
    start, own, theirs = time.perf_counter(), time.process_time(), children()
    outcome = gather(sweep, kept, lambda: executor(jobs))
    assert not outcome.failed, outcome.failed
    took = time.perf_counter() - start
    return took, time.process_time() - own + children() - theirs


def finished(sweep: Sweep, folder: str) -> float:
    """Seconds that a finished point takes: it is looked up, and goes into the table."""
    kept, nothing = Store(Path(folder) / "again.sqlite"), Outcome(0, {})
    for place, key in enumerate(sweep.keys):
        answer = solve(sweep.lab.code, sweep.point(place).values).as_json()
        kept.put(key, json.dumps(answer).encode())
    Table(sweep, kept, nothing).write(Path(folder))  # pandas is imported once
    start = time.process_time()
    assert gather(sweep, kept).before == len(sweep.keys)
    Table(sweep, kept, nothing).write(Path(folder))
    return (time.process_time() - start) / len(sweep.keys)


def main() -> None:
    project = Project.here()
    for name in sys.argv[1:] or LABS:
        lab = Lab.of(project, project.lab(name))
        sweep = Sweep.of(lab, grid(lab.parameters, LABS[name]))
        one = Sweep.of(lab, Design(sweep.design.names, sweep.design.rows[:1]))
        with tempfile.TemporaryDirectory() as folder:
            solve(lab.code, sweep.point(0).values)  # kernels are compiled and loaded
            start, used = time.perf_counter(), time.process_time()
            for place in range(len(sweep.keys)):
                solve(lab.code, sweep.point(place).values).as_json()
            alone, alone_used = time.perf_counter() - start, time.process_time() - used
            first, first_used = swept(one, folder, 1)
            took, took_used = swept(sweep, folder, JOBS)
            bound = 1.2 * alone / JOBS + first
            more = (took_used - alone_used - JOBS * first_used) / len(sweep.keys)
            print(
                f"{name:<14} {len(sweep.keys)} points: one by one {alone:5.1f} s, start-up "
                f"{first:4.1f} s, swept {took:5.1f} s, {took / bound:4.2f} of the bound; a point "
                f"costs {1000 * max(more, 0):5.1f} ms more, a finished one "
                f"{1000 * finished(sweep, folder):4.2f} ms"
            )


if __name__ == "__main__":
    main()
