"""The folder of what is made: a finished folder takes its place, whoever else is at it."""

from __future__ import annotations

import fcntl
import threading
from pathlib import Path

import pytest

from press.run import project
from press.run.project import Project


def test_a_lock_that_is_held_is_told_and_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = Project(tmp_path)
    target = made.build / "site"

    def publish() -> None:
        with made.scratch("site") as new:
            (new / "page").write_text("a page", "utf-8")
            made.publish(new, target, replace=True)

    publish()
    assert (target / "page").is_file()
    assert capsys.readouterr().err == "", "nobody holds it"

    monkeypatch.setattr(project, "PATIENCE", 0.1)
    (target / "page").unlink()
    with (made.build / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = threading.Thread(target=publish, daemon=True)
        waiting.start()
        waiting.join(0.5)
        assert waiting.is_alive()
        assert not (target / "page").exists()
    waiting.join(60)
    assert (target / "page").is_file()
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"waiting for the process that holds {made.build / '.lock'}"
