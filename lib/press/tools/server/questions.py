"""The questions that the forms of a served book ask: a queue of runs, one at a time.

A run is known by its page and its key. A finished one is found where every run is kept, also by a
server that starts anew; what was waiting or under way ends with its server. A question must be
JSON, which browsers let no other site send; what it names is looked up, and is part of no path.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ...ask.manifest import is_whole
from ...ask.runner import Pages, Run, plan
from ...project import notebook
from ...project.errors import BuildError, UserError
from ...project.places import Page, Project
from ...project.user_input import assignments
from ...site.transclusion import printed_alone
from .answer_page import answer_page


@dataclass
class Job:
    """What has become of a run that was asked for while this server has been here."""

    state: str = "waiting"
    told: str = ""  # how far it is, or why it failed
    task: asyncio.Task[None] = field(init=False)

    def hear(self, page: str, event: dict[str, Any]) -> None:
        """Hear how many of its cells are done, or how far the one is that is being run."""
        if "cell" in event:
            self.told = f"{event['cell']} cells are done"
        self.told = event.get("within", self.told)


class Questions:
    """Takes questions, and answers what has become of them.

    Parameters
    ----------
    project : Project
        The project.
    """

    def __init__(self, project: Project) -> None:
        self.project = project
        self._jobs: dict[tuple[str, str], Job] = {}
        self._turn = asyncio.Lock()

    def routes(self) -> list[BaseRoute]:
        """Return what is answered to."""
        runs = StaticFiles(directory=self.project.build / "runs", check_dir=False)
        return [
            Route("/-/state", self.state),
            Route("/-/notebooks/{page:path}/{key}/{file}", self.notebook),
            Mount("/-/files", runs),
            Route("/-/{what}", self.post, methods=["POST"]),
        ]

    def served_page(self, request: Request, text: str) -> str:
        """Return a page that knows of its server; a lab's with an answer, if it asks for a run."""
        if key := request.query_params.get("run"):
            page = self.project.page(request.url.path.removeprefix("/book/").removesuffix(".html"))
            if folder := self._finished(page, key):
                text = answer_page(self.project, page, text, folder)
        return text.replace("<html ", "<html data-served ", 1)

    async def post(self, request: Request) -> Response:
        """Check a question, take it, or end its run."""
        if request.headers.get("content-type") != "application/json":
            raise UserError("JSON is taken here, as application/json")
        try:
            question = await request.json()
        except (ValueError, RecursionError):
            raise UserError("this is no JSON") from None
        match request.path_params["what"], question:
            case "check", {"page": str(page), "given": dict(given)}:
                self._plan(page, given)
            case "run", {"page": str(page), "given": dict(given)}:
                return JSONResponse({"key": self._take(self._plan(page, given))})
            case "stop", {"page": str(page), "key": str(key)} if job := self._jobs.get((page, key)):
                job.task.cancel()
            case what, _:
                raise UserError(f"nothing to {what}")
        return JSONResponse({})

    async def state(self, request: Request) -> Response:
        """Say what has become of a run: its state, and more in words."""
        address, key = (request.query_params.get(name, "") for name in ("page", "key"))
        job = self._jobs.get((address, key))
        if job is None or job.state == "finished":
            finished = self._finished(self.project.page(address), key)
            job = Job("finished" if finished else "unknown")
        return JSONResponse({"state": job.state, "told": job.told})

    async def notebook(self, request: Request) -> Response:
        """Hand out the notebook of a finished run, which shows its data as Jupyter cannot."""
        page = self.project.page(request.path_params["page"])
        folder = self._finished(page, request.path_params["key"])
        if folder is None:
            raise UserError("no such run")
        shown = printed_alone(self.project, page, folder, top="../../")
        return Response(notebook.dumps(shown), media_type="application/x-ipynb+json")

    def _plan(self, address: str, given: dict[str, str]) -> Run:
        """The run that a question asks for; a `UserError` if it is not allowed."""
        values = assignments([f"{name}={text}" for name, text in given.items()])
        return plan(self.project, self.project.page(address), values)

    def _take(self, run: Run) -> str:
        """The key of a run: one that is finished or under way already is not begun again."""
        name = (run.page.address, run.key)
        if run.finished:
            self._jobs.pop(name, None)  # it may have failed here, and succeeded elsewhere
        elif name not in self._jobs or self._jobs[name].state not in ("waiting", "running"):
            self._jobs[name] = job = Job()
            job.task = asyncio.create_task(self._answer(run, job))
        return run.key

    async def _answer(self, run: Run, job: Job) -> None:
        """Execute a run when it is its turn; whoever cancels this ends it."""
        pages = Pages(self.project)
        try:
            async with self._turn:
                job.state, job.told = "running", "starting"
                await asyncio.to_thread(pages.execute, [run], hear=job.hear)
            job.state = "finished"
        except asyncio.CancelledError:
            pages.stop()
            job.state, job.told = "stopped", ""
        except Exception as error:
            job.state, job.told = "failed", str(error) or type(error).__name__

    def _finished(self, page: Page, key: str) -> Path | None:
        """The folder of a finished run, if there is one of this key that would be the same today.

        Its address may be older than an edit, of which the page around the answer knows.
        """
        folder = self.project.run_folder(page, key)
        if is_whole(folder, key):
            story = json.loads((folder / "run.json").read_text("utf-8"))
            with suppress(UserError, BuildError):
                run = plan(self.project, page, story["parameters"])
                return folder if run.key == key and run.finished else None
        return None
