"""`watch`: an edit is built and shown, and whatever goes wrong is told while the watch goes on."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Iterator
from subprocess import Popen

import httpx
import pytest

from .toy import Toy, wait_until

PATIENCE = 1800.0  # seconds, on a machine that does much else


@pytest.fixture
def watch(built: Toy) -> Iterator[Popen[str]]:
    process = built.start("watch", "demo", "--port", "0", settings={})
    yield process
    process.kill()
    process.wait()


def test_edits_are_shown_and_errors_told(watch: Popen[str], built: Toy) -> None:
    assert watch.stdout
    told = re.search(r"http://127\.0\.0\.1:\d+/", line := watch.stdout.readline())
    assert told and f"{told[0]}book/demo.html" in line

    def get(path: str = "book/demo.html") -> str:
        return httpx.get(f"{told[0]}{path}", timeout=PATIENCE).text

    def until(condition: Callable[[], object]) -> None:
        wait_until(lambda: watch.poll() is not None or condition())
        assert watch.poll() is None, watch.communicate()

    until(lambda: json.loads(get("-/built"))["times"])
    assert "/-/built" in get()
    assert not [name for name, page in built.site().items() if b"/-/built" in page], "in no file"

    # prose, replaced as editors do it
    page, new = built.root / "book/demo.md", built.root / "book/demo.new"
    new.write_text(page.read_text("utf-8").replace("The mean is {{", "The mean of it is {{"))
    new.replace(page)
    until(lambda: "The mean of it is 3.5" in get())

    # a module with a slip
    built.edit("lib/chapters/demo/own.py", "    def draw():", "    def draw(:")
    until(lambda: "own.py" in json.loads(get("-/built"))["told"])
    assert "The mean of it is 3.5" in get(), "the last book is still shown"

    watch.send_signal(signal.SIGINT)
    watch.communicate(timeout=PATIENCE)
    assert watch.returncode == 0, "as the server: Ctrl-C is how one ends it"


def test_what_cannot_be_watched_is_told_in_one_line(toy: Toy) -> None:
    status, _, err = toy.ask("watch", "dmo", "--port", "0")
    assert status == 2 and "did you mean 'demo'?" in err
