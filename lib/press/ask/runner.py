"""Run pages side by side, each in a process of its own, and keep only what has succeeded."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import Pipe
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from ..project.data_files import changed
from ..project.errors import BuildError, Stopped
from ..project.notebook import code_cells, join, read_page
from ..project.parameters import Parameters
from ..project.places import Page, Project
from . import keys, processes
from .answering import Answered
from .execution import live
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

    @property
    def edited(self) -> bool:
        """Whether what it is made of is no more what was asked for."""
        return keys.of_page(self.project, self.page, self.parameters).name != self.key

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
        If a page fails, or one was edited since it ran. The others are finished first, and nothing
        of the failed one stays but its log.
    """
    wanted = [run for run in runs if force or not run.finished]
    if len(wanted) > 1:
        minutes = sum(map(_seconds, wanted)) / (workers or os.cpu_count() or 1) / 60
        print(f"{len(wanted)} pages to run, which takes about {minutes:.1f} min", file=sys.stderr)
    if wanted:
        Pages(project, many=len(wanted) > 1).execute(wanted, workers, scheduler)
        refuse_edited(runs)


def refuse_edited(runs: Iterable[Run]) -> None:
    """Raise a `BuildError` if pages were edited since they ran: one would print two states."""
    if names := [run.page.address for run in runs if run.edited or not run.finished]:
        raise BuildError(f"{', '.join(names[:3])}: edited meanwhile; the same command goes on")


class Pages:
    """Where pages are executed, each in a process of its own.

    Parameters
    ----------
    project : Project
        The checkout.
    many : bool, default True
        Whether what all pages need is imported first: worth while for more than one.
    """

    def __init__(self, project: Project, many: bool = True) -> None:
        self.project, self.many = project, many
        self._under_way: list[_Running] = []
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End what is being executed, from any thread; whoever waits for it gets `Stopped`."""
        self._stopped.set()
        for running in [*self._under_way]:
            running.kill()

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
        under_way = self._under_way
        failures: list[str] = []
        with nullcontext(hear) if hear else reporting() as listener:
            try:
                while waiting or under_way:
                    while waiting and len(under_way) < (workers or os.cpu_count() or 1):
                        running = _Running(waiting.pop(), listener)
                        under_way.append(running)
                        running.begin(self.many, scheduler)
                    heard = wait([running.heard for running in under_way])
                    for running in [running for running in under_way if running.heard in heard]:
                        ended = running.hear()
                        if self._stopped.is_set():
                            raise Stopped
                        if ended:
                            under_way.remove(running)
                            left = len(waiting) + len(under_way)
                            more = f"; {left} of {len(runs)} pages to go" * bool(left)
                            failures += running.end(more)
            finally:
                for running in under_way:
                    running.close()
                under_way.clear()
        if failures:
            raise BuildError("\n".join(failures))


class _Running:
    """A run under way: its folders, its process, and what has been heard of it."""

    def __init__(self, run: Run, listener: Hear) -> None:
        self.run, self.told = run, listener
        self.start, self.answered = time.perf_counter(), Answered(None)
        self.process: BaseProcess | None = None
        self._kept = ExitStack()
        scratch = self._kept.enter_context(run.project.scratch(run.page.folder))
        self.result, self.work, self.log = scratch / "result", scratch / "work", scratch / LOG
        self.result.mkdir()
        self.work.mkdir()
        self.log.touch()
        self.heard, self._told = Pipe(duplex=False)
        self._kept.callback(self.heard.close)

    def begin(self, many: bool, scheduler: str | None) -> None:
        """Begin its process."""
        run = self.run
        notebook = read_page(run.page.path)
        file = self.result / run.notebook.name
        job = {
            "notebook": notebook, "page": run.page, "parameters": run.parameters,
            "changed": run.changed, "file": file,
        }  # fmt: skip
        variables = {"PRESS_RUN": str(self.result)}
        variables |= {SCHEDULER: scheduler} if scheduler else {}
        place = processes.about(run.project)
        given = (job, run.made, self.log, self._told, place, self.work, variables)
        self.process = processes.server(many).Process(target=live, args=given)
        self.process.start()
        self._told.close()

    def hear(self) -> bool:
        """Hear what happens; whether this was the end."""
        try:
            message = self.heard.recv()
        except (EOFError, OSError):
            return True
        if isinstance(message, Answered):
            self.answered = message
        else:
            self.told(self.run.page.address, message)
        return False

    def story(self) -> dict[str, Any]:
        """Return what is told of the run; a `BuildError` says why it failed."""
        run = self.run
        if run.edited:
            raise BuildError("it was edited while it ran: run it again")
        story = self.answered.taken(run.project)
        if isinstance(story, BuildError):
            raise story
        if story is None:  # it has not come to an answer
            assert self.process
            self.process.join()
            status = self.process.exitcode or 0
            raise BuildError(_KILLED.get(status, "the process ended before its time"))
        join(run.page.path, self.result / run.notebook.name)  # what was executed is the page
        about = {"page": run.page.address, "key": run.key, "parameters": run.parameters}
        return {**about, "made": run.made.parts, "read": self.answered.read, **story}

    def end(self, left: str = "") -> list[str]:
        """Keep what has succeeded, else say why it failed; and what is left to do."""
        run, page = self.run, self.run.page
        with self._kept:
            seconds = time.perf_counter() - self.start
            try:
                text = json.dumps(self.story(), indent=2)
            except BuildError as error:
                self.told(page.address, {"over": f"failed after {seconds:.1f} s{left}"})
                kept = run.project.build / "logs" / f"{page.folder}-{run.key}.log"
                kept.parent.mkdir(parents=True, exist_ok=True)
                self.log.replace(kept)
                where = kept.relative_to(run.project.root)
                return [f"{page.address}: {error} (details: {where})"]
            (self.result / "run.json").write_text(f"{text}\n", "utf-8")
            if (printed := self.log.read_text("utf-8", "replace")).strip():
                self.log.rename(self.result / LOG)
                where = (run.folder / LOG).relative_to(run.project.root)
                self.told(page.address, {"printed": printed, "log": where})
            write_manifest(self.result, run.key)
            run.project.publish(self.result, run.folder, replace=True)
            self.told(page.address, {"over": f"finished in {seconds:.1f} s{left}"})
            return []

    def kill(self) -> None:
        """End its process and all that this has started."""
        if self.process and self.process.pid:
            self.process.kill()
            with suppress(ProcessLookupError):  # it has just begun, and has started nothing yet
                os.killpg(self.process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Let go of a run that is given up."""
        self.kill()
        self._kept.close()


def _seconds(run: Run) -> float:
    """A guess of a page's time that is good enough: what it took last, else by what it asks for."""
    stories = run.folder.parent.glob("*/run.json")
    if last := max(stories, key=lambda path: path.stat().st_mtime, default=None):
        return float(json.loads(last.read_text("utf-8"))["wall_seconds"])
    cells = code_cells(run.page.path)  # one that judges is worth ten others
    return 0.4 * (len(cells) + 9 * sum(".judge(" in cell for cell in cells))
