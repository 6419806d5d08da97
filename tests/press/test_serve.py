"""The server hands out the files of its folder, to its own name, whatever it is asked."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from press.lab.server.app import application, listen, run
from press.project.errors import UserError

from .toy import Toy


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
    (site / "round").symlink_to("round")
    with listen(0) as taken:
        port = taken.getsockname()[1]
        app = application(site, port, lambda place, text, query: text, [])
        threading.Thread(target=run, args=(app, taken), daemon=True).start()
        yield port


def ask(port: int, request: bytes, more: bool = False) -> bytes:
    """Send a request; unless there may be `more` of it, say that this was all."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
        connection.sendall(request)
        if not more:
            connection.shutdown(socket.SHUT_WR)
        answer = b""
        with suppress(ConnectionResetError):  # it hung up on a request that it had not read whole
            while part := connection.recv(65536):
                answer += part
    return answer


def get(port: int, path: str, host: str = "", method: str = "GET", more: str = "A: b") -> bytes:
    host = host or f"127.0.0.1:{port}"
    request = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n\r\n"
    return ask(port, request.encode("latin-1"), more=True)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/", b"the book"),
        ("/inner/", b"a page"),
        ("/bare/file.txt", b"a file"),
        ("/bare/../index.html", b"the book"),
    ],
)
def test_its_files_are_served(port: int, path: str, body: bytes) -> None:
    answer = get(port, path)
    assert answer.startswith(b"HTTP/1.1 200") and answer.endswith(body)
    assert get(port, path, method="HEAD").endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    "path",
    [
        "/leak.txt", "/leaks/", "/bare/", "/%00", "/none", "/%2e%2e/secret.txt", "/../secret.txt",
        "/..%2fsecret.txt", "//etc/passwd", "/" + "a" * 5000, "*",
    ],
)  # fmt: skip
def test_nothing_else_is(port: int, path: str, capfd: pytest.CaptureFixture[str]) -> None:
    answer = get(port, path)
    assert answer.startswith(b"HTTP/1.1 404") and b"secret\n" not in answer
    assert b"file.txt" not in answer
    assert capfd.readouterr() == ("", "")


def test_it_answers_to_its_own_name_only(port: int) -> None:
    for host in (f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}"):
        assert get(port, "/", host).startswith(b"HTTP/1.1 200")
    for host in ("elsewhere.example", "localhost", f"127.0.0.1.elsewhere:{port}", f"x:{port}"):
        assert get(port, "/", host).startswith(b"HTTP/1.1 403")
    two = f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nHost: elsewhere\r\n\r\n".encode()
    assert ask(port, two, more=True).startswith(b"HTTP/1.1 400")
    assert ask(port, b"GET / HTTP/1.0\r\n\r\n", more=True).startswith(b"HTTP/1.1 403")


def test_what_a_page_may_do_is_said_in_the_headers(port: int) -> None:
    answer = get(port, "/").lower()
    assert b"content-security-policy: default-src 'self'" in answer
    assert b"x-content-type-options: nosniff" in answer and b"server:" not in answer


@pytest.mark.parametrize(
    "request_",
    [
        b"", b"\x00\x01\x02", b"GET / HTTP/1.1\r\nHost",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n",
    ],
)  # fmt: skip
def test_it_survives_any_request(
    port: int, request_: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    assert not ask(port, request_).startswith(b"HTTP/1.1 200")
    assert get(port, "/").startswith(b"HTTP/1.1 200")
    assert capfd.readouterr() == ("", "")


def test_a_port_that_is_taken_is_said_to_be(port: int) -> None:
    with pytest.raises(UserError, match=f"port {port}: Address already in use; try --port 0"):
        listen(port)


def test_ctrl_c_ends_it(built: Toy) -> None:
    process = built.start("serve", "--port", "0", settings={})
    assert process.stdout and process.stderr
    told = process.stdout.readline()
    port = int(told.split(":")[3].partition("/")[0])
    assert get(port, "/").startswith(b"HTTP/1.1 200")
    with socket.create_connection(("127.0.0.1", port)):  # a client that stays does not keep it
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=120) == ("", "")
    assert process.returncode == 0
