"""What invalidates a run, and what does not."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from press.ask import keys
from press.ask.runner import plan
from press.project.places import Project

from .toy import Toy


@pytest.fixture
def project(knowing: Callable[[Path], None], tmp_path: Path) -> Project:
    knowing(tmp_path)
    (tmp_path / "_toc.yml").touch()
    return Project(tmp_path)


def test_what_is_installed_from_a_folder_counts_by_its_content(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = project.root / "site-packages/sums-1.0.dist-info"
    monkeypatch.setattr(keys, "_SITES", [info.parent])

    def name_of(content: str, origin: str) -> str:
        shutil.rmtree(info, ignore_errors=True)
        time.sleep(0.01)  # of a clock that does not tell less apart
        info.mkdir(parents=True)  # as installers do
        scripts = f"../../../bin/sums,sha256={content}2,8\nsums-1.0.dist-info/INSTALLER,,\n"
        (info / "RECORD").write_text(f"sums.py,sha256={content},8\n{scripts}", "utf-8")
        (info / "direct_url.json").write_text(origin, "utf-8")
        return keys.ground(project)["installed packages"]

    folder, editable = '{"dir_info": {}}', '{"dir_info": {"editable": true}}'
    assert name_of("a", folder) != name_of("b", folder)
    assert name_of("a", editable) == name_of("b", editable), "it is read where it lies"


def test_what_tests_are_installed_with_runs_nothing_again(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project.root / "site-packages"
    monkeypatch.setattr(keys, "_SITES", [folder])
    (project.root / "requirements").mkdir()
    project.lock.write_text("nash-py==1.0 \\\n    --hash=sha256:0\n", "utf-8")
    dev = "nash-py==1.0\nRun.Tests==2.0 ; python_version > '3'\n"
    (project.root / "requirements/dev.txt").write_text(dev, "utf-8")

    def name_with(*installed: str) -> str:
        for each in installed:
            (folder / each).mkdir(parents=True)
        return keys.of_code(project, "code", "import numpy", ["import numpy"]).name

    alone = name_with("nash_py-1.0.dist-info")
    assert name_with("run_tests-2.0.dist-info") == alone
    by_hand = name_with("fast_sums-1.0.dist-info")
    assert by_hand != alone, "nobody knows what uses it"
    assert name_with("nash_py-1.1.dist-info") != by_hand


def test_a_page_knows_nothing_of_other_games() -> None:
    project = Project.here()
    made = plan(project, project.page_asked("token_game")).made.parts
    assert {"parlor.games.token_game", "parlor.core", "press.page"} <= made.keys()
    assert not [name for name in made if "guts" in name or "yankee" in name or "gift" in name]
    assert not {"press.form", "press.site", "press.ask"} & made.keys()


def test_what_an_edit_runs_again(built: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(built.root)
    first = plan(project, project.page("demo"))

    def changed() -> set[str]:
        now = plan(project, project.page("demo"))
        assert now.finished == (now.made.parts == first.made.parts)
        return {name for name, part in now.made.parts.items() if part != first.made.parts[name]}

    built.edit("book/demo.md", "# A demonstration", "# A demonstration, you see")
    (built.root / "lib/nim").mkdir()
    (built.root / "lib/nim/__init__.py").write_text("HEAPS = 3\n", "utf-8")
    built.edit("lib/die/__init__.py", "def", '"""Of dice."""\n\n\ndef')
    built.edit("lib/die/__init__.py", "/ 2", "/ 2  # the mean")
    assert changed() == set() and first.finished
    monkeypatch.setattr(keys, "_installed", lambda project: "another nashpy")
    assert changed() == {"installed packages"}
    monkeypatch.undo()
    built.edit("book/demo.md", ":tags: [answer]", ":tags: [answer, hide-input]")
    assert changed() == {"code of demo"}
    built.edit("book/demo.md", ":tags: [answer, hide-input]", ":tags: [answer]")
    built.edit("lib/die/__init__.py", "(sides + 1) / 2", "(1 + sides) / 2")
    assert changed() == {"die"}
