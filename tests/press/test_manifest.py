"""What is found in ``_build`` is checked before it is believed, and made again if damaged."""

from __future__ import annotations

import json
import os
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


def replaced(name: str, by: Callable[[Path], object]) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        (folder / name).unlink()
        by(folder / name)

    return damage


DAMAGE: dict[str, Callable[[Path], object]] = {
    "digit": edited("results.json", '{"value": 3.6}'),
    "cut off": edited("results.json", '{"val'),
    "emptied": edited("results.json", ""),
    "missing": lambda folder: (folder / "results.json").unlink(),
    "missing below": lambda folder: shutil.rmtree(folder / "tables"),
    "added": edited("foreign.json", "{}"),
    "link": replaced("results.json", lambda path: path.symlink_to("tables/one.csv")),
    "link to a folder": lambda folder: (folder / "more").symlink_to("tables"),
    "circle": replaced("results.json", lambda path: path.symlink_to(path.name)),
    "folder": replaced("results.json", Path.mkdir),
    "pipe": replaced("results.json", os.mkfifo),
    "no manifest": lambda folder: (folder / MANIFEST).unlink(),
    "no text": lambda folder: (folder / MANIFEST).write_bytes(b"\xff\x00"),
    "manifest a pipe": replaced(MANIFEST, os.mkfifo),
    "manifest a folder": replaced(MANIFEST, Path.mkdir),
    "manifest edited": lambda folder: edited(
        MANIFEST, (folder / MANIFEST).read_text("utf-8").replace('"match": 1', '"match": 2')
    )(folder),
    "empty folder": lambda folder: (shutil.rmtree(folder), folder.mkdir()),
    "no folder": shutil.rmtree,
    "file": lambda folder: (shutil.rmtree(folder), folder.write_text("x", "utf-8")),
} | {
    f"manifest {text}": edited(MANIFEST, text)
    for text in ("", "[]", "{}", "null", "3", '{"key": "key"}', '{"sum": 1}', "[" * 100_000,
                 '{"key": "key", "files": [], "sum": ""}')
}  # fmt: skip


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


@pytest.mark.parametrize("kind", ["digit", "file"])
def test_a_damaged_run_is_made_again(built: Toy, kind: str) -> None:
    folder = built.run_folder()
    before = built.tree()
    results = (folder / "results.json").read_bytes()
    DAMAGE[kind](folder)
    status, out, err = built.call("run", "demo")
    assert status == 0 and "Traceback" not in err
    assert "demo: finished" in err
    assert "3.50 ± 0.12" in out
    assert (folder / "results.json").read_bytes() == results
    notes = {folder.relative_to(built.root).as_posix() + f"/{n}" for n in ("run.json", MANIFEST)}
    notes.add("lib/chapters/demo/asked.txt")  # in which the toy counts what it is asked
    assert {name for name, text in built.tree().items() if text != before.get(name)} <= notes
    assert built.call("run", "demo")[2] == ""


def test_a_damaged_book_is_made_again(finished: Toy, built: Toy) -> None:
    site = built.root / "_build/html"
    whole = finished.site()
    stamp = json.loads((site / MANIFEST).read_text("utf-8"))
    page = site / "book/demo.html"
    for damage in (
        page.unlink,
        lambda: page.write_text(page.read_text("utf-8").replace("3.5", "3.6"), "utf-8"),
        lambda: (site / MANIFEST).write_text(json.dumps(stamp | {"totals": []}), "utf-8"),
    ):
        damage()
        status, out, err = built.call("build")
        assert status == 0 and err == "building the pages\n"
        assert "3 entries: 1 match, 1 holds, 1 pending" in out
        assert built.site() == whole
