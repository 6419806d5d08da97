"""The table of contents, read as YAML."""

from __future__ import annotations

from pathlib import Path

import pytest

from press.run.contents import NotContents, places
from press.run.project import BuildError, Project

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
    "no YAML": ("root: a\nb: ]", "_toc.yml, line 2: no YAML: "),
    "a tab": ("root: a\n\tb: c", "_toc.yml, line 2: no YAML: "),
    "a letter that is none": ("root: \0", "_toc.yml: no YAML: "),
    "a date that is none": ("root: 2000-13-77", "_toc.yml: no YAML: month must be in 1..12"),
    "nothing": ("", "_toc.yml: a mapping is asked for, not None"),
    "a list": ("- file: a", "_toc.yml: a mapping is asked for, not [{'file': 'a'}]"),
    "no root": ("chapters: []", "_toc.yml: `root` is to name a page, not None"),
    "no list": ("root: a\nchapters: {file: b}", "_toc.yml: `chapters` is to be a list"),
    "a list that is empty": ("root: a\nchapters:", "_toc.yml: `chapters` is to be a list"),
    "no entry": ("root: a\nchapters: [b]", "_toc.yml: a mapping is asked for, not 'b'"),
    "a number": ("root: a\nchapters: [{file: 7}]", "_toc.yml: `file` is to name a page, not 7"),
    "a pattern": ("root: a\nchapters: [{glob: b/*}]", "each page is named by `file`"),
    "itself": ("root: a\nchapters: &x [{sections: *x}]", "_toc.yml: no table of contents"),
    "depth": ("root: a\nchapters: " + "[" * 5000, "_toc.yml"),
}


def test_pages_are_read_as_yaml_has_them() -> None:
    assert places(CONTENTS) == PAGES


def test_our_own_names_each_page_once() -> None:
    pages = Project(ROOT).pages
    assert len(set(pages)) == len(pages) > 60
    assert all((ROOT / f"{page}.md").is_file() for page in pages)


@pytest.mark.parametrize("case", BAD)
def test_what_is_none_is_told_in_a_line(case: str) -> None:
    text, message = BAD[case]
    with pytest.raises(NotContents) as told:
        places(text)
    assert message in str(told.value) and len(str(told.value).splitlines()) == 1


def test_a_file_that_is_no_text_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "_toc.yml").write_bytes(b"root: \xff")
    with pytest.raises(BuildError, match=r"_toc\.yml: not a text in UTF-8"):
        _ = Project(tmp_path).pages
