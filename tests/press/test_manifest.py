"""What is found in ``_build`` is checked before it is believed, and made again if damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from press.ask.manifest import MANIFEST, is_whole, read_manifest, write_manifest
from press.ask.runner import plan
from press.project.places import Project
from press.site.build import finished_totals

from .toy import Toy

DAMAGE = {  # what stands where then
    "a digit": ("results.json", '{"value": 3.6}'),
    "missing": ("results.json", None),
    "added": ("foreign.json", "{}"),
    "no manifest": (MANIFEST, None),
    "manifest cut off": (MANIFEST, '{"key": "key"'),
    "manifest without files": (MANIFEST, '{"key": "key"}'),
}


@pytest.mark.parametrize(("name", "text"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_folder_is_not_whole(tmp_path: Path, name: str, text: str | None) -> None:
    made, folder = tmp_path / "made", tmp_path / "run"
    (made / "tables").mkdir(parents=True)
    (made / "results.json").write_text('{"value": 3.5}', "utf-8")
    (made / "tables/one.csv").write_text("a,b\n", "utf-8")
    write_manifest(made, "key", totals={"match": 1})
    made.rename(folder)
    found = read_manifest(folder, "key")
    assert found is not None and found["totals"] == {"match": 1}
    assert not is_whole(folder, "other"), "it is of its own name only"
    (folder / name).unlink() if text is None else (folder / name).write_text(text, "utf-8")
    assert not is_whole(folder, "key")


def test_of_a_damaged_run_or_book_it_is_known(built: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")  # as the book has it
    project = Project(built.root)
    run = plan(project, project.page("demo"))
    assert run.finished and finished_totals(project) == {"match": 1, "holds": 1, "pending": 1}
    (project.site / "book/demo.html").unlink()
    (run.folder / "results.json").write_text("{}", "utf-8")
    assert not run.finished and finished_totals(project) is None
