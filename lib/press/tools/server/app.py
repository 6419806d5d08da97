"""What a server answers to: a site's files, and below ``/-/`` what else is asked of it.

A page elsewhere may send requests here with its reader's browser, or point its own name here. So a
request must name this machine.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ...project.errors import BuildError, UserError

Changed = Callable[[Request, str], str]


class Folder(StaticFiles):
    """Hands out a site's files; links that lead out of it, and lists of files, do not exist.

    Parameters
    ----------
    directory : Path
        The folder, which may be replaced while it is served.
    changed : callable
        Returns what is sent of a page: is given the request and the page's text.
    """

    def __init__(self, directory: Path, changed: Changed) -> None:
        super().__init__(directory=directory, html=True, check_dir=False)
        self.changed = changed

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, a page as it is sent."""
        found = await super().get_response(path, scope)
        if isinstance(found, FileResponse) and str(found.path).endswith(".html"):
            text = Path(found.path).read_text("utf-8")
            found = HTMLResponse(self.changed(Request(scope), text), found.status_code)
        found.headers["Cache-Control"] = "no-cache"  # the book may be built anew
        return found


def application(site: Path, changed: Changed, routes: list[BaseRoute]) -> Starlette:
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
    return Starlette(
        routes=[*routes, Mount("/", Folder(site, changed))],
        exception_handlers={UserError: _told, BuildError: _told},
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["localhost", "127.0.0.1"])],
    )


def _told(_: Request, error: Exception) -> Response:
    """What is wrong with a request, for the form that has sent it."""
    return JSONResponse({"error": str(error)}, 400)


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
        return socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise UserError(f"port {port}: {os.strerror(error.errno or 0)}; try --port 0") from None


def run(app: Starlette, taken: socket.socket) -> None:
    """Serve an application until a signal ends it; what clients send is not for the terminal."""
    config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[taken])
