"""Where the server takes questions: a queue of runs with a bound, and what has become of them.

A run is known by its page and its key, and a finished one is found again where every run is kept:
a server that starts anew knows them all. Of one under way a note is left in ``_build/asked``, so
that the next server can say that it was lost.
"""

from __future__ import annotations

import json
import os
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...run.manifest import read_manifest
from ...run.parameters import Parameters
from ...run.progress import Listener
from ...run.project import BuildError, Page, Project, Stopped, kept_text
from ...run.runner import Processes, Run, Standing, execute, plan
from ...run.yaml_input import assignments
from ..form import command, labs, name_of, written

MOST_WAITING = 20
AT_A_TIME = 2
MOST_TOLD = 50  # runs in a history
_KEY = re.compile(r"[0-9a-f]{16}")
_NOTE = {"page": str, "key": str, "given": dict, "when": float}
_NOT_OURS = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


class Unknown(Exception):
    """A page or a run that there is not."""


class Full(Exception):
    """So many questions wait that no other is taken."""


@dataclass
class Job:
    """A run that was asked for while this server has been here.

    Attributes
    ----------
    run : Run
        What is to be executed.
    state : str
        ``"waiting"``, ``"running"``, ``"finished"``, ``"failed"`` or ``"cancelled"``.
    cells, done : int
        How many cells the page has, and how many are done.
    within : str
        How far the cell is that is being run.
    why : str
        Why it failed.
    """

    run: Run
    state: str = "waiting"
    cells: int = 0
    done: int = 0
    within: str = ""
    why: str = ""
    processes: Processes = field(default_factory=Processes)

    @property
    def over(self) -> bool:
        """Whether nothing more will become of it."""
        return self.state in ("finished", "failed", "cancelled")


@dataclass
class _Told(Listener):
    """Keeps in a job what the runner tells."""

    job: Job

    def begin(self, chapter: str, cells: int) -> None:
        self.job.cells = cells

    def advance(self, chapter: str, done: int) -> None:
        self.job.done, self.job.within = done, ""

    def within(self, chapter: str, text: str) -> None:
        self.job.within = text


