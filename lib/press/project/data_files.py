"""Which data files an answer reads, so that it is made again when one of them changes.

Python tells of every file that is opened, and of every folder whose names are read. Kept are those
that belong to no program: not what lies in the environment, in the system's folders, in ``_build``
or in the press, nor modules in ``lib``, whose packages are in the answer's key. What was looked for
in the project and was not there is kept, too, and all of them by the names that were asked for, so
that a link counts that leads elsewhere. Libraries in C that open files by themselves, other
programs and a mere look whether a file exists tell nothing: such files are told by `reads`, or lie
in a folder ``data/<chapter>``, which, if there is one, is in the key as a whole.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from importlib.util import source_from_cache
from pathlib import Path
from typing import Any

from .errors import BuildError
from .places import PRESS, Project

_SYSTEM = ("/usr", "/lib", "/etc", "/proc", "/sys", "/dev", "/bin", "/opt")
_EVENTS = ("open", "os.listdir", "os.scandir", "sqlite3.connect")
_NONE = "none of ours"


class Reads:
    """The data files that this process reads from now on.

    Parameters
    ----------
    project : Project
        The checkout.
    """

    def __init__(self, project: Project) -> None:
        self._root = project.root.resolve()
        self._published = _prefixes(project.root / "data/published")
        self._inside = _prefixes(project.root)
        self._libraries = _prefixes(*project.libraries)
        self._apart = _prefixes(sys.prefix, project.build, PRESS)
        self._system = _prefixes(*_SYSTEM, sys.base_prefix, Path.home())
        self._read: dict[str, str] = {}  # with a hash of what was there when it was read first
        self._written: set[str] = set()
        self._thread = threading.local()  # what it has read; whether we read, which is no data
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "os.rename":  # also what is written under another name and put into its place
            self._written.add(os.path.abspath(os.fsdecode(arguments[1])))  # noqa: PTH100
        elif event in _EVENTS and isinstance(arguments[0], str | bytes | os.PathLike):
            path = os.path.abspath(os.fsdecode(arguments[0]))  # noqa: PTH100
            if event == "open" and (arguments[2] or 0) & (os.O_WRONLY | os.O_RDWR):
                self._written.add(path)
            else:
                self.note(path)

    def note(self, path: str) -> None:
        """Take a file, or a folder's names, as read."""
        if getattr(self._thread, "is_ours", False):
            return
        if path.endswith(".pyc"):  # its source is what counts
            with suppress(ValueError):
                path = source_from_cache(path)
        own: set[str] = getattr(self._thread, "read", set())
        own.add(path)
        if path not in self._read:
            with self.ours():
                self._read[path] = digest_of(Path(path)) if self._is_data(path) else _NONE

    @contextmanager
    def of_thread(self) -> Iterator[set[str]]:
        """Give what this thread reads, also if it has been read before."""
        self._thread.read = set()
        try:
            yield self._thread.read
        finally:
            del self._thread.read

    @contextmanager
    def ours(self) -> Iterator[None]:
        """Let this thread read what is no data."""
        self._thread.is_ours = True
        try:
            yield
        finally:
            self._thread.is_ours = False

    def belongs_to(self, project: Project) -> bool:
        """Whether these are the reads of a project."""
        return self._root == project.root.resolve()

    def digests(self, own: Container[str] | None = None) -> dict[str, str]:
        """Return a hash of each by its path, which is relative to the project inside it.

        Parameters
        ----------
        own : container of str, optional
            What a thread has read: of what is published the rest is left out, since the page around
            the thread's work has read it. All else counts, since it may be remembered.

        Raises
        ------
        BuildError
            If one has changed since it was read: what it was when it was read in part nobody knows.
        """
        digests = {}
        with self.ours():
            for name, was in [*self._read.items()]:
                if was == _NONE or name in self._written:
                    continue
                if own is not None and name not in own and name.startswith(self._published):
                    continue
                top = next(filter(f"{name}{os.sep}".startswith, self._inside), "")
                text = name[len(top) :]
                if digest_of(Path(name)) != was:
                    raise BuildError(f"{text} was edited since it was read")
                digests[text] = was
        return dict(sorted(digests.items()))

    def _is_data(self, name: str) -> bool:
        inside = f"{name}{os.sep}".startswith(self._inside)
        path = Path(name) if inside else Path(name).resolve()  # the project's own links are its own
        text = f"{path}{os.sep}"
        if text.startswith(self._apart) or (not inside and text.startswith(self._system)):
            return False
        if text.startswith(self._libraries):
            return path.is_file() and path.suffix != ".py"
        return inside or path.exists()


def _prefixes(*folders: str | Path) -> tuple[str, ...]:
    """How the paths of all that lies in some folders begin, with links on the way or without."""
    paths = [
        path for folder in folders for path in (Path(folder).absolute(), Path(folder).resolve())
    ]
    return tuple(dict.fromkeys(f"{path}{os.sep}" for path in paths))


def digest_of(path: Path) -> str:
    """Return a hash of a file's content, or of the names in a folder; empty if it is neither."""
    if path.is_dir():
        names = sorted(os.listdir(path))  # noqa: PTH208
        # an editor's own files come and go, and what Python compiles stands for its sources
        names = [name for name in names if name.strip("~") == name.lstrip(".")]
        content = "\0".join(name for name in names if name != "__pycache__").encode()
    elif path.is_file():
        content = path.read_bytes()
    else:
        return ""
    return hashlib.sha256(content).hexdigest()[:16]


def changed(project: Project, read: dict[str, str]) -> list[str]:
    """Return those of the files that were read that are others by now.

    Whoever takes the answer that was made from them has read them, too.

    Parameters
    ----------
    project : Project
        The checkout.
    read : dict of str to str
        Hashes by path; see `Reads.digests`.
    """
    reads(*(project.root / name for name in read))
    return [name for name, digest in read.items() if digest_of(project.root / name) != digest]


_here: Reads | None = None


def reads_of(project: Project) -> Reads:
    """Return what this process, or what of it answers, has read since this was first asked."""
    global _here
    if _here is None or not _here.belongs_to(project):
        _here = Reads(project)
    return _here


def reads(*paths: str | Path) -> None:
    """Say that this page, answer or piece of work reads some files, which Python is not told of.

    Parameters
    ----------
    *paths : str or Path
        Files, or folders of which the names are read, that exist or do not: what a library in C or
        another program opens, or of which one only asks whether it exists.
    """
    for path in paths:
        if _here is not None:  # else nobody keeps what is made of it
            _here.note(str(Path(path).absolute()))
