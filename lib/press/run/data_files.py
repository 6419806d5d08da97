"""Which data files a run reads, so that it is made again when one of them changes.

Python tells of every file that is opened, and of every folder whose names are read. Kept are those
that belong to no program: not what lies in the environment, in the system's folders, in ``_build``
or in the press, nor modules in ``lib``, whose packages are in a run's key. What was looked for in
the project and was not there is kept, too. C libraries that open files by themselves tell nothing.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from pathlib import Path
from typing import Any

from .project import PRESS, BuildError, Project

_SYSTEM = ("/usr", "/lib", "/etc", "/proc", "/sys", "/dev", "/bin", "/opt")
_EVENTS = ("open", "os.listdir", "os.scandir", "sqlite3.connect")
_MODULES = (".py", ".pyc")


class Reads:
    """The data files that this process reads from now on.

    Parameters
    ----------
    project : Project
        The checkout.
    """

    def __init__(self, project: Project) -> None:
        self._root = project.root.resolve()
        self._inside = _prefixes(project.root)
        self._libraries = _prefixes(*project.libraries)
        self._apart = _prefixes(sys.prefix, project.build, Path.home(), PRESS)
        self._system = _prefixes(*_SYSTEM, sys.base_prefix)
        self._read: dict[str, Any] = {}  # with what was there when it was read first
        self._written: set[str] = set()
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _EVENTS and isinstance(arguments[0], str | os.PathLike):
            path = os.path.abspath(arguments[0])  # noqa: PTH100
            if event == "open" and (arguments[2] or 0) & (os.O_WRONLY | os.O_RDWR):
                self._written.add(path)
            elif path not in self._read:
                self._read[path] = _stamp(path)

    def digests(self) -> dict[str, str]:
        """Return a hash of each by its path, which is relative to the project inside it.

        Raises
        ------
        BuildError
            If one has changed since it was read: what it was then nobody knows.
        """
        found = {}
        for name in sorted(self._read.keys() - self._written):
            path = Path(name).resolve()
            if self._is_data(path):
                told = str(path)
                if f"{told}{os.sep}".startswith(self._inside):
                    told = os.path.relpath(path, self._root)
                if _stamp(name) != self._read[name]:
                    raise BuildError(f"{told} was edited while the page ran: run it again")
                found[told] = digest_of(path)
        return found

    def _is_data(self, path: Path) -> bool:
        told = f"{path}{os.sep}"
        inside = told.startswith(self._inside)
        if told.startswith(self._apart) or (not inside and told.startswith(self._system)):
            return False
        if told.startswith(self._libraries):
            return path.is_file() and path.suffix not in _MODULES
        return inside or path.exists()


def _prefixes(*folders: str | Path) -> tuple[str, ...]:
    """How the paths of all that lies in some folders begin."""
    return tuple(f"{Path(folder).resolve()}{os.sep}" for folder in folders)


def _stamp(path: str) -> Any:
    """What tells that a file is as it was; of a folder nothing, None of what is not there."""
    try:
        told = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return () if stat.S_ISDIR(told.st_mode) else (told.st_mtime_ns, told.st_size)


def digest_of(path: Path) -> str:
    """Return a hash of a file's content, or of the names in a folder; empty if it is neither."""
    if path.is_dir():
        names = sorted(os.listdir(path))  # noqa: PTH208
        # an editor's own files come and go
        content = "\0".join(name for name in names if name.strip("~") == name.lstrip(".")).encode()
    elif path.is_file():
        content = path.read_bytes()
    else:
        return ""
    return hashlib.sha256(content).hexdigest()[:16]


def changed(project: Project, read: dict[str, str]) -> list[str]:
    """Return those of the files that a run has read that are others by now."""
    return [name for name, told in read.items() if digest_of(project.root / name) != told]
