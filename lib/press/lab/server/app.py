"""What the server answers to: the book's files, and below ``/-/`` the questions of its forms."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ...run.project import BuildError, Project, Stopped, UserError
from ...run.runner import Pages
from ...run.yaml_input import printable
from ..form import asking
from .answers import Dress, answered, names
from .guard import Guard, Refused, refusal
from .questions import Full, Questions, Unknown

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

    def get_path(self, scope: Scope) -> str:
        """Return what is asked for below the folder; a file has no slash behind its name."""
        path = super().get_path(scope)
        asked: str = scope["path"]
        if not asked.startswith("/") or (asked.endswith("/") and self._is_file(path)):
            return "\0"  # which no file is called
        return path

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; what cannot be looked up is not there."""
        try:
            return super().lookup_path(path)
        except (OSError, ValueError):  # a null, a circle of links, a name that is too long
            return "", None

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a file; a page as it is sent."""
        path = Path(full_path)
        if path.suffix != ".html":
            return super().file_response(full_path, stat_result, scope, status_code)
        page = os.path.relpath(path, str(self.directory)).removesuffix(".html")
        query = QueryParams(scope["query_string"].decode("latin-1"))
        return HTMLResponse(self.changed(page, path.read_text("utf-8"), query), status_code)

    def _is_file(self, path: str) -> bool:
        _, status = self.lookup_path(path)
        return status is not None and stat.S_ISREG(status.st_mode)


def application(site: Path, port: int, changed: Changed, routes: Sequence[BaseRoute] = ()) -> Guard:
    """Return the application that serves a site.

    Parameters
    ----------
    site : Path
        The folder of a static site.
    port : int
        Where it is served.
    changed : callable
        What is sent of a page; see `Folder`.
    routes : sequence of starlette routes
        What else it answers to.

    Returns
    -------
    Guard
        An ASGI application.
    """
    told: dict[Any, Any] = {
        Refused: lambda _, refused: refusal(refused),  # while the body is read
        Unknown: lambda _, __: _wrong(404, "no such page or run"),
        UserError: lambda _, error: _wrong(400, str(error)),
        Full: lambda _, __: _wrong(503, "too many questions wait: try again when one is answered"),
        BuildError: lambda _, error: _wrong(500, str(error)),
    }
    files = Mount("/", Folder(site, changed))
    return Guard(Starlette(routes=[*routes, files], exception_handlers=told), port)


class Asking:
    """The addresses below ``/-/``. What a request names is looked up, and is part of no path.

    Parameters
    ----------
    questions : Questions
        Who answers.
    dress : callable
        Sets formulas and numbers in the HTML of an answer.
    """

    def __init__(self, questions: Questions, dress: Dress) -> None:
        self.questions = questions
        self.dress = dress

    def routes(self) -> list[Route]:
        """Return what is answered to."""
        return [
            Route("/-/check", self.check, methods=["POST"]),
            Route("/-/run", self.ask, methods=["POST"]),
            Route("/-/stop", self.stop, methods=["POST"]),
            Route("/-/run", self.state),
            Route("/-/files/{folder}/{key}/{name:path}", self.file),
        ]

    def changed(self, place: str, text: str, query: QueryParams) -> str:
        """Return a page that knows of its server; a lab's with an answer, if a run is asked for."""
        page = next((one for one in self.questions.labs.values() if one.place == place), None)
        key = query.get("run", "")
        with suppress(Unknown):
            folder = self.questions.finished(page, key) if page and key else None
            if page and folder:
                name = asking(page, self.questions.project)
                files = f"/-/files/{page.folder}/{key}"
                text = answered(text, page, name, folder, files, self.dress)
        return text.replace("<html ", "<html data-served ", 1)

    async def check(self, request: Request) -> Response:
        """Say whether a question is allowed, and the command that asks it."""
        page, given = await _question(request)
        command = await run_in_threadpool(self.questions.check, page, given)
        return JSONResponse({"command": command})

    async def ask(self, request: Request) -> Response:
        """Take a question; answer with the key of its run."""
        page, given = await _question(request)
        job = await run_in_threadpool(self.questions.ask, page, given)
        return JSONResponse({"key": job.run.key, "state": job.state}, 202)

    async def stop(self, request: Request) -> Response:
        """End a run."""
        told = await _json(request)
        page, key = told.get("page"), told.get("key")
        if not isinstance(page, str) or not isinstance(key, str):
            raise UserError("a page and a key are asked for")
        await run_in_threadpool(self.questions.stop, page, key)
        return JSONResponse({"state": "stopped"})

    def state(self, request: Request) -> Response:
        """Say what has become of a run."""
        asked = request.query_params
        state, told = self.questions.state(asked.get("page", ""), asked.get("key", ""))
        return JSONResponse({"state": state, "told": printable(told)})

    def file(self, request: Request) -> Response:
        """Hand out a file of a finished run."""
        asked = request.path_params
        pages = {page.folder: page for page in self.questions.labs.values()}
        page = pages.get(asked["folder"])
        folder = self.questions.finished(page, asked["key"]) if page else None
        if folder is None or asked["name"] not in names(folder):
            raise Unknown
        return FileResponse(folder / asked["name"], filename=Path(asked["name"]).name)


