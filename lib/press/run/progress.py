"""Progress of long work: bars on a terminal, a line where something begins or ends elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from .yaml_input import cut, printable


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

    def end(self, page: str, how: str) -> None:
        """Hear how it has ended, such as "finished in 0.4 s"."""


class Reporter(Listener):
    """Shows how many cells of each page are done."""

    def __init__(self) -> None:
        within = TextColumn("cells {task.fields[within]}")
        self._bars = _bars(TimeElapsedColumn(), within)
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Reporter:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def begin(self, page: str, cells: int) -> None:
        """Show that a page, of so many cells, has begun."""
        self._tasks[page] = self._bars.add_task(page, total=cells, within="")
        if self._bars.disable:
            self._bars.console.print(f"{page}: {cells} cells to run")

    def advance(self, page: str, done: int) -> None:
        """Show that so many of its cells are done."""
        self._bars.update(self._tasks[page], completed=done, within="")

    def within(self, page: str, text: str) -> None:
        """Show how far the cell is that is being run."""
        self._bars.update(self._tasks[page], within=text)

    def warn(self, page: str, text: str, log: Path) -> None:
        """Say the first line of what libraries had to say."""
        first = re.sub(r"^.*:\d+: (?=\w)", "", text.strip().splitlines()[0])  # without its place
        self._bars.console.print(f"{page}: {cut(printable(first), 100)} (more: {log})")

    def end(self, page: str, how: str) -> None:
        """Say how a page has ended."""
        if page in self._tasks:
            self._bars.stop_task(self._tasks[page])
        self._bars.console.print(f"{page}: {how}")


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Show how many points of a sweep are done, and how long the rest will take.

    Parameters
    ----------
    what : str
        What is asked.
    total : int
        How many points there are to ask.

    Yields
    ------
    callable
        Says that one more is done.
    """
    with _bars(TextColumn("points"), TimeRemainingColumn()) as bars:
        task = bars.add_task(what, total=total)
        yield lambda: bars.advance(task)


def _bars(*columns: ProgressColumn) -> Progress:
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    name = TextColumn("{task.description:<14}")
    return Progress(
        name,
        BarColumn(),
        MofNCompleteColumn(),
        *columns,
        console=console,
        disable=not console.is_terminal,
    )


def spoken(seconds: float) -> str:
    """Return a time in a few letters.

    >>> spoken(0.42), spoken(34.4), spoken(600), spoken(9000)
    ('0.4 s', '34 s', '10 min', '2.5 h')
    """
    if seconds < 120:
        return f"{seconds:.0f} s" if seconds >= 9.5 else f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
