"""The wheels of a project's packages, which its notebooks install where there is no checkout.

They lie in the folder ``wheels`` of the site. A notebook begins with a cell that installs them
from the book's address, or else from the site's folder around it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from ..project.errors import BuildError
from ..project.places import Project
from ..project.settings import settings

FOLDER = "wheels"
_ZIP = "315532800"  # 1 January 1980, before which no file in a wheel can be dated
_CELL = """\
# What this notebook needs, where it is not installed yet: from {place}.
from importlib.util import find_spec

if not all(map(find_spec, {packages})):
    %pip install --quiet {wheels}\
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
    environment = os.environ | {"SOURCE_DATE_EPOCH": _ZIP}
    for name in settings(project)["wheels"]:
        if (folder := project.root / name).joinpath("pyproject.toml").is_file():
            command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
            done = subprocess.run(
                command, cwd=folder, env=environment, capture_output=True, text=True
            )
            if done.returncode:
                told = done.stderr.strip().splitlines()[-1:]
                raise BuildError(f"{name}/pyproject.toml: no wheel: {' '.join(told)}")
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
    packages = sorted(set().union(*map(_packages, wheels)))
    place = top if "//" in top else "the site's folder, which must lie around it"
    names = " ".join(f"{top}{FOLDER}/{path.name}" for path in wheels)
    return _CELL.format(place=place, packages=packages, wheels=names) if wheels else ""


def _packages(wheel: Path) -> set[str]:
    """The packages that a wheel installs."""
    with zipfile.ZipFile(wheel) as file:
        folders = {name.partition("/")[0] for name in file.namelist()}
    return {name for name in folders if not name.endswith(".dist-info")}
