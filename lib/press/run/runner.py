"""Run chapters side by side, each in a process of its own, and keep only what has succeeded."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlor.core import slots

from ..lab.executors import SCHEDULER
from . import isolation, keys, modules
from .manifest import is_whole, write_manifest
from .memo import FOLDER, Memo
from .notebook import kept_cells
from .progress import Listener, Reporter
from .project import BuildError, Page, Project, Stopped

LOG = "log.txt"  # in a run's folder: what libraries had to say, if anything


@dataclass(frozen=True)
class Run:
    """A page with validated parameters, executed or to be executed.

    Attributes
    ----------
    page : Page
        The page.
    parameters, changed : dict
        All its parameters, and those that are not the defaults.
    made : dict of str to str
        What it is made of; see `keys.of_page`.
    key : str
        The name of the run.
    folder : Path
        Where its result is, or will be.
    """

    page: Page
    parameters: dict[str, Any]
    changed: dict[str, Any]
    made: dict[str, str]
    key: str
    folder: Path

    @property
    def notebook(self) -> Path:
        """The executed notebook."""
        return self.folder / f"{self.page.name}.ipynb"

    @property
    def finished(self) -> bool:
        """Whether the result is there, and is what the run left."""
        return is_whole(self.folder, self.key)

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
    from .parameters import Parameters

    if given:
        declared = Parameters.of_page(page)
        values = declared.validate(given)
        changed = declared.changed(values)
    else:
        values, changed = _defaults(project, page), {}
    made = keys.of_page(project, page, values)
    key = keys.name_of(made)
    folder = project.run_folder(page, key)
    return Run(page, values, changed, made, key, folder)


def _defaults(project: Project, page: Page) -> dict[str, Any]:
    """The parameters that a page has by itself: to read them may import its game, a second."""
    from .parameters import Parameters

    cells = "\n".join(kept_cells(project, page, "parameters"))
    maker = modules.library_of(project).outline("press.run.parameters").digest
    told = Memo(project.build / FOLDER / "defaults", maker).text(
        page.address,
        (keys.name_of(keys.of_code(project, "parameters", cells)),),
        lambda: json.dumps(Parameters.of_page(page).validate({})),
    )
    values: dict[str, Any] = json.loads(told)
    return values


def execute(
    project: Project,
    runs: list[Run],
    workers: int | None = None,
    scheduler: str | None = None,
    *,
    reporter: Listener | None = None,
    processes: Processes | None = None,
    nursery: Standing | None = None,
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
    reporter : Listener, optional
        Who is told how far it is; by default the terminal.
    processes : Processes, optional
        By which another thread can stop the work.
    nursery : Standing, optional
        Where their processes are born; by default one that ends with them.

    Raises
    ------
    BuildError
        If a page fails. The others are finished first, and nothing of the failed one stays
        but its log.
    Stopped
        If the user stops the work: all kernels are ended, and nothing of the runs stays.
    """
    wanted = [run for run in runs if not run.finished]
    if not wanted:
        return
    # what takes longest begins first, and all processors are busy to the end
    wanted.sort(key=_length, reverse=True)
    failures: list[str] = []
    reporter, processes = reporter or Reporter(), processes or Processes()
    with (
        nursery.lent() if nursery else begun(project, len(wanted) > 1) as born,
        processes,
        reporter,
        ThreadPoolExecutor(workers or os.cpu_count()) as pool,
    ):
        futures = [
            pool.submit(_execute_one, project, run, born, processes, reporter, scheduler)
            for run in wanted
        ]
        try:
            failures = [failure for future in futures if (failure := future.result())]
        except BaseException:
            processes.stop()
            pool.shutdown(cancel_futures=True)
            raise
    if failures:
        raise BuildError("\n".join(failures))


class Nursery:
    """The process of which those of pages are forks.

    It ends with the runner, whatever becomes of that; see `nursery`.

    Parameters
    ----------
    home : Path
        A folder for whatever it and its libraries want to keep.
    many : bool
        Whether it is to import what all pages need: it is worth while for several.
    """

    def __init__(self, home: Path, many: bool) -> None:
        environment = isolation.environment(home)
        self._jobs, theirs = socket.socketpair()
        self._lock = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                isolation.nursery(theirs.fileno(), many),
                env=environment,
                cwd=environment["PARLOR_SCRATCH"],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C reaches the runner alone, which ends the others
            )

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        self._jobs.close()
        self._process.kill()
        self._process.wait()

    @property
    def alive(self) -> bool:
        """Whether it still takes jobs."""
        return self._process.poll() is None

    def fork(self, environment: dict[str, str], log: Path) -> socket.socket:
        """Start a process; return a socket on which it tells, and no stray print comes."""
        ours, theirs = socket.socketpair()
        job = {"environment": environment, "folder": environment["PARLOR_SCRATCH"]}
        with self._lock, theirs, log.open("w", encoding="utf-8") as printed:
            files = [printed.fileno(), theirs.fileno()]
            with suppress(BrokenPipeError):  # it is dead, as whoever reads from `ours` will see
                socket.send_fds(self._jobs, [json.dumps(job).encode()], files)
                self._jobs.recv(1)
        return ours


