"""The questions that a server has been asked: a queue of runs, one at a time.

A run is known by its page and its key. A finished one is found where every run is kept, also by a
server that starts anew; what was waiting or under way ends with its server.
"""

from __future__ import annotations

import re
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException

from ...ask.manifest import is_whole
from ...ask.runner import Pages, Run, plan
from ...project.errors import Stopped
from ...project.parameters import Parameters
from ...project.places import Page, Project
from ...project.yaml_input import assignments

UNKNOWN = HTTPException(404, "no such page or run")
_KEY = re.compile(r"[0-9a-f]{16}")


class Job:
    """A run that was asked for while this server has been here, and how far it is."""

    future: Future[None]
    told = "starting"

    def hear(self, page: str, event: dict[str, Any]) -> None:
        """Hear how many of its cells are done, or how far the one is that is being run."""
        if "cell" in event:
            self.told = f"{event['cell']} cells are done"
        self.told = event.get("within", self.told)

    def state(self) -> tuple[str, str]:
        """Say what has become of it, and more in words: how far it is, or why it failed."""
        if not self.future.done():
            return ("running", self.told) if self.future.running() else ("waiting", "")
        error = None if self.future.cancelled() else self.future.exception()
        if error is None or isinstance(error, Stopped):
            return "stopped", ""  # were it finished, its folder would say so
        return "failed", str(error) or type(error).__name__


class Questions:
    """Takes questions and answers what has become of them.

    Parameters
    ----------
    project : Project
        The project.
    pages : Pages
        Where runs are executed.
    """

    def __init__(self, project: Project, pages: Pages) -> None:
        self.project = project
        self._pages = pages
        self._jobs: dict[tuple[str, str], Job] = {}
        self._lock = threading.Lock()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="run")

    @cached_property
    def labs(self) -> dict[str, Page]:
        """The pages that can be asked, by address; to read them imports their games, a second."""
        pages = map(self.project.page_asked, self.project.chapters)
        return {page.address: page for page in pages if Parameters.of_page(page).rows()}

    def page(self, address: str) -> Page:
        """Return one of the pages that can be asked."""
        if address not in self.labs:
            raise UNKNOWN
        return self.labs[address]

    def plan(self, address: str, given: dict[str, str]) -> Run:
        """Return the run that a question asks for; a `UserError` if it is not allowed."""
        values = assignments([f"{name}={text}" for name, text in given.items()])
        return plan(self.project, self.page(address), values)

    def ask(self, address: str, given: dict[str, str]) -> str:
        """Take a question: what is finished or under way already is not begun again.

        Parameters
        ----------
        address : str
            The page that is asked.
        given : dict of str to str
            Values of parameters, as YAML.

        Returns
        -------
        str
            The key of its run.

        Raises
        ------
        HTTPException
            If there is no such page.
        UserError
            If the values are not allowed.
        """
        run = self.plan(address, given)
        with self._lock:
            job = self._jobs.get((address, run.key))
            if run.finished or (job and not job.future.done()):
                return run.key
            self._jobs[address, run.key] = job = Job()
            job.future = self._worker.submit(self._execute, run, job)
            return run.key

    def state(self, address: str, key: str) -> tuple[str, str]:
        """Say what has become of a run: its state, and more in words."""
        job = self._jobs.get((address, key))
        if self.finished(address, key) and (job is None or job.future.done()):
            return "finished", ""  # else it is being made again, since its data have changed
        return job.state() if job else ("unknown", "")

    def stop(self, address: str, key: str) -> None:
        """End a run that waits or is under way."""
        job = self._jobs.get((address, key))
        if job is None:
            raise UNKNOWN
        with self._lock:  # no other run begins now
            if not job.future.cancel() and job.future.running():
                self._pages.stop()

    def finished(self, address: str, key: str) -> Path | None:
        """Return the folder of a finished run, if there is one of this key."""
        page = self.page(address)
        if not _KEY.fullmatch(key):
            raise UNKNOWN
        folder = self.project.run_folder(page, key)
        return folder if is_whole(folder, key) else None

    def close(self) -> None:
        """End all that is under way."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._pages.stop()
        self._worker.shutdown()

    def _execute(self, run: Run, job: Job) -> None:
        with self._lock:
            pass  # what is being stopped is another one
        self._pages.execute([run], hear=job.hear)
