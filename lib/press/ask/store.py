"""The store: answers of points and pieces of work, under the name of what they are made of.

Runs lie in folders of their own, see `manifest`. A store is one SQLite file below ``_build/kept``.
Its name holds a hash of what its contents are made of, so that a change of any of that begins
another file, and `parlor clean` removes the old one. Each content lies beside a checksum: what is
damaged is not there, and is made again.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..project.errors import BuildError
from ..project.files import digest_text
from ..project.places import Project

WAIT = 60.0  # seconds that one process waits for another that writes


class Store:
    """Contents by key, in one file that several processes may use at a time.

    Parameters
    ----------
    file : Path
        Where it is, or will be; see `store_of`.

    Raises
    ------
    BuildError
        If nothing can be kept there. What is there but is no store is replaced.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = threading.Lock()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._connection = self._open()
        except (OSError, sqlite3.OperationalError) as error:
            raise BuildError(f"{file}: nothing can be kept there ({error})") from None
        except sqlite3.DatabaseError:  # not ours, or damaged
            file.unlink()
            self._connection = self._open()

    def get(self, key: str) -> bytes | None:
        """Return what is kept under a key; None if nothing is, or it is damaged."""
        try:
            rows = self._ask("select sum, content from kept where key = ?", key)
        except sqlite3.Error:
            return None
        whole = rows and isinstance(rows[0][1], bytes) and rows[0][0] == _sum(rows[0][1])
        return rows[0][1] if whole else None

    def put(self, key: str, content: bytes) -> None:
        """Keep a content: once this returns, a killed process does not lose it.

        Raises
        ------
        BuildError
            If it cannot be written.
        """
        try:
            self._ask("insert or replace into kept values (?, ?, ?)", key, _sum(content), content)
        except sqlite3.Error as error:
            raise BuildError(f"{self.file}: cannot be written ({error})") from None

    def json(self, parts: tuple[str, ...], make: Callable[..., Any], *arguments: Any) -> Any:
        """Return what `make` makes, fit for JSON; it is kept under a hash of `parts`."""
        key = digest_text(*parts)
        kept = self.get(key)
        if kept is None:
            kept = json.dumps(make(*arguments)).encode()
            self.put(key, kept)
        return json.loads(kept)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.file, timeout=WAIT, isolation_level=None, check_same_thread=False
        )
        # nobody waits for the disk: what a crash of the whole machine damages is made again
        connection.execute("pragma synchronous = off")
        connection.execute("create table if not exists kept (key text primary key, sum, content)")
        connection.execute("select key, sum, content from kept limit 1").fetchall()
        self.file.touch()  # `parlor clean` shows when it was last used
        return connection

    def _ask(self, statement: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._connection.execute(statement, values).fetchall()


def store_of(project: Project, kind: str, name: str) -> Path:
    """Return the file of a store, such as ``("answers", "guts.lab-0f3a...")``.

    The press's kinds are answers of labs, pieces of long work, sources and the site; a chapter may
    have one of its own.
    """
    return project.build / "kept" / kind / f"{name}.sqlite"


def _sum(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()
