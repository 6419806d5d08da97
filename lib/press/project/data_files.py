"""Which data files an answer reads, so that it is made again when one of them changes.

Python tells of every file that is opened or loaded as a library, and of every folder whose names
are read. Kept are those that belong to no program: not what lies in the environment, in the
system's folders, in ``_build`` or in the press, nor modules in ``lib``, whose packages are in the
answer's key, nor the names in folders where modules are looked for, which every import reads. What
was looked for and was not there is kept, too, and all of them by the names that were asked for, so
that a link counts that leads elsewhere. Libraries in C that open files by themselves, other
programs and a mere look whether a file exists tell nothing: such files are told by `reads`, or lie
in a folder ``data/<chapter>``, all of which counts as read. What the process itself has written
is no data.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import source_from_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from .errors import BuildError
from .places import PRESS, Project

# of Linux and of macOS, where matplotlib reads all fonts
_SYSTEM = ("/usr", "/lib", "/etc", "/proc", "/sys", "/dev", "/bin", "/System", "/Library")
# what Python tells of reading, and at which place of that a path stands
_EVENTS = {
    "open": 0, "os.listdir": 0, "os.scandir": 0, "sqlite3.connect": 0, "ctypes.dlopen": 0,
    "import": 1,  # of a module in C alone
}  # fmt: skip


class Reads:
    """The data files that this process reads from now on.

    Parameters
    ----------
    project : Project
        The checkout.
    """

    def __init__(self, project: Project) -> None:
        programs = (sys.prefix, sys.base_prefix, *_SYSTEM, Path.home(), project.build, PRESS)
        self._ours = _prefixes(project.root)
        self._modules = _prefixes(project.root / "lib")
        self._imported = {os.path.abspath(folder) for folder in sys.path}  # noqa: PTH100
        self._places = (*_prefixes(*programs), *self._ours, *self._modules)
        # data, with a hash of what was there in each state in which it was read
        self._read: dict[str, dict[tuple[int, ...], str]] = {}
        self._others: set[str] = set()  # whatever else was read
        self._written: set[str] = set()
        self._thread = threading.local()  # whether we read, which is no data
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "os.rename":  # also what is written under another name and put into its place
            self._written.add(os.path.abspath(os.fsdecode(arguments[1])))  # noqa: PTH100
        elif event in _EVENTS:
            told = arguments[_EVENTS[event]]
            if not isinstance(told, str | bytes | os.PathLike):
                return
            name = os.fsdecode(told)
            if event == "sqlite3.connect" and name.startswith("file:"):
                name = url2pathname(urlsplit(name).path)
            path = os.path.abspath(name)  # noqa: PTH100
            if event == "open" and _writes(arguments[2] or 0):
                self._written.add(path)
            else:
                self.note(path)

    def note(self, path: str, declared: bool = False) -> None:
        """Take a file, or a folder's names, as read; one that is declared counts wherever it is."""
        if getattr(self._thread, "is_ours", False):
            return
        compiled = path.endswith(".pyc")
        if compiled:  # its source is what counts
            with suppress(ValueError):
                path = source_from_cache(path)
        if declared or path not in self._others:
            with self.ours():
                if declared or path in self._read or self._is_data(path):
                    self._look(path)
                else:
                    self._others.add(path)
        if compiled and path in self._read:  # old code may pass for that of a source of equal time
            raise FileNotFoundError(path)

    def _look(self, path: str) -> dict[tuple[int, ...], str]:
        """Remember what is there, and return what has been: an edit that is taken back counts."""
        states, state = self._read.setdefault(path, {}), _state(path)
        if state not in states:
            states[state] = digest_of(Path(path))
        return states

    @contextmanager
    def ours(self) -> Iterator[None]:
        """Let this thread read what is no data."""
        self._thread.is_ours = True
        try:
            yield
        finally:
            self._thread.is_ours = False

    def digests(self) -> dict[str, str]:
        """Return a hash of each by its path, which is relative to the project inside it.

        It may have been read for another question: what is remembered of it counts for all.

        Raises
        ------
        BuildError
            If one has changed since it was read: what it was when it was read in part nobody knows.
        """
        digests = {}
        with self.ours():
            for name in [*self._read.keys() - self._written]:
                top = next(filter(f"{name}{os.sep}".startswith, self._ours), "")
                text, states = name[len(top) :], self._look(name)
                was, *others = states.values() if not Path(name).is_dir() else {*states.values()}
                if others:
                    why = "if by the page itself, it belongs into a temporary folder"
                    raise BuildError(f"{text} was edited since it was read ({why})")
                digests[text] = was
        return dict(sorted(digests.items()))

    def _is_data(self, name: str) -> bool:
        inside = f"{name}{os.sep}".startswith(self._ours)
        path = Path(name) if inside else Path(name).resolve()  # the project's own links are its own
        tops = filter(f"{path}{os.sep}".startswith, self._places)
        # the innermost: an environment may lie in a project, and that in /opt
        place = max(tops, key=len, default="")
        if place in self._modules:
            in_package = path.with_name("__init__.py").is_file()  # else no key holds it
            return not path.is_dir() and not (path.suffix == ".py" and in_package)
        return (place in self._ours or not place) and name not in self._imported


