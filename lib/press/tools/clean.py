"""What lies in ``_build`` and what of it the book still uses.

No link is followed below ``_build``: what it leads to is not ours to count or to remove.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..lab.lab import TAG, Lab
from ..lab.sweep import answers_file
from ..run.manifest import is_whole
from ..run.memo import FOLDER
from ..run.notebook import code_cells
from ..run.project import Project
from ..run.runner import plan


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


def survey(project: Project) -> tuple[list[Kept], list[str]]:
    """Return all that is kept in ``_build``, the finished book aside, and what cannot be read.

    Parameters
    ----------
    project : Project
        The checkout.

    Returns
    -------
    kept : list of Kept
        In the order of kinds, then of paths.
    left : list of str
        Folders that are left alone, each with the reason: links, and what cannot be read.
    """
    current = {plan(project, page).folder for page in project.notebooks.values()}
    stories = [_story(folder) for folder in current]
    kernels = {project.kernels / name for story in stories for name in story.get("kernels", [])}
    stores = {
        folder / name
        for folder in (project.pieces, project.build / "kept/pieces")
        for story in stories
        for name in story.get("pieces", {}).values()
    }
    labs = [page for page in project.notebooks.values() if code_cells(page.path, TAG)]
    asked = {answers_file(project, Lab.of(project, page)) for page in labs}
    left: list[str] = []
    inside = partial(_inside, left)
    sweeps = inside(project.build / "sweeps")
    last = (project.build / "site", project.build / "outlines.json", project.build / FOLDER)
    found = [
        *(("runs", path, path in current) for path in inside(project.build / "runs", depth=2)),
        *(("kernels", path, path in kernels) for path in _files(left, project.kernels)),
        *(
            ("pieces", path, path in stores)
            for folder in (project.pieces, project.build / "kept/pieces")
            for path in inside(folder)
            if path.suffix == ".sqlite"
        ),
        *(("sweeps", path, path in asked) for path in inside(project.build / "kept/sweeps")),
        *(("sweeps", at, False) for at in sweeps if not _is_folder(at)),
        *(("sweeps", path, False) for at in sweeps for path in inside(at) if _is_folder(at)),
        *(("last build", path, True) for path in last if os.path.lexists(path)),
        *(("logs", path, False) for path in inside(project.build / "logs")),
        *(("left behind", path, _alive(path)) for path in inside(project.build / "tmp")),
    ]
    kept = [_kept(kind, path, used, left) for kind, path, used in found]
    return [item for item in kept if item], list(dict.fromkeys(left))


def remove(items: Iterable[Kept]) -> list[str]:
    """Remove files and folders; one that is gone already is no fault.

    Parameters
    ----------
    items : iterable of Kept
        What goes.

    Returns
    -------
    list of str
        What cannot be removed, each with the reason.
    """
    left: list[str] = []
    for item in items:
        try:
            if _is_folder(item.path):
                shutil.rmtree(item.path)
            else:
                item.path.unlink(missing_ok=True)
        except OSError as error:
            shutil.rmtree(item.path, ignore_errors=True)  # whatever of it can be removed
            if os.path.lexists(item.path):
                _leave(left, item.path, error)
    return left


def _leave(left: list[str], path: Path, why: OSError) -> None:
    """Note what cannot be read or removed, unless it is just gone, or no folder."""
    if not isinstance(why, FileNotFoundError | NotADirectoryError):
        left.append(f"{path}: {why.strerror}")


def _is_folder(path: Path) -> bool:
    """Whether there is a folder, and no link to one."""
    return not path.is_symlink() and path.is_dir()


def _inside(left: list[str], folder: Path, depth: int = 1) -> list[Path]:
    """The paths so far below a folder, in order; no link is entered."""
    try:
        if folder.is_symlink():
            if folder.is_dir():
                left.append(f"{folder}: is a link")
            return []
        found = sorted(folder.iterdir())
    except OSError as error:
        _leave(left, folder, error)
        return []
    return found if depth == 1 else [path for each in found for path in _inside(left, each)]


def _files(left: list[str], folder: Path) -> Iterator[Path]:
    """All below a folder that is no folder itself; no link is entered."""
    for path in _inside(left, folder):
        if _is_folder(path):
            yield from _files(left, path)
        else:
            yield path


def _story(folder: Path) -> dict[str, Any]:
    if not is_whole(folder, folder.name):
        return {}
    story: dict[str, Any] = json.loads((folder / "run.json").read_text("utf-8"))
    return story


def _kept(kind: str, path: Path, used: bool, left: list[str]) -> Kept | None:
    """What is known of a file, folder or link; nothing if some of it cannot be read."""
    faults: list[str] = []
    try:
        own = path.lstat()
        files = _files(faults, path) if _is_folder(path) else [path]
        stats = [file.lstat() for file in files]
    except OSError as error:  # it may be gone by now
        _leave(faults, path, error)
        left += faults
        return None
    left += faults
    if faults:
        return None
    last = max((stat.st_mtime for stat in stats), default=own.st_mtime)
    return Kept(kind, path, used, sum(stat.st_size for stat in stats), (time.time() - last) / 86400)


def _alive(scratch: Path) -> bool:
    """Whether the process that made a scratch folder is still there."""
    number = re.fullmatch(r".+-([1-9]\d*)-[^-]+", scratch.name, re.ASCII)
    if not number:
        return False
    try:
        os.kill(int(number[1]), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # it belongs to somebody else
    return True
