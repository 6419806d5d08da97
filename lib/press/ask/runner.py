"""Run pages side by side, each in a process of its own, and keep only what has succeeded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

from ..ask import isolation, keys
from ..project.data_files import changed
from ..project.errors import BuildError, Stopped
from ..project.notebook import code_cells
from ..project.parameters import Parameters
from ..project.places import Page, Project
from .manifest import is_whole, write_manifest
from .progress import Hear, reporting
from .workers import SCHEDULER

LOG = "log.txt"  # in a run's folder: what libraries had to say, if anything
# why a process ends without a word: by far the most frequent reason is that memory ran out
_KILLED = {-signal.SIGKILL: "its process was killed, perhaps since there is not enough memory"}


@dataclass(frozen=True)
class Run:
    """A page with validated parameters, executed or to be executed.

    Attributes
    ----------
    page : Page
        The page.
    parameters, changed : dict
        All its parameters, and those that are not the defaults.
    made : Made
        What it is made of; see `keys.of_page`.
    folder : Path
        Where its result is, or will be.
    """

    project: Project
    page: Page
    parameters: dict[str, Any]
    changed: dict[str, Any]
    made: keys.Made

    @cached_property
    def key(self) -> str:
        """The name of the run."""
        return self.made.name

    @property
    def folder(self) -> Path:
        """Where its result is, or will be."""
        return self.project.run_folder(self.page, self.key)

    @property
    def notebook(self) -> Path:
        """The executed notebook."""
        return self.folder / f"{self.page.name}.ipynb"

    @property
    def finished(self) -> bool:
        """Whether the result is there and whole, and the data that it has read are the same."""
        return is_whole(self.folder, self.key) and not changed(self.project, self.story()["read"])

    def story(self) -> dict[str, Any]:
        """Return what is told of the run: its parameters, what it is made of, its time."""
        return json.loads((self.folder / "run.json").read_text("utf-8"))

    def results(self) -> dict[str, Any]:
        """Return what the page reported: its checks, tables, figures and values."""
        return json.loads((self.folder / "results.json").read_text("utf-8"))


def plan(project: Project, page: Page, given: dict[str, Any] | None = None) -> Run:
    """Check the parameters `given` for a page and say which run they make.

    Parameters
    ----------
    project : Project
        The checkout.
    page : Page
        One of its notebooks.
    given : dict, optional
        Values for some of its parameters.

    Returns
    -------
    Run
        The run, which may be finished already.

    Raises
    ------
    UserError
        For an unknown parameter, or a value that is not allowed.
    """
    declared = Parameters.of_page(page)
    values = declared.validate(given or {})
    made = keys.of_page(project, page, values)
    return Run(project, page, values, declared.changed(values), made)


def execute(
    project: Project,
    runs: list[Run],
    workers: int | None = None,
    scheduler: str | None = None,
    *,
    force: bool = False,
) -> None:
    """Execute those of `runs` that are not finished, several at a time.

    Parameters
    ----------
    project : Project
        The checkout.
    runs : list of Run
        The runs wanted.
    workers : int, optional
        How many at a time; by default one a processor.
    scheduler : str, optional
        Address of a dask scheduler, which is given what pages do in pieces.
    force : bool, default False
        Whether those that are finished are run again.

    Raises
    ------
    BuildError
        If a page fails. The others are finished first, and nothing of the failed one stays
        but its log.
    """
    wanted = [run for run in runs if force or not run.finished]
    if len(wanted) > 1:
        minutes = sum(map(_seconds, wanted)) / (workers or os.cpu_count() or 1) / 60
        print(f"{len(wanted)} pages to run, which takes about {minutes:.1f} min", file=sys.stderr)
    if wanted:
        with Pages(project, many=len(wanted) > 1) as pages:
            pages.execute(wanted, workers, scheduler)


class Pages:
    """The process in which pages are executed; see `execution`.

    It is begun when it is first needed, and again if it has been stopped or has died.

    Parameters
    ----------
    project : Project
        The checkout.
    many : bool, default True
        Whether it is to import first what all pages need: worth while for more than one.
    """

    def __init__(self, project: Project, many: bool = True) -> None:
        self.project, self.many = project, many
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = threading.Event()
        self._kept = ExitStack()  # its private folder

    def __enter__(self) -> Pages:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._kept.close()

    def stop(self) -> None:
        """End what is being executed, from any thread; whoever waits for it gets `Stopped`."""
        self._stopped.set()
        self._end()

    def execute(
        self,
        runs: list[Run],
        workers: int | None = None,
        scheduler: str | None = None,
        hear: Hear | None = None,
    ) -> None:
        """Execute runs as the function `execute` does; `hear`, or the terminal, is told of it."""
        self._stopped.clear()
        # what takes longest begins first, and all processors are busy to the end
        waiting = sorted(runs, key=_seconds)
        under_way: dict[str, _Sheet] = {}
        failures: list[str] = []
        with nullcontext(hear) if hear else reporting() as told:
            try:
                while waiting or under_way:
                    while waiting and len(under_way) < (workers or os.cpu_count() or 1):
                        sheet = _Sheet(waiting.pop(), told)
                        under_way[sheet.run.page.address] = sheet
                        self._send(sheet, scheduler)
                    event = self._next()
                    if event and under_way[event["page"]].hear(event):
                        sheet = under_way.pop(event["page"])
                        left = len(waiting) + len(under_way)
                        failures += sheet.end(f"; {left} of {len(runs)} pages to go" * bool(left))
                    elif not event:
                        for sheet in under_way.values():
                            sheet.error = sheet.error or self._last_words()
                            failures += sheet.end()
                        under_way.clear()
            finally:
                for sheet in under_way.values():
                    sheet.close()
                if under_way:
                    self._end()
        if failures:
            raise BuildError("\n".join(failures))

    def _send(self, sheet: _Sheet, scheduler: str | None) -> None:
        if self._process is None or self._process.poll() is not None:
            home = self._kept.enter_context(self.project.scratch("pages"))
            self._log = home / LOG
            arguments = ["many"] if self.many else []
            wanted, self._wanted = Pipe(duplex=False)
            self._told, told = Pipe(duplex=False)
            with wanted, told, self._log.open("wb") as log:
                self._process = subprocess.Popen(
                    isolation.python("press.ask.execution", *arguments),
                    env=isolation.environment(home),
                    cwd=home,
                    stdin=wanted.fileno(),
                    stdout=told.fileno(),
                    stderr=log,
                    start_new_session=True,  # Ctrl-C reaches the runner alone, who ends the others
                )
        with suppress(BrokenPipeError):  # it has died, as the next look will tell
            self._wanted.send(sheet.job(scheduler))

    def _next(self) -> dict[str, Any]:
        """What a page tells next; empty if the process has ended."""
        event: dict[str, Any] = {}
        with suppress(EOFError, OSError):
            event = self._told.recv()
        if self._stopped.is_set():
            raise Stopped
        return event

    def _last_words(self) -> str:
        """Why the process has ended: memory or open files may not have been enough for it."""
        printed = self._log.read_text("utf-8", "replace").split("\n")
        words = next(filter(None, reversed(printed)), "bad_alloc")
        return _KILLED[-signal.SIGKILL] if "bad_alloc" in words else words  # C++ for no memory

    def _end(self) -> None:
        """End the process and all its forks."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


