"""The built site, a server for it, and pages in a real Chromium."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from browsing import DESK, SITE, Loaded, Watched, resize, toc_pages


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `name` once for every page of the table of contents."""
    if "name" in metafunc.fixturenames:
        # a wide scope, so that what is asked of one page is asked together
        metafunc.parametrize("name", toc_pages(), scope="session")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Ask together what is asked of a page at one width, so that it is laid out once for each."""

    places = set(toc_pages())

    def given(item: pytest.Item) -> dict[str, Any]:
        return item.callspec.params if hasattr(item, "callspec") else {}

    def narrowness(item: pytest.Item) -> tuple[bool, int]:
        width = given(item).get("width", DESK["width"])
        return width != DESK["width"], width  # first as the page came

    pages = groupby(items, lambda item: given(item).get("name"))
    items[:] = [
        item
        for name, asked in pages
        for item in (sorted(asked, key=narrowness) if name in places else asked)
    ]


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the folder of the built site."""
    if not (SITE / "index.html").is_file():
        pytest.fail(f"{SITE} holds no site: run `make book` first", pytrace=False)
    return SITE


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


@pytest.fixture(scope="session")
def desk(new_tab, server: str) -> Watched:
    """A tab in which page after page comes from the server."""
    return Watched(new_tab(color_scheme="light", viewport=DESK), server)


@pytest.fixture(scope="session")
def folder_desk(new_tab, site: Path) -> Watched:
    """The same for pages that are opened from their folder."""
    return Watched(new_tab(color_scheme="light", viewport=DESK), site.resolve().as_uri())


@pytest.fixture(scope="session")
def loaded(desk: Watched, name: str) -> Loaded:
    """Open one page once, for all that is only looked at."""
    return desk.load(name)


@pytest.fixture(scope="session")
def opened(loaded: Loaded):
    """The page that is open."""
    return loaded.tab


@pytest.fixture
def wide(opened):
    """The page as it is on a desk."""
    resize(opened, 1280)
    return opened
