"""What lies in ``_build`` and what of it the book still uses."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..ask.runner import plan
from ..project.places import Project

DAY = 24 * 3600.0  # seconds; no run takes longer, and no folder to work in is in use for longer


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
    """

    kind: str
    path: Path
    used: bool

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return sum(path.lstat().st_size for path in (self.path, *self.path.rglob("*")))


def survey(project: Project) -> list[Kept]:
    """Return what is kept in ``_build``, but for the book and what its next build starts from.

    A compiled kernel, whose file is touched when it is loaded, is used if that was after the runs
    of the book began. Of the stores of one name, which differ in what they were made of, the one
    last opened is used.
    """

    def paths(pattern: str) -> list[Path]:
        return sorted(project.build.glob(pattern), key=_written)

    current = {plan(project, page).folder for page in project.notebooks.values()}
    since = min((_written(run) for run in current if run.is_dir()), default=0.0) - DAY
    newest = {(path.parent, path.name.rpartition("-")[0]): path for path in paths("kept/*/*")}
    return [
        *(Kept("runs", path, path in current) for path in paths("runs/*/*")),
        *(Kept("kernels", path, _written(path) >= since) for path in paths("numba/*/*")),
        *(Kept("kept", path, path in newest.values()) for path in paths("kept/*/*")),
        *(Kept("sweeps", path, False) for path in paths("sweeps/*/*")),
        *(Kept("logs", path, False) for path in paths("logs/*")),
        *(Kept("left behind", path, _written(path) > time.time() - DAY) for path in paths("tmp/*")),
    ]


def remove(items: Iterable[Kept]) -> None:
    """Remove files and folders; what is gone already is no fault."""
    for item in items:
        with suppress(FileNotFoundError):
            if item.path.is_dir():
                shutil.rmtree(item.path)
            else:
                item.path.unlink()


def _written(path: Path) -> float:
    return path.lstat().st_mtime
