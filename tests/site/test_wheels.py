"""A lab elsewhere: its notebook beside the site's wheels, run by plain papermill, without a clone.

What the book's wheels ask for is there, as after an installation; nothing of ours is.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from parlor.core.places import keep_folder

LAB = "downloads/token_game/lab.ipynb"
OURS = ("parlor-book", "parlor-games", "parlor-press")


@pytest.fixture(scope="module")
def elsewhere(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the lab, the wheels and an environment for both."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / LAB).parent.mkdir(parents=True)
    shutil.copy(site / LAB, folder / LAB)
    shutil.copytree(site / "wheels", folder / "wheels")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / ".venv"], check=True)
    (packages,) = folder.glob(".venv/lib/*/site-packages")
    # what installs a checkout in place is a .pth file itself, which is not read from there
    (packages / "asked.pth").write_text(sysconfig.get_path("purelib"))
    return folder


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run its Python beside the lab, with nothing of whoever tests it but what is compiled."""
    compiled = os.environ.get("NUMBA_CACHE_DIR") or str(keep_folder("numba"))
    own = {"PATH": f"{folder / '.venv/bin'}:{os.defpath}", "HOME": str(folder)}
    return subprocess.run(
        [folder / ".venv/bin/python", *arguments],
        cwd=(folder / LAB).parent,
        env=own | {"NUMBA_CACHE_DIR": compiled},
        capture_output=True,
        text=True,
        timeout=300,
    )


def papermill(folder: Path, *given: str) -> tuple[dict, subprocess.CompletedProcess[str]]:
    """Execute the lab; what it says is a line at a time."""
    command = ("-m", "papermill", "lab.ipynb", "out.ipynb", "-k", "python3", *given)
    done = python(folder, *command)
    return json.loads((folder / LAB).with_name("out.ipynb").read_text("utf-8")), done


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
def test_a_lab_installs_what_it_needs_and_gives_the_pages_numbers(
    site: Path, elsewhere: Path
) -> None:
    assert "ModuleNotFoundError" in python(elsewhere, "-c", "import press").stderr
    out, done = papermill(elsewhere)
    assert done.returncode == 0, done.stderr
    known = json.loads((site / LAB).read_text("utf-8"))
    assert answers(out) == answers(known) and answers(out)
    shown = str([cell["outputs"] for cell in out["cells"] if cell["cell_type"] == "code"])
    assert "var(--pr-c1,#0072b2)" in shown, "colours without the book's styles"
    assert 'href="../' not in shown.replace('href="../../book/', ""), "no link that leads nowhere"

    # refused at once, in the first cell after the parameters
    line = "token_game: n_players = 99 is not a whole number from 1 to 26 (default 3)"
    out, done = papermill(elsewhere, "-p", "n_players", "99")
    assert done.returncode == 1
    assert f"press: {line}" in done.stderr
    code = [cell for cell in out["cells"] if cell["cell_type"] == "code"]
    ran = ["".join(cell["source"]) for cell in code if cell["execution_count"]]
    (injected,) = (i for i, cell in enumerate(ran) if cell.startswith("# Parameters"))
    assert len(ran) == injected + 2
    error = next(o for cell in code for o in cell["outputs"] if o["output_type"] == "error")
    assert error["traceback"][-1].startswith(f"press: {line}") and len(error["traceback"]) == 1


def answers(notebook: dict) -> list[str]:
    """What stands in the cells of a lab's tables."""
    shown = (
        "".join(output.get("data", {}).get("text/html", []))
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
    )
    cells = [cell for html in shown for cell in re.findall(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", html)]
    return [re.sub("<[^>]*>", "", cell) for cell in cells]