class _Sheet:
    """A run under way: its folders, and what has been heard of it."""

    def __init__(self, run: Run, told: Hear) -> None:
        self.run, self.told = run, told
        self.start, self.error, self.finished = time.perf_counter(), "", False
        self._kept = ExitStack()
        scratch = self._kept.enter_context(run.project.scratch(run.page.folder))
        self.result, self.work, self.log = scratch / "result", scratch / "work", scratch / LOG
        self.result.mkdir()
        self.work.mkdir()

    def job(self, scheduler: str | None) -> tuple[Any, ...]:
        """What `execution` is asked to do: the run, its folders, and what its environment has."""
        found = {"PRESS_RUN": str(self.result)}
        found |= {SCHEDULER: scheduler} if scheduler else {}
        return self.run, self.result, self.work, self.log, found

    def hear(self, event: dict[str, Any]) -> bool:
        """Hear what happens; whether this was the end."""
        match event:
            case {"error": error}:
                self.error = error
            case {"finished": _}:
                self.finished = True
            case {"ended": status}:
                if not self.finished and not self.error:
                    self.error = _KILLED.get(status, "the process ended before its time")
                return True
            case _:
                self.told(self.run.page.address, event)
        return False

    def end(self, left: str = "") -> list[str]:
        """Keep what has succeeded, else say why it failed; and what is left to do."""
        with self._kept:
            run, page = self.run, self.run.page
            seconds = time.perf_counter() - self.start
            if keys.of_page(run.project, page, run.parameters).name != run.key:
                self.finished, self.error = False, "it was edited while it ran: run it again"
            if self.finished:
                printed = self.log.read_text("utf-8", "replace") if self.log.exists() else ""
                if printed.strip():
                    self.log.rename(self.result / LOG)
                    where = (run.folder / LOG).relative_to(run.project.root)
                    self.told(page.address, {"printed": printed, "log": where})
                write_manifest(self.result, run.key)
                run.project.publish(self.result, run.folder, replace=True)
                self.told(page.address, {"over": f"finished in {seconds:.1f} s{left}"})
                return []
            self.told(page.address, {"over": f"failed after {seconds:.1f} s{left}"})
            kept = run.project.build / "logs" / f"{page.folder}-{run.key}.log"
            kept.parent.mkdir(parents=True, exist_ok=True)
            self.log.touch()
            self.log.replace(kept)
            where = kept.relative_to(run.project.root)
            return [f"{page.address}: {self.error} (details: {where})"]

    def close(self) -> None:
        """Let go of a run that is given up."""
        self._kept.close()


def _seconds(run: Run) -> float:
    """A guess of a page's time that is good enough: what it took last, else by what it asks for."""
    stories = run.folder.parent.glob("*/run.json")
    if last := max(stories, key=lambda path: path.stat().st_mtime, default=None):
        return float(json.loads(last.read_text("utf-8"))["wall_seconds"])
    cells = code_cells(run.page.path)  # one that judges is worth ten others
    return 0.4 * (len(cells) + 9 * sum(".judge(" in cell for cell in cells))
