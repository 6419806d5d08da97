"""What `parlor watch` adds to the server: pages are loaded again when they were built again.

The script that does it is put into pages as they are sent, and stands in no file of the book.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route

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

    def tag(self, page: str) -> str:
        """Return what makes a page, which is sent now, listen."""
        about = f'data-page="{page}" data-since="{self.version}"'
        return f'<script src="{SCRIPT}" {about} defer></script>'

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
    files = Mount("/", Folder(directory=folder, added=reloads.tag))
    served.config.app = Guard(Starlette(routes=[*reloads.routes(), files]), port)
    thread = threading.Thread(target=served.run, kwargs={"sockets": [taken]}, daemon=True)
    thread.start()
    try:
        yield port
    finally:
        served.should_exit = True
        thread.join(3)
