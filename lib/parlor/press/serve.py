"""A web server for this machine only."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from .project import UserError


def serve_folder(folder: Path, port: int) -> None:
    """Serve `folder` on the loopback address until Ctrl-C.

    Parameters
    ----------
    folder : Path
        The folder of a static site.
    port : int
        0 to 65535; 0 takes a free one.

    Raises
    ------
    UserError
        If the port is taken or not allowed.
    """
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise UserError(f"port {port}: {error.strerror}; try --port 0") from None
    with server:
        print(f"The book: http://127.0.0.1:{server.server_port}/  (Ctrl-C ends)", flush=True)
        server.serve_forever()
