"""Progress of long work: bars on a terminal, plain lines elsewhere."""

from __future__ import annotations

import threading
import time
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

PLAIN_INTERVAL = 10.0  # seconds between two plain lines on one chapter


class Reporter:
    """Shows, chapter by chapter, how many cells are done and for how long it has been running.

    Parameters
    ----------
    console : rich.console.Console, optional
        Where to print; by default standard error.
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(stderr=True, highlight=False)
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

    def __enter__(self) -> Reporter:
        if self.console.is_terminal:
            self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.console.is_terminal:
            self._bars.stop()

    def begin(self, chapter: str, cells: int) -> None:
        """Say that `chapter`, of so many `cells`, has begun."""
        with self._lock:
            self._totals[chapter] = cells
            self._done[chapter] = 0
            self._printed[chapter] = time.monotonic()
            if self.console.is_terminal:
                self._tasks[chapter] = self._bars.add_task(chapter, total=cells, within="")
            else:
                self.console.print(f"{chapter}: {cells} cells to run")

    def advance(self, chapter: str, done: int) -> None:
        """Say that `done` cells of `chapter` are done."""
        with self._lock:
            self._done[chapter] = done
            self._show(chapter, "")

    def within(self, chapter: str, text: str) -> None:
        """Say how far the cell of `chapter` is that is being run, such as "3 of 96 conditions"."""
        with self._lock:
            self._show(chapter, text)

    def _show(self, chapter: str, within: str) -> None:
        if self.console.is_terminal:
            self._bars.update(self._tasks[chapter], completed=self._done[chapter], within=within)
        elif time.monotonic() - self._printed[chapter] >= PLAIN_INTERVAL:
            self._printed[chapter] = time.monotonic()
            cells = f"{self._done[chapter]} of {self._totals[chapter]} cells"
            self.console.print(f"{chapter}: {', '.join(filter(None, [cells, within]))}")

    def end(self, chapter: str, seconds: float) -> None:
        """Say that `chapter` is finished, after so many `seconds`."""
        self._finish(chapter, f"{chapter}: finished in {seconds:.1f} s")

    def fail(self, chapter: str, seconds: float) -> None:
        """Say that `chapter` failed, after so many `seconds`."""
        self._finish(chapter, f"{chapter}: failed after {seconds:.1f} s")

    def _finish(self, chapter: str, line: str) -> None:
        with self._lock:
            if self.console.is_terminal and chapter in self._tasks:
                self._bars.stop_task(self._tasks[chapter])
            self.console.print(line)
