"""Where a project is, and how a finished folder takes its place."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from press.run.project import NAMED, BuildError, Project, UserError


def test_here_is_the_nearest_folder_above_that_has_contents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(NAMED, raising=False)
    inner = tmp_path / "outer/inner"
    (inner / "book").mkdir(parents=True)
    monkeypatch.chdir(inner / "book")
    with pytest.raises(UserError, match=r"no book here: neither .*/book nor a folder above it"):
        Project.here()
    (tmp_path / "outer/_toc.yml").touch()
    assert Project.here().root == tmp_path / "outer"
    (inner / "_toc.yml").touch()
    assert Project.here().root == inner


def put(project: Project, text: str, replace: bool) -> None:
    """Publish a folder with a page of some text."""
    with project.scratch("site") as new:
        (new / "page").write_text(text, "utf-8")
        project.publish(new, project.build / "site", replace)


def test_a_folder_takes_its_place_whole(tmp_path: Path) -> None:
    project = Project(tmp_path)
    page = project.build / "site/page"
    put(project, "first", replace=False)
    put(project, "second", replace=False)
    assert page.read_text("utf-8") == "first"
    put(project, "third", replace=True)
    assert page.read_text("utf-8") == "third"
    page.unlink()
    page.parent.rmdir()
    page.parent.write_text("a plain file", "utf-8")
    put(project, "fourth", replace=True)
    assert page.read_text("utf-8") == "fourth"


def test_rivals_do_not_exclude_each_other(tmp_path: Path) -> None:
    project = Project(tmp_path)
    failed: list[BuildError] = []

    def several() -> None:
        try:
            for k in range(20):
                put(project, f"page {k}", replace=True)
        except BuildError as error:
            failed.append(error)

    rivals = [threading.Thread(target=several) for _ in range(3)]
    for rival in rivals:
        rival.start()
    for rival in rivals:
        rival.join()
    assert failed == []
    assert (project.build / "site/page").read_text("utf-8").startswith("page ")