@contextmanager
def begun(project: Project, many: bool) -> Iterator[Nursery]:
    """Begin a nursery of a project, and end it."""
    with project.scratch("nursery") as home, Nursery(home, many) as nursery:
        yield nursery


class Standing:
    """A nursery that stays, so that a page begins at once: for a server, or a watch.

    It is begun when it is first wanted, and again if it has died or other packages were locked.

    Parameters
    ----------
    project : Project
        The checkout.
    """

    def __init__(self, project: Project) -> None:
        self.project = project
        self._kept = ExitStack()
        self._nursery: Nursery | None = None
        self._made = ""
        self._lock = threading.Lock()

    def prepare(self) -> Nursery:
        """Let it import, if it has not, what pages need; it is not waited for."""
        with self._lock:
            lock = self.project.lock.read_text("utf-8")
            if self._nursery is None or not self._nursery.alive or lock != self._made:
                self._nursery = self._kept.enter_context(begun(self.project, many=True))
                self._made = lock
            return self._nursery

    @contextmanager
    def lent(self) -> Iterator[Nursery]:
        """The nursery, which stays afterwards."""
        yield self.prepare()

    def close(self) -> None:
        """End it."""
        with self._lock:
            self._kept.close()
            self._nursery = None


class Processes:
    """The processes under way, so that all of them can be ended together."""

    def __init__(self) -> None:
        self._running: set[socket.socket] = set()
        self.stopped = False
        self._lock = threading.Lock()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @contextmanager
    def running(self, process: socket.socket) -> Iterator[None]:
        """Count a process until it has ended, with its kernel."""
        with process:
            try:
                with self._lock:
                    if self.stopped:
                        raise Stopped
                    self._running.add(process)
                yield
            finally:
                with self._lock:
                    self._running.discard(process)
                _end(process)
                while process.recv(4096):
                    pass

    def stop(self) -> None:
        """End them all, and start none any more."""
        with self._lock:
            self.stopped = True
            for process in self._running:
                _end(process)


def _end(process: socket.socket) -> None:
    """Let a process end, with its kernel, if it has not."""
    with suppress(OSError):
        process.shutdown(socket.SHUT_WR)


def _length(run: Run) -> int:
    """A guess of a page's time that is good enough: a cell that judges is worth ten others."""
    text = run.page.path.read_text("utf-8")
    return text.count("```{code-cell}") + 9 * text.count(".judge(")


def _execute_one(
    project: Project,
    run: Run,
    nursery: Nursery,
    processes: Processes,
    reporter: Listener,
    scheduler: str | None = None,
) -> str:
    """Execute one run; return why it failed, or an empty text."""
    start = time.perf_counter()
    with slots.held(), project.scratch(run.page.folder) as scratch:
        result, private, log = scratch / "result", scratch / "private", scratch / LOG
        result.mkdir()
        environment = (
            isolation.environment(private)
            | {
                "PARLOR_RUN": str(result),
                "PARLOR_PAGE": run.page.place,
            }
            | ({SCHEDULER: scheduler} if scheduler else {})
        )
        error, trace = "", ""
        process = nursery.fork(environment, log)
        with processes.running(process):
            job = {
                "address": run.page.address,
                "page": str(run.page.path),
                "key": run.key,
                "made": run.made,
                "folder": str(result),
                "parameters": run.parameters,
                "changed": run.changed,
            }
            with suppress(BrokenPipeError):  # it has ended already: told below
                process.sendall(json.dumps(job).encode() + b"\n")
            finished = False
            for line in process.makefile(encoding="utf-8"):
                event = json.loads(line)
                if "cells" in event:
                    reporter.begin(run.page.address, event["cells"])
                elif "cell" in event:
                    reporter.advance(run.page.address, event["cell"])
                elif "within" in event:
                    reporter.within(run.page.address, event["within"])
                elif "warning" in event:
                    told = (run.folder / LOG).relative_to(project.root)
                    reporter.warn(run.page.address, event["warning"], told)
                elif "error" in event:
                    error, trace = event["error"], event["traceback"]
                finished = finished or "finished" in event
        modules.forget()
        if finished and keys.of_page(project, run.page, run.parameters) != run.made:
            finished, error = False, "it was edited while it ran: run it again"
        seconds = time.perf_counter() - start
        if finished:
            if log.stat().st_size:
                log.rename(result / LOG)
            write_manifest(result, run.key)
            project.publish(result, run.folder, replace=not run.finished)
            reporter.end(run.page.address, seconds)
            return ""
        if processes.stopped:
            raise Stopped
        with log.open("a", encoding="utf-8") as file:
            file.write(trace)
        kept = project.build / "logs" / f"{run.page.folder}-{run.key}.log"
        kept.parent.mkdir(parents=True, exist_ok=True)
        log.replace(kept)
        reporter.fail(run.page.address, seconds)
        where = kept.relative_to(project.root)
        return (
            f"{run.page.address}: {error or 'the process ended before its time'} (details: {where})"
        )
