"""`parlor watch`: what is edited is shown at once, as a whole build would have it."""

from __future__ import annotations

import json
import re
import signal
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator

import pytest

from press.lab.serve.reload import Reloads
from press.run.project import BuildError, Project
from press.run.runner import Run, Standing
from press.tools.watch import Watch

from .toy import Toy

PATIENCE = 240.0  # seconds, on a machine that does much else
PAGE = "book/demo"


class Watching:
    """A watch over a toy project, as a browser sees it."""

    def __init__(self, toy: Toy) -> None:
        self.toy = toy
        self.process = toy.start("watch", "--port", "0", settings={})
        assert self.process.stdout
        line = self.process.stdout.readline()
        self.address = re.search(r"http://127\.0\.0\.1:\d+/", line)[0]  # type: ignore[index]
        self.version = 0

    def until(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < end, self.told()
            time.sleep(0.05)

    def told(self) -> dict:
        """What a window is told that has seen everything up to a version."""
        address = f"{self.address}-/changes?since={self.version}"
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as events:
                if line := events.readline().decode():
                    return json.loads(line.removeprefix("data: "))
        except OSError:
            pass
        return {"pages": [], "told": "", "version": self.version}  # it begins again

    def reloaded(self, page: str) -> bool:
        """Whether a window with a page has been told to load it again since this was last so."""
        told = self.told()
        if {page, "*"} & set(told["pages"]):
            self.version = told["version"]
            return True
        return False

    def html(self, page: str = PAGE) -> str:
        with urllib.request.urlopen(f"{self.address}{page}.html", timeout=PATIENCE) as answer:
            return answer.read().decode()

    def shown(self) -> dict[str, bytes]:
        """The pages on disk that are served."""
        top = self.toy.root / "_build/watch/site"
        return {p.relative_to(top).as_posix(): p.read_bytes() for p in top.rglob("*.html")}

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode


@pytest.fixture
def watch(built: Toy) -> Iterator[Watching]:
    watching = Watching(built)
    try:
        watching.until(lambda: watching.reloaded("*"))
        yield watching
    finally:
        watching.process.kill()
        watching.process.wait()


def pages(toy: Toy) -> dict[str, bytes]:
    return {name: content for name, content in toy.site().items() if name.endswith(".html")}


def test_an_edit_is_shown_as_a_whole_build_has_it(watch: Watching) -> None:
    toy = watch.toy
    before = watch.shown()
    assert '<script src="/-/reload.js"' in watch.html()
    assert not [name for name, page in before.items() if b"reload.js" in page], "in no file"

    # a word of prose: its page alone
    toy.edit("book/demo.md", "The mean is {{", "The mean of it is {{")
    watch.until(lambda: watch.reloaded(PAGE))
    assert "The mean of it is 3.5" in watch.html()
    after = watch.shown()
    assert [name for name in after if after[name] != before[name]] == [f"{PAGE}.html"]

    # a plain page, with a heading: others name it
    toy.edit("book/ledger.md", "# Ledger", "# The ledger")
    for page in (PAGE, "book/index", "search"):
        watch.until(lambda page=page: b"The ledger" in watch.shown()[f"{page}.html"])  # type: ignore[misc]

    # a module: the page that uses it is run again
    toy.edit("lib/chapters/demo/own.py", "Its sides, drawn", "All its sides, drawn")
    watch.until(lambda: "All its sides, drawn" in watch.html())

    # nothing of the watch stays in the book, which is what was shown
    assert watch.stop() == 130
    assert toy.call("build")[0] == 0
    assert watch.shown() == pages(toy)


def test_what_goes_wrong_is_told_and_the_watch_goes_on(watch: Watching) -> None:
    toy = watch.toy
    toy.edit("book/demo.md", "time.sleep(pause)", "raise RuntimeError('on purpose')")
    watch.until(lambda: "cell [2] raised RuntimeError: on purpose" in watch.told()["told"])
    assert "The mean is 3.5" in watch.html(), "the last page is still shown"
    toy.edit("book/demo.md", "raise RuntimeError('on purpose')", "time.sleep(pause)")
    watch.until(lambda: not watch.told()["told"])

    toy.edit("book/demo.md", "The mean is", "The {doc}`mean <nowhere>` is")
    watch.until(lambda: "nowhere" in watch.told()["told"])
    toy.edit("book/demo.md", "The {doc}`mean <nowhere>` is", "Its mean is")
    watch.until(lambda: "Its mean is" in watch.html() and not watch.told()["told"])

    toy.edit("data/published/demo/numbers.csv", "3.5", "3.6")
    watch.until(lambda: "expected 'match', got 'differs': printed 3.6" in watch.told()["told"])


def test_what_stands_behind_all_pages_begins_the_watch_again(watch: Watching) -> None:
    watch.toy.edit(
        "_toc.yml", "  - file: book/ledger\n", "  - file: book/ledger\n  - file: book/x\n"
    )
    watch.until(lambda: "book/x.md" in watch.told()["told"])
    (watch.toy.root / "book/x.md").write_text("# A new page\n", "utf-8")
    watch.until(lambda: "book/x.html" in watch.shown())
    watch.until(lambda: "A new page" in watch.html("book/x"))


def test_contents_that_failed_the_build_are_mended(watch: Watching) -> None:
    contents = watch.toy.root / "_toc.yml"
    text = contents.read_text("utf-8")
    contents.write_text(text.replace("jb-book", "jb-nothing"), "utf-8")
    watch.until(lambda: "Jupyter Book failed" in watch.told()["told"])
    contents.write_text(text, "utf-8")
    assert watch.process.stdout
    shown = (line for line in watch.process.stdout if "the book, after" in line)
    assert next(shown), "before the edit"
    assert next(shown, None), "and again, with nothing new but what has failed"
    watch.toy.edit("book/demo.md", "The mean is", "Mended, it is")
    watch.until(lambda: b"Mended, it is" in watch.shown()[f"{PAGE}.html"])


def test_an_edit_during_the_first_build_is_seen(toy: Toy) -> None:
    def build() -> dict[str, Run]:
        toy.edit("book/demo.md", "The mean is", "Its mean is")
        raise BuildError("on purpose")

    reloads = Reloads(toy.root / "lib/press/assets/reload.js")
    project = Project(toy.root)
    watch = Watch(project, None, reloads, build, lambda project, runs: None, Standing(project))
    following = threading.Thread(target=watch.follow, daemon=True)
    following.start()
    following.join(PATIENCE)
    assert reloads.told == "on purpose" and not following.is_alive()


def test_another_port_is_asked_for_in_one_line(watch: Watching) -> None:
    port = watch.address.rpartition(":")[2].strip("/")
    status, out, err = watch.toy.call("watch", "--port", port)
    assert status == 2 and out == "" and err.startswith(f"parlor: port {port}: ")
    status, _, err = watch.toy.call("watch", "dmo", "--port", "0")
    assert status == 2 and "did you mean 'demo'?" in err
