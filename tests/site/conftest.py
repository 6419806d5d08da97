"""The built site, a server for it, and pages in a real Chromium."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from browsing import SITE, Loaded, load, resize, toc_pages


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `name` once for every page of the table of contents."""
    if "name" in metafunc.fixturenames:
        # a wide scope, so that what is asked of one page is asked together
        metafunc.parametrize("name", toc_pages(), scope="session")


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


@pytest.fixture(scope="session")
def light(browser):
    """Give a context of a reader whose system is light."""
    with browser.new_context(color_scheme="light", viewport={"width": 1280, "height": 900}) as made:
        yield made


@pytest.fixture(scope="session")
def dark(browser):
    """Give a context of a reader whose system is dark."""
    with browser.new_context(color_scheme="dark", viewport={"width": 1280, "height": 900}) as made:
        yield made


@pytest.fixture
def page(light):
    """Open a fresh tab in the light context."""
    tab = light.new_page()
    yield tab
    tab.close()


@pytest.fixture
def dark_page(dark):
    """Open a fresh tab in the dark context."""
    tab = dark.new_page()
    yield tab
    tab.close()


@pytest.fixture(scope="session")
def loaded(light, server: str, name: str):
    """Open one page once, for all that is only looked at."""
    tab = light.new_page()
    yield load(tab, server, name)
    tab.close()


@pytest.fixture(scope="session")
def opened(loaded: Loaded):
    """The page that is open."""
    return loaded.tab


@pytest.fixture
def wide(opened):
    """The page as it is on a desk."""
    resize(opened, 1280, 900)
    return opened
