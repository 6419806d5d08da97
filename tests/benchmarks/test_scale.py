"""What the page on a thousand workers rests on can be measured, each part alone and small."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from benchmarks import scale
from benchmarks.cluster import Cluster

from press.ask.workers import executor


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"TASKS": 4, "GAMES": 20, "MEGABYTES": 1, "ARRAYS": 2}.items():
        monkeypatch.setattr(scale, name, value)


def test_each_lab_is_asked_and_answers_are_kept() -> None:
    labs = scale.labs()
    assert labs.keys() == {"yankee_swap", "gift_exchange", "goofspiel", "token_game", "guts"}
    assert all(lab["seconds"] > 0 and lab["bytes"] > 100 for lab in labs.values())
    assert scale.kept() > 0 and scale.gifts()["seconds"] > 0 and scale.stage_games(4) > 0


def test_tasks_and_arrays_go_to_workers(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path)
    try:
        cluster.worker()
        pids = {"client": [os.getpid()], "workers": [worker.pid for worker in cluster.workers]}
        with executor(scheduler=cluster.address) as pool:
            assert scale.tasks(pool, pids).keys() == scale.moved(pool, pids).keys() == pids.keys()
    finally:
        cluster.end()
