"""Which data files a run reads, so that it is made again when one of them changes.

Python tells of every file that is opened. Kept are those that belong to no program: not what
lies in the environment, in the system's folders, in ``lib`` (whose packages are in a run's key)
or in ``_build``.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import Any

from .project import Project

_SYSTEM = ("/usr", "/lib", "/etc", "/proc", "/sys", "/dev", "/bin", "/opt")


class Reads:
    """The data files that this process opens from now on.

    Parameters
    ----------
    project : Project
        The checkout.
    """

    def __init__(self, project: Project) -> None:
        self._root = project.root
        ours = (*project.libraries, project.build, Path.home())
        self._apart = tuple(
            f"{Path(path).resolve()}{os.sep}"
            for path in (sys.prefix, sys.base_prefix, *_SYSTEM, *map(str, ours))
        )
        self._opened: set[str] = set()
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | os.PathLike):
            self._opened.add(os.path.abspath(arguments[0]))  # noqa: PTH100

    def digests(self) -> dict[str, str]:
        """Return a hash of each file by its path, which is relative to the project inside it."""
        found = {}
        for name in sorted(self._opened):
            path = Path(name).resolve()
            if path.is_file() and not str(path).startswith(self._apart):
                found[os.path.relpath(path, self._root)] = digest_of(path)
        return found


def digest_of(path: Path) -> str:
    """Return a hash of a file's content; empty if it is gone, or is no plain file."""
    if not path.is_file():
        return ""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def changed(project: Project, read: dict[str, str]) -> list[str]:
    """Return those of the files that a run has read that are others by now."""
    return [name for name, told in read.items() if digest_of(project.root / name) != told]
