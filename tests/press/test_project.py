"""Where a project is, which pages it has, and how a finished folder takes its place."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from press.project.errors import BuildError, UserError
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
    monkeypatch.setenv(NAMED, "../..")
    assert Project.here().root == tmp_path / "outer", "whatever one stands in"
    monkeypatch.setenv(NAMED, str(tmp_path))
    with pytest.raises(UserError, match=f"no book here, as {NAMED} says: neither {tmp_path} nor"):
        Project.here()


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


CONTENTS = """
format: jb-book
root: book/index
parts:
  - caption: "root: book/no_page"
    chapters:
      - file: "book/nim/index"  # in quotes
        sections:
          - {file: book/nim/audit, title: An audit}
          - title: The lab
            file: 'book/nim/lab'
          # - file: book/nim/later
      - url: https://example.org
  - chapters:
    - file: book/ledger   # the last
"""
PAGES = ["book/index", "book/nim/index", "book/nim/audit", "book/nim/lab", "book/ledger"]
NO_CONTENTS = [
    "root: a\nb: ]",
    "",
    "chapters: []",
    "format: jb-book\nroot: a\nchapters: {file: b}",
    "format: jb-book\nroot: a\nchapters: &x [{file: b, sections: *x}]",
]


def test_pages_stand_in_the_order_of_the_book(tmp_path: Path) -> None:
    (tmp_path / "_toc.yml").write_text(CONTENTS)
    assert Project(tmp_path).pages == PAGES


@pytest.mark.parametrize("text", NO_CONTENTS)
def test_what_is_no_table_of_contents_is_told_in_a_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "_toc.yml").write_text(text, "utf-8")
    with pytest.raises(BuildError, match=r"^_toc\.yml(, line \d+)?: [^\n]+$"):
        _ = Project(tmp_path).pages


def test_a_folder_takes_its_place_whole(tmp_path: Path) -> None:
    project = Project(tmp_path)
    page = project.build / "site/page"

    def published(text: str) -> str:
        """What stands there after a page of this text was published."""
        with project.scratch("site") as new:
            (new / "page").write_text(text, "utf-8")
            project.publish(new, page.parent)
        return page.read_text("utf-8")

    assert [published(text) for text in ("first", "second")] == ["first", "second"]
    page.unlink()
    page.parent.rmdir()
    page.parent.write_text("a plain file", "utf-8")
    assert published("third") == "third"
