"""A web server for this machine only."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path

import uvicorn

from ..project import Stopped, UserError
from .app import application


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


def server(site: Path, port: int) -> uvicorn.Server:
    """Make a server of a site, which says nothing: what clients send is not for the terminal."""
    return uvicorn.Server(
        uvicorn.Config(
            application(site, port),
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


def serve(site: Path, port: int) -> None:
    """Serve the folder `site` on the loopback address until Ctrl-C.

    Parameters
    ----------
    site : Path
        The folder of a static site.
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
        server(site, port).run(sockets=[taken])
