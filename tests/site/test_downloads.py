"""A notebook from the book, as a reader has it: in a folder of his own, run by plain papermill."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

LAB = "downloads/token_game/lab.ipynb"


def papermill(folder: Path, *given: str) -> tuple[int, str]:
    """Execute the copy of the lab that lies in a folder; what it says is a line at a time."""
    environment = {name: value for name, value in os.environ.items() if "PARLOR" not in name}
    done = subprocess.run(
        [sys.executable, "-m", "papermill", "lab.ipynb", "out.ipynb", "-k", "python3", *given],
        cwd=folder,
        env=environment | {"HOME": str(folder), "IPYTHONDIR": str(folder / "ipython")},
        capture_output=True,
        text=True,
        timeout=300,
    )
    return done.returncode, done.stderr


@pytest.fixture
def copied(site: Path, tmp_path: Path) -> Path:
    shutil.copy(site / LAB, tmp_path / "lab.ipynb")
    return tmp_path


def test_a_lab_answers_elsewhere(copied: Path) -> None:
    status, told = papermill(copied, "-p", "n_players", "2", "-y", "prizes: [5, 1, 1, 6]")
    assert status == 0, told
    out = nbformat.read(copied / "out.ipynb", as_version=4)
    shown = str([cell.outputs for cell in out.cells if cell.cell_type == "code"])
    assert "4 stacks, 2 players" in shown
    assert "var(--pr-c1,#0072b2)" in shown, "colours without the book's styles"
    assert 'href="../' not in shown.replace('href="../../book/', ""), "no link that leads nowhere"


def test_a_parameter_that_is_not_allowed_is_refused_at_once(copied: Path) -> None:
    line = "token_game: n_players = 99 is not a whole number from 1 to 26 (default 3)"
    status, told = papermill(copied, "-p", "n_players", "99")
    assert status == 1
    assert f"press: {line}" in told
    out = nbformat.read(copied / "out.ipynb", as_version=4)
    code = [cell for cell in out.cells if cell.cell_type == "code"]
    done = [cell.source for cell in code if cell.execution_count]
    (injected,) = (i for i, cell in enumerate(done) if cell.startswith("# Parameters"))
    assert len(done) == injected + 2, "refused in the first cell after the parameters"
    error = next(o for cell in code for o in cell.outputs if o.output_type == "error")
    assert error.traceback[-1].startswith(f"press: {line}") and len(error.traceback) == 1
