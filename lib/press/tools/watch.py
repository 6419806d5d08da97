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

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from watchfiles import DefaultFilter, watch

from ..project.errors import Stopped, known_name
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
    where = _address(project, page) if page else ""
    built: dict[str, Any] = {"times": 0, "told": "The book is being built."}

    def changed(place: str, text: str, query: QueryParams) -> str:
        script = (project.assets / "reload.js").read_text("utf-8")
        tag = f'<script data-times="{built["times"]}">{script}</script></body>'
        return tag.join(text.rsplit("</body>", 1))

    async def state(request: Request) -> Response:
        return JSONResponse(built)

    with listen(port) as taken, suppress(Stopped):
        port = taken.getsockname()[1]
        print(f"The book: http://127.0.0.1:{port}/{where}  (Ctrl-C ends)", flush=True)
        app = application(project.site, changed, [Route("/-/built", state)])
        threading.Thread(target=run, args=(app, taken), daemon=True).start()
        while True:
            edits = _edits(project)
            built["told"] = _build()
            built["times"] += not built["told"]
            print(f"{time.strftime('%H:%M:%S')} waiting for an edit", flush=True)
            with suppress(KeyboardInterrupt):  # which is how it tells of any signal
                next(filter(None, edits))
                edits.close()
                continue
            return


def _edits(project: Project) -> Generator[Any, None, None]:
    """What is edited from here on, during a build too.

    It is asked for anew after each edit: an editor that replaces a file of the top folder leaves
    another one there, which the old watch does not know.
    """
    edits = watch(
        *(path for name in SOURCES if (path := project.root / name).exists()),
        watch_filter=DefaultFilter(),
        yield_on_timeout=True,
        rust_timeout=100,
    )
    next(edits)
    return edits


def _address(project: Project, name: str) -> str:
    """The address of a page, or of a chapter's first."""
    known_name(name, [*project.chapters, *project.notebooks], "page")
    page = project.notebooks.get(name) or project.chapters[name][0]
    return f"{page.place}.html"


def _build() -> str:
    """Build the book; return the end of what was said if that fails."""
    lines: list[str] = []
    own = ["-m", "press"] if COMMAND == "press" else [sys.argv[0]]  # it says what it is called
    with subprocess.Popen(
        [sys.executable, "-P", *own, "build"],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,  # Ctrl-C reaches us alone
    ) as process:
        try:
            assert process.stderr
            for line in process.stderr:
                lines.append(line)
                print(line, end="", file=sys.stderr, flush=True)
            failed = process.wait()
        except BaseException:
            process.terminate()
            raise
    return "".join(lines[-MOST_LINES:]) if failed else ""