def _writes(flags: int) -> bool:
    """Whether a file is opened to be written: one that is opened for both is read first."""
    anew = flags & (os.O_CREAT | os.O_TRUNC)
    return bool(flags & os.O_WRONLY or (flags & os.O_RDWR and anew))


def _state(path: str) -> tuple[int, ...]:
    """What changes whenever a file does: no program can set the time of its last change."""
    with suppress(OSError):
        told = os.stat(path)  # noqa: PTH116
        return told.st_ctime_ns, told.st_size, told.st_ino
    return ()


def _prefixes(*folders: str | Path) -> tuple[str, ...]:
    """How the paths of all that lies in some folders begin, with links on the way or without."""
    paths = [
        path for folder in folders for path in (Path(folder).absolute(), Path(folder).resolve())
    ]
    return tuple(dict.fromkeys(f"{path}{os.sep}" for path in paths))


def digest_of(path: Path) -> str:
    """Return a hash of a file's content, or of the names in a folder; empty if it is neither."""
    if path.is_dir():
        content = "\0".join(sorted(_lasting(os.listdir(path)))).encode()  # noqa: PTH208
    elif path.is_file():
        content = path.read_bytes()
    else:
        return ""
    return hashlib.sha256(content).hexdigest()[:16]


def _lasting(names: list[str]) -> list[str]:
    """Names in a folder, without an editor's own files, which come and go, and compiled code."""
    names = [name for name in names if name.strip("~#") == name.lstrip(".")]
    return [name for name in names if name != "__pycache__"]


def below(folder: Path) -> Iterator[Path]:
    """Yield what counts of a folder, all of which is read: it and what lies below, linked or not.

    Parameters
    ----------
    folder : Path
        The folder, which may not be there.

    Yields
    ------
    Path
        A file or a folder.
    """
    yield folder
    for top, folders, files in os.walk(folder, followlinks=True):
        folders[:] = _lasting(folders)
        yield from (Path(top, name) for name in [*folders, *_lasting(files)])


def changed(
    project: Project, read: Mapping[str, str], now: dict[str, str] | None = None
) -> list[str]:
    """Return those of the files that were read that are others by now.

    Whoever takes the answer that was made from them has read them, too.

    Parameters
    ----------
    project : Project
        The checkout.
    read : mapping of str to str
        Hashes by path; see `Reads.digests`.
    now : dict of str to str, optional
        How files lie there, of which it looks at each once, and adds it.
    """
    reads(*(project.root / name for name in read))
    now = {} if now is None else now
    for name in read.keys() - now.keys():
        now[name] = digest_of(project.root / name)
    return [name for name, digest in read.items() if now[name] != digest]


_here: Reads | None = None


def reads_of(project: Project) -> Reads:
    """Return what this process has read since this was first asked."""
    global _here
    if _here is None:
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
            _here.note(str(Path(path).absolute()), declared=True)
