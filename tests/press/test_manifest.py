"""What is found in ``_build`` is checked before it is believed, and made again if damaged."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from press.ask.manifest import MANIFEST, is_whole, read_manifest, write_manifest
from press.ask.runner import plan
from press.project.places import Project
from press.site.build import finished_totals

from .toy import Toy


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "run"
    (made / "tables").mkdir(parents=True)
    (made / "results.json").write_text('{"value": 3.5}', "utf-8")
    (made / "tables/one.csv").write_text("a,b\n", "utf-8")
    write_manifest(made, "key", totals={"match": 1})
    return made


def edited(name: str, text: str) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_text(text, "utf-8")


DAMAGE: dict[str, Callable[[Path], object]] = {
    "digit": edited("results.json", '{"value": 3.6}'),
    "missing": lambda folder: (folder / "results.json").unlink(),
    "added": edited("foreign.json", "{}"),
    "no manifest": lambda folder: (folder / MANIFEST).unlink(),
    "manifest cut off": edited(MANIFEST, '{"key": "key"'),
    "manifest without files": edited(MANIFEST, '{"key": "key"}'),
    "no folder": shutil.rmtree,
}


def test_a_folder_is_whole_under_its_own_name_only(folder: Path) -> None:
    found = read_manifest(folder, "key")
    assert found is not None and found["totals"] == {"match": 1}
    assert is_whole(folder, "key") and not is_whole(folder, "other")
    moved = folder.rename(folder.with_name("moved"))
    assert is_whole(moved, "key")


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_folder_is_not_whole(folder: Path, kind: str) -> None:
    DAMAGE[kind](folder)
    assert not is_whole(folder, "key")


def test_of_a_damaged_run_or_book_it_is_known(built: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")  # as the book has it
    project = Project(built.root)
    run = plan(project, project.page("demo"))
    assert run.finished and finished_totals(project) == {"match": 1, "holds": 1, "pending": 1}
    (project.site / "book/demo.html").unlink()
    DAMAGE["digit"](run.folder)
    assert not run.finished and finished_totals(project) is None
