"""What `parlor clean` finds and removes, and what it leaves alone."""

from __future__ import annotations

import os
import shutil

from press.project.places import Project
from press.tools.clean import survey

from .toy import Toy


def test_what_no_page_uses_goes_the_book_stays_and_nothing_has_to_run_again(built: Toy) -> None:
    (book,) = built.runs()
    shutil.copytree(built.run_folder(), built.root / "_build/runs/demo/another")
    unused = ["runs/demo/another", "numba/demo/old.bin", "sweeps/lab/key", "logs/page"]
    for name in unused[1:]:
        old = built.root / "_build" / name
        old.parent.mkdir(parents=True, exist_ok=True)
        old.touch()
        os.utime(old, (1, 1))
    project = Project(built.root)
    found = {item.path.relative_to(project.build).as_posix(): item for item in survey(project)}
    assert {name for name, item in found.items() if not item.used} == {*unused}
    assert found["runs/demo/another"].size == found[f"runs/demo/{book}"].size > 1000
    before = built.tree()
    status, told, err = built.ask("clean", "-n")
    assert (status, err) == (0, "") and "runs" in told and built.tree() == before
    assert built.ask("clean")[0] == 0
    after = built.tree()
    assert not [name for name in after if name.startswith(tuple(f"_build/{n}" for n in unused))]
    assert {name for name in before if name.startswith("_build/html/")} <= after.keys()
    assert built.ask("run", "demo")[2] == ""
