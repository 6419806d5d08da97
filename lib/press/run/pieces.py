"""Finished pieces of long work, kept so that interrupted work goes on.

The pieces of one function are kept in one SQLite file below ``_build/pieces``, named by the modules
that the function needs. A piece holds numbers, texts, arrays and the data classes of this library:
anything else is refused when it is read, and a damaged piece is made again.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import psutil

from . import keys
from .project import Project

PROGRESS = "application/vnd.parlor.progress+json"  # understood by `execute`, ignored by others
USED: dict[str, str] = {}  # the file of pieces of each function that this process asked for

_PLAIN = {
    "builtins": {"complex", "set", "frozenset", "range", "slice"},
    "fractions": {"Fraction"},
    "numpy": {"ndarray", "dtype"},
    "numpy._core.multiarray": {"_reconstruct", "scalar"},
    "numpy._core.numeric": {"_frombuffer"},
}


class Kept:
    """The finished pieces of one kind of work.

    Parameters
    ----------
    project : Project
        The checkout.
    module : str
        The module that does the work: pieces are kept until it, or one that it needs, changes.
    what : str
        What the work is called within the module.
    """

    def __init__(self, project: Project, module: str, what: str) -> None:
        name = f"{module}.{what}"
        made = keys.of_module(project, module)
        self.file = project.pieces / f"{name}-{keys.name_of(made)}.sqlite"
        USED[name] = self.file.name
        self._lock = threading.Lock()
        # a process that is older than an edit works with other code than the file's name says
        stale = keys.edited_since(project, module, _began())
        self._store = None if stale else self._open()

    def result(self, job: dict[str, Any], make: Callable[[], Any]) -> Any:
        """Return the result of one job: read if it is there and whole, else made and kept."""
        stored = self._ask("select sum, content from pieces where key = ?", (_hash(job),))
        if stored:
            try:
                return _read(*stored[0])
            except (ValueError, EOFError, AttributeError, ImportError, TypeError, LookupError):
                pass  # damaged, or not ours: made again
        return self.keep(job, make())

    def keep(self, job: dict[str, Any], result: Any) -> Any:
        """Keep the result of a job, and return it."""
        content = pickle.dumps(result, protocol=5)
        row = (_hash(job), hashlib.sha256(content).digest(), content)
        self._ask("insert or replace into pieces values (?, ?, ?)", row)
        return result

    def missing(self, jobs: list[dict[str, Any]]) -> list[int]:
        """Return which of `jobs` nothing is kept of."""
        there = {key for (key,) in self._ask("select key from pieces", ())}
        return [number for number, job in enumerate(jobs) if _hash(job) not in there]

    def close(self) -> None:
        """Close the file."""
        if self._store:
            self._store.close()

    def _open(self) -> sqlite3.Connection | None:
        """The store, made anew if what is there is none; None where nothing can be written."""
        for _ in range(2):
            try:
                self.file.parent.mkdir(parents=True, exist_ok=True)
                store = sqlite3.connect(
                    self.file, timeout=60, isolation_level=None, check_same_thread=False
                )
                # nobody waits for the disk: what a crash of the machine damages is made again
                store.execute("pragma synchronous = off")
                store.execute(
                    "create table if not exists pieces (key text primary key, sum, content)"
                )
                store.execute("select key, sum, content from pieces limit 1").fetchall()
                self.file.touch()  # `parlor clean` shows when it was last used
                return store
            except sqlite3.OperationalError:
                return None
            except sqlite3.DatabaseError:
                self.file.unlink(missing_ok=True)
            except OSError:
                return None
        return None

    def _ask(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        if self._store is None:
            return []
        with self._lock:
            try:
                return self._store.execute(statement, values).fetchall()
            except sqlite3.Error:  # a full disk, a file damaged under our hands: go on without
                return []


def _began() -> float:
    """When this process began, as exactly as files say when they were edited."""
    began = psutil.Process().create_time()
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return began
    # Linux counts from its start, whose own moment it tells in whole seconds
    since_boot = time.clock_gettime(time.CLOCK_BOOTTIME) - (began - psutil.boot_time())
    return time.time() - since_boot


def _hash(job: dict[str, Any]) -> str:
    """A name for a job's arguments, by their content."""
    from joblib import hash as content_hash

    return str(content_hash(job, hash_name="sha1"))


def _read(checksum: bytes, content: bytes) -> Any:
    if hashlib.sha256(content).digest() != checksum:
        raise ValueError("damaged")
    return _Reader(io.BytesIO(content)).load()


class _Reader(pickle.Unpickler):
    """Reads plain values and the library's data classes; nothing that it reads can be called."""

    def find_class(self, module: str, name: str) -> Any:
        if name in _PLAIN.get(module, ()):
            return super().find_class(module, name)
        ours = tuple(f"{name}." for name in Project.here().packages)
        if module.startswith(ours) and module in sys.modules:
            found = super().find_class(module, name)
            if isinstance(found, type) and is_dataclass(found):
                return found
        raise ValueError(f"a piece cannot hold {module}.{name}")


def stores(project: Project) -> list[Path]:
    """Return the files of finished pieces."""
    return sorted(project.pieces.glob("*.sqlite"))


def tell(text: str) -> None:
    """Say how far the work is, where a page is executed."""
    if "IPython" not in sys.modules:  # a worker
        return
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.display import publish_display_data

    if InteractiveShell.initialized():
        publish_display_data({PROGRESS: text})
