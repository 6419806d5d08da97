"""`watch`: the book is served, and built again after each edit; its pages then load themselves.

An edit is built as by `build`, in a process of its own, which has the press as it is now. What goes
wrong is told on the terminal and in the pages, which stay as they were.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from watchfiles import watch

from ..project.errors import Stopped
from ..project.places import COMMAND, Project
from .server.app import application, listen, run

SOURCES = ("book", "lib", "data", "_toc.yml", "_config.yml", "requirements.txt", "CITATION.cff")
MOST_LINES = 20  # of what a build says, in a page


def serve_watched(project: Project, page: str | None, port: int) -> None:
    """Serve the book to this machine and build it after each edit, until Ctrl-C.

    Parameters
    ----------
    project : Project
        The project.
    page : str or None
        The chapter or page whose address is told.
    port : int
        0 to 65535; 0 takes a free one.

    Raises
    ------
    UserError
        If the port is taken, or there is no such page.
    """
    where = f"{project.page(page).place}.html" if page else ""
    built: dict[str, Any] = {"times": 0, "told": "The book is being built."}

    def changed(request: Request, text: str) -> str:
        script = (project.assets / "reload.js").read_text("utf-8")
        tag = f'<script data-times="{built["times"]}">{script}</script></body>'
        return tag.join(text.rsplit("</body>", 1))

    async def state(request: Request) -> Response:
        return JSONResponse(built)

    # a KeyboardInterrupt is how `watchfiles` tells of any signal
    with listen(port) as taken, suppress(Stopped, KeyboardInterrupt):
        port = taken.getsockname()[1]
        print(f"The book: http://127.0.0.1:{port}/{where}  (Ctrl-C ends)", flush=True)
        app = application(project.site, changed, [Route("/-/built", state)])
        threading.Thread(target=run, args=(app, taken), daemon=True).start()
        while True:
            edits = _edits(project)
            built["told"] = _build()
            built["times"] += not built["told"]
            print(f"{time.strftime('%H:%M:%S')} waiting for an edit", flush=True)
            any(edits)  # waits for the first
            edits.close()


def _edits(project: Project) -> Generator[Any, None, None]:
    """What is edited from here on, during a build too.

    It is asked for anew after each edit: an editor that replaces a file of the top folder leaves
    another one there, which the old watch does not know.
    """
    sources = [path for name in SOURCES if (path := project.root / name).exists()]
    edits = watch(*sources, yield_on_timeout=True, rust_timeout=100)
    next(edits)
    return edits


def _build() -> str:
    """Build the book; return the end of what was said if that fails."""
    lines: list[str] = []
    own = ["-m", "press"] if COMMAND == "press" else [sys.argv[0]]  # it says what it is called
    with subprocess.Popen(
        [sys.executable, "-P", *own, "build"], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        for line in process.stderr:
            lines.append(line)
            print(line, end="", file=sys.stderr, flush=True)
    return "".join(lines[-MOST_LINES:]) if process.returncode else ""
