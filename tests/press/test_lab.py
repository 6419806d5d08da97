"""Pages in JupyterLab and under plain papermill: cells again, in any order; parameters checked."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import jupytext
import pytest

from press.project.parameters import NotAllowed, Parameters, check_cells
from press.project.places import Page, Project

PROJECT = Project.here()
PAGES = list(PROJECT.notebooks.values())
CELL = """
from typing import Annotated
from pydantic import Field
n_players: Annotated[int, Field(ge=1, le=9)] = 3
slots: int = 4
assert n_players <= slots, "n_players is at most the number of slots"
"""


def code_of(page: Page) -> list[str]:
    return [cell.source for cell in jupytext.read(page.path).cells if cell.cell_type == "code"]


def test_a_value_that_is_not_allowed_is_refused_in_one_line() -> None:
    names = {"In": ["", "import os", CELL, "whatever = 1"], "n_players": 3, "slots": 4}
    check_cells("demo", names)
    for value, why in (
        (10, "is not a whole number from 1 to 9"),
        (5, "the number of slots (given"),
    ):
        with pytest.raises(NotAllowed, match="demo: ") as refused:
            check_cells("demo", names | {"n_players": value})
        (line,) = refused.value._render_traceback_()
        assert line.startswith("press: demo: n_players") and why in line and "\n" not in line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.address)
def test_no_cell_takes_away_what_an_earlier_one_needs(page: Page) -> None:
    """Cells can be run again: nothing is called like a parameter, which would then be refused."""
    parameters = set(Parameters.of_page(page).model.model_fields)
    for source in code_of(page):
        tree = ast.parse(source)
        if any(isinstance(node, ast.AnnAssign) for node in tree.body):
            continue
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=name, ctx=ast.Store()):
                    assert name not in parameters
                case ast.alias(name=name, asname=other):
                    assert (other or name) not in parameters


AGAIN = """
import sys
from IPython.core.interactiveshell import InteractiveShell
import jupytext
shell = InteractiveShell.instance()
cells = [c.source for c in jupytext.read(sys.argv[1]).cells if c.cell_type == "code"]
for cell in [*cells, *reversed(cells), "n_players = 'banana'", *cells[1:2]]:
    try:
        done = shell.run_cell(cell, store_history=True)
    except BaseException as error:
        print(repr(error))
    if not done.success:
        print("refused", repr(done.error_before_exec or done.error_in_exec))
"""


def test_cells_are_run_twice_and_backwards(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PRESS_RUN"}
    environment |= {"IPYTHONDIR": str(tmp_path), "MPLBACKEND": "agg"}
    done = subprocess.run(
        [sys.executable, "-c", AGAIN, str(PROJECT.page_asked("token_game").path)],
        env=environment,
        capture_output=True,
        text=True,
    )
    refused = [line for line in done.stdout.splitlines() if line.startswith("refused")]
    assert len(refused) == 1, done.stdout + done.stderr
    assert "NotAllowed" in refused[0] and "n_players = banana" in refused[0]
