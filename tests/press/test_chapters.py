"""Chapters keep to the book's form: code that can be read in the page, and functions elsewhere."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import jupytext
import pytest

BOOK = Path(__file__).parents[2] / "book"
PAGES = sorted(page for page in BOOK.glob("*.md") if "{code-cell}" in page.read_text("utf-8"))
CHAPTERS = Path(__file__).parents[2] / "lib" / "parlor" / "chapters"
COLUMNS = 78
SETTLED = ["gift_exchange"]  # pages that are sections of calls
IMPORTS = (ast.Import, ast.ImportFrom)
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


@pytest.mark.parametrize("name", SETTLED)
def test_sections_can_be_moved(name: str) -> None:
    """Imports stand in the cell after the parameters, and no name is bound in two cells."""
    trees = [ast.parse(cell.source) for cell in cells(BOOK / f"{name}.md", "code")]
    imports = [i for i, tree in enumerate(trees) if any(isinstance(n, IMPORTS) for n in tree.body)]
    assert set(imports) <= {0, 1}
    bound = Counter(
        name
        for tree in trees
        for name in {
            node.id
            for statement in tree.body
            if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For)
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
    )
    assert not [name for name, times in bound.items() if times > 1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_cells_hold_no_solver(page: Path) -> None:
    code = "\n".join(cell.source for cell in cells(page, "code"))
    assert "njit" not in code and "linprog" not in code
