"""Where a project is, and how a finished folder takes its place."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from press.project.errors import UserError
from press.project.places import NAMED, Project


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


def test_a_notebook_elsewhere_speaks_of_the_book_that_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(NAMED, raising=False)
    book, away = tmp_path / "site-packages/book", tmp_path / "away"
    for path in (book / "_toc.yml", book / "lib/chapters/__init__.py", away / "lab.ipynb"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.chdir(away)
    monkeypatch.syspath_prepend(str(book / "lib"))
    monkeypatch.delitem(sys.modules, "chapters", raising=False)  # nothing of it is imported yet
    monkeypatch.setitem(sys.modules, "ipykernel", None)
    assert Project.here().root == book


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
