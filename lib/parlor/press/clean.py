"""What lies in ``_build`` and what of it the book still uses."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import pieces
from .lab import TAG, Lab
from .manifest import is_whole
from .memo import FOLDER
from .notebook import code_cells
from .project import Project
from .runner import plan
from .sweep import store_of


@dataclass(frozen=True)
class Kept:
    """A file or folder below ``_build``.

    Attributes
    ----------
    kind : str
        ``"runs"``, ``"kernels"``, ``"pieces"``, ``"sweeps"``, ``"last build"`` (what the next
        one starts from: its stage, the outlines of modules, what was made of pages), ``"logs"`` or
        ``"left behind"``.
    path : Path
        Where it is.
    used : bool
        Whether the book, as it stands, uses it.
    size : int
        Its size in bytes.
    age : float
        Days since it was last written or used.
    """

    kind: str
    path: Path
    used: bool
    size: int
    age: float


def survey(project: Project) -> list[Kept]:
    """Return all that is kept in ``_build``, the finished book aside.

    Parameters
    ----------
    project : Project
        The checkout.

    Returns
    -------
    list of Kept
        In the order of kinds, then of paths.
    """
    current = {plan(project, page).folder for page in project.notebooks.values()}
    stories = [_story(folder) for folder in current]
    kernels = {project.kernels / name for story in stories for name in story.get("kernels", [])}
    stores = {
        project.pieces / name for story in stories for name in story.get("pieces", {}).values()
    }
    found = [_kept("runs", path, path in current) for path in project.build.glob("runs/*/*")]
    found += [
        _kept("kernels", path, path in kernels)
        for path in project.kernels.rglob("*")
        if path.is_file()
    ]
    found += [_kept("pieces", path, path in stores) for path in pieces.stores(project)]
    labs = [page for page in project.notebooks.values() if code_cells(page.path, TAG)]
    asked = {store_of(project, Lab.of(project, page)) for page in labs}
    sweeps = [path for path in project.build.glob("sweeps/*") if path.is_file()]
    found += [_kept("sweeps", path, _store(path) in asked) for path in sweeps]
    found += [_kept("sweeps", path, False) for path in project.build.glob("sweeps/*/*")]
    last = (project.build / "site", project.build / "outlines.json", project.build / FOLDER)
    found += [_kept("last build", path, True) for path in last if path.exists()]
    found += [_kept("logs", path, False) for path in project.build.glob("logs/*")]
    found += [_kept("left behind", path, _alive(path)) for path in project.build.glob("tmp/*")]
    return found


def remove(items: Iterable[Kept]) -> None:
    """Remove files and folders; one that is gone already is no fault."""
    for item in items:
        if item.path.is_dir() and not item.path.is_symlink():
            shutil.rmtree(item.path, ignore_errors=True)
        else:
            item.path.unlink(missing_ok=True)


def _store(path: Path) -> Path:
    """The file of finished points that a file belongs to: SQLite keeps others beside it."""
    return path.with_name(path.name.removesuffix("-wal").removesuffix("-shm"))


def _story(folder: Path) -> dict[str, Any]:
    if not is_whole(folder, folder.name):
        return {}
    story: dict[str, Any] = json.loads((folder / "run.json").read_text("utf-8"))
    return story


def _kept(kind: str, path: Path, used: bool) -> Kept:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    stats = [file.stat() for file in files]
    last = max((stat.st_mtime for stat in stats), default=path.lstat().st_mtime)
    return Kept(kind, path, used, sum(stat.st_size for stat in stats), (time.time() - last) / 86400)


def _alive(scratch: Path) -> bool:
    """Whether the process that made a scratch folder is still there."""
    number = re.fullmatch(r".+-(\d+)-[^-]+", scratch.name)
    if not number:
        return False
    try:
        os.kill(int(number[1]), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it belongs to somebody else
    return True
