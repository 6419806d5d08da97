"""An answer is kept for what it was made of: old code, edits on the way and files are noticed."""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import importlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from pathlib import Path
from typing import Any

import markupsafe._speedups
import pytest

from press.ask import keys, sources, tracing, workers
from press.ask.answer_cell import Lab
from press.ask.sweep import Sweep, gather
from press.ask.workers import completed, executor
from press.page.answer import Answer
from press.project.data_files import Reads, below
from press.project.errors import BuildError
from press.project.places import Project

from .toy import Toy, wait_until

DIE = "lib/die/__init__.py"
OLD, NEW = "(sides + 1) / 2", "(sides + 9) / 2"  # of one length


def means(toy: Toy, *arguments: str, scheduler: str = "") -> list[float]:
    """What a sweep says of the mean."""
    where = ("--scheduler", scheduler) if scheduler else ("--jobs", "1")
    out = toy.do("sweep", "demo", *where, "--json", *arguments)
    return [row["mean"] for row in json.loads(out)["rows"]]


@pytest.fixture
def ask(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Ask for the means of some dice here; what is `edited` is so before the processes begin."""
    monkeypatch.syspath_prepend(toy.root / "lib")  # which processes take over
    monkeypatch.chdir(toy.root)
    project = Project(toy.root)

    def asked(*sides: int, edited: Callable[[], None] = lambda: None, **others: Any) -> list[Any]:
        @contextlib.contextmanager
        def begun(*_: object) -> Iterator[Executor]:
            edited()
            with executor(jobs=1) as pool:
                yield pool

        lab = Lab.of(project, project.page("demo"))
        ground = lab.made.ground | others
        lab = dataclasses.replace(lab, made=dataclasses.replace(lab.made, ground=ground))
        monkeypatch.setattr("press.ask.sweep.executor", begun)
        found = gather(project, Sweep.of(lab, [{"sides": one} for one in sides]))
        return [answer["mean"].value for answer in found.values() if isinstance(answer, Answer)]

    return asked


def test_an_edit_while_a_sweep_starts_is_kept_under_no_name(
    toy: Toy, ask: Callable[..., list[Any]]
) -> None:
    with pytest.raises(BuildError, match="has other code than lies here: die; nothing of it"):
        ask(4, edited=lambda: toy.edit(DIE, OLD, NEW))
    toy.edit(DIE, NEW, OLD)
    assert ask(4) == [2.5]


def test_whoever_has_other_packages_gives_nothing_that_is_kept(
    ask: Callable[..., list[Any]],
) -> None:
    with pytest.raises(BuildError, match="has other packages, or another Python; nothing"):
        ask(4, **{"installed packages": "0"})


@pytest.mark.parametrize(
    ("name", "told"),
    [("n", "read other files than lay here: data/n.txt; nothing"), ("{sides}", "edited meanwhile")],
)
def test_a_table_that_would_show_two_states_is_refused(
    toy: Toy, ask: Callable[..., list[Any]], name: str, told: str
) -> None:
    for sides in (4, 6):
        (toy.root / f"data/{name.format(sides=sides)}.txt").write_text("10", "utf-8")
    first = toy.root / f"data/{name.format(sides=4)}.txt"
    read = f"int((Path(__file__).parents[3] / f'data/{name}.txt').read_text())"
    toy.edit("lib/chapters/demo/own.py", '"mean", mean(sides)', f'"mean", mean(sides) + {read}')
    assert ask(4) == [12.5]
    with pytest.raises(BuildError, match=told):
        ask(4, 6, edited=lambda: first.write_text("20", "utf-8"))
    assert ask(4, 6) == [22.5, 23.5 if name == "n" else 13.5]


def test_what_was_installed_since_a_process_began_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "_SITES", [tmp_path])
    monkeypatch.setattr(keys, "_begun_with", keys._distributions())
    assert not keys.outlived()
    (tmp_path / "numpy-99.0.dist-info").mkdir()
    assert keys.outlived()


def test_what_a_process_does_unwatched_is_done_by_the_code_that_lies_here(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(toy.root / "lib")
    monkeypatch.chdir(toy.root)
    monkeypatch.setattr(keys, "BEGUN", time.time())
    monkeypatch.setattr(tracing, "_trusted", set())
    monkeypatch.setitem(sys.modules, "die", None)
    del sys.modules["die"]
    mean = importlib.import_module("die").mean

    def asked() -> Any:
        made = keys.of_code(Project(toy.root), "dice", "", ["import die"])
        return tracing.unwatched(mean, {"sides": 4}, made)

    assert asked() == 2.5
    toy.edit(DIE, OLD, NEW)
    with pytest.raises(BuildError, match="may have other code than lies here: die; nothing"):
        asked()
    toy.edit(DIE, NEW, OLD)
    assert asked() == 2.5


def test_compiled_code_of_ours_that_is_damaged_is_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    source = tmp_path / "seven.py"
    source.write_text("seven = 1234567", "utf-8")
    loader = sources._Loader("seven", str(source))
    code = loader.get_code("seven")
    (kept,) = (tmp_path / "__pycache__").iterdir()
    whole = kept.read_bytes()
    for damaged in (whole[:-9], whole.replace((1234567).to_bytes(4, "little"), bytes(4)), b""):
        assert damaged != whole
        kept.write_bytes(damaged)
        assert loader.get_code("seven") == code
        assert kept.read_bytes() == whole


READS = """
    from pathlib import Path
    from press import reads
    apart = Path({folder!r})
    reads(apart / "unseen.txt")
    os = __import__("os")
    (apart / "own.half").write_text("made here")
    (apart / "own.half").replace(apart / "own.txt")
    extra = int((apart / "extra.txt").read_text()) + len((apart / "own.txt").read_text())
    extra += int(os.popen(f"cat {{apart}}/unseen.txt {{apart.parent}}/toy/data/demo/n").read())
"""


def test_an_answer_is_asked_anew_after_an_edit_of_whatever_it_was_made_of(
    toy: Toy, tmp_path: Path
) -> None:
    apart = tmp_path / "apart"
    apart.mkdir()
    (apart / "extra.txt").write_text("10", "utf-8")
    (apart / "unseen.txt").write_text("100", "utf-8")
    (toy.root / "data/demo").mkdir()
    (toy.root / "data/demo/n").touch()
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
    (toy.root / "data/demo/n").write_text("0", "utf-8")  # a digit more, of which nobody tells
    assert means(toy, "-p", "sides=4") == [2.5 + 9 + 2020]
    path = toy.root / DIE
    time = path.stat()
    toy.edit(DIE, OLD, NEW)
    os.utime(path, ns=(time.st_atime_ns, time.st_mtime_ns))  # as `cp -p` does
    assert means(toy, "-p", "sides=4") == [6.5 + 9 + 2020]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("lib/die/extra.txt", "return int(path.read_text())"),
        (
            "../helper.py",  # of no project
            "sys.path.insert(0, str(path.parent))\n        return __import__('helper').extra",
        ),
        ("lib/helper.py", "return __import__('runpy').run_path(str(path))['extra']"),  # no package
    ],
)
def test_a_file_among_code_counts_before_it_is_there_and_whatever_its_time_says(
    toy: Toy, name: str, code: str
) -> None:
    own, path = "lib/chapters/demo/own.py", toy.root / name
    text = f"import sys\n\ndef extra():\n    path = Path({str(path)!r})\n    try:\n"
    text += f"        {code}\n    except (FileNotFoundError, ImportError):\n        return 0\n"
    toy.edit(own, "def roll(", f"{text}\n\ndef roll(")
    toy.edit(own, '"mean", mean(sides)', '"mean", mean(sides) + extra()')
    assert means(toy, "-p", "sides=4") == [2.5]
    for extra in (10, 20):
        path.write_text(f"extra = {extra}" if path.suffix == ".py" else str(extra), "utf-8")
        os.utime(path, (10**9, 10**9))
        assert means(toy, "-p", "sides=4") == [2.5 + extra]


def test_names_where_modules_are_looked_for_are_no_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "src").mkdir()
    monkeypatch.syspath_prepend(tmp_path / "src")
    heard = Reads(Project(tmp_path / "project"))
    assert [*tmp_path.glob("*/*")] == []  # which lists both
    assert [*heard.digests()] == [str(tmp_path)]


def test_a_folder_that_counts_whole_has_links_in_it_but_nothing_of_an_editor(
    tmp_path: Path,
) -> None:
    (tmp_path / "whole/__pycache__").mkdir(parents=True)
    (tmp_path / "apart").mkdir()
    (tmp_path / "whole/link").symlink_to("../apart")
    for name in ("apart/n", "whole/n.csv", "whole/.n.csv.swp", "whole/#n.csv#", "whole/n.csv~"):
        (tmp_path / name).touch()
    found = {str(path.relative_to(tmp_path)) for path in below(tmp_path / "whole")}
    assert found == {"whole", "whole/link", "whole/link/n", "whole/n.csv"}


def test_a_file_that_comes_while_a_process_answers_counts_for_what_it_answers_next(
    tmp_path: Path,
) -> None:
    heard = Reads(Project(tmp_path / "project"))
    file = tmp_path / "n.txt"
    with contextlib.suppress(FileNotFoundError):
        file.read_text()
    assert heard.digests() == {str(file): ""}
    subprocess.run(["touch", str(file)], check=True)  # not by this process, as its own
    file.read_text()
    with pytest.raises(BuildError, match=r"n\.txt was edited since it was read"):
        heard.digests()


@pytest.mark.parametrize(
    ("top", "read"), [("/opt", ["/opt/n.txt"]), ("/usr", []), ("/Library", [])]
)
def test_files_of_the_system_alone_are_no_data(tmp_path: Path, top: str, read: list[str]) -> None:
    heard = Reads(Project(tmp_path))
    with contextlib.suppress(FileNotFoundError):
        Path(top, "n.txt").read_text()
    assert [*heard.digests()] == read


def test_what_is_loaded_as_a_library_and_a_database_by_its_address_count_as_read(
    tmp_path: Path,
) -> None:
    (tmp_path / "lib").mkdir()
    files = [tmp_path / name for name in ("lib/_speedups.so", "lib/own.so", "a b.db")]
    for file in files[:2]:
        shutil.copy(markupsafe._speedups.__file__, file)
    files[2].touch()
    heard = Reads(Project(tmp_path))
    module = ExtensionFileLoader("_speedups", str(files[0]))
    module.create_module(ModuleSpec("_speedups", module, origin=str(files[0])))
    ctypes.CDLL(str(files[1]))
    sqlite3.connect(f"file:{tmp_path}/a%20b.db?mode=ro", uri=True).close()
    assert [*heard.digests()] == sorted(str(file.relative_to(tmp_path)) for file in files)


@pytest.fixture
def scheduler(toy: Toy) -> Iterator[str]:
    """The address of a scheduler of dask, begun in the toy's folder as its worker is."""
    file = toy.root / "scheduler.json"
    options = ["--scheduler-file", str(file)]
    theirs = {"HOME": str(toy.root.parent), "TZ": "Japan"}
    with contextlib.ExitStack() as stack:
        for what in (["scheduler", "--port", "0", "--no-dashboard"], ["worker", "--nthreads", "1"]):
            command = [sys.executable, "-m", "dask", *what, *options]
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen(command, cwd=toy.root, env=os.environ | theirs, **quiet)
            stack.callback(process.wait)
            stack.callback(process.kill)
            wait_until(lambda: file.is_file() and file.read_text("utf-8"))  # it may be empty
        yield json.loads(file.read_text("utf-8"))["address"]


REMEMBERS = """
import os
from functools import cache

@cache
def extra():
    data = Path(__file__).parents[3] / "data"
    unseen = os.popen(f"cat {data}/demo/n.txt").read()
    theirs = hash("a") % 1000 + time.localtime(0).tm_hour
    return int(unseen) + int((data / "n.txt").read_text()) + theirs


def roll("""


@pytest.mark.slow
def test_a_worker_answers_by_todays_code_and_data_and_with_nothing_of_its_user(
    toy: Toy, tmp_path: Path, scheduler: str
) -> None:
    assert means(toy, "-p", "sides=4,6", scheduler=scheduler) == [2.5, 3.5]
    toy.edit(DIE, OLD, NEW)
    assert means(toy, "-p", "sides=8", scheduler=scheduler) == [8.5], "it has seen the edit"
    other = toy.copy(tmp_path / "other")
    other.edit(DIE, NEW, "(sides + 3) / 2")
    status, out, err = other.ask("sweep", "demo", "--scheduler", scheduler, "-p", "sides=10")
    assert (status, out) == (1, "")
    assert "whoever answers has other code than lies here: die" in err.splitlines()[-1]
    assert means(other, "-p", "sides=10") == [6.5], "nothing of it is kept"
    toy.edit("lib/chapters/demo/own.py", "def roll(", REMEMBERS)
    toy.edit("lib/chapters/demo/own.py", '"mean", mean(sides)', '"mean", mean(sides) + extra()')
    (toy.root / "data/demo").mkdir()
    files = [toy.root / "data/demo/n.txt", toy.root / "data/n.txt"]  # the first nobody sees read
    for file in files:
        file.write_text("10", "utf-8")
    for file in files:
        there = means(toy, "-p", "sides=4", scheduler=scheduler)
        assert there == means(toy, "-p", "sides=4", "--force"), file
        file.write_text("20", "utf-8")
    assert means(toy, "-p", "sides=4", scheduler=scheduler) == [there[0] + 10]


@pytest.mark.slow
def test_workers_do_the_pieces_of_a_page_of_whose_modules_they_have_none(
    toy: Toy, scheduler: str
) -> None:
    pieces = 'next(one for _, one in in_pieces("dice", mean, [{"sides": sides}]))'
    toy.edit("lib/chapters/demo/own.py", '"mean", mean(sides)', f'"mean", {pieces}')
    toy.edit("lib/chapters/demo/own.py", "import Answer,", "import Answer, in_pieces,")
    out = toy.do("run", "demo", "--scheduler", scheduler, "--json", "-p", "sides=4")
    assert '"value": 2.5' in out


class Gone:
    """A client of dask whose workers have died."""

    scheduler = type("Scheduler", (), {"address": "tcp://there:1"})

    def get_executor(self, pure: bool) -> Gone:
        return self

    def submit(self, *_: Any) -> Future[Any]:
        return Future()

    def nthreads(self) -> dict[str, int]:
        return {}

    def wait_for_workers(self, count: int, timeout: float) -> None:
        raise TimeoutError


def test_workers_that_are_all_gone_are_told_and_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(workers, "LOOK", 0.01)
    with pytest.raises(BuildError, match=r"tcp://there:1: no worker for .* the same command"):
        list(completed(workers.Workers(Gone()), dict, [{"a": 1}]))
    assert capsys.readouterr().err.count("tcp://there:1: no workers; waiting for some") == 1
