"""A server for the built site, and pages in a real Chromium."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from browsing import DESK
from playing import Game


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[str]:
    """Serve the site on loopback and give its address."""
    handler = functools.partial(_Silent, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        thread = threading.Thread(target=httpd.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{httpd.server_port}"
        httpd.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def folder(site: Path) -> str:
    """Give the address of the site's folder, as a double click does: less is allowed there."""
    return site.as_uri()


@pytest.fixture
def page(tab_of):
    """An empty tab of a reader whose system is light."""
    with tab_of(color_scheme="light", viewport=DESK) as tab:
        yield tab


@pytest.fixture
def dark_page(tab_of):
    """An empty tab of a reader whose system is dark."""
    with tab_of(color_scheme="dark", viewport=DESK) as tab:
        yield tab


@pytest.fixture
def play(page, site: Path) -> Callable[[str, str], Game]:
    """Open a game by its name and its address."""
    return lambda name, state: Game(page, site, name).open(state)
