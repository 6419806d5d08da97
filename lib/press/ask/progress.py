"""Progress of long work: bars on a terminal, a line where something begins or ends elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rich import progress
from rich.console import Console

from ..project.text import cut, printable

_T = TypeVar("_T")
Hear = Callable[[str, dict[str, Any]], None]  # is told of a page what happens


@contextmanager
def reporting() -> Iterator[Hear]:
    """Show how many cells of each page are done.

    Yields
    ------
    callable
        Is told the page, and an event: ``cells``, how many it has; ``cell``, how many are done;
        ``within``, how far the one is that is being run; ``printed``, what libraries had to say,
        all of which is in ``log``; ``over``, how it has ended.
    """
    bars = _bars(progress.TimeElapsedColumn(), progress.TextColumn("cells {task.fields[within]}"))
    tasks: dict[str, progress.TaskID] = {}

    def hear(page: str, event: dict[str, Any]) -> None:
        match event:
            case {"cells": cells}:
                tasks[page] = bars.add_task(page, total=cells, within="")
                if bars.disable:
                    bars.console.print(f"{page}: {cells} cells to run")
            case {"cell": done}:
                bars.update(tasks[page], completed=done, within="")
            case {"within": text}:
                bars.update(tasks[page], within=text)
            case {"printed": text, "log": log}:
                first = re.sub(r"^.*:\d+: (?=\w)", "", text.strip().splitlines()[0])  # where it was
                bars.console.print(f"{page}: {cut(printable(first), 100)} (more: {log})")
            case {"over": how}:
                if page in tasks:
                    bars.stop_task(tasks[page])
                bars.console.print(f"{page}: {how}")

    with bars:
        yield hear


def followed(what: str, results: Iterable[_T], total: int) -> Iterator[_T]:
    """Show how many points of a sweep are done, and how long the rest will take.

    Parameters
    ----------
    what : str
        What is asked.
    results : iterable
        What comes out of it, point by point.
    total : int
        How many points there are to ask.

    Yields
    ------
    object
        The results.
    """
    with _bars(progress.TextColumn("points"), progress.TimeRemainingColumn()) as bars:
        yield from bars.track(results, total, description=what)


def _bars(*columns: progress.ProgressColumn) -> progress.Progress:
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    name = progress.TextColumn("{task.description:<14}")
    return progress.Progress(
        name,
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        *columns,
        console=console,
        disable=not console.is_terminal,
    )
