"""The server hands out the files of its folder, and to its own name only."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import httpx
import pytest

from press.project.errors import UserError
from press.tools.server.app import application, listen, run

FILES = {"index.html": "the book", "book/index.html": "a page", "bare/file.txt": "a file"}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    top = tmp_path_factory.mktemp("served")
    site = top / "site"
    for name, text in (FILES | {"../secret.txt": "secret"}).items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, "utf-8")
    for name, target in {"inner": "book", "leaks": "..", "leak.txt": "../secret.txt"}.items():
        (site / name).symlink_to(target)
    with listen(0) as taken:
        app = application(site, lambda request, text: text, [])
        threading.Thread(target=run, args=(app, taken), daemon=True).start()
        yield taken.getsockname()[1]


def get(port: int, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"http://127.0.0.1:{port}{path}", headers=headers, timeout=120)


def test_its_files_are_served_and_asked_for_anew(port: int) -> None:
    for path, name in zip(["/", "/inner/", "/bare/file.txt"], FILES, strict=True):
        told = get(port, path)
        assert (told.status_code, told.text) == (200, FILES[name])
        assert told.headers["cache-control"] == "no-cache", "the book may have been built since"


@pytest.mark.parametrize(
    "path", ["/leak.txt", "/leaks/", "/bare/", "/%00", "/%2e%2e/secret.txt", "/" + "a" * 5000]
)
def test_nothing_else_is(port: int, path: str) -> None:
    assert get(port, path).status_code == 404


def test_it_answers_to_its_own_name_only(port: int) -> None:
    assert get(port, "/", Host=f"localhost:{port}").status_code == 200
    for host in ("elsewhere.example", f"127.0.0.1.elsewhere:{port}", ""):
        assert get(port, "/", Host=host).status_code == 400


def test_a_port_that_is_taken_is_said_to_be(port: int) -> None:
    with pytest.raises(UserError, match=f"port {port}: Address already in use; try --port 0"):
        listen(port)
