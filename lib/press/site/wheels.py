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

from ..project.errors import BuildError
from ..project.places import Project
from ..project.settings import settings
from .citation import Edition

FOLDER = "wheels"
_ZIP = "315532800"  # 1 January 1980, before which no file in a wheel can be dated
_CELL = """\
# The packages of this notebook, of its own edition, from {place}.
from importlib.metadata import distributions

needed = {needed}


def found():
    every = reversed([*distributions()])  # of two, the first is imported
    return {{one.name: one.version for one in every if one.name in needed}}


class Stop(Exception):
    def _render_traceback_(self):
        return [f"press: {{self}}"]


if found().items() < needed.items():
    %pip install --quiet {wheels}
if found() != needed:
    name = next(one for one in needed if found().get(one) != needed[one])
    raise Stop(
        f"{{name}} is {{found().get(name, 'missing')}} here, and this notebook is of "
        f"{{needed[name]}}: its packages, which want an environment of their own, come from {place}"
    )\
"""


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
    edition = {"PRESS_EDITION": f"+{Edition.of(project).code}"}  # for their pyproject.toml
    for name in settings(project)["wheels"]:
        if (folder := project.root / name).joinpath("pyproject.toml").is_file():
            command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
            done = subprocess.run(
                command,
                cwd=folder,
                env=os.environ | {"SOURCE_DATE_EPOCH": _ZIP} | edition,
                capture_output=True,
                text=True,
            )
            if done.returncode:
                lines = done.stderr.strip().splitlines()[-1:]
                raise BuildError(f"{name}/pyproject.toml: no wheel: {' '.join(lines)}")
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
    return _CELL.format(place=place, needed=needed, wheels=names) if wheels else ""


def main() -> None:
    """Write the wheels of the project around the current folder into ``_build/wheels``."""
    project = Project.here()
    shutil.rmtree(project.build / FOLDER, ignore_errors=True)  # those of other editions
    print(*write_wheels(project, project.build), sep="\n")


if __name__ == "__main__":
    main()
