"""What the server answers to: the book's files, and below ``/-/`` the questions of its forms.

A page elsewhere may send requests here with its reader's browser, or point its own name here. So a
request must name this machine, and a question must be JSON, which browsers let no other site send.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import uvicorn
from pydantic import BaseModel, ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ...ask.runner import Pages
from ...project import notebook
from ...project.errors import BuildError, Stopped, UserError
from ...project.places import Project
from ...project.text import printable
from ...site.stage import filled_alone
from .answers import answer_page
from .questions import UNKNOWN, Questions

Changed = Callable[[str, str, QueryParams], str]


class Folder(StaticFiles):
    """Hands out a folder's files; links that lead out of it, and lists of files, do not exist.

    Parameters
    ----------
    directory : Path
        The folder, which may be replaced while it is served.
    changed : callable
        Returns what is sent of a page: is given its place, such as ``"book/guts/lab"``, its text
        and the query of the request.
    """

    def __init__(self, directory: Path, changed: Changed) -> None:
        super().__init__(directory=directory, html=True, check_dir=False)
        self.changed = changed

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, a page as it is sent."""
        found = await super().get_response(path, scope)
        if isinstance(found, FileResponse) and Path(found.path).suffix == ".html":
            page = os.path.relpath(found.path, str(self.directory)).removesuffix(".html")
            query = QueryParams(scope["query_string"].decode("latin-1"))
            text = Path(found.path).read_text("utf-8")
            found = HTMLResponse(self.changed(page, text, query), found.status_code)
        found.headers["Cache-Control"] = "no-cache"  # the book may be built anew
        return found


def application(site: Path, changed: Changed, routes: list[Route]) -> Starlette:
    """Return the application that serves a site.

    Parameters
    ----------
    site : Path
        The folder of a static site.
    changed : callable
        What is sent of a page; see `Folder`.
    routes : list of starlette routes
        What else it answers to.

    Returns
    -------
    Starlette
        An ASGI application.
    """
    kinds = (HTTPException, UserError, ValidationError, BuildError)
    return Starlette(
        routes=[*routes, Mount("/", Folder(site, changed))],
        exception_handlers=dict.fromkeys(kinds, _told),
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["localhost", "127.0.0.1"])],
    )


def _told(_: Request, error: Exception) -> Response:
    """What is wrong with a request, for the form that has sent it."""
    status = 500 if isinstance(error, BuildError) else getattr(error, "status_code", 400)
    if isinstance(error, ValidationError):
        error = ValueError(error.errors()[0]["msg"])
    why = printable(getattr(error, "detail", str(error)))
    return JSONResponse({"error": why}, status, getattr(error, "headers", None))


class Question(BaseModel):
    """What a form sends: its page, with values in YAML, or with the key of a run."""

    page: str
    given: dict[str, str] = {}
    key: str = ""


class Asking:
    """The addresses below ``/-/``. What a request names is looked up, and is part of no path.

    Parameters
    ----------
    questions : Questions
        Who answers.
    """

    def __init__(self, questions: Questions) -> None:
        self.questions = questions

    def routes(self) -> list[Route]:
        """Return what is answered to."""
        return [
            Route("/-/state", self.state),
            Route("/-/files/{page:path}/{key}/{name}", self.file),
            Route("/-/{what}", self.do, methods=["POST"]),
        ]

    def changed(self, place: str, text: str, query: QueryParams) -> str:
        """Return a page that knows of its server; a lab's with an answer, if a run is asked for."""
        page = next((one for one in self.questions.labs.values() if one.place == place), None)
        with suppress(HTTPException):  # it asks for none
            folder = page and self.questions.finished(page.address, query.get("run", ""))
            if page and folder:
                files = f"/-/files/{page.address}/{folder.name}"
                text = answer_page(self.questions.project, page, text, folder, files)
        return text.replace("<html ", "<html data-served ", 1)

    async def do(self, request: Request) -> Response:
        """Check a question, take it, or end its run."""
        if request.headers.get("content-type") != "application/json":
            raise HTTPException(415, "JSON is taken here, as application/json")
        asked = Question.model_validate_json(await request.body())
        return await run_in_threadpool(self._do, request.path_params["what"], asked)

    def _do(self, what: str, asked: Question) -> Response:
        match what:
            case "check":
                self.questions.plan(asked.page, asked.given)
            case "run":
                return JSONResponse({"key": self.questions.ask(asked.page, asked.given)})
            case "stop":
                self.questions.stop(asked.page, asked.key)
            case _:
                raise UNKNOWN
        return JSONResponse({})

    def state(self, request: Request) -> Response:
        """Say what has become of a run."""
        asked = request.query_params
        state, told = self.questions.state(asked.get("page", ""), asked.get("key", ""))
        return JSONResponse({"state": state, "told": printable(told)})

    def file(self, request: Request) -> Response:
        """Hand out a file of a finished run."""
        asked = request.path_params
        folder = self.questions.finished(asked["page"], asked["key"])
        for path in folder.rglob("*") if folder else ():
            if path.name != asked["name"] or not path.is_file():
                continue
            if folder and path.suffix == ".ipynb":  # of data, which Jupyter does not print
                page = self.questions.page(asked["page"])
                shown = filled_alone(self.questions.project, page, folder, top="../../")
                saved = {"content-disposition": f'attachment; filename="{path.name}"'}
                return Response(notebook.dumps(shown), 200, saved, "application/x-ipynb+json")
            return FileResponse(path, filename=path.name)
        raise UNKNOWN


def listen(port: int) -> socket.socket:
    """Take a port of the loopback address.

    Parameters
    ----------
    port : int
        0 to 65535; 0 takes a free one.

    Returns
    -------
    socket
        Which listens.

    Raises
    ------
    UserError
        If the port is taken or not allowed.
    """
    try:
        return socket.create_server(("127.0.0.1", port), backlog=128)
    except OSError as error:
        raise UserError(f"port {port}: {os.strerror(error.errno or 0)}; try --port 0") from None


def run(app: Starlette, taken: socket.socket) -> None:
    """Serve an application until a signal ends it; what clients send is not for the terminal."""
    config = uvicorn.Config(
        app,
        ws="none",
        log_config=None,
        log_level="critical",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )

    asyncio.run(uvicorn.Server(config).serve(sockets=[taken]))


def serve(project: Project, port: int) -> None:
    """Serve a project's book on the loopback address until Ctrl-C, and run what its forms ask.

    Parameters
    ----------
    project : Project
        The project, with its book.
    port : int
        0 to 65535; 0 takes a free one.

    Raises
    ------
    UserError
        If the port is taken or not allowed.
    """
    with (
        listen(port) as taken,
        suppress(Stopped),
        closing(Questions(project, Pages(project))) as questions,
    ):
        top = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        print(f"The book: {top}  (Ctrl-C ends)", flush=True)
        asking = Asking(questions)
        run(application(project.site, asking.changed, asking.routes()), taken)
