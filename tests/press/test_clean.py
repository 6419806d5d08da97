"""What `parlor clean` finds and removes, and what it leaves alone."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from press.run.project import Project
from press.tools.clean import Kept, remove, survey


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A book of one plain page, with a file in each folder of what is kept."""
    root = tmp_path / "project"
    for name in ("runs/page/key/run.json", "numba/a/kernel.bin", "pieces/a.sqlite", "sweeps/a",
                 "sweeps/b/c", "site/x", "logs/page", "tmp/run-1-x/y"):  # fmt: skip
        (root / "_build" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "_build" / name).write_text("seven..", "utf-8")
    (root / "book").mkdir()
    (root / "book/index.md").write_text("# Plain\n", "utf-8")
    (root / "_toc.yml").write_text("root: book/index\n", "utf-8")
    return Project(root)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder that is not the project's."""
    (tmp_path / "else/where").mkdir(parents=True)
    (tmp_path / "else/where/mine.txt").write_text("mine", "utf-8")
    return tmp_path / "else"


def of(found: list[Kept], kind: str) -> list[str]:
    return [item.path.name for item in found if item.kind == kind and not item.used]


def test_what_no_page_uses_goes_and_the_last_build_stays(project: Project) -> None:
    found, left = survey(project)
    assert left == [] and {item.size for item in found} == {7}
    assert [item.kind for item in found] == [
        "runs", "kernels", "pieces", "sweeps", "sweeps", "last build", "logs", "left behind"
    ]  # fmt: skip
    assert remove(item for item in found if not item.used) == []
    again = [item.kind for item in survey(project)[0]]
    assert again == ["last build", "left behind"], "process 1 is there"
    assert remove(found) == [], "what is gone is no fault"


@pytest.mark.parametrize(
    "number, alive", [("1", True), ("ours", True), ("0", False), ("9" * 20, False)]
)
def test_a_folder_is_left_behind_if_its_process_is_gone(
    project: Project, number: str, alive: bool
) -> None:
    number = str(os.getpid()) if number == "ours" else number
    shutil.rmtree(project.build / "tmp")
    (project.build / f"tmp/run-{number}-x").mkdir(parents=True)
    found, _ = survey(project)
    assert [item.used for item in found if item.kind == "left behind"] == [alive]


def test_links_are_removed_and_what_they_lead_to_stays(project: Project, elsewhere: Path) -> None:
    for name in (
        "logs/x",
        "tmp/run-0-x",
        "sweeps/x",
        "numba/a/x",
        "runs/page/x",
        "runs/page/key/x",
    ):
        (project.build / name).symlink_to(elsewhere)
    (project.build / "logs/nowhere").symlink_to(elsewhere / "nowhere")
    found, left = survey(project)
    assert left == [] and of(found, "runs") == ["key", "x"]
    assert sorted(of(found, "sweeps")) == ["a", "c", "x"]
    assert remove(item for item in found if not item.used) == []
    assert [*project.build.rglob("x")] == [project.build / "site/x"]
    assert (elsewhere / "where/mine.txt").read_text("utf-8") == "mine"


@pytest.mark.parametrize("name", ["runs", "runs/page", "logs", "numba", "pieces", "sweeps", "tmp"])
def test_a_folder_that_is_a_link_is_left_alone_and_told(
    project: Project, elsewhere: Path, name: str
) -> None:
    shutil.rmtree(project.build / name)
    (project.build / name).symlink_to(elsewhere)
    found, left = survey(project)
    assert left == [f"{project.build / name}: is a link"]
    remove(found)
    assert (elsewhere / "where/mine.txt").read_text("utf-8") == "mine"


def test_what_cannot_be_read_is_left_alone_and_told(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = project.build / "runs/page/key/locked"
    locked.mkdir()
    listdir = os.listdir

    def denied(path: str | Path) -> list[str]:
        if Path(path) == locked:
            raise PermissionError(13, "Permission denied", str(path))
        return listdir(path)

    monkeypatch.setattr(os, "listdir", denied)
    found, left = survey(project)
    assert left == [f"{locked}: Permission denied"] and of(found, "runs") == []
    assert of(found, "logs") == ["page"], "the others are found"


def test_what_cannot_be_removed_is_told(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "unlink", denied)
    found, _ = survey(project)
    left = remove(item for item in found if item.kind in ("logs", "runs"))
    assert left == [f"{project.build}/logs/page: Permission denied"]
    assert not (project.build / "runs/page/key").exists()
