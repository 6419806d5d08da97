"""What `parlor clean` finds and removes, and what it leaves alone."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from press.project.places import Project
from press.tools.clean import remove, survey

from .toy import Toy

KEPT = ("runs/page/key/run.json", "numba/a/kernel.bin", "kept/pieces/a-1.sqlite", "sweeps/lab/key",
        "logs/page", "tmp/run-1-x/y", "html/index.html", "site/x")  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A book of one plain page, with a file in each folder of what is kept."""
    root = tmp_path / "project"
    for name in KEPT:
        (root / "_build" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "_build" / name).write_text("seven..", "utf-8")
    (root / "book").mkdir()
    (root / "book/index.md").write_text("# Plain\n", "utf-8")
    (root / "_toc.yml").write_text("root: book/index\n", "utf-8")
    return Project(root)


def test_what_no_page_uses_goes_and_the_book_stays(project: Project) -> None:
    found = survey(project)
    assert {item.kind: item.used for item in found} == {
        "runs": False, "kernels": True, "kept": True, "sweeps": False, "logs": False,
        "left behind": True,  # it is new
    }  # fmt: skip
    assert {item.size for item in found if item.path.is_file()} == {7}
    remove(item for item in found if not item.used)
    left = {path.relative_to(project.build).as_posix() for path in project.build.rglob("*.*")}
    assert left == {"kept/pieces/a-1.sqlite", "html/index.html", "numba/a/kernel.bin"}
    remove(found)
    remove(found)  # what is gone is no fault


def test_the_runs_of_the_book_stay_and_nothing_has_to_run_again(built: Toy) -> None:
    (book,) = built.runs()
    shutil.copytree(built.run_folder(), built.root / "_build/runs/demo/another")
    before = built.tree()
    status, told, err = built.ask("clean", "-n")
    assert (status, err) == (0, "") and "runs" in told and built.tree() == before
    old = built.root / "_build/numba/demo/old.bin"
    old.parent.mkdir(parents=True)
    old.touch()
    os.utime(old, (1, 1))
    assert built.ask("clean")[0] == 0 and built.runs() == [book] and not old.exists()
    assert built.ask("run", "demo")[2] == ""
