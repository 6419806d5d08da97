"""Chapters keep to the book's form: cells a reader can take in, and no number without a source."""

from __future__ import annotations

from pathlib import Path

import jupytext
import pytest

BOOK = Path(__file__).parents[2] / "book"
PAGES = sorted(page for page in BOOK.glob("*.md") if "{code-cell}" in page.read_text("utf-8"))
LINES, COLUMNS = 14, 78


def cells(page: Path, kind: str) -> list:
    return [cell for cell in jupytext.read(page).cells if cell.cell_type == kind]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_in_view_is_short_and_narrow(page: Path) -> None:
    folded = {"parameters", "hide-input"}  # a form to fill in, and drawing
    long = [
        cell.source.splitlines()[0]
        for cell in cells(page, "code")
        if not folded & set(cell.metadata.get("tags", [])) and len(cell.source.splitlines()) > LINES
    ]
    wide = [
        line
        for cell in cells(page, "code")
        for line in cell.source.splitlines()
        if len(line) > COLUMNS
    ]
    assert not long and not wide


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_cells_hold_no_solver(page: Path) -> None:
    code = "\n".join(cell.source for cell in cells(page, "code"))
    assert "njit" not in code and "linprog" not in code