async def _question(request: Request) -> tuple[str, dict[str, str]]:
    told = await _json(request)
    page, given = told.get("page"), told.get("given")
    if not isinstance(page, str) or not isinstance(given, dict):
        raise UserError("a page and what is given are asked for")
    if not all(isinstance(text, str) for text in given.values()):
        raise UserError("each value is given as a text, in YAML")
    return page, given


async def _json(request: Request) -> dict[str, Any]:
    try:
        told = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise UserError("this is no JSON") from None
    if not isinstance(told, dict):
        raise UserError("a mapping is asked for")
    return told


def _wrong(status: int, why: str) -> Response:
    return JSONResponse({"error": printable(why)}, status)


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
    taken = socket.socket()
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", port))
        taken.listen(128)  # past it, the system lets clients try again after seconds
    except OSError as error:
        taken.close()
        raise UserError(f"port {port}: {error.strerror}; try --port 0") from None
    return taken


def run(app: Guard, taken: socket.socket) -> None:
    """Serve an application until a signal ends it; what clients send is not for the terminal."""
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=1,
    )

    async def serving() -> None:
        asyncio.get_running_loop().set_exception_handler(_Complaints())
        await uvicorn.Server(config).serve(sockets=[taken])

    asyncio.run(serving())


class _Complaints:
    """Tells on the terminal what goes wrong outside of requests, each kind once and in a line.

    A server that has run out of descriptors would say so a thousand times a second.
    """

    def __init__(self) -> None:
        self.told: set[str] = set()

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        text = f"{context['message']}: {context.get('exception', '')}"
        if text not in self.told:
            self.told.add(text)
            print(f"the server goes on, but: {printable(text)}", file=sys.stderr, flush=True)


def serve(project: Project, port: int, dress: Dress) -> None:
    """Serve a project's book on the loopback address until Ctrl-C, and run what its forms ask.

    Parameters
    ----------
    project : Project
        The project, with its book.
    port : int
        0 to 65535; 0 takes a free one.
    dress : callable
        Sets formulas and numbers in the HTML of an answer.

    Raises
    ------
    UserError
        If the port is taken or not allowed.
    """
    with (
        listen(port) as taken,
        suppress(Stopped),
        Pages(project) as pages,
        closing(Questions(project, pages)) as questions,
    ):
        port = taken.getsockname()[1]
        print(f"The book: http://127.0.0.1:{port}/  (Ctrl-C ends)", flush=True)
        threading.Thread(target=lambda: questions.labs, daemon=True).start()  # takes a second
        asking = Asking(questions, dress)
        run(application(project.site, port, asking.changed, asking.routes()), taken)
