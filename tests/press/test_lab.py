"""Pages in JupyterLab and under plain papermill: cells again, in any order; parameters checked."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import jupytext
import pytest

from press.project.parameters import Parameters
from press.project.places import Page, Project

from .toy import Toy

PROJECT = Project.here()
PAGES = list(PROJECT.notebooks.values())


def code_of(page: Page) -> list[str]:
    return [cell.source for cell in jupytext.read(page.path).cells if cell.cell_type == "code"]


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
for cell in [*cells, *reversed(cells), "sides = 'banana'", *cells[1:2]]:
    try:
        done = shell.run_cell(cell, store_history=True)
    except BaseException as error:
        print(repr(error))
    if not done.success:
        print("refused", repr(done.error_before_exec or done.error_in_exec))
"""


def test_cells_are_run_twice_and_backwards(toy: Toy, tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PRESS_RUN"}
    environment |= {"IPYTHONDIR": str(tmp_path), "MPLBACKEND": "agg"}
    done = subprocess.run(
        [sys.executable, "-c", AGAIN, "book/demo.md"],
        cwd=toy.root,
        env=environment | {"PYTHONPATH": "lib"},
        capture_output=True,
        text=True,
    )
    refused = [line for line in done.stdout.splitlines() if line.startswith("refused")]
    assert len(refused) == 1, done.stdout + done.stderr
    assert "NotAllowed" in refused[0] and "sides = banana" in refused[0]
