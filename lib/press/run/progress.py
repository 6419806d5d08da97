"""Progress of long work: bars on a terminal, plain lines elsewhere."""

from __future__ import annotations

import re
import sys
import threading
import time
from pathlib import Path
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from .yaml_input import cut, printable

PLAIN_INTERVAL = 10.0  # seconds between two plain lines on one chapter
FEW = 5  # points that say nothing yet of the time of the others


class Listener:
    """Is told how far the pages are that are being run, and tells nobody; see `Reporter`."""

    def __enter__(self) -> Listener:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing is to be ended."""

    def begin(self, chapter: str, cells: int) -> None:
        """Hear that a page, of so many cells, has begun."""

    def advance(self, chapter: str, done: int) -> None:
        """Hear that so many of its cells are done."""

    def within(self, chapter: str, text: str) -> None:
        """Hear how far the cell is that is being run."""

    def warn(self, chapter: str, text: str, log: Path) -> None:
        """Hear that a library had something to say."""

    def end(self, chapter: str, seconds: float) -> None:
        """Hear that it is finished."""

    def fail(self, chapter: str, seconds: float) -> None:
        """Hear that it failed."""


class Reporter(Listener):
    """Shows, chapter by chapter, how many cells are done and for how long it has been running.

    Parameters
    ----------
    console : rich.console.Console, optional
        Where to print; by default standard error.
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(
            stderr=True, highlight=False, markup=False, soft_wrap=True
        )
        self._lock = threading.Lock()
        self._totals: dict[str, int] = {}
        self._done: dict[str, int] = {}
        self._printed: dict[str, float] = {}
        self._bars = Progress(
            TextColumn("{task.description:<14}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("cells"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[within]}"),
            console=self.console,
        )
        self._tasks: dict[str, TaskID] = {}
        self._within: dict[str, str] = {}
        self._warned: set[str] = set()
        self._over = threading.Event()

    def __enter__(self) -> Reporter:
        if self.console.is_terminal:
            self._bars.start()
        else:
            threading.Thread(target=self._keep_telling, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        if self.console.is_terminal:
            self._bars.stop()

    def begin(self, chapter: str, cells: int) -> None:
        """Say that `chapter`, of so many `cells`, has begun."""
        with self._lock:
            self._totals[chapter] = cells
            self._done[chapter] = 0
            self._within[chapter] = ""
            self._printed[chapter] = time.monotonic()
            if self.console.is_terminal:
                self._tasks[chapter] = self._bars.add_task(chapter, total=cells, within="")
            else:
                self.console.print(f"{chapter}: {cells} cells to run")

    def advance(self, chapter: str, done: int) -> None:
        """Say that `done` cells of `chapter` are done."""
        with self._lock:
            self._done[chapter] = done
            self._within[chapter] = ""
            self._show(chapter)

    def within(self, chapter: str, text: str) -> None:
        """Say how far the cell of `chapter` is that is being run, such as "3 of 96 conditions"."""
        with self._lock:
            self._within[chapter] = text
            self._show(chapter)

    def _keep_telling(self) -> None:
        """Print a line now and then on each chapter, also while a single cell takes long."""
        while not self._over.wait(1.0):
            with self._lock:
                for chapter in list(self._totals):
                    self._show(chapter)

    def _show(self, chapter: str) -> None:
        within = self._within[chapter]
        if self.console.is_terminal:
            self._bars.update(self._tasks[chapter], completed=self._done[chapter], within=within)
        elif time.monotonic() - self._printed[chapter] >= PLAIN_INTERVAL:
            self._printed[chapter] = time.monotonic()
            cells = f"{self._done[chapter]} of {self._totals[chapter]} cells"
            self.console.print(f"{chapter}: {', '.join(filter(None, [cells, within]))}")

    def warn(self, chapter: str, text: str, log: Path) -> None:
        """Say that a library had something to say, once a chapter; all of it is in `log`."""
        with self._lock:
            if text.strip() and chapter not in self._warned:
                self._warned.add(chapter)
                first = re.sub(
                    r"^.*:\d+: (?=\w)", "", text.strip().splitlines()[0]
                )  # without place
                first = cut(printable(first), 100)
                self.console.print(f"{chapter}: {first} (more: {log})")

    def end(self, chapter: str, seconds: float) -> None:
        """Say that `chapter` is finished, after so many `seconds`."""
        self._finish(chapter, f"{chapter}: finished in {seconds:.1f} s")

    def fail(self, chapter: str, seconds: float) -> None:
        """Say that `chapter` failed, after so many `seconds`."""
        self._finish(chapter, f"{chapter}: failed after {seconds:.1f} s")

    def _finish(self, chapter: str, line: str) -> None:
        with self._lock:
            self._totals.pop(chapter, None)
            if self.console.is_terminal and chapter in self._tasks:
                self._bars.stop_task(self._tasks[chapter])
            self.console.print(line)


class Count:
    """Shows how many points of a sweep are done, how many failed, and how long the rest will take.

    Parameters
    ----------
    what : str
        What is asked.
    total : int
        How many points there are to ask.
    """

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total = what, total
        self._start = self._printed = time.monotonic()
        self._live = sys.stderr.isatty()

    def __enter__(self) -> Count:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def show(self, done: int, failed: int) -> None:
        """Say that so many points are done, some of which failed."""
        now = time.monotonic()
        if now - self._printed < (0.1 if self._live else PLAIN_INTERVAL):
            return
        self._printed = now
        parts = [f"{done:,} of {self.total:,} points"]
        parts += [f"{failed:,} failed"] if failed else []
        if done >= FEW:  # the first ones start up
            parts.append(f"about {spoken((now - self._start) / done * (self.total - done))} left")
        start, end = ("\r\x1b[K", "") if self._live else ("", "\n")
        print(f"{start}{self.what}: {', '.join(parts)}", end=end, file=sys.stderr, flush=True)


def spoken(seconds: float) -> str:
    """Return a time in a few letters.

    >>> spoken(0.42), spoken(34.4), spoken(600), spoken(9000)
    ('0.4 s', '34 s', '10 min', '2.5 h')
    """
    if seconds < 120:
        return f"{seconds:.0f} s" if seconds >= 9.5 else f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
