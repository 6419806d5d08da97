"""The table of contents, by Jupyter Book's own reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from press.project.errors import BuildError
from press.project.places import Project

from .toy import ROOT

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
BAD = {
    "no YAML": "root: a\nb: ]",
    "nothing": "",
    "no root": "chapters: []",
    "no list": "format: jb-book\nroot: a\nchapters: {file: b}",
    "itself": "format: jb-book\nroot: a\nchapters: &x [{file: b, sections: *x}]",
}


def test_our_own_names_each_page_once() -> None:
    pages = Project(ROOT).pages
    assert len(set(pages)) == len(pages) > 60
    assert all((ROOT / f"{page}.md").is_file() for page in pages)


def test_pages_stand_in_the_order_of_the_book(tmp_path: Path) -> None:
    (tmp_path / "_toc.yml").write_text(CONTENTS)
    assert Project(tmp_path).pages == PAGES


@pytest.mark.parametrize("case", BAD)
def test_what_is_none_is_told_in_a_line(case: str, tmp_path: Path) -> None:
    (tmp_path / "_toc.yml").write_text(BAD[case], "utf-8")
    with pytest.raises(BuildError, match=r"^_toc\.yml(, line \d+)?: [^\n]+$"):
        _ = Project(tmp_path).pages
