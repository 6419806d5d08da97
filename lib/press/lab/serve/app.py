"""What the server answers to: the book's files, and below ``/-/`` the questions of its forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from ...run.manifest import MANIFEST
from ...run.project import BuildError, Page, UserError
from ...run.yaml_input import printable
from .answers import answer, changed, compared, names, packed
from .desk import Desk, Full, Unknown
from .files import Folder
from .guard import Guard, Refused, refusal

SCRIPT = "/-/served.js"
SERVED = "window.parlorServed = true;\n"  # a form that finds this offers to run


def application(site: Path, port: int, desk: Desk | None = None) -> ASGIApp:
    """Make the application that serves a site.

    Parameters
    ----------
    site : Path
        The folder of a static site.
    port : int
        Where it is served.
    desk : Desk, optional
        Who answers the questions of its forms; without one they offer no run.

    Returns
    -------
    ASGI application
        With its guard before it.
    """
    routes: list[BaseRoute] = [*_Questions(desk).routes()] if desk else []
    told: dict[Any, Any] = {
        Refused: lambda _, refused: refusal(refused),  # while the body is read
        Unknown: lambda _, __: _wrong(404, "no such page or run"),
        UserError: lambda _, error: _wrong(400, str(error)),
        Full: lambda _, __: _wrong(503, "too many questions wait: try again when one is answered"),
        BuildError: lambda _, error: _wrong(500, str(error)),
    }
    added = (lambda _: f'<script src="{SCRIPT}"></script>') if desk else None
    routes += [Mount("/", Folder(directory=site, added=added))]
    return Guard(Starlette(routes=routes, exception_handlers=told), port)


class _Questions:
    """The addresses below ``/-/``. What a request names is looked up, and is part of no path."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def routes(self) -> list[Route]:
        return [
            Route(SCRIPT, self.script),
            Route("/-/check", self.check, methods=["POST"]),
            Route("/-/run", self.ask, methods=["POST"]),
            Route("/-/cancel", self.cancel, methods=["POST"]),
            Route("/-/run", self.state),
            Route("/-/history", self.history),
            Route("/-/compare", self.compare),
            Route("/-/files/{folder}/{key}.zip", self.archive),
            Route("/-/files/{folder}/{key}/{name:path}", self.file),
        ]

    async def script(self, request: Request) -> Response:
        """What tells a page that it is served."""
        return Response(SERVED, media_type="text/javascript")

    async def check(self, request: Request) -> Response:
        """Say whether a question is allowed."""
        page, given = await _question(request)
        await run_in_threadpool(self.desk.check, page, given)
        return JSONResponse({"error": ""})

    async def ask(self, request: Request) -> Response:
        """Take a question; answer with the key of its run."""
        page, given = await _question(request)
        job = await run_in_threadpool(self.desk.ask, page, given)
        return JSONResponse({"key": job.run.key, "state": job.state}, 202)

    async def cancel(self, request: Request) -> Response:
        """End a run."""
        told = await _json(request)
        page, key = told.get("page"), told.get("key")
        if not isinstance(page, str) or not isinstance(key, str):
            raise UserError("a page and a key are asked for")
        await run_in_threadpool(self.desk.cancel, page, key)
        return JSONResponse({"state": "cancelled"})

    def state(self, request: Request) -> Response:
        """Say what has become of a run, with its answer if there is one."""
        address, key = request.query_params.get("page", ""), request.query_params.get("key", "")
        told = self.desk.state(address, key)
        page = self.desk.page(address)
        if told["state"] == "finished" and (folder := self.desk.finished(page, key)):
            told |= answer(page, folder, f"/-/files/{page.folder}/{key}")
            values = json.loads((folder / "run.json").read_text("utf-8"))["parameters"]
            told["command"] = self.desk.command(address, changed(page, values))
        return JSONResponse(told)

    def history(self, request: Request) -> Response:
        """List the runs of a page."""
        return JSONResponse(self.desk.history(request.query_params.get("page", "")))

    def compare(self, request: Request) -> Response:
        """Say which numbers of two runs of a page differ."""
        page = self.desk.page(request.query_params.get("page", ""))
        keys = [request.query_params.get(name, "") for name in ("a", "b")]
        folders = [folder for key in keys if (folder := self.desk.finished(page, key))]
        if len(folders) != 2:
            raise Unknown
        return JSONResponse(compared(folders[0], folders[1], self.desk.project.root))

    def file(self, request: Request) -> Response:
        """Hand out a file of a finished run."""
        _, folder = self._run(request)
        name = next((n for n in names(folder) if n == request.path_params["name"]), None)
        if name is None or name == MANIFEST:
            raise Unknown
        return FileResponse(folder / name, filename=Path(name).name)

    def archive(self, request: Request) -> Response:
        """Hand out all files of a finished run."""
        page, folder = self._run(request)
        name = f"{page.folder}-{folder.name}"
        told = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
        return Response(packed(folder, name), media_type="application/zip", headers=told)

    def _run(self, request: Request) -> tuple[Page, Path]:
        pages = {page.folder: page for page in self.desk.labs.values()}
        page = pages.get(request.path_params["folder"])
        folder = self.desk.finished(page, request.path_params["key"]) if page else None
        if page is None or folder is None:
            raise Unknown
        return page, folder


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
