"""A web server for this machine only."""

from __future__ import annotations

import socket
import threading
from contextlib import closing, suppress
from pathlib import Path

import uvicorn

from ...run.project import Project, Stopped, UserError
from .app import application
from .desk import Desk


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


def server(site: Path, port: int, desk: Desk | None = None) -> uvicorn.Server:
    """Make a server of a site, which says nothing: what clients send is not for the terminal."""
    return uvicorn.Server(
        uvicorn.Config(
            application(site, port, desk),
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
    )


def serve(project: Project, port: int) -> None:
    """Serve a project's book on the loopback address until Ctrl-C, and run what its forms ask.

    Parameters
    ----------
    project : Project
        The checkout, with its book.
    port : int
        0 to 65535; 0 takes a free one.

    Raises
    ------
    UserError
        If the port is taken or not allowed.
    """
    with listen(port) as taken, suppress(Stopped):
        port = taken.getsockname()[1]
        print(f"The book: http://127.0.0.1:{port}/  (Ctrl-C ends)", flush=True)
        with closing(Desk(project)) as desk:
            threading.Thread(target=lambda: desk.labs, daemon=True).start()  # takes a second
            server(project.site, port, desk).run(sockets=[taken])
