"""A web server for this machine only, which hands out the files of one folder and nothing else."""

from __future__ import annotations

import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from .project import UserError


class _Handler(SimpleHTTPRequestHandler):
    timeout = 10  # seconds that a client may keep silent

    def send_head(self) -> BinaryIO | None:
        """Begin the answer to GET and HEAD; the methods that exist."""
        if not self._is_for_us():
            self.send_error(HTTPStatus.FORBIDDEN, "Not the name of this server")
            return None
        try:
            if self.path.startswith("/") and self._is_inside():
                return super().send_head()
        except (OSError, ValueError, RuntimeError):  # a null, a surrogate, a circle of links
            pass
        self.send_error(HTTPStatus.NOT_FOUND, "File not found")
        return None

    def _is_for_us(self) -> bool:
        """Whether the request names this server: a page elsewhere may point its own name here."""
        port = self.connection.getsockname()[1]
        names = {f"{name}:{port}" for name in ("localhost", "127.0.0.1", "[::1]")}
        if port == 80:  # which browsers leave out
            names |= {"localhost", "127.0.0.1", "[::1]"}
        named = self.headers.get_all("Host") or []
        return len(named) == 1 and named[0].strip().lower() in names

    def _is_inside(self) -> bool:
        """Whether a file of the folder is asked for, links followed; a folder has an index."""
        path = Path(self.translate_path(self.path))
        real = (path / "index.html" if path.is_dir() else path).resolve(strict=True)
        return real.is_file() and real.is_relative_to(Path(self.directory).resolve())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: what clients send does not belong on the terminal."""


class _Server(ThreadingHTTPServer):
    request_queue_size = 128  # past it, the system lets clients try again after seconds

    def handle_error(self, request: object, client_address: object) -> None:
        """Go on: a client that hangs up or stalls is no fault of the server."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            print(f"parlor: a request failed: {type(error).__name__}", file=sys.stderr)


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
    try:
        server = _Server(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        raise UserError(f"port {port}: {error.strerror}; try --port 0") from None
    with server:
        print(f"The book: http://127.0.0.1:{server.server_port}/  (Ctrl-C ends)", flush=True)
        server.serve_forever()