class Desk:
    """Takes questions and answers what has become of them.

    Parameters
    ----------
    project : Project
        The checkout.
    """

    def __init__(self, project: Project) -> None:
        self.project = project
        self._jobs: dict[tuple[str, str], Job] = {}
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="run")
        self._notes = project.build / "asked"
        self._lost = {(note["page"], note["key"]): note for note in self._read_notes()}
        self._labs: dict[str, Page] | None = None
        self._nursery = Standing(project)

    @property
    def labs(self) -> dict[str, Page]:
        """The pages that can be asked, by address."""
        if self._labs is None:  # reading them imports their games, which takes a second
            self._labs = labs(self.project)
        return self._labs

    def page(self, address: str) -> Page:
        """Return one of the pages that can be asked."""
        if address not in self.labs:
            raise Unknown
        return self.labs[address]

    def check(self, address: str, given: dict[str, str]) -> Run:
        """Return the run that is asked for; a `UserError` says what is not allowed."""
        page = self.page(address)
        self._nursery.prepare()  # who fills a form will want an answer
        texts = [f"{name}={text}" for name, text in given.items()]
        return plan(self.project, page, assignments(texts))

    def ask(self, address: str, given: dict[str, str]) -> Job:
        """Take a question: what is finished or under way already is not begun again.

        Parameters
        ----------
        address : str
            The page that is asked.
        given : dict of str to str
            Values of parameters, as YAML.

        Returns
        -------
        Job
            What has become of it so far.

        Raises
        ------
        Unknown
            If there is no such page.
        UserError
            If the values are not allowed.
        Full
            If too many wait.
        """
        run = self.check(address, given)
        name = (address, run.key)
        with self._lock:
            job = self._jobs.get(name)
            if job and not job.over:
                return job
            if run.finished:
                self._forget(name)
                return Job(run, "finished")
            if sum(job.state == "waiting" for job in self._jobs.values()) >= MOST_WAITING:
                raise Full
            self._write_note(run)
            self._lost.pop(name, None)
            self._jobs[name] = job = Job(run)
            self._pool.submit(self._do, job)
            return job

    def cancel(self, address: str, key: str) -> None:
        """End a run that waits or is under way."""
        job = self._jobs.get((self.page(address).address, key))
        if job is None:
            raise Unknown
        with self._lock:
            if not job.over:
                job.state = "cancelled"
                self._forget((address, key))
        job.processes.stop()

    def state(self, address: str, key: str) -> dict[str, Any]:
        """Say what has become of a run, fit for JSON: its ``state``, and how far it is."""
        page = self.page(address)
        job = self._jobs.get((address, key))
        if job:
            waiting = [one for one in list(self._jobs.values()) if one.state == "waiting"]
            ahead = next((n for n, other in enumerate(waiting) if other is job), 0)
            return {"state": job.state, "cells": job.cells, "done": job.done,
                    "within": job.within, "why": job.why, "ahead": ahead}  # fmt: skip
        if self.finished(page, key):
            return {"state": "finished"}
        return {"state": "lost"}

    def finished(self, page: Page, key: str) -> Path | None:
        """Return the folder of a finished run, if there is one of this key."""
        if not _KEY.fullmatch(key):
            raise Unknown
        folder = self.project.run_folder(page, key)
        return folder if read_manifest(folder, key) is not None else None

    def history(self, address: str) -> list[dict[str, Any]]:
        """Return the runs of a page, those of late first: key, state, what was given, when."""
        page = self.page(address)
        defaults = Parameters.of_page(page).validate({})
        told: dict[str, dict[str, Any]] = {}
        for (where, key), note in self._lost.items():
            if where == address:
                told[key] = {"state": "lost", "given": note["given"], "when": note["when"]}
        for story in self.project.run_folder(page, "x").parent.glob("*/run.json"):
            try:
                run, when = json.loads(kept_text(story)), story.stat().st_mtime
                values = run["parameters"].items()
                changed = _sent({n: written(v) for n, v in values if v != defaults.get(n)})
            except _NOT_OURS:
                continue  # it is being removed, or not ours
            told[story.parent.name] = {"state": "finished", "given": changed, "when": when}
        for (where, key), job in list(self._jobs.items()):
            if where == address:
                given = {name: written(value) for name, value in job.run.changed.items()}
                told[key] = {"state": job.state, "given": given, "when": 0}
        rows = [{"key": key, **row} for key, row in told.items()]
        first = {"running": 0, "waiting": 1}
        rows.sort(key=lambda row: (first.get(row["state"], 2), -row["when"], row["key"]))
        return rows[:MOST_TOLD]

    def command(self, address: str, changed: dict[str, Any]) -> str:
        """Return the command that asks the same."""
        return command(name_of(self.page(address), self.project), changed)

    def close(self) -> None:
        """End all that is under way; the next server will say that it was lost."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for job in list(self._jobs.values()):
            job.processes.stop()
        self._pool.shutdown()
        self._nursery.close()

    def _do(self, job: Job) -> None:
        with self._lock:
            if job.over:
                return
            job.state = "running"
        name = (job.run.page.address, job.run.key)
        try:
            execute(
                self.project, [job.run], 1,
                reporter=_Told(job), processes=job.processes, nursery=self._nursery,
            )  # fmt: skip
        except Stopped:
            return  # cancelled, or the server ends
        except BuildError as error:
            job.state, job.why = "failed", str(error)
        except Exception as error:  # what nobody has thought of must not end the queue
            job.state, job.why = "failed", f"{type(error).__name__}: {error}"
        else:
            job.state = "finished"
        with self._lock:
            self._forget(name)
            if job.state == "finished":  # from now on it is found where runs are kept
                del self._jobs[name]

    # Notes ------------------------------------------------------------------------------------

    def _note(self, name: tuple[str, str]) -> Path:
        return self._notes / f"{name[0].replace('/', '.')}-{name[1]}.json"

    def _write_note(self, run: Run) -> None:
        given = {name: written(value) for name, value in run.changed.items()}
        note = {"page": run.page.address, "key": run.key, "given": given, "when": time.time()}
        path = self._note((run.page.address, run.key))
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(f".{os.getpid()}")
        aside.write_text(json.dumps(note) + "\n", "utf-8")
        aside.replace(path)

    def _forget(self, name: tuple[str, str]) -> None:
        self._lost.pop(name, None)
        self._note(name).unlink(missing_ok=True)

    def _read_notes(self) -> list[dict[str, Any]]:
        notes = []
        for path in self._notes.glob("*.json"):
            try:
                note = _sent(json.loads(kept_text(path)))
                told = {name: note[name] for name in ("page", "key", "given", "when")}
                if not all(isinstance(told[name], kind) for name, kind in _NOTE.items()):
                    raise ValueError(f"{path} is no note")
                notes.append(told)
            except _NOT_OURS:
                with suppress(OSError):
                    path.unlink()
        return notes


def _sent(told: Any) -> Any:
    """Return what an answer can hold; of anything else, a ValueError."""
    json.dumps(told, ensure_ascii=False, allow_nan=False).encode()
    return told
