"""A lab elsewhere: its notebook beside the site's wheels, run by plain papermill, without a clone.

It has an environment of its own with what the wheels ask for and a Jupyter brings; at first nothing
of ours.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from tests.wheels import Environment

from parlor.core.places import keep_folder
from press.site.wheels import cell

LAB = "downloads/token_game/lab.ipynb"
OURS = ("parlor-book", "parlor-games", "parlor-press")


@pytest.fixture(scope="module")
def elsewhere(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment, and around it the lab and the wheels."""
    there = Environment.make(tmp_path_factory.mktemp("elsewhere"))
    (there.folder / LAB).parent.mkdir(parents=True)
    shutil.copy(site / LAB, there.folder / LAB)
    shutil.copytree(site / "wheels", there.folder / "wheels")
    there.install(*map(str, (site / "wheels").glob("*.whl")), "papermill", "ipykernel", "pip")
    return there


def installed(there: Environment) -> set[str]:
    told = there.run("python", "-m", "pip", "list", "--format=freeze").stdout
    return set(re.findall(r"^([\w.-]+)==", told, re.MULTILINE))


def papermill(there: Environment) -> tuple[dict, subprocess.CompletedProcess[str]]:
    """Execute a lab; what it says is a line at a time."""
    compiled = os.environ.get("NUMBA_CACHE_DIR") or str(keep_folder("numba"))
    out = str(there.folder / "out.ipynb")
    place = ("--cwd", str((there.folder / LAB).parent))
    ask = ("python", "-m", "papermill", LAB, out, "-k", "python3", *place)
    done = there.run(*ask, NUMBA_CACHE_DIR=compiled)
    return json.loads(Path(out).read_text("utf-8")), done


def only_line(out: dict) -> str:
    """The one line in which a notebook stopped."""
    (error,) = (
        o for c in out["cells"] for o in c.get("outputs", []) if o["output_type"] == "error"
    )
    (line,) = error["traceback"]
    return line


def test_wheels_are_small_and_hold_each_file_once(site: Path) -> None:
    wheels = sorted((site / "wheels").glob("*.whl"))
    assert [path.name.partition("-")[0].replace("_", "-") for path in wheels] == list(OURS)
    files = [name for path in wheels for name in zipfile.ZipFile(path).namelist()]
    assert len(files) == len(set(files))
    assert not [name for name in files if "__pycache__" in name]
    assert {name.partition("/")[0] for name in files if "dist-info" not in name} == {
        "chapters", "parlor", "press",
    }  # fmt: skip
    assert sum(path.stat().st_size for path in wheels) < 1.5e6


@pytest.mark.slow
def test_to_answer_a_lab_nothing_is_installed_that_prints_a_book(elsewhere: Environment) -> None:
    found = installed(elsewhere)
    assert {*OURS, "numba", "pandas", "matplotlib"} <= found
    for printer in ("Sphinx", "jupyter-book", "starlette", "uvicorn", "typer", "jupytext"):
        assert printer not in found and printer.lower() not in found
    refused = elsewhere.run("press", "serve")
    (line,) = refused.stderr.splitlines()
    assert refused.returncode == 2 and "is missing: the command needs the extra `book`" in line


@pytest.mark.slow
def test_a_lab_stops_in_its_first_cell_without_its_edition(elsewhere: Environment) -> None:
    (wheel,) = (elsewhere.folder / "wheels").glob("parlor_games-*")
    version = wheel.name.split("-")[1]
    place = f".venv/lib/*/site-packages/parlor_games-{version}.dist-info/METADATA"
    (metadata,) = elsewhere.folder.glob(place)
    own = metadata.read_text("utf-8")
    metadata.unlink()  # it may be one file with that of the cache
    metadata.write_text(own.replace(f"Version: {version}", "Version: 0.1.0+earlier"), "utf-8")
    out, done = papermill(elsewhere)
    assert done.returncode == 1
    why = f"parlor-games is 0.1.0+earlier here, and this notebook is of {version}"
    assert why in only_line(out)
    metadata.write_text(own, "utf-8")


@pytest.mark.slow
def test_a_lab_installs_what_it_needs_and_gives_the_pages_numbers(
    site: Path, elsewhere: Environment
) -> None:
    known = json.loads((site / LAB).read_text("utf-8"))
    wheels = sorted((site / "wheels").glob("*.whl"))
    assert "".join(known["cells"][0]["source"]) == cell(wheels, "../../")
    assert f"https://example.org/wheels/{wheels[0].name}" in cell(wheels, "https://example.org/")
    elsewhere.uninstall(*OURS)
    out, done = papermill(elsewhere)
    assert done.returncode == 0, done.stderr
    assert answers(out) == answers(known) and answers(out)
    shown = str([cell["outputs"] for cell in out["cells"] if cell["cell_type"] == "code"])
    assert "var(--pr-c1,#0072b2)" in shown, "colours without the book's styles"
    assert 'href="../' not in shown.replace('href="../../book/', ""), "no link that leads nowhere"


def answers(notebook: dict) -> list[str]:
    """What stands in the cells of a lab's tables."""
    shown = (
        "".join(output.get("data", {}).get("text/html", []))
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
    )
    cells = [cell for html in shown for cell in re.findall(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", html)]
    return [re.sub("<[^>]*>", "", cell) for cell in cells]
