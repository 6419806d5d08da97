"""The server hands out the files of its folder, to its own name, whatever it is asked."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from functools import partial

import pytest

from parlor.press.serve import _Handler, _Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Server]:
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
    with _Server(("127.0.0.1", 0), partial(_Handler, directory=str(site))) as made:
        threading.Thread(target=made.serve_forever, daemon=True).start()
        yield made
        made.shutdown()


def ask(server: _Server, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


def get(server: _Server, path: str, host: str = "", method: str = "GET") -> bytes:
    host = host or f"127.0.0.1:{server.server_port}"
    request = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    return ask(server, request.encode("latin-1"))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/", b"the book"),
        ("/index.html?x=1#y", b"the book"),
        ("/book/", b"a page"),
        ("/inner/", b"a page"),
        ("/bare/file.txt", b"a file"),
        ("/bare/../index.html", b"the book"),
    ],
)
def test_its_files_are_served(server: _Server, path: str, body: bytes) -> None:
    answer = get(server, path)
    assert answer.startswith(b"HTTP/1.0 200") and answer.endswith(body)
    assert get(server, path, method="HEAD").endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    "path",
    [
        "/leak.txt", "/leaks/secret.txt", "/leaks/", "/bare/", "/round", "/%00", "/a%00b", "/none",
        "/%2e%2e/secret.txt", "/../secret.txt", "/..%2fsecret.txt", "//etc/passwd", "/%ff", "/\xff",
        "/%ed%a0%80", "/index.html/", "/index.html/x", "/" + "a" * 5000, "/" + "../" * 500 + "x",
        "http://[/../../book", "http://elsewhere/index.html", "*", "\\..\\secret.txt",
        "/book%0d%0a",
    ],
)  # fmt: skip
def test_nothing_else_is(server: _Server, path: str, capfd: pytest.CaptureFixture[str]) -> None:
    answer = get(server, path)
    assert answer.startswith(b"HTTP/1.0 404") and b"secret\n" not in answer
    assert b"file.txt" not in answer
    assert capfd.readouterr() == ("", "")


def test_it_answers_to_its_own_name_only(server: _Server) -> None:
    port = server.server_port
    for host in (f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}"):
        assert get(server, "/", host).startswith(b"HTTP/1.0 200")
    for host in ("elsewhere.example", "localhost", f"127.0.0.1.elsewhere:{port}", f"x:{port}"):
        assert get(server, "/", host).startswith(b"HTTP/1.0 403")
    two = f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nHost: elsewhere\r\n\r\n".encode()
    assert ask(server, two).startswith(b"HTTP/1.0 403")
    assert ask(server, b"GET / HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.0 403")


@pytest.mark.parametrize(
    "request_",
    [
        b"", b"\r\n", b"\x00\x01\x02", b"GET\r\n\r\n", b"GET / HTTP/1.1\r\nHost",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n", b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + b"a" * 70_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\n\r\n", b"DELETE /index.html HTTP/1.1\r\n\r\n", b"\x16\x03\x01" * 50,
    ],
)  # fmt: skip
def test_it_survives_any_request(
    server: _Server, request_: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    assert not ask(server, request_).startswith(b"HTTP/1.0 200")
    assert get(server, "/").startswith(b"HTTP/1.0 200")
    assert capfd.readouterr() == ("", "")


def test_silent_clients_do_not_keep_it_from_others(server: _Server) -> None:
    address = ("127.0.0.1", server.server_port)
    silent = [socket.create_connection(address, timeout=20) for _ in range(100)]
    for connection in silent[:50]:
        connection.sendall(b"GET / HT")
    assert get(server, "/").startswith(b"HTTP/1.0 200")
    for connection in silent:
        connection.close()
    assert get(server, "/").startswith(b"HTTP/1.0 200")
