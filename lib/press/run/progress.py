"""Progress of long work: bars on a terminal, plain lines elsewhere."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

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

    def __exit__(self, *_: object) -> None:
        """Nothing is to be ended."""

    def begin(self, page: str, cells: int) -> None:
        """Hear that a page, of so many cells, has begun."""

    def advance(self, page: str, done: int) -> None:
        """Hear that so many of its cells are done."""

    def within(self, page: str, text: str) -> None:
        """Hear how far the cell is that is being run, such as "3 of 96 conditions"."""

    def warn(self, page: str, text: str, log: Path) -> None:
        """Hear that libraries had something to say; all of it is in `log`."""

    def end(self, page: str, seconds: float) -> None:
        """Hear that it is finished."""

    def fail(self, page: str, seconds: float) -> None:
        """Hear that it failed."""


class Reporter(Listener):
    """Shows how many cells of each page are done: bars on a terminal, plain lines elsewhere."""

    def __init__(self) -> None:
        self._console = _console()
        self._bars = Progress(
            TextColumn("{task.description:<14}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("cells"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[within]}"),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        self._printed: dict[str, float] = {}

    def __enter__(self) -> Reporter:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def begin(self, page: str, cells: int) -> None:
        """Say that a page, of so many cells, has begun."""
        self._tasks[page] = self._bars.add_task(page, total=cells, within="")
        self._printed[page] = time.monotonic()
        if not self._console.is_terminal:
            self._console.print(f"{page}: {cells} cells to run")

    def advance(self, page: str, done: int) -> None:
        """Say that so many of its cells are done."""
        self._bars.update(self._tasks[page], completed=done, within="")
        self._print(page, f"cell {done}")

    def within(self, page: str, text: str) -> None:
        """Say how far the cell is that is being run."""
        self._bars.update(self._tasks[page], within=text)
        self._print(page, text)

    def _print(self, page: str, text: str) -> None:
        """Print a plain line now and then."""
        now = time.monotonic()
        if not self._console.is_terminal and now - self._printed[page] >= PLAIN_INTERVAL:
            self._printed[page] = now
            self._console.print(f"{page}: {text}")

    def warn(self, page: str, text: str, log: Path) -> None:
        """Say the first line of what libraries had to say."""
        first = re.sub(r"^.*:\d+: (?=\w)", "", text.strip().splitlines()[0])  # without its place
        self._console.print(f"{page}: {cut(printable(first), 100)} (more: {log})")

    def end(self, page: str, seconds: float) -> None:
        """Say that a page is finished, after so many seconds."""
        self._finish(page, f"finished in {seconds:.1f} s")

    def fail(self, page: str, seconds: float) -> None:
        """Say that a page failed, after so many seconds."""
        self._finish(page, f"failed after {seconds:.1f} s")

    def _finish(self, page: str, text: str) -> None:
        if page in self._tasks:
            self._bars.stop_task(self._tasks[page])
        self._console.print(f"{page}: {text}")


def _console() -> Console:
    return Console(stderr=True, highlight=False, markup=False, soft_wrap=True)


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
