"""A sweep: a lab asked at many points, each answer kept as soon as it is there.

Finished points lie in one SQLite file a lab below ``_build/sweeps``, named by what its answers are
made of. So a sweep that was stopped goes on, and a finer one asks only what is new, whoever asked
first. A table of all answers is written when every point has been asked.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..page.answer import Answer
from ..run.project import BuildError, Project, UserError, digest_text
from ..run.yaml_input import printable
from .executors import Lost, completed
from .grid import Design
from .lab import Lab, Point, solve

PATIENCE = 4.0  # seconds for each look at a file that another process has locked
Told = Callable[[str], None]


@dataclass(frozen=True)
class Sweep:
    """A lab and the points at which it is asked.

    Attributes
    ----------
    lab : Lab
        The lab.
    design : Design
        The points, each once and each allowed.
    keys : sequence of str
        Their names; see `Point`.
    left_out : int
        Points that are not allowed, if they were to be left out.
    """

    lab: Lab
    design: Design
    keys: Sequence[str]
    left_out: int = 0

    @classmethod
    def of(cls, lab: Lab, design: Design, skip: bool = False, told: Told | None = None) -> Sweep:
        """Check every point before the first is asked.

        Parameters
        ----------
        lab : Lab
            The lab.
        design : Design
            The points.
        skip : bool
            Whether points that are not allowed are left out; they are refused otherwise.
        told : callable, optional
            Is told, now and then, how many have been checked.

        Returns
        -------
        Sweep
            Points that ask the same are one.

        Raises
        ------
        UserError
            For the first point that is not allowed, or if none is left.
        """
        found: dict[str, tuple[Any, ...]] = {}
        left_out, last = 0, time.monotonic()
        for number, row in enumerate(design.rows, start=1):
            try:
                point = lab.point(dict(zip(design.names, row, strict=True)))
            except UserError as error:
                if not skip:
                    at = f", at point {number:,} of {len(design.rows):,}" * (len(design.rows) > 1)
                    hint = "; --skip leaves out what is not allowed" if at else ""
                    raise UserError(f"{error}{at}{hint}") from None
                left_out += 1
                continue
            found.setdefault(point.key, tuple(point.values[name] for name in design.names))
            if told and time.monotonic() > last + 1:
                last = time.monotonic()
                told(f"checked {number:,} of {len(design.rows):,} points")
        if not found:
            raise UserError(f"{lab.page.address}: none of {left_out:,} points is allowed")
        return cls(lab, Design(design.names, list(found.values())), list(found), left_out)

    @cached_property
    def name(self) -> str:
        """The name of the whole sweep: equal for equal points, in one order, of one lab."""
        return digest_text(self.lab.name, *self.design.names, *self.keys)

    def given(self, place: int) -> dict[str, Any]:
        """Return the values, at a place, of the parameters that were given."""
        return dict(zip(self.design.names, self.design.rows[place], strict=True))

    def point(self, place: int) -> Point:
        """Return the point at a place."""
        return self.lab.point(self.given(place))


@dataclass
class Outcome:
    """What became of a sweep's points.

    Attributes
    ----------
    before, new : int
        Points that were finished when it began, and that have been since.
    failed : dict of int to str
        Why points failed, by place.
    """

    before: int = 0
    new: int = 0
    failed: dict[int, str] = field(default_factory=dict)


def ask(code: str, values: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """Answer one point, in whatever process: the answer for JSON, and the seconds that it took."""
    start = time.perf_counter()
    return solve(code, values).as_json(), time.perf_counter() - start


class Finished:
    """The finished points of a lab, in a file; killed at any moment, it holds what it was given.

    Parameters
    ----------
    file : Path
        Where; see `store_of`.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self._store = self._open()

    def __contains__(self, key: str) -> bool:
        return self._read(key) is not None

    def __getitem__(self, key: str) -> Answer:
        read = self._read(key)
        if read is None:
            raise KeyError(key)
        return Answer.of_json(json.loads(read[0]))

    def seconds(self) -> float | None:
        """How long a point took on average; None if there is none."""
        row = self._one("select avg(seconds) from points")
        return None if row is None or row[0] is None else float(row[0])

    def keep(self, key: str, answer: dict[str, Any], seconds: float) -> None:
        """Keep an answer, as JSON holds it, and the seconds that it took."""
        text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
        row = (key, _sum(text), text, seconds)
        try:
            self._store.execute("insert or replace into points values (?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise BuildError(f"{self.file}: an answer cannot be kept ({error})") from None

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    def _read(self, key: str) -> tuple[str, float] | None:
        row = self._one("select sum, answer, seconds from points where key = ?", key)
        good = row and isinstance(row[1], str) and row[0] == _sum(row[1])
        return (row[1], row[2]) if row and good else None

    def _one(self, statement: str, *values: str) -> tuple[Any, ...] | None:
        """The first row; none of one that cannot be read, whose point is asked again."""
        try:
            row: tuple[Any, ...] | None = self._store.execute(statement, values).fetchone()
        except sqlite3.Error:
            return None
        return row

    def _open(self) -> sqlite3.Connection:
        """The file, made anew if what is there is none of ours."""
        try:
            return self._connected()
        except sqlite3.OperationalError as error:
            raise BuildError(f"{self.file}: answers cannot be kept ({error})") from None
        except sqlite3.DatabaseError:
            for end in ("", "-wal", "-shm"):
                self.file.with_name(self.file.name + end).unlink(missing_ok=True)
            return self._connected()

    def _connected(self) -> sqlite3.Connection:
        store = sqlite3.connect(self.file, timeout=PATIENCE, isolation_level=None)
        with suppress(sqlite3.OperationalError):  # a file system that has no shared memory
            store.execute("pragma journal_mode = wal")
        # a process that is killed loses nothing; a machine that is, the last seconds at most
        store.execute("pragma synchronous = normal")
        store.execute(
            "create table if not exists points (key text primary key, sum, answer, seconds)"
        )
        store.execute("select key, sum, answer, seconds from points limit 1").fetchall()
        if store.execute("pragma quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("damaged")
        store.execute("pragma busy_timeout = 60000")  # from now on answers wait to be kept
        self.file.touch()  # `parlor clean` shows when it was last used
        return store


def store_of(project: Project, lab: Lab) -> Path:
    """Return where a lab's finished points are kept."""
    return project.build / "sweeps" / f"{lab.page.folder}-{lab.name}.sqlite"


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class _Jobs:
    """What is left to ask, made when it is its turn."""

    def __init__(self, sweep: Sweep, places: Sequence[int]) -> None:
        self._sweep, self._places = sweep, places

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for place in self._places:
            yield {"code": self._sweep.lab.code, "values": self._sweep.point(place).values}


def missing(sweep: Sweep, kept: Finished) -> list[int]:
    """Return the places of the points that have yet to be asked."""
    return [place for place, key in enumerate(sweep.keys) if key not in kept]


def gather(
    sweep: Sweep,
    kept: Finished,
    todo: Sequence[int],
    pool: Executor,
    step: Callable[[Outcome], None],
) -> Outcome:
    """Ask what has not been asked, and keep each answer as soon as it is there.

    Parameters
    ----------
    sweep : Sweep
        The points.
    kept : Finished
        Where answers are kept.
    todo : sequence of int
        The places of the points to ask.
    pool : Executor
        Where they are asked; see `executors`.
    step : callable
        Is told what has become of the points so far, after each.

    Returns
    -------
    Outcome
        What became of all of them.
    """
    outcome = Outcome(before=len(sweep.keys) - len(todo))
    needs = [name for name in sweep.lab.made if name.startswith(("parlor.", "press.", "chapters."))]
    for index, answer in completed(pool, ask, _Jobs(sweep, todo), needs=needs):
        place = todo[index]
        if isinstance(answer, BaseException):
            outcome.failed[place] = _why(answer)
        else:
            kept.keep(sweep.keys[place], *answer)
            outcome.new += 1
        step(outcome)
    outcome.failed = dict(sorted(outcome.failed.items()))
    return outcome


def _why(error: BaseException) -> str:
    """Why a point failed, in one line."""
    text = " ".join(str(error).split())
    if isinstance(error, Lost):
        return text
    return printable(f"{type(error).__name__}: {text}" if text else type(error).__name__)
