"""Threads, processes and workers of dask: the same results, whoever dies."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from parlor.core.estimate import Estimate
from press.lab import executors
from press.lab.executors import (
    Dask,
    Lost,
    Processes,
    Refused,
    SchedulerLost,
    batches,
    clusters,
    completed,
    same,
    travel,
)
from press.run import keys, long_work
from press.run.project import Project, UserError

from .toy import SEEDS
from .workers import Cluster

ROOT = Path(__file__).resolve().parents[2]
SHELL = {"shell": True}


def shell(command: str) -> dict[str, Any]:
    """A job for `subprocess.call`: workers import the library and the standard library only."""
    return SHELL | {"args": command}


def doubles(pool: Executor, count: int = 40) -> None:
    """The right result beside each number of a job, each once."""
    jobs = [{"value": float(k), "error": 1.0} for k in range(count)]
    found = list(completed(pool, Estimate, jobs))
    assert sorted(index for index, _ in found) == list(range(count))
    assert all(estimate.value == index for index, estimate in found)


@pytest.fixture
def processes() -> Iterator[Processes]:
    with executors.executor(jobs=2) as pool:
        assert isinstance(pool, Processes)
        yield pool


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    made.end()


def test_any_executor_gives_the_same(processes: Processes) -> None:
    with ThreadPoolExecutor(2) as threads:
        doubles(threads)
    doubles(processes)


def test_an_exception_is_a_result_and_says_where_it_was_raised(processes: Processes) -> None:
    jobs = [{"value": 1.0, "error": 1.0}, {"wrong": 1}]
    found = dict(completed(processes, Estimate, jobs))
    assert found[0] == Estimate(1.0, 1.0)
    assert isinstance(found[1], TypeError) and "wrong" in str(found[1])
    assert "batches.py" in found[1].__notes__[0]


def test_jobs_are_taken_as_they_are_needed(processes: Processes) -> None:
    taken = []

    def jobs() -> Iterator[dict[str, Any]]:
        for k in range(1000):
            taken.append(k)
            yield shell("sleep .05")

    found = completed(processes, subprocess.call, jobs())
    for _ in range(3):
        next(found)
    assert len(taken) < 100
    found.close()


def test_a_batch_takes_the_time_it_should() -> None:
    pace = batches._Pace(seconds=1.0, jobs=10_000)
    assert pace.batch(workers=2) == 1  # no time is known
    pace.done(1, seconds=0.01)
    assert pace.batch(workers=2) == 100
    pace.done(100, seconds=400.0)  # they have become slow
    assert pace.batch(workers=2) == 1
    pace = batches._Pace(seconds=1.0, jobs=100)
    pace.done(20, seconds=0.0)
    assert pace.batch(workers=2) == 80 // (2 * batches.AHEAD * 2)  # the last ones end together


@pytest.mark.parametrize("seed", SEEDS)
def test_a_killed_process_costs_a_retry(processes: Processes, seed: int) -> None:
    dice = random.Random(seed)
    jobs = [shell(f"sleep .02; exit {k}") for k in range(40)]
    found = []
    for index, status in completed(processes, subprocess.call, jobs):
        found.append((index, status))
        if dice.random() < 0.1:
            victim = dice.choice(sorted(processes._children, key=lambda child: child.pid))
            victim.kill()
    assert sorted(found) == [(k, k) for k in range(40)]


def test_a_job_that_kills_its_process_is_told_and_the_others_are_done(
    processes: Processes,
) -> None:
    jobs = [shell("kill -9 $PPID" if k == 20 else f"exit {k}") for k in range(40)]
    found = dict(completed(processes, subprocess.call, jobs))
    assert isinstance(found.pop(20), Lost)
    assert found == {k: k for k in range(40) if k != 20}


def test_processes_know_nothing_of_the_user(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    jobs = [shell('test "$PYTHONHASHSEED$OMP_NUM_THREADS" = 01')]
    assert dict(completed(processes, subprocess.call, jobs)) == {0: 0}


def test_processes_end_with_whoever_started_them(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys\n"
        "from press.lab.executors import completed, executor\n"
        "with executor(jobs=1) as pool:\n"
        "    job = dict(args='echo $PPID > pid; exec sleep 60', shell=True, cwd=sys.argv[1])\n"
        "    list(completed(pool, subprocess.call, [job]))\n"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT / "lib")}
    parent = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], env=environment)
    pid = tmp_path / "pid"
    while not pid.is_file() or not pid.read_text().endswith("\n"):
        assert parent.poll() is None
        time.sleep(0.02)
    child = psutil.Process(int(pid.read_text()))
    (sleeper,) = child.children()
    parent.kill()
    parent.wait()
    child.wait(timeout=20)
    sleeper.kill()


def test_arrays_are_shared(processes: Processes, tmp_path: Path) -> None:
    few = np.arange(10.0)
    assert processes.share(few) is few
    array = np.arange(travel.SMALL / 8 + 1)
    shared = processes.share(array)
    assert processes.submit(np.sum, shared).result() == array.sum()
    file = Path(shared.path)
    del shared
    assert not file.exists()
    np.save(tmp_path / "kept.npy", array)
    mapped = np.load(tmp_path / "kept.npy", mmap_mode="r")
    shared = processes.share(mapped)
    assert shared.path == str(tmp_path / "kept.npy")  # it is not written again
    assert processes.submit(np.sum, shared).result() == array.sum()


def test_work_of_other_code_is_refused(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(travel, "_made_of_one", travel._made_of_one.__wrapped__)
    made = same.made_of(["parlor.core.estimate"])
    assert {"Python", "numpy", "parlor.core.estimate", "parlor.core.checks"} <= made.keys()
    for name, other in (("numpy", "1.0"), ("parlor.core.checks", "other")):
        monkeypatch.setattr(travel, "made_of", lambda _, n=name, o=other: made | {n: o})
        with pytest.raises(Refused, match=name):
            doubles(processes)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"scheduler": "banana"}, "--scheduler 'banana': write tcp://HOST:PORT"),
        ({"scheduler": "tcp://127.0.0.1:9"}, "no scheduler answers at tcp://127.0.0.1:9"),
        ({"scheduler": "tcp://h:1", "cluster": "local"}, "one of them"),
        ({"scheduler": "tcp://h:1", "jobs": 2}, "the workers that it has"),
        ({"cluster": "banana"}, "--cluster 'banana': one of local, slurm"),
        ({"cluster": "slurm", "jobs": 2}, "there is no sbatch on this machine"),
    ],
)
def test_what_cannot_be_had_is_told_in_a_line(
    asked: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 0.5)
    with pytest.raises(UserError, match=told) as error, executors.executor(**asked):
        pass
    assert "\n" not in str(error.value)


def test_dask_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(UserError, match=r"pip install 'parlor\[cluster\]'"),
        executors.executor(scheduler="tcp://127.0.0.1:9"),
    ):
        pass


@pytest.mark.slow
def test_a_dead_worker_costs_a_retry_and_a_dead_scheduler_nothing_finished(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.worker()
    cluster.worker()
    monkeypatch.setenv(executors.SCHEDULER, cluster.address)  # as a page's kernel is told
    monkeypatch.setattr(long_work.Project, "here", classmethod(lambda cls: Project(tmp_path)))
    monkeypatch.setattr(keys, "of_module", lambda project, module: {})
    estimates = [{"value": float(k), "error": 1.0} for k in range(20)]
    pieces = [made for _, made in long_work.in_pieces("estimates", Estimate, estimates)]
    assert pieces == [Estimate(**job) for job in estimates]
    jobs = [shell(f"sleep .1; exit {k}") for k in range(30)]
    with executors.executor(scheduler=cluster.address) as pool:
        assert isinstance(pool, Dask)
        doubles(pool)
        assert pool.submit(np.sum, pool.share(np.arange(10.0))).result() == 45
        found = []
        for index, status in completed(pool, subprocess.call, jobs):
            found.append((index, status))
            if len(found) == 5:
                cluster.workers[0].kill()
        assert sorted(found) == [(k, k) for k in range(30)]
        found = []
        with pytest.raises(SchedulerLost, match="the same command goes on"):
            for index, status in completed(pool, subprocess.call, jobs):
                found.append((index, status))
                if len(found) == 5:
                    cluster.scheduler.kill()
        assert all(index == status for index, status in found) and 5 <= len(found) < 30


@pytest.mark.slow
def test_a_worker_with_other_code_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    other = tmp_path / "other" / "parlor"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("")
    cluster.worker(PYTHONPATH=str(other.parent))
    with (
        executors.executor(scheduler=cluster.address) as pool,
        pytest.raises(Refused, match="has no parlor, or an old one"),
    ):
        doubles(pool)
