"""The runs of a book, side by side."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from press.run import isolation, runner
from press.run.project import Project


def test_the_longest_page_begins_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    begun: list[str] = []
    monkeypatch.setattr(runner, "_execute_one", lambda project, run, *_: begun.append(run.name))
    runs = []
    for name, cells in (("short", 1), ("long", 9), ("middling", 3)):
        path = tmp_path / f"{name}.md"
        path.write_text("```{code-cell} ipython3\n1\n```\n\nWords.\n\n" * cells, "utf-8")
        page: Any = SimpleNamespace(path=path, address=name)
        runs.append(SimpleNamespace(name=name, page=page, finished=False))
    wanted: Any = runs
    runner.execute(Project(tmp_path), wanted, workers=1)
    assert begun == ["long", "middling", "short"]


@pytest.mark.parametrize("many", [False, True])
def test_a_fork_ends_when_nobody_listens(tmp_path: Path, many: bool) -> None:
    environment = isolation.environment(tmp_path / "page")
    with runner.Nursery(tmp_path / "nursery", many) as nursery:
        process = nursery.fork(environment, tmp_path / "log.txt")
        process.shutdown(socket.SHUT_WR)
        process.settimeout(60)
        assert process.recv(1) == b""  # closed by the fork and by its kernel, which is gone too
    assert (tmp_path / "log.txt").read_text("utf-8") == ""


def test_a_killed_nursery_is_the_end_of_a_page_and_no_more(tmp_path: Path) -> None:
    environment = isolation.environment(tmp_path / "page")
    with runner.Nursery(tmp_path / "nursery", False) as nursery:
        os.kill(nursery._process.pid, signal.SIGKILL)
        nursery._process.wait()
        process = nursery.fork(environment, tmp_path / "log.txt")
        process.settimeout(60)
        assert process.recv(1) == b""


def test_a_process_may_end_while_all_are_ended() -> None:
    processes, asked = runner.Processes(), threading.Event()

    class Ending:
        """Ends as soon as it is told to, and its thread knows at once."""

        def __enter__(self) -> None: ...

        def __exit__(self, *_: object) -> None: ...

        def shutdown(self, how: int) -> None:
            asked.set()
            time.sleep(0.2)

        def recv(self, size: int) -> bytes:
            return b""

    def work() -> None:
        with processes.running(Ending()):  # type: ignore[arg-type]
            begun.set()
            asked.wait(60)

    begun = threading.Event()
    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(60)
    processes.stop()
    thread.join()


def test_a_standing_nursery_stays_until_it_dies_or_packages_change(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.txt"
    lock.write_text("one\n", "utf-8")
    standing = runner.Standing(Project(tmp_path))
    with standing.lent() as first, standing.lent() as again:
        assert first is again and first.alive
    assert first.alive, "it stays"
    first._process.kill()
    first._process.wait()
    second = standing.prepare()
    assert second is not first and second.alive
    lock.write_text("two\n", "utf-8")
    assert standing.prepare() is not second
    standing.close()
    assert not second.alive and not list((tmp_path / "_build/tmp").iterdir())
