"""Chapters keep to the book's form: code that can be read in the page, and functions elsewhere."""

from __future__ import annotations

import ast
from pathlib import Path

import jupytext
import pytest

BOOK = Path(__file__).parents[2] / "book"
PAGES = sorted(page for page in BOOK.glob("*.md") if "{code-cell}" in page.read_text("utf-8"))
CHAPTERS = Path(__file__).parents[2] / "lib" / "parlor" / "chapters"
COLUMNS = 78
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def cells(page: Path, kind: str) -> list:
    return [cell for cell in jupytext.read(page).cells if cell.cell_type == kind]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_is_narrow(page: Path) -> None:
    lines = [line for cell in cells(page, "code") for line in cell.source.splitlines()]
    assert not [line for line in lines if len(line) > COLUMNS]


@pytest.mark.parametrize(
    "name", sorted(path.parent.name for path in CHAPTERS.glob("*/__init__.py"))
)
def test_functions_of_a_chapter_are_in_its_package(name: str) -> None:
    code = "\n".join(cell.source for cell in cells(BOOK / f"{name}.md", "code"))
    found = [node for node in ast.walk(ast.parse(code)) if isinstance(node, FUNCTIONS)]
    assert not [ast.unparse(node).splitlines()[0] for node in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_cells_hold_no_solver(page: Path) -> None:
    code = "\n".join(cell.source for cell in cells(page, "code"))
    assert "njit" not in code and "linprog" not in code
