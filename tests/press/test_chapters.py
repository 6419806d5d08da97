"""Chapters keep to the book's form: three kinds of pages, and functions in the library."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import jupytext
import pytest

from press.project.places import Page, Project
from tests.published import SOURCES

PROJECT = Project.here()
PAGES = list(PROJECT.notebooks.values())
FOLDERS = {name: pages for name, pages in PROJECT.chapters.items() if len(pages) > 1}
LECTURES = [page for pages in FOLDERS.values() for page in pages[:-2]]
OPEN_CELLS = 12
OPEN_LINES = 15  # of a cell that is shown
IDEA = 8  # lines of a function that a lecture shows as its idea
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
FOLDED = {"remove-input", "hide-input", "remove-cell", "hide-cell"}


@cache
def code_of(page: Page) -> list:
    return [cell for cell in jupytext.read(page.path).cells if cell.cell_type == "code"]


def shown(page: Page) -> list[str]:
    """The code that a reader sees without asking for it."""
    return [
        cell.source for cell in code_of(page) if not FOLDED & set(cell.metadata.get("tags", []))
    ]


def address(page: Page) -> str:
    return page.address


@pytest.mark.parametrize("page", PAGES, ids=address)
def test_functions_are_in_the_library(page: Page) -> None:
    code = "\n".join(cell.source for cell in code_of(page))
    found = [node for node in ast.walk(ast.parse(code)) if isinstance(node, FUNCTIONS)]
    # but where the code is the idea: a lecture may show one function, which is short
    ideas = [one for one in found if page in LECTURES and one.end_lineno - one.lineno < IDEA]
    assert not [ast.unparse(node).splitlines()[0] for node in found if node not in ideas[:1]]
    assert "njit" not in code and "linprog" not in code


@pytest.mark.parametrize("pages", FOLDERS.values(), ids=FOLDERS)
def test_a_chapter_is_read_checked_and_rerun(pages: list[Page]) -> None:
    assert pages[0].name == "index"
    assert [page.name for page in pages[-2:]] == ["audit", "lab"]


@pytest.mark.parametrize("page", LECTURES, ids=address)
def test_words_carry_a_lecture(page: Page) -> None:
    cells = shown(page)
    assert len(cells) <= OPEN_CELLS
    assert not [cell for cell in cells if len(cell.splitlines()) > OPEN_LINES]
    code = "\n".join(cell.source for cell in code_of(page))
    assert ".judge(" not in code  # that is the audit's


@pytest.mark.parametrize("name", FOLDERS)
def test_every_line_of_the_source_is_accounted_for(name: str) -> None:
    published = SOURCES[name]
    assert published.lines, "lines.csv is missing"  # that it is a partition is held on loading
    text = str(published.source.get("sha256"))  # of the source, as CONTRIBUTING.md says
    assert re.fullmatch(r"[0-9a-f]{64}", text), f"source.yaml: sha256: {text}"
    entries = [one for one in published.lines if one.kind == "entries"]
    assert all(one.entries for one in entries)
    assert all(one.entries or one.note for one in published.lines)


@pytest.mark.parametrize("page", LECTURES, ids=address)
def test_code_that_is_shown_can_be_copied(page: Page) -> None:
    """What it uses it makes itself, or a cell above it that is shown too."""
    ruff = [Path(sys.executable).with_name("ruff"), "check", "--isolated", "--select", "F821", "-"]
    code = "\n\n".join(shown(page))
    done = subprocess.run(ruff, input=code, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
