"""A lab without a clone: its notebook beside the site's wheels, with nothing of ours installed."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from tests.wheels import Environment

LAB = "downloads/token_game/lab.ipynb"
OURS = ("parlor-book", "parlor-games", "parlor-press")


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
    site: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "somewhere"
    (folder / LAB).parent.mkdir(parents=True)
    shutil.copy(site / LAB, folder / LAB)
    shutil.copytree(site / "wheels", folder / "wheels")
    elsewhere = Environment.make(folder)
    elsewhere.install("pip", *map(str, (folder / "wheels").glob("*.whl")))  # at locked versions
    removed = elsewhere.run("python", "-m", "pip", "uninstall", "--quiet", "--yes", *OURS)
    assert removed.returncode == 0, removed.stderr
    gone = elsewhere.run("python", "-c", "import press")
    assert "ModuleNotFoundError" in gone.stderr

    command = f"cd {Path(LAB).parent} && papermill lab.ipynb out.ipynb -k python3"
    done = elsewhere.run("/bin/sh", "-c", command)
    assert done.returncode == 0, done.stderr
    out = json.loads((folder / LAB).with_name("out.ipynb").read_text("utf-8"))
    known = json.loads((site / LAB).read_text("utf-8"))
    assert answers(out) == answers(known) and answers(out)


def answers(notebook: dict) -> list[str]:
    """What stands in the cells of a lab's tables."""
    shown = (
        "".join(output.get("data", {}).get("text/html", []))
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
    )
    cells = [cell for html in shown for cell in re.findall(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", html)]
    return [re.sub("<[^>]*>", "", cell) for cell in cells]
