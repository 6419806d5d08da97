"""Measure what a task costs, for the page of the book that reckons what larger questions cost.

    python -m benchmarks.scale

writes `data/scale.json`: CPU seconds, since other work on the machine falsifies the wall time, and
bytes. A scheduler and two workers of dask are started on the loopback.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from chapters.goofspiel import blocks
from chapters.goofspiel.long_run import run
from parlor.games.gift_exchange import Condition, simulate_condition
from parlor.games.goofspiel.kernels import successors
from press.ask.answer_cell import Lab, run_cell
from press.ask.store import Store
from press.ask.workers import executor
from press.project.places import Project

from .cluster import Cluster
from .machine import machine

ROOT = Path(__file__).resolve().parents[1]

TASKS = 1000
MEGABYTES, ARRAYS = 8, 8
GAMES = 50_000
PACKAGES = ("numpy", "numba", "distributed")


def cpu(*pids: int) -> float:
    """CPU seconds that some processes have had."""
    return sum(sum(psutil.Process(pid).cpu_times()[:2]) for pid in pids)


def seconds(function: Callable[[], Any]) -> float:
    """CPU seconds of a call in this process."""
    start = time.process_time()
    function()
    return time.process_time() - start


def tasks(pool: Executor, pids: dict[str, list[int]]) -> dict[str, float]:
    """CPU seconds of an empty task, by who has them."""
    [future.result() for future in [pool.submit(math.gcd, 4, 2) for _ in range(20)]]
    before = {who: cpu(*some) for who, some in pids.items()}
    [future.result() for future in [pool.submit(math.gcd, 4, 2) for _ in range(TASKS)]]
    return {who: (cpu(*some) - before[who]) / TASKS for who, some in pids.items()}


def moved(pool: Any, pids: dict[str, list[int]]) -> dict[str, float]:
    """CPU seconds of a gigabyte that goes to workers and comes back, by who has them."""
    arrays = [np.random.default_rng(k).random(MEGABYTES * 10**6 // 8) for k in range(ARRAYS)]
    before = {who: cpu(*some) for who, some in pids.items()}
    there = [pool.share(array) for array in arrays]
    for future in [pool.submit(np.negative, one) for one in there]:
        future.result()
    gigabytes = 2 * MEGABYTES * ARRAYS / 1000
    return {who: (cpu(*some) - before[who]) / gigabytes for who, some in pids.items()}


def labs() -> dict[str, dict[str, float]]:
    """CPU seconds and bytes of a point of each lab, at its defaults."""
    project, found = Project.here(), {}
    for chapter in project.chapters:
        page = project.page_asked(chapter)
        if page.name != "lab":
            continue
        lab = Lab.of(project, page)
        values = lab.parameters.validate({})
        run_cell(lab.code, values)  # compiles and imports
        start = time.process_time()
        answer = run_cell(lab.code, values)
        found[chapter] = {
            "seconds": time.process_time() - start,
            "bytes": len(pickle.dumps((lab.code, values))) + len(pickle.dumps(answer.quantities)),
        }
    return found


def kept() -> float:
    """CPU seconds of an answer that is kept in a file of finished pieces."""
    answer = {"value": 0.1, "error": 0.2, "text": "an answer" * 20}
    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder) / "one")) as store:
        spent = seconds(lambda: [store.put(str(n), pickle.dumps(answer)) for n in range(TASKS)])
        return spent / TASKS


def gifts() -> dict[str, float]:
    """CPU seconds of a party of the source, and bytes of what a piece gives."""
    condition = Condition(n_players=29, valuation="correlated", features=("SC",))
    simulate_condition(condition, n_games=100)
    played = []
    spent = seconds(lambda: played.append(simulate_condition(condition, n_games=GAMES)))
    return {"seconds": spent / GAMES, "bytes": len(pickle.dumps(played[0]))}


def patterns(n_cards: int) -> list[int]:
    """Order patterns of the hands, by cards left."""
    codes, found = np.array([4**n_cards - 1]), [1]
    for _ in range(n_cards):
        some = [
            successors(codes[k : k + 50_000], 2 * n_cards) for k in range(0, codes.size, 50_000)
        ]
        codes = np.unique(np.concatenate([np.unique(one) for one in some]))
        found.append(int(codes.size))
    return found[::-1]


def stage_games(n_cards: int) -> float:
    """CPU seconds of a stage game in the tasks of a game, all layers together."""
    with tempfile.TemporaryDirectory() as folder, executor(jobs=1, threads=True) as pool:
        start = time.process_time()
        found = run(n_cards, Path(folder), pool)
        return (time.process_time() - start) / sum(layer.games for layer in found.layers)


def traffic(n_cards: int, sizes: list[int]) -> dict[str, float]:
    """Tasks of a game, bytes that they give, and that they are sent where nothing is at hand."""
    count, given, sent = 0, 0, 0
    for cards in range(1, n_cards):
        there = blocks.blocks(n_cards, cards - 1)
        for head, parts in blocks.parts(n_cards, cards, sizes[cards]).items():
            below = sum(there[one].size for one in blocks.needs(n_cards, cards, head))
            count += len(parts)
            given += 8 * sizes[cards] * blocks.blocks(n_cards, cards)[head].size
            sent += 8 * len(parts) * sizes[cards - 1] * below
    return {"tasks": count, "given": given, "sent": sent}


def goofspiel() -> dict[str, Any]:
    """Cost of a stage game as far as it is quickly measured, sizes beyond."""
    stage_games(6)
    found: dict[str, Any] = {"seconds": {}, "games": {}}
    for n in (8, 9, 10):
        found["seconds"][n] = stage_games(n)
    for n in (12, 13, 14, 15, 16):
        sizes = patterns(n)
        games = sum(sizes[k] * comb(n, k) * k for k in range(1, n))
        layers = [8 * sizes[k] * comb(n, k) for k in range(n)]
        found["games"][n] = {"games": games, "layer": max(layers)} | traffic(n, sizes)
    return found


def main() -> None:
    me = os.getpid()
    found: dict[str, Any] = {"command": "python -m benchmarks.scale", "machine": machine(*PACKAGES)}
    with executor(jobs=2) as pool:
        pool.submit(math.gcd, 4, 2).result()
        found["processes"] = tasks(pool, {"client": [me]})
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(Path(folder))
        try:
            cluster.worker()
            cluster.worker()
            workers = [worker.pid for worker in cluster.workers]
            pids = {"client": [me], "scheduler": [cluster.scheduler.pid], "workers": workers}
            with executor(scheduler=cluster.address) as pool:
                job = pickle.dumps((math.gcd, (4, 2)))
                found["dask"] = tasks(pool, pids) | {"bytes": len(job)}
                found["gigabyte"] = moved(pool, pids)
        finally:
            cluster.end()
    found |= {"kept": kept(), "labs": labs(), "gift": gifts(), "goofspiel": goofspiel()}
    target = ROOT / "data" / "scale.json"
    target.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print(target.read_text("utf-8"))


if __name__ == "__main__":
    main()
