"""An answer is kept for what it was made of: old code, edits on the way and files are noticed."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from press.ask import keys, workers
from press.ask.lab import Lab
from press.ask.sweep import Sweep, gather
from press.ask.workers import completed, executor
from press.page.answer import Answer
from press.project.errors import BuildError
from press.project.places import Project

from .toy import Toy, wait_until

DIE = "lib/die/__init__.py"
OLD, NEW = "(sides + 1) / 2", "(sides + 9) / 2"  # of one length


def means(toy: Toy, *arguments: str, scheduler: str = "") -> list[float]:
    """What a sweep says of the mean."""
    where = ("--scheduler", scheduler) if scheduler else ("--jobs", "1")
    status, out, err = toy.ask("sweep", "demo", *where, "--json", *arguments)
    assert status == 0, err
    return [row["mean"] for row in json.loads(out)["rows"]]


def test_an_edit_while_a_sweep_starts_is_kept_under_no_name(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project(toy.root)
    monkeypatch.syspath_prepend(toy.root / "lib")  # which processes take over
    with contextlib.chdir(toy.root):
        sweep = Sweep.of(Lab.of(project, project.page("demo")), [{"sides": 4}])

        @contextlib.contextmanager
        def edited(*_: object) -> Iterator[Executor]:
            toy.edit(DIE, OLD, NEW)
            with executor(jobs=1) as pool:
                yield pool
            toy.edit(DIE, NEW, OLD)

        monkeypatch.setattr("press.ask.sweep.executor", edited)
        with pytest.raises(BuildError, match="has other code than lies here: die; nothing of it"):
            gather(project, sweep)
        toy.edit(DIE, NEW, OLD)
        monkeypatch.setattr("press.ask.sweep.executor", executor)
        (answer,) = gather(project, sweep, jobs=1).values()
    assert isinstance(answer, Answer) and answer["mean"].value == 2.5


def test_a_module_that_nobody_asked_for_is_refused_at_whichever_point_loads_it(toy: Toy) -> None:
    (toy.root / "lib/nim").mkdir()
    (toy.root / "lib/nim/__init__.py").write_text("heaps = 3\n", "utf-8")
    wait = "    time.sleep(pause / 100)\n"
    late = "    if label == 'late':\n        __import__('ni' + 'm')\n"
    toy.edit("lib/chapters/demo/own.py", wait, late + wait)
    status, _, err = toy.ask("sweep", "demo", "--jobs", "1", "-p", "label=first,late")
    assert status == 1 and "the key cannot see: nim" in err, err


def test_whoever_has_other_packages_gives_nothing_that_is_kept(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project(toy.root)
    monkeypatch.syspath_prepend(toy.root / "lib")
    with contextlib.chdir(toy.root):
        lab = Lab.of(project, project.page("demo"))
        others = dataclasses.replace(lab.made, parts=lab.made.parts | {"installed packages": "0"})
        sweep = Sweep.of(dataclasses.replace(lab, made=others), [{"sides": 4}])
        with pytest.raises(BuildError, match="has other packages, or another Python; nothing"):
            gather(project, sweep, jobs=1)


def test_what_was_installed_since_a_process_began_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "_SITE", tmp_path)
    monkeypatch.setattr(keys, "_begun_with", keys._distributions())
    assert not keys.outlived() and keys.replaced() == []
    (tmp_path / "numpy-99.0.dist-info").mkdir()
    assert keys.outlived()
    monkeypatch.setattr("numpy.__version__", "0.1")
    assert keys.replaced() == ["numpy"]


def test_a_table_that_would_show_two_states_is_refused(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    (toy.root / "data/n.txt").write_text("10", "utf-8")
    own = "lib/chapters/demo/own.py"
    read = "int((Path(__file__).parents[3] / 'data/n.txt').read_text())"
    toy.edit(own, '"mean", mean(sides)', f'"mean", mean(sides) + {read}')
    assert means(toy, "-p", "sides=4") == [12.5]
    project = Project(toy.root)
    monkeypatch.syspath_prepend(toy.root / "lib")
    with contextlib.chdir(toy.root):
        points = [{"sides": 4}, {"sides": 6}]
        sweep = Sweep.of(Lab.of(project, project.page("demo")), points)

        @contextlib.contextmanager
        def edited(*_: object) -> Iterator[Executor]:
            (toy.root / "data/n.txt").write_text("20", "utf-8")
            with executor(jobs=1) as pool:
                yield pool

        monkeypatch.setattr("press.ask.sweep.executor", edited)
        with pytest.raises(BuildError, match=r"demo: data/n.txt: edited meanwhile"):
            gather(project, sweep)
        monkeypatch.setattr("press.ask.sweep.executor", executor)
    assert means(toy, "-p", "sides=4,6") == [22.5, 23.5]


READS = """
    from pathlib import Path
    from press import reads
    apart = Path({folder!r})
    reads(apart / "unseen.txt")
    os = __import__("os")
    (apart / "own.half").write_text("made here")
    (apart / "own.half").replace(apart / "own.txt")
    extra = int((apart / "extra.txt").read_text()) + len((apart / "own.txt").read_text())
    extra += int(os.popen(f"cat {{apart}}/unseen.txt").read())
