"""Questions to the server: by its form in a real Chromium, and by whoever means ill."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from press.ask.runner import plan
from press.lab.server.questions import MOST_WAITING
from press.project.places import Project

from .toy import Toy, processes_of, wait_until

PATIENCE = 300  # seconds for a run, on a machine that has other things to do


@dataclass
class Served:
    """A toy project that is served."""

    toy: Toy
    process: subprocess.Popen[str]
    port: int

    @classmethod
    def of(cls, toy: Toy, port: int = 0) -> Served:
        process = toy.start("serve", "--port", str(port), settings={})
        assert process.stdout
        told = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert told, process.communicate()
        return cls(toy, process, int(told[1]))

    @property
    def top(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def page(self) -> str:
        return f"{self.top}/book/demo.html"

    def post(self, what: str, content: Any, **headers: str) -> httpx.Response:
        told = {"Origin": self.top, "Content-Type": "application/json"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        told = {name: value for name, value in told.items() if value}
        return httpx.post(f"{self.top}/-/{what}", content=body, headers=told, timeout=PATIENCE)

    def ask(self, **given: str) -> str:
        """Ask a question; return the key of its run."""
        answer = self.post("run", {"page": "demo", "given": given})
        assert answer.status_code == 200, answer.text
        return answer.json()["key"]

    def get(self, path: str, **query: str) -> httpx.Response:
        return httpx.get(f"{self.top}{path}", params=query or None, timeout=PATIENCE)

    def state(self, key: str) -> str:
        return self.get("/-/run", page="demo", key=key).json()["state"]

    def end(self, by: int = signal.SIGINT) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, by)
        self.process.communicate(timeout=3600)


def running(toy: Toy) -> list[Any]:
    """The processes of pages under way; a server has one more, of which they are forks."""
    top = toy.root / "_build/tmp"
    found = processes_of(toy.root)
    return [path for path in found if not path.relative_to(top).parts[0].startswith("pages-")]


@pytest.fixture(scope="module")
def served(finished: Toy, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served.of(finished.copy(tmp_path_factory.mktemp("asked") / "toy"))
    yield made
    made.end()
    assert made.process.returncode == 0


@pytest.fixture
def tab(browser: Any, served: Served) -> Iterator[Any]:
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(served.page)
        yield page
        assert faults == []


def run(tab: Any, **given: str) -> None:
    for name, text in given.items():
        tab.locator(f"#ask-{name}").fill(text)
    tab.get_by_role("button", name="Run").click()


def test_a_question_is_answered_at_an_address_of_its_own_as_by_run(
    tab: Any, served: Served
) -> None:
    toy = served.toy
    before = {path for path in toy.tree() if not path.startswith("_build")}
    strange = "../../x <b>y</b>; touch z `touch z` $(touch z)"  # of which nothing is executed
    run(tab, sides="8", label=strange)
    answer = tab.get_by_role("region", name="Your answer")
    answer.wait_for()
    told = tab.get_by_role("status").filter(has_text="Finished. The answer stands")
    told.wait_for()  # said in the new page, since the old one's words go with it
    tab.reload()
    assert not told.count(), "once"
    assert "4.5" in answer.inner_text() and strange in answer.inner_text()
    assert {path for path in toy.tree() if not path.startswith("_build")} == before
    (key,) = re.findall(r"[?&]run=([0-9a-f]{16})", tab.url)
    wait_until(lambda: tab.locator("#ask-sides").input_value() == "8")  # the form, to ask on
    command = tab.locator("#ask-command").inner_text()
    tab.goto(f"{served.page}?run={key}")  # the address alone says what was asked
    assert tab.locator("#ask-command").inner_text() == command
    link = answer.get_by_role("link", name="notebook").get_attribute("href")
    notebook = served.get(link)
    assert notebook.json()["nbformat"] == 4 and "figures/demo-own.svg" in notebook.text
    for one in answer.get_by_role("link", name="CSV").all():
        file = served.get(one.get_attribute("href"))
        assert file.status_code == 200 and "attachment" in file.headers["content-disposition"]

    run(tab, sides="14")
    answer.filter(has_text="7.5").wait_for()
    assert f"run={key}" not in tab.url
    tab.go_back()  # to the answer before
    answer.filter(has_text="4.5").wait_for()
    assert tab.url.endswith(f"?run={key}")

    project = Project(toy.root)
    as_by_run = plan(project, project.page("demo"), {"sides": 8, "label": strange})
    assert as_by_run.key == key and as_by_run.finished


def test_what_is_not_allowed_is_refused_in_the_press_s_words(tab: Any, served: Served) -> None:
    runs = served.toy.runs()
    tab.locator("#ask-sides").fill("7")  # which only the press can refuse
    why = "demo: sides is even"  # what is given, the fields show
    tab.get_by_role("status").filter(has_text=why).wait_for()
    assert tab.locator('[data-of="sides"] .pr-refused').inner_text() == why
    assert "Run answers it" not in tab.locator("body").inner_text()
    assert not tab.get_by_role("button", name="Run").is_visible()
    tab.locator("#ask-sides").fill("8")
    tab.locator(".pr-run:enabled").wait_for()
    for given in ({"sides": "1"}, {"side": "8"}, {"sides": "["}):
        for what in ("run", "check"):
            answer = served.post(what, {"page": "demo", "given": given})
            assert answer.status_code == 400, given
            assert answer.json()["error"] and "\n" not in answer.json()["error"]
    told = served.post("check", {"page": "demo", "given": {"sides": "0x8", "label": "it's"}})
    assert told.status_code == 200
    assert served.toy.runs() == runs and "run=" not in tab.url


def test_a_run_is_stopped(tab: Any, served: Served) -> None:
    runs = served.toy.runs()
    run(tab, pause="600")
    tab.get_by_text(re.compile(r"running: \d+ cells")).wait_for()
    assert running(served.toy)
    tab.get_by_role("button", name="Stop").click()
    tab.get_by_text("stopped").wait_for()
    wait_until(lambda: not running(served.toy))  # the kernel ends
    assert served.toy.runs() == runs


def test_the_same_question_is_one_run(served: Served) -> None:
    keys = {served.ask(sides=sides, pause="0.2") for sides in ("10", "12", "12")}
    assert len(keys) == 2
    wait_until(lambda: {served.state(key) for key in keys} == {"finished"})  # the answers
    means = {sides: served.toy.run_folder_of(sides) for sides in (10, 12)}
    assert {folder.name for folder in means.values()} == keys


def test_other_origins_and_hosts_are_refused(served: Served) -> None:
    question = {"page": "demo", "given": {"sides": "20"}}
    runs = served.toy.runs()
    for headers in (
        {"Origin": "https://elsewhere.example"},
        {"Origin": ""},
        {"Host": "elsewhere.example"},
        {"Sec_Fetch_Site": "same-site"},
    ):
        for what in ("run", "check", "stop"):
            answer = served.post(what, question, **headers)
            assert answer.status_code == 403, headers
            assert answer.text in ("not a page of this server\n", "not the name of this server\n")
    for kind in ("text/plain", ""):
        assert served.post("run", question, Content_Type=kind).status_code == 415
    assert served.toy.runs() == runs and not running(served.toy)


def test_nothing_that_is_asked_reaches_a_path(served: Served) -> None:
    for place in ("../../../etc/passwd", "demo/../demo", "", "demo\0"):
        assert served.post("run", {"page": place, "given": {}}).status_code == 404
        assert served.get("/-/run", page=place, key="a" * 16).status_code == 404
    key = served.ask()
    for bad in (f"../{key}", f"{key}/..", "a" * 16 + "\n", "", key[:15]):
        assert served.get("/-/run", page="demo", key=bad).status_code == 404, bad
        assert served.post("stop", {"page": "demo", "key": bad}).status_code == 404
        assert "Your answer" not in served.get("/book/demo.html", run=bad).text
    good = f"/-/files/demo/{key}"
    assert served.get(f"{good}/run.json").json()["key"] == key
    for name in ("../run.json", "..%2f..%2f..%2f_toc.yml", "/etc/passwd", "", "tables", "%00"):
        with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as connection:
            asked = f"GET {good}/{name} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n"
            connection.sendall(asked.encode())
            assert connection.recv(100).startswith((b"HTTP/1.1 404", b"HTTP/1.1 307")), name


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b'{"page": 1, "given": {}}', b'{"page": "demo", "given": {"sides": 8}}',
     b'{"page": "demo", "given": {"label": "\\"\\\\ud800\\""}}', b"[" * 100_000],
)  # fmt: skip
def test_what_is_no_question_is_refused(served: Served, content: bytes) -> None:
    assert served.post("run", content).status_code == 400


def test_a_body_of_ten_megabytes_is_not_read(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as connection:
        start = f"POST /-/run HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.top}\r\n"
        more = "Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n"
        connection.sendall((start + more).encode())
        assert b" 413 " in connection.recv(100)


def test_no_more_than_so_many_wait(served: Served) -> None:
    keys = [served.ask(pause=f"{600 + number}") for number in range(1 + MOST_WAITING)]
    answer = served.post("run", {"page": "demo", "given": {"pause": "599"}})
    if answer.status_code == 200:  # the first had not begun: now all places are taken
        keys.append(answer.json()["key"])
        answer = served.post("run", {"page": "demo", "given": {"pause": "598"}})
    assert answer.status_code == 503 and "too many" in answer.json()["error"]
    assert served.state(keys[-1]) == "waiting"
    for key in reversed(keys):
        assert served.post("stop", {"page": "demo", "key": key}).status_code == 200
    wait_until(lambda: not running(served.toy))  # all kernels end
