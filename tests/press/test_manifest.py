"""What is found in ``_build`` is checked before it is believed, and made again if damaged."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from press.run.manifest import MANIFEST, is_whole, read_manifest, write_manifest

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
    "emptied": edited("results.json", ""),
    "missing": lambda folder: (folder / "results.json").unlink(),
    "missing below": lambda folder: shutil.rmtree(folder / "tables"),
    "added": edited("foreign.json", "{}"),
    "no manifest": lambda folder: (folder / MANIFEST).unlink(),
    "manifest empty": edited(MANIFEST, ""),
    "manifest cut off": edited(MANIFEST, '{"key": "key"}'),
    "manifest of another time": edited(MANIFEST, '{"key": "key", "files": [], "sum": ""}'),
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


def test_what_is_damaged_is_made_again(finished: Toy, built: Toy) -> None:
    folder, page = built.run_folder(), built.root / "_build/html/book/demo.html"
    results = (folder / "results.json").read_bytes()
    DAMAGE["digit"](folder)
    page.unlink()
    status, out, err = built.call("build")
    assert status == 0 and "demo: finished" in err and "building the pages" in err
    assert "3 entries: 1 match, 1 holds, 1 pending" in out
    assert (folder / "results.json").read_bytes() == results
    assert built.site() == finished.site()
