"""The server hands out the files of its folder, and to its own name only."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import httpx
import pytest

from press.project.errors import UserError
from press.tools.server.app import application, listen, run


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    top = tmp_path_factory.mktemp("served")
    site = top / "site"
    (site / "book").mkdir(parents=True)
    (site / "bare").mkdir()
    (site / "index.html").write_text("the book", "utf-8")
    (site / "book/index.html").write_text("a page", "utf-8")
    (site / "bare/file.txt").write_text("a file", "utf-8")
    (site / "inner").symlink_to("book")
    (top / "secret.txt").write_text("secret", "utf-8")
    (site / "leak.txt").symlink_to(top / "secret.txt")
    (site / "leaks").symlink_to(top)
    with listen(0) as taken:
        port = taken.getsockname()[1]
        app = application(site, lambda place, text, query: text, [])
        threading.Thread(target=run, args=(app, taken), daemon=True).start()
        yield port


def get(port: int, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"http://127.0.0.1:{port}{path}", headers=headers, timeout=120)


@pytest.mark.parametrize(
    ("path", "body"),
    [("/", "the book"), ("/inner/", "a page"), ("/bare/file.txt", "a file")],
)
def test_its_files_are_served_and_asked_for_anew(port: int, path: str, body: str) -> None:
    told = get(port, path)
    assert (told.status_code, told.text) == (200, body)
    assert told.headers["cache-control"] == "no-cache", "the book may have been built since"


@pytest.mark.parametrize(
    "path",
    ["/leak.txt", "/leaks/", "/bare/", "/%00", "/%2e%2e/secret.txt", "/" + "a" * 5000],
)
def test_nothing_else_is(port: int, path: str) -> None:
    told = get(port, path)
    assert told.status_code == 404 and "secret\n" not in told.text and "file.txt" not in told.text


def test_it_answers_to_its_own_name_only(port: int) -> None:
    assert get(port, "/", Host=f"localhost:{port}").status_code == 200
    for host in ("elsewhere.example", f"127.0.0.1.elsewhere:{port}", ""):
        assert get(port, "/", Host=host).status_code == 400


def test_a_port_that_is_taken_is_said_to_be(port: int) -> None:
    with pytest.raises(UserError, match=f"port {port}: Address already in use; try --port 0"):
        listen(port)
