"""Run pages side by side, each in a process of its own, and keep only what has succeeded."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

from ..project.data_files import changed
from ..project.errors import BuildError, Stopped
from ..project.notebook import cell_lines, code_cells, read_page
from ..project.parameters import Parameters
from ..project.places import Page, Project
from . import keys, processes
from .execution import LOG, run_notebook
from .manifest import is_whole, write_manifest
from .progress import Hear, reporting
from .tracing import traced
from .workers import SCHEDULER, executor

Checks = list[dict[str, Any]]  # as `findings.decide` leaves them

# why a process ends without a word: by far the most frequent reason is that memory ran out
_ENDED = "its process ended before its time, perhaps since there is not enough memory"


@dataclass(frozen=True)
class Run:
    """A page with validated parameters, executed or to be executed.

    Attributes
    ----------
    page : Page
        The page.
    parameters, changed : dict
        All its parameters, and those that are not the defaults.
    asked : NotebookNode
        The page as it was when it was asked for, which is what is executed.
    made : Provenance
        What it is made of; see `keys.of_page`.
    """

    project: Project
    page: Page
    parameters: dict[str, Any]
    changed: dict[str, Any]
    asked: Any
    made: keys.Provenance

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
        notebook = read_page(self.page.path)
        return keys.of_page(self.project, self.page, notebook, self.parameters).name != self.key

    def story(self) -> dict[str, Any]:
        """Return what is told of the run: its parameters, what it is made of, its time."""
        return json.loads((self.folder / "run.json").read_text("utf-8"))

    def results(self) -> dict[str, Any]:
        """Return what the page reported: its checks, tables, figures and values."""
        return json.loads((self.folder / "results.json").read_text("utf-8"))


def decided(runs: Iterable[Run]) -> dict[str, Checks]:
    """Return what finished runs have decided, by chapter, each check with the page it stands on."""
    checks: dict[str, Checks] = {}
    for run in runs:
        own = checks.setdefault(run.page.chapter, [])
        own += [check | {"page": run.page.place} for check in run.results()["checks"]]
    return checks


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
    notebook = read_page(page.path)
    made = keys.of_page(project, page, notebook, values)
    return Run(project, page, values, declared.changed(values), notebook, made)


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
    if scheduler is not None:
        with executor(scheduler=scheduler):
            pass  # else it says what is wrong with it, before long work
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
        self._under_way: set[processes.Pool] = set()
        self._stopped = False
        self._lock = threading.Lock()  # nothing begins while all is ended

    def stop(self) -> None:
        """End all that is under way, from whatever thread: `execute` raises `Stopped`."""
        with self._lock:
            self._stopped = True
            for pool in [*self._under_way]:
                pool.kill()

    def execute(
        self,
        runs: list[Run],
        workers: int | None = None,
        scheduler: str | None = None,
        hear: Hear | None = None,
    ) -> None:
        """Execute runs as the function `execute` does; `hear`, or the terminal, is told of it."""
        failures: list[str] = []
        count = workers or os.cpu_count() or 1
        with (
            nullcontext(hear) if hear else reporting() as told,
            ThreadPoolExecutor(count) as threads,
        ):
            # what takes longest begins first, and all processors are busy to the end
            queue = sorted(runs, key=_seconds, reverse=True)
            guesses = [*map(_seconds, queue)]
            under_way = {threads.submit(self._run, run, scheduler, told): run for run in queue}
            start, whole = time.perf_counter(), sum(guesses)
            try:
                for done in as_completed(under_way):
                    how, why = done.result()
                    failures += [why] * bool(why)
                    pairs = zip(under_way, guesses, strict=True)
                    if waiting := [seconds for one, seconds in pairs if not one.done()]:
                        ahead = sum(waiting) - sum(waiting[:count]) / 2  # half of what is under way
                        minutes = (time.perf_counter() - start) * ahead / (whole - ahead) / 60
                        how += f"; {len(waiting)} of {len(runs)} pages to go"
                        how += f", about {minutes:.1f} min" * (minutes > 0.1)
                    told(under_way[done].page.address, {"over": how})
            except BaseException:  # Ctrl-C, for example
                self.stop()
                raise
        if failures:
            raise BuildError("\n".join(failures))

    def _run(self, run: Run, scheduler: str | None, told: Hear) -> tuple[str, str]:
        """Run a page and keep what has succeeded; say how it has ended, and why it failed."""
        project, page, start = self.project, run.page, time.perf_counter()
        with project.scratch(page.folder) as scratch:
            result, log = scratch / "result", scratch / LOG
            result.mkdir()
            log.touch()
            try:
                story = self._answer(run, scratch, scheduler, told)
            except BuildError as error:
                kept = project.build / "logs" / f"{page.folder}-{run.key}.log"
                kept.parent.mkdir(parents=True, exist_ok=True)
                log.replace(kept)
                why = f"{page.address}: {error} (details: {kept.relative_to(project.root)})"
                return f"failed after {time.perf_counter() - start:.1f} s", why
            (result / "run.json").write_text(f"{json.dumps(story, indent=2)}\n", "utf-8")
            if (printed := log.read_text("utf-8", "replace")).strip():
                log.rename(result / LOG)
                where = (run.folder / LOG).relative_to(project.root)
                told(page.address, {"printed": printed, "log": where})
            write_manifest(result, run.key)
            project.publish(result, run.folder)
        return f"finished in {time.perf_counter() - start:.1f} s", ""

    def _answer(self, run: Run, scratch: Path, scheduler: str | None, told: Hear) -> dict[str, Any]:
        """Execute a page into the folder `result`; return what is told of the run."""
        job = {
            "notebook": run.asked, "page": run.page, "lines": cell_lines(run.page.path),
            "parameters": run.parameters, "changed": run.changed, "scratch": scratch,
            "variables": {"PRESS_RUN": str(scratch / "result")}
            | ({SCHEDULER: scheduler} if scheduler else {}),
        }  # fmt: skip
        heard, channel = Pipe(duplex=False)
        with self._lock:
            if self._stopped:
                raise Stopped
            pool = processes.Pool(self.project, 1, self.many, channel)
            self._under_way.add(pool)
            try:
                answer = pool.submit(traced, run_notebook, job, run.made)
            except BrokenExecutor:
                raise BuildError(_ENDED) from None
        with pool, channel, heard:
            answer.add_done_callback(lambda _: channel.send(None))
            while (event := heard.recv()) is not None:
                told(run.page.address, event)
        self._under_way.discard(pool)
        if self._stopped:
            raise Stopped
        try:
            answered = answer.result()
        except BrokenExecutor:
            raise BuildError(_ENDED) from None
        story = answered.verified(self.project)
        if isinstance(story, BuildError):
            raise story
        if isinstance(story, Exception):
            raise BuildError(f"{type(story).__name__}: {story}")
        about = {"page": run.page.address, "key": run.key, "parameters": run.parameters}
        return {**about, "made": run.made.parts, "read": answered.read, **story}


def _seconds(run: Run) -> float:
    """A guess of a page's time that is good enough: what it took last, else by what it asks for."""
    stories = run.folder.parent.glob("*/run.json")
    if last := max(stories, key=lambda path: path.stat().st_mtime, default=None):
        return float(json.loads(last.read_text("utf-8"))["wall_seconds"])
    cells = code_cells(run.page.path)  # one that judges is worth ten others
    return 0.4 * (1 + len(cells) + 9 * sum(".judge(" in cell for cell in cells))
