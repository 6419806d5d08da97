"""What `parlor watch` adds to the server: pages are loaded again when they were built again.

The script that does it is put into pages as they are sent, and stands in no file of the book.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Scope

from .files import Folder
from .guard import Guard
from .server import server

EVENTS, SCRIPT = "/-/changes", "/-/reload.js"
OFTEN = 0.1  # seconds between two looks


class Reloads:
    """What has changed since the watch began, for all windows that show a page.

    Parameters
    ----------
    script : Path
        The script of the pages, ``reload.js``.
    """

    def __init__(self, script: Path) -> None:
        self.script = script
        self.version = 0
        self._pages: dict[str, int] = {}  # page, or "*" for all, and the version that changed it
        self.told = ""
        self._lock = threading.Lock()

    def tell(self, text: str, pages: Iterable[str] = ()) -> None:
        """Show a text in all windows, none if it is empty, and load `pages` there again."""
        with self._lock:
            self.version += 1
            self.told = text
            self._pages |= dict.fromkeys(pages, self.version)

    def since(self, version: int) -> dict[str, object]:
        """Return what has changed after a version; of another watch, everything may have."""
        with self._lock:
            pages = [page for page, when in self._pages.items() if when > version]
            if version > self.version:
                pages = ["*"]
            return {"version": self.version, "pages": pages, "told": self.told}

    def routes(self) -> list[BaseRoute]:
        """The addresses that the script asks for, and its own."""
        return [Route(EVENTS, self._events), Route(SCRIPT, self._script)]

    async def _script(self, request: Request) -> Response:
        return FileResponse(self.script, media_type="text/javascript")

    async def _events(self, request: Request) -> Response:
        given = request.query_params.get("since", "0")
        version = int(given) if given.isdecimal() and len(given) < 9 else 0
        return StreamingResponse(self._stream(version), media_type="text/event-stream")

    async def _stream(self, version: int) -> AsyncIterator[str]:
        """An event for each version, the first at once."""
        while True:
            told = self.since(version)
            version = self.version
            yield f"data: {json.dumps(told)}\n\n"
            while self.version == version:
                await asyncio.sleep(OFTEN)


class Watched(Folder):
    """The files of a folder, whose pages are loaded again when they change.

    Parameters
    ----------
    directory : Path
        The folder.
    reloads : Reloads
        What tells the pages.
    """

    def __init__(self, *, directory: os.PathLike[str], reloads: Reloads) -> None:
        super().__init__(directory=directory)
        self.reloads = reloads

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Answer with a file, a page with its script."""
        path = Path(full_path)
        if path.suffix != ".html":
            return super().file_response(full_path, stat_result, scope, status_code)
        page = os.path.relpath(path, str(self.directory)).removesuffix(".html")
        script = (
            f'<script src="{SCRIPT}" data-page="{page}" data-since="{self.reloads.version}" '
            "defer></script>"
        )
        text = path.read_text("utf-8").replace("</body>", f"{script}</body>", 1)
        return HTMLResponse(text, status_code, {"Cache-Control": "no-store"})


@contextmanager
def watching(folder: Path, taken: socket.socket, reloads: Reloads) -> Iterator[int]:
    """Serve a folder whose pages are watched, in a thread; yield the port.

    Parameters
    ----------
    folder : Path
        The folder of a site, which may be replaced meanwhile.
    taken : socket
        Which listens on the loopback address.
    reloads : Reloads
        What tells the pages.
    """
    port = taken.getsockname()[1]
    served = server(folder, port)
    files = Mount("/", Watched(directory=folder, reloads=reloads))
    served.config.app = Guard(Starlette(routes=[*reloads.routes(), files]), port)
    thread = threading.Thread(target=served.run, kwargs={"sockets": [taken]}, daemon=True)
    thread.start()
    try:
        yield port
    finally:
        served.should_exit = True
        thread.join(3)
