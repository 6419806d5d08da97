"""Time a sweep of 200 points of every lab on two processes beside the same points one by one.

Start-up is what one point of a new pool takes beyond its computation. "of the bound" is the time of
the sweep over what it may take: 1.2 times the computations, shared by two, plus start-up. What a
point costs beyond its computation is told as processor time, which other work on the machine does
not change; what a finished one costs is its share of asking for it all again and of the table.

    python -m benchmarks.sweep [CHAPTER ...]
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from press.ask.answer_cell import Lab, run_cell
from press.ask.grid import grid
from press.ask.sweep import Sweep, gather
from press.ask.table import SweepTable
from press.project.places import Project

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
    """Ask a sweep, whose answers are kept in a folder: time and processor time."""
    start, own, theirs = time.perf_counter(), time.process_time(), children()
    table = SweepTable(sweep, gather(Project(Path(folder)), sweep, jobs))
    assert not table.failed
    took = time.perf_counter() - start
    return took, time.process_time() - own + children() - theirs


def main() -> None:
    project = Project.here()
    for name in sys.argv[1:] or LABS:
        lab = Lab.of(project, project.page_asked(name))
        sweep = Sweep.of(lab, grid(lab.parameters, LABS[name]))
        points = list(sweep.points.values())
        one = Sweep.of(lab, points[:1])
        run_cell(lab.code, points[0])  # kernels are compiled and loaded
        start, used = time.perf_counter(), time.process_time()
        for values in points:
            run_cell(lab.code, values).as_json()
        alone, alone_used = time.perf_counter() - start, time.process_time() - used
        with tempfile.TemporaryDirectory() as first_folder, tempfile.TemporaryDirectory() as folder:
            first, first_used = swept(one, first_folder, 1)
            took, took_used = swept(sweep, folder, JOBS)
            _, finished = swept(sweep, folder, JOBS)
        bound = 1.2 * alone / JOBS + first
        more = (took_used - alone_used - JOBS * first_used) / len(points)
        print(
            f"{name:<14} {len(points)} points: one by one {alone:5.1f} s, start-up "
            f"{first:4.1f} s, swept {took:5.1f} s, {took / bound:4.2f} of the bound; a point "
            f"costs {1000 * max(more, 0):5.1f} ms more, a finished one "
            f"{1000 * finished / len(points):4.2f} ms"
        )


if __name__ == "__main__":
    main()
