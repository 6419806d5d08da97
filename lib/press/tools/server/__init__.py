"""The book on a server of this machine: an application of Starlette, run by uvicorn."""

from __future__ import annotations

from contextlib import suppress

from ...project.errors import Stopped
from ...project.places import Project
from .app import application, listen, run
from .questions import Questions


def serve(project: Project, port: int) -> None:
    """Serve a project's book on the loopback address until Ctrl-C, and run what its forms ask.

    Parameters
    ----------
    project : Project
        The project, with its book.
    port : int
        0 to 65535; 0 takes a free one.

    Raises
    ------
    UserError
        If the port is taken or not allowed.
    """
    with listen(port) as taken, suppress(Stopped):
        print(f"The book: http://127.0.0.1:{taken.getsockname()[1]}/  (Ctrl-C ends)", flush=True)
        questions = Questions(project)
        run(application(project.site, questions.served_page, questions.routes()), taken)
