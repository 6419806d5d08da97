"""Threads, processes and workers of dask: the same results; what fails is told in a line."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from concurrent.futures import Executor
from fractions import Fraction
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import psutil
import pytest

from press.ask import workers
from press.ask.processes import server
from press.ask.workers import completed, executor
from press.project.errors import BuildError, UserError
from press.project.places import Project

from .toy import wait_until

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Project, "here", classmethod(lambda cls: Project(tmp_path)))


def shell(command: str) -> dict[str, Any]:
    """A job for `subprocess.call`: workers need the standard library only."""
    return {"args": command, "shell": True}


def fractions(pool: Executor) -> None:
    """The right result beside each number of a job, each once, and exceptions as results."""
    jobs: list[dict[str, Any]] = [{"numerator": k, "denominator": 7} for k in range(40)]
    jobs[20]["denominator"] = 0
    found = list(completed(pool, Fraction, jobs))
    assert sorted(index for index, _ in found) == list(range(40))
    results = dict(found)
    assert isinstance(results.pop(20), ZeroDivisionError)
    assert all(result == Fraction(index, 7) for index, result in results.items())


def test_threads_and_processes_give_the_same() -> None:
    with executor(jobs=2, threads=True) as threads, executor(jobs=2) as processes:
        fractions(threads)
        fractions(processes)


def test_a_process_that_is_killed_is_told() -> None:
    jobs = [shell("kill -9 $PPID" if k == 20 else f"exit {k}") for k in range(40)]
    found = []
    with executor(jobs=1) as pool, pytest.raises(BuildError, match="killed or out of memory"):
        for index, status in completed(pool, subprocess.call, jobs):
            found.append((index, status))
    assert all(index == status != 20 for index, status in found)


def test_a_server_of_processes_that_is_killed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(fds: object) -> None:
        raise EOFError("unexpected EOF")

    monkeypatch.setattr("multiprocessing.forkserver.connect_to_new_process", killed)
    with executor(jobs=1) as pool, pytest.raises(BuildError, match="a process was killed"):
        list(completed(pool, subprocess.call, [shell("true")]))


def test_a_server_that_is_importing_begins_nothing_after_ctrl_c(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(fds: object) -> None:
        raise KeyboardInterrupt

    server(many=False)
    process = psutil.Process(forkserver._forkserver._forkserver_pid)  # type: ignore[attr-defined]
    monkeypatch.setattr(forkserver, "connect_to_new_process", stopped)
    with pytest.raises(KeyboardInterrupt), executor(jobs=1) as pool:
        pool.submit(subprocess.call, "true")
    # and is left to `forkserver`, which looks for it before it begins another
    wait_until(lambda: process.status() == psutil.STATUS_ZOMBIE)


def test_ctrl_c_reaches_no_server_of_processes_that_is_still_importing() -> None:
    code = (
        "from multiprocessing import forkserver, resource_tracker\n"
        "from press.ask import processes\n"
        "processes.server(False)\n"
        "told = open(f'/proc/{forkserver._forkserver._forkserver_pid}/status').read()\n"
        "assert int(told.partition('SigBlk:')[2].split()[0], 16) & 2\n"
    )
    settings = {"PYTHONPATH": str(ROOT / "lib"), "PRESS_PROJECT": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], env=os.environ | settings, check=True)


def test_processes_end_with_whoever_started_them(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys\n"
        "from press.project.places import Project\n"
        "from pathlib import Path\n"
        "from press.ask.workers import completed, executor\n"
        "Project.here = classmethod(lambda cls: Project(Path(sys.argv[1])))\n"
        "job = dict(args='echo $PPID > pid; exec sleep 600', shell=True, cwd=sys.argv[1])\n"
        "with executor(jobs=1) as pool:\n"
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
    child.wait(timeout=300)
    sleeper.wait(timeout=300)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"scheduler": "tcp://127.0.0.1:9"}, "'tcp://127.0.0.1:9': none answers there"),
        ({"scheduler": "tcp://h:1", "jobs": 2}, "the workers that it has"),
        ({"scheduler": "http://127.0.0.1:9"}, "unknown address scheme 'http'"),
        ({"scheduler": ""}, "missing port number"),
    ],
)
def test_what_cannot_be_had_is_told_in_a_line(
    asked: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.5)
    with pytest.raises(UserError, match=told) as error, executor(**asked):
        pass
    assert "\n" not in str(error.value)


class Lacking:
    """A client of dask whose workers cannot import what they are given."""

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def run(self, *_: Any) -> None:
        raise ModuleNotFoundError("No module named 'press'")


def test_workers_without_the_press_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_greet", lambda _: asyncio.sleep(0))
    monkeypatch.setattr("distributed.Client", Lacking)
    told = "--scheduler 'tcp://there:1': No module named 'press'"
    with pytest.raises(UserError, match=told), executor(scheduler="tcp://there:1"):
        pass


def test_dask_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(UserError, match="install the packages dask and distributed"),
        executor(scheduler="tcp://127.0.0.1:9"),
    ):
        pass


@pytest.mark.slow
def test_workers_of_dask_give_the_same_until_they_are_gone() -> None:
    from distributed import LocalCluster

    here = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "protocol": "tcp://"}
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=False, **here) as cluster,
        executor(scheduler=cluster.scheduler_address) as pool,
    ):
        fractions(pool)
        found = completed(pool, subprocess.call, [shell("sleep .1")] * 40)
        next(found)
        cluster.close()
        with pytest.raises(BuildError, match="the same command goes on"):
            list(found)
