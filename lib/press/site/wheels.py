"""The wheels of a project's packages, which its notebooks install where there is no checkout.

They lie in the folder ``wheels`` of the site, and their versions carry the edition of the book. A
notebook begins with a cell that installs them from the book's address, or else from the site's
folder around it; where another edition is installed, it says so and stops.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from string import Template

from ..project.errors import BuildError
from ..project.places import PRESS, Project
from ..project.settings import settings
from .citation import Edition

FOLDER = "wheels"
_ZIP = "315532800"  # 1 January 1980, before which no file in a wheel can be dated


def write_wheels(project: Project, site: Path) -> list[Path]:
    """Build the wheels of the folders that ``wheels`` in ``_config.yml`` names.

    Parameters
    ----------
    project : Project
        The project.
    site : Path
        Where the folder of the wheels is made.

    Returns
    -------
    list of Path
        The wheels, the same to the byte for the same sources.

    Raises
    ------
    BuildError
        If hatchling, which builds them, is not there or fails.
    """
    target = site / FOLDER
    # for their pyproject.toml
    edition = {"PRESS_EDITION": f"+{Edition.of(project).code}", "SOURCE_DATE_EPOCH": _ZIP}
    for name in settings(project)["wheels"]:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
        place = project.root / name
        done = subprocess.run(
            command, cwd=place, env=os.environ | edition, capture_output=True, text=True
        )
        if done.returncode:
            why = " ".join(done.stderr.strip().splitlines()[-1:])
            raise BuildError(f"{name}/pyproject.toml: no wheel: {why}")
    return sorted(target.glob("*.whl"))


def cell(wheels: list[Path], top: str) -> str:
    """Return the source of the cell that installs wheels; nothing if there are none.

    Parameters
    ----------
    wheels : list of Path
        The wheels.
    top : str
        The address of the book, or the way from a notebook to the top of the site.
    """
    named = (path.name.split("-")[:2] for path in wheels)
    needed = {name.replace("_", "-"): version for name, version in named}
    place = top if "//" in top else "the folder of the whole site, which must lie around it"
    names = " ".join(f"{top}{FOLDER}/{path.name}" for path in wheels)
    if not wheels:
        return ""
    text = (PRESS / "assets/first_cell.txt").read_text("utf-8").rstrip()
    return Template(text).substitute(place=place, needed=needed, wheels=names)


def main() -> None:
    """Write the wheels of the project around the current folder into ``_build/wheels``."""
    project = Project.here()
    shutil.rmtree(project.build / FOLDER, ignore_errors=True)  # those of other editions
    print(*write_wheels(project, project.build), sep="\n")


if __name__ == "__main__":
    main()