"""


def test_an_answer_is_asked_anew_after_an_edit_of_whatever_it_was_made_of(
    toy: Toy, tmp_path: Path
) -> None:
    apart = tmp_path / "apart"
    apart.mkdir()
    (apart / "extra.txt").write_text("10", "utf-8")
    (apart / "unseen.txt").write_text("100", "utf-8")
    place = 'if label == "loaded" and sides > 4:'
    code = READS.format(folder=str(apart)).lstrip()
    toy.edit("lib/chapters/demo/own.py", place, f"{code}    {place}")
    toy.edit("lib/chapters/demo/own.py", '"mean", mean(sides)', '"mean", mean(sides) + extra')
    lock = toy.root / "requirements/dev.txt"
    lock.parent.mkdir()
    lock.write_text("", "utf-8")
    assert means(toy, "-p", "sides=4") == [2.5 + 9 + 110]
    lock.write_text("# what tests need is no data\n", "utf-8")
    assert toy.ask("sweep", "demo", "-p", "sides=4")[2].count("finished before") == 1
    (apart / "extra.txt").write_text("20", "utf-8")
    assert means(toy, "-p", "sides=4") == [2.5 + 9 + 120]
    (apart / "unseen.txt").write_text("200", "utf-8")
    assert means(toy, "-p", "sides=4") == [2.5 + 9 + 220]
    path = toy.root / DIE
    time = path.stat()
    toy.edit(DIE, OLD, NEW)
    os.utime(path, ns=(time.st_atime_ns, time.st_mtime_ns))  # as `cp -p` does
    assert means(toy, "-p", "sides=4") == [6.5 + 9 + 220]


@pytest.fixture
def scheduler(toy: Toy) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler of dask and a worker of it, both begun in the toy's folder."""
    file = toy.root / "scheduler.json"
    options = ["--scheduler-file", str(file)]
    theirs = {"PYTHONPATH": str(toy.root / "lib"), "HOME": str(toy.root.parent), "TZ": "Japan"}
    with contextlib.ExitStack() as stack:
        started = []
        for what in (["scheduler", "--port", "0", "--no-dashboard"], ["worker", "--nthreads", "1"]):
            command = [sys.executable, "-m", "dask", *what, *options]
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen(command, cwd=toy.root, env=os.environ | theirs, **quiet)
            stack.callback(process.wait)
            stack.callback(process.kill)
            started.append(process)
            wait_until(file.exists)
        yield json.loads(file.read_text("utf-8"))["address"], started[1]


@pytest.mark.slow
def test_a_worker_with_older_code_gives_nothing_that_is_kept(
    toy: Toy, scheduler: tuple[str, Any]
) -> None:
    address, _ = scheduler
    there = ("sweep", "demo", "--scheduler", address, "--json")
    assert means(toy, "-p", "sides=4,6", scheduler=address) == [2.5, 3.5]
    toy.edit(DIE, OLD, NEW)
    status, out, err = toy.ask(*there, "-p", "sides=8")
    assert (status, out) == (1, "")
    assert "whoever answered has other code than lies here: die" in err.splitlines()[-1]
    assert means(toy, "-p", "sides=8") == [8.5]


@pytest.mark.slow
def test_a_worker_answers_with_nothing_of_its_user(toy: Toy, scheduler: tuple[str, Any]) -> None:
    theirs = 'hash("a") % 1000 + time.localtime(0).tm_hour'
    toy.edit("lib/chapters/demo/own.py", '"mean", mean(sides)', f'"mean", mean(sides) + {theirs}')
    there = means(toy, "-p", "sides=4,6", scheduler=scheduler[0])
    assert there == means(toy, "-p", "sides=4,6", "--force")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "read"),
    [
        ("data/demo/n.txt", "int(os.popen(f'cat {root}/data/demo/n.txt').read())"),  # nobody sees
        ("data/n.txt", "int((root / 'data/n.txt').read_text())"),
    ],
)
def test_a_worker_that_remembers_older_data_gives_nothing_that_is_kept(
    toy: Toy, scheduler: tuple[str, Any], file: str, read: str
) -> None:
    address, _ = scheduler
    path = toy.root / file
    path.parent.mkdir(exist_ok=True)
    path.write_text("10", "utf-8")
    own = "lib/chapters/demo/own.py"
    once = (
        f"@functools.cache\ndef extra():\n    root = Path(__file__).parents[3]\n    return {read}"
    )
    toy.edit(own, "def roll(", f"{once}\n\n\ndef roll(")
    toy.edit(own, "import time\n", "import functools\nimport os\nimport time\n")
    toy.edit(own, '"mean", mean(sides)', '"mean", mean(sides) + extra()')
    there = ("sweep", "demo", "--scheduler", address, "--json", "-p", "sides=4")
    status, out, err = toy.ask(*there)
    assert status == 0 and json.loads(out)["rows"][0]["mean"] == 12.5, err
    path.write_text("20", "utf-8")
    status, out, err = toy.ask(*there)
    assert (status, out) == (1, "") and f"{file} was edited since it was read" in err
    assert means(toy, "-p", "sides=4") == [22.5]


class Gone:
    """A client of dask whose workers have died."""

    scheduler = type("Scheduler", (), {"address": "tcp://there:1"})

    def get_executor(self, pure: bool) -> Gone:
        return self

    def submit(self, *_: Any) -> Future[Any]:
        return Future()

    def nthreads(self) -> dict[str, int]:
        return {}


def test_workers_that_are_all_gone_are_told_and_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(workers, "LOOK", 0.01)
    monkeypatch.setattr(workers, "ABSENCE", 0.05)
    with pytest.raises(BuildError, match=r"tcp://there:1: no worker for .* the same command"):
        list(completed(workers.Workers(Gone()), dict, [{"a": 1}]))
    assert capsys.readouterr().err.count("all workers are gone; waiting for others") == 1
