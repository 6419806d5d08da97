"""The questions that a server has been asked: a queue of runs with a bound, one run at a time.

A run is known by its page and its key. A finished one is found where every run is kept, also by a
server that starts anew; what was waiting or under way ends with its server.
"""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ...run.manifest import is_whole
from ...run.parameters import Parameters
from ...run.progress import Listener
from ...run.project import Page, Project, Stopped
from ...run.runner import Pages, Run, plan
from ...run.yaml_input import assignments
from ..form import labs

MOST_WAITING = 20
_KEY = re.compile(r"[0-9a-f]{16}")


class Unknown(Exception):
    """A page or a run that there is not."""


class Full(Exception):
    """So many questions wait that no other is taken."""


@dataclass
class Job(Listener):
    """A run that was asked for while this server has been here.

    Attributes
    ----------
    run : Run
        What is to be executed.
    state : str
        ``"waiting"``, ``"running"``, ``"finished"``, ``"failed"`` or ``"stopped"``.
    told : str
        How far it is, or why it failed.
    """

    run: Run
    state: str = "waiting"
    told: str = ""

    @property
    def over(self) -> bool:
        """Whether nothing more will become of it."""
        return self.state not in ("waiting", "running")

    def advance(self, page: str, done: int) -> None:
        """Hear that so many of its cells are done."""
        self.told = f"{done} cells are done"

    def within(self, page: str, text: str) -> None:
        """Hear how far the cell is that is being run."""
        self.told = text


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
        return labs(self.project)

    def page(self, address: str) -> Page:
        """Return one of the pages that can be asked."""
        if address not in self.labs:
            raise Unknown
        return self.labs[address]

    def check(self, address: str, given: dict[str, str]) -> None:
        """Refuse what is not allowed with a `UserError` that says why."""
        Parameters.of_page(self.page(address)).validate(_values(given))

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
        Unknown
            If there is no such page.
        UserError
            If the values are not allowed.
        Full
            If too many wait.
        """
        run = plan(self.project, self.page(address), _values(given))
        name = (address, run.key)
        with self._lock:
            job = self._jobs.get(name)
            if run.finished or (job and not job.over):
                return run.key
            if sum(job.state == "waiting" for job in self._jobs.values()) >= MOST_WAITING:
                raise Full
            self._jobs[name] = job = Job(run)
            self._worker.submit(self._do, job)
            return run.key

    def state(self, address: str, key: str) -> tuple[str, str]:
        """Say what has become of a run: its state, and more in words."""
        if self.finished(self.page(address), key):
            return "finished", ""
        job = self._jobs.get((address, key))
        return (job.state, job.told) if job else ("unknown", "")

    def stop(self, address: str, key: str) -> None:
        """End a run that waits or is under way."""
        job = self._jobs.get((self.page(address).address, key))
        if job is None:
            raise Unknown
        with self._lock:
            if job.state == "running":
                self._pages.stop()
            if not job.over:
                job.state = "stopped"

    def finished(self, page: Page, key: str) -> Path | None:
        """Return the folder of a finished run, if there is one of this key."""
        if not _KEY.fullmatch(key):
            raise Unknown
        folder = self.project.run_folder(page, key)
        return folder if is_whole(folder, key) else None

    def close(self) -> None:
        """End all that is under way."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._pages.stop()
        self._worker.shutdown()

    def _do(self, job: Job) -> None:
        with self._lock:
            if job.over:
                return
            job.state = "running"
        state, job.told = "finished", "starting"
        try:
            self._pages.execute([job.run], reporter=job)
        except Stopped:
            state = "stopped"
        except Exception as error:  # what nobody has thought of must not end the queue
            state, job.told = "failed", str(error) or type(error).__name__
        job.state = state


def _values(given: dict[str, str]) -> dict[str, object]:
    return assignments([f"{name}={text}" for name, text in given.items()])
