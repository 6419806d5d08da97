"""`watch`: an edit is built and shown, and whatever goes wrong is told while the watch goes on."""

from __future__ import annotations

import json
import re
import signal
import socket
import urllib.request
from collections.abc import Callable, Iterator

import pytest

from .toy import Toy, wait_until

PATIENCE = 1800.0  # seconds, on a machine that does much else


class Watching:
    """A watch over a toy project, as a browser sees it."""

    def __init__(self, toy: Toy) -> None:
        self.toy = toy
        self.process = toy.start("watch", "demo", "--port", "0", settings={})
        assert self.process.stdout
        line = self.process.stdout.readline()
        self.top, self.page = re.search(r"(http://127\.0\.0\.1:\d+/)(\S+)", line).groups()  # type: ignore[union-attr]

    def get(self, path: str) -> str:
        with urllib.request.urlopen(f"{self.top}{path}", timeout=PATIENCE) as answer:
            return answer.read().decode()

    def built(self) -> dict:
        """How often the book was built, and what went wrong the last time."""
        return json.loads(self.get("-/built"))

    def until(self, condition: Callable[[], object]) -> None:
        wait_until(lambda: self.process.poll() is not None or condition())
        assert self.process.poll() is None, self.process.communicate()


@pytest.fixture
def watch(built: Toy) -> Iterator[Watching]:
    watching = Watching(built)
    try:
        watching.until(lambda: watching.built()["times"])
        yield watching
    finally:
        watching.process.kill()
        watching.process.wait()


def test_edits_are_shown_and_errors_told(watch: Watching) -> None:
    toy = watch.toy
    assert watch.page == "book/demo.html"
    assert "/-/built" in watch.get(watch.page)
    assert not [name for name, page in toy.site().items() if b"/-/built" in page], "in no file"

    # prose, replaced as editors do it
    page, new = toy.root / "book/demo.md", toy.root / "book/demo.new"
    new.write_text(page.read_text("utf-8").replace("The mean is {{", "The mean of it is {{"))
    new.replace(page)
    watch.until(lambda: "The mean of it is 3.5" in watch.get(watch.page))

    # a module with a slip
    toy.edit("lib/chapters/demo/own.py", "    def draw():", "    def draw(:")
    watch.until(lambda: "own.py" in watch.built()["told"])
    assert "The mean of it is 3.5" in watch.get(watch.page), "the last book is still shown"

    watch.process.send_signal(signal.SIGINT)
    watch.process.communicate(timeout=PATIENCE)
    assert watch.process.returncode == 0, "as the server: Ctrl-C is how one ends it"


def test_what_cannot_be_watched_is_told_in_one_line(toy: Toy) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, out, err = toy.ask("watch", "--port", port)
    assert status == 2 and out == "" and err.startswith(f"press: port {port}: ")
    status, _, err = toy.ask("watch", "dmo", "--port", "0")
    assert status == 2 and "did you mean 'demo'?" in err
