"""The files of one folder, and nothing else."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope


class Folder(StaticFiles):
    """Hands out a folder's files; links that lead out of it, and lists of files, do not exist.

    Parameters
    ----------
    directory : Path
        The folder, which may be replaced while it is served.
    added : callable, optional
        Returns what a page, such as ``"book/guts/index"``, has first in its head when it is sent.
    """

    def __init__(
        self, *, directory: os.PathLike[str], added: Callable[[str], str] | None = None
    ) -> None:
        super().__init__(directory=directory, html=True, check_dir=False)
        self.added = added

    def get_path(self, scope: Scope) -> str:
        """Return what is asked for below the folder; a file has no slash behind its name."""
        path = super().get_path(scope)
        asked: str = scope["path"]
        if not asked.startswith("/") or (asked.endswith("/") and self._is_file(path)):
            return "\0"  # which no file is called
        return path

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; what cannot be looked up is not there."""
        try:
            return super().lookup_path(path)
        except (OSError, ValueError):  # a null, a circle of links, a name that is too long
            return "", None

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a file; a page with what is added."""
        path = Path(full_path)
        if self.added is None or path.suffix != ".html":
            return super().file_response(full_path, stat_result, scope, status_code)
        page = os.path.relpath(path, str(self.directory)).removesuffix(".html")
        head = f"<head>\n{self.added(page)}"
        return HTMLResponse(path.read_text("utf-8").replace("<head>", head, 1), status_code)

    def _is_file(self, path: str) -> bool:
        _, status = self.lookup_path(path)
        return status is not None and stat.S_ISREG(status.st_mode)
