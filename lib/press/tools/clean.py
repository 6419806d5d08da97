"""What lies in ``_build`` and what of it the book still uses.

No link is followed below ``_build``: what it leads to is not ours to count or to remove.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..run.project import Project, kept_text
from ..run.runner import plan


@dataclass(frozen=True)
class Kept:
    """A file or folder below ``_build``.

    Attributes
    ----------
    kind : str
        ``"runs"``, ``"kernels"``, ``"kept"`` (see `store`), ``"sweeps"``, ``"logs"`` or
        ``"left behind"``.
    path : Path
        Where it is.
    used : bool
        Whether the book, as it stands, uses it.
    size : int
        Its size in bytes.
    """

    kind: str
    path: Path
    used: bool
    size: int


def survey(project: Project) -> list[Kept]:
    """Return what is kept in ``_build``, but for the book and what its next build starts from.

    A compiled kernel is used if a process has loaded it since the oldest run of the book began. Of
    the stores of one name, which differ in what they were made of, the one last opened is used.
    """
    build = project.build
    current = {plan(project, page).folder for page in project.notebooks.values()}
    since = min(map(_begun, current), default=math.inf)
    stores = {path: _written(path) for path in _inside(build / "kept", 2)}
    newest: dict[str, Path] = {}
    for path in sorted(stores, key=lambda path: stores[path]):
        newest[_name(path)] = path
    kernels = [path for each in _inside(build / "numba", 1) for path in _files(each)]
    found = [
        *(("runs", path, path in current) for path in _inside(build / "runs", 2)),
        *(("kernels", path, _written(path) >= since) for path in kernels),
        *(("kept", path, path == newest[_name(path)]) for path in stores),
        *(("sweeps", path, False) for path in _inside(build / "sweeps", 2)),
        *(("logs", path, False) for path in _inside(build / "logs", 1)),
        *(("left behind", path, _alive(path)) for path in _inside(build / "tmp", 1)),
    ]
    return [Kept(*each, sum(map(_size, _files(each[1])))) for each in found]


def remove(items: Iterable[Kept]) -> list[str]:
    """Remove files and folders; return what cannot be removed, each with the reason."""
    left = []
    for item in items:
        try:
            if _is_folder(item.path):
                shutil.rmtree(item.path)
            else:
                item.path.unlink(missing_ok=True)
        except OSError as error:
            left.append(f"{error.filename}: {error.strerror}")
    return left


def _is_folder(path: Path) -> bool:
    """Whether there is a folder, and no link to one."""
    return not path.is_symlink() and path.is_dir()


def _inside(folder: Path, depth: int) -> list[Path]:
    """The paths so far below a folder, in order; no link is entered."""
    if depth == 0:
        return [folder]
    if not _is_folder(folder):
        return []
    try:
        return [path for each in sorted(folder.iterdir()) for path in _inside(each, depth - 1)]
    except OSError:  # not ours to read
        return []


def _files(path: Path) -> Iterator[Path]:
    """All below a folder that is no folder itself; no link is entered."""
    if not _is_folder(path):
        yield path
        return
    for folder, _, names in os.walk(path):
        yield from (Path(folder) / name for name in names)


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:  # gone by now
        return 0


def _written(path: Path) -> float:
    """When a file was last written, or opened where that is noted."""
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0


def _begun(run: Path) -> float:
    """When a run began; never, if there is none."""
    try:
        story = run / "run.json"
        return story.stat().st_mtime - float(json.loads(kept_text(story))["wall_seconds"])
    except (OSError, ValueError, LookupError, TypeError):
        return math.inf


def _name(store: Path) -> str:
    """What a store is of: its name without the hash of what it was made of."""
    return f"{store.parent.name}/{store.name.rpartition('-')[0] or store.name}"


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
