"""What `parlor clean` finds and removes, and what it leaves alone."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from press.project.places import Project
from press.tools.clean import remove, survey

from .toy import Toy

KEPT = {  # whether the book uses it
    "runs/page/key": False, "numba/a/kernel.bin": True, "kept/pieces/a-1.sqlite": True,
    "sweeps/lab/key": False, "logs/page": False, "tmp/run-1-x": True,
}  # fmt: skip


def test_what_no_page_uses_goes_and_the_book_stays(tmp_path: Path) -> None:
    files = {f"_build/{name}": "seven.." for name in [*KEPT, "html/index.html"]}
    files |= {"book/index.md": "# Plain\n", "_toc.yml": "root: book/index\n"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    project = Project(tmp_path)
    found = survey(project)
    used = {item.path.relative_to(project.build).as_posix(): item.used for item in found}
    assert used == KEPT and {item.size for item in found} == {7}
    remove(item for item in found if not item.used)
    left = {path.relative_to(project.build).as_posix() for path in project.build.glob("**/*.*")}
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
