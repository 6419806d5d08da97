"""What the server answers to: the book's files."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.types import ASGIApp

from .files import Folder
from .guard import Guard


def application(site: Path, port: int) -> ASGIApp:
    """Make the application that serves a site.

    Parameters
    ----------
    site : Path
        The folder of a static site.
    port : int
        Where it is served.

    Returns
    -------
    ASGI application
        With its guard before it.
    """
    return Guard(Starlette(routes=[Mount("/", Folder(directory=site))]), port)
