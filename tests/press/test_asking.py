"""Questions to the server: by its form in a real Chromium, and by whoever means ill."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from press.ask.runner import plan
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
    def of(cls, toy: Toy) -> Served:
        process = toy.start("serve", "--port", "0", settings={})
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
        return httpx.post(f"{self.top}/-/{what}", json=content, headers=headers, timeout=PATIENCE)

    def ask(self, **given: str) -> str:
        """Ask a question; return the key of its run."""
        answer = self.post("run", {"page": "demo", "given": given})
        assert answer.status_code == 200, answer.text
        return answer.json()["key"]

    def get(self, path: str, **query: str) -> httpx.Response:
        return httpx.get(f"{self.top}{path}", params=query or None, timeout=PATIENCE)

    def state(self, key: str) -> str:
        return self.get("/-/state", page="demo", key=key).json()["state"]


@pytest.fixture(scope="module")
def served(finished: Toy, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served.of(finished.copy(tmp_path_factory.mktemp("asked") / "toy"))
    yield made
    made.process.send_signal(signal.SIGINT)
    _, err = made.process.communicate(timeout=3600)
    assert made.process.returncode == 0 and "Traceback" not in err


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
    run(tab, label="'it''s'")  # as YAML has it, which the server reads
    answer.filter(has_text="It's with 8 sides.").wait_for()
    tab.goto(f"{served.page}?run={key}")  # the address alone says what was asked
    assert tab.locator("#ask-command").inner_text() == command
    link = answer.get_by_role("link", name="notebook").get_attribute("href")
    notebook = served.get(link)
    assert notebook.json()["nbformat"] == 4 and "figures/demo-own.svg" in notebook.text
    for one in answer.get_by_role("link", name="CSV").all():
        assert served.get(one.get_attribute("href")).status_code == 200
        assert one.get_attribute("download") is not None

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
    why = "Sides is even"  # what is given, the fields show
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
    assert processes_of(served.toy.root)
    tab.get_by_role("button", name="Stop").click()
    tab.get_by_text("stopped").wait_for()
    wait_until(lambda: not processes_of(served.toy.root))  # the kernel ends
    assert served.toy.runs() == runs


def test_the_same_question_is_one_run(served: Served) -> None:
    keys = {served.ask(sides=sides, pause="0.2") for sides in ("10", "12", "12")}
    assert len(keys) == 2
    wait_until(lambda: {served.state(key) for key in keys} == {"finished"})  # the answers
    means = {sides: served.toy.run_folder(sides) for sides in (10, 12)}
    assert {folder.name for folder in means.values()} == keys


def test_an_address_shows_no_answer_that_would_be_another_today(served: Served) -> None:
    key, data = served.ask(sides="14"), served.toy.root / "data/demo"
    wait_until(lambda: served.state(key) == "finished")
    die, old, new = "lib/die/__init__.py", "(sides + 1)", "(sides + 9)"
    edits = [
        (lambda: served.toy.edit(die, old, new), lambda: served.toy.edit(die, new, old)),
        (data.mkdir, data.rmdir),  # which counts whole
    ]
    for edit, take_back in edits:
        assert "Your answer" in served.get("/book/demo.html", run=key).text
        edit()
        shown, state = served.get("/book/demo.html", run=key).text, served.state(key)
        take_back()
        assert "Your answer" not in shown and state == "unknown"


def test_what_comes_from_elsewhere_is_refused(served: Served) -> None:
    question = {"page": "demo", "given": {"sides": "20"}}
    runs = served.toy.runs()
    kind = {"Content-Type": "text/plain"}  # which a browser lets any site send
    for what in ("run", "check", "stop"):
        assert served.post(what, question, Host="elsewhere.example").status_code == 400
        assert served.post(what, question, **kind).status_code == 400
    preflight = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    told = httpx.options(f"{served.top}/-/run", headers=preflight, timeout=PATIENCE)
    assert told.status_code == 405 and "access-control-allow-origin" not in told.headers
    assert served.toy.runs() == runs and not processes_of(served.toy.root)


def test_nothing_that_is_asked_reaches_a_path_and_what_is_no_question_is_refused(
    served: Served,
) -> None:
    for place in ("../../../etc/passwd", "", "demo\0"):
        assert served.post("run", {"page": place, "given": {}}).status_code == 400
        assert served.get("/-/state", page=place, key="a" * 16).status_code == 400
    for odd in ([], {"page": 5, "given": {}}, {"page": "demo", "given": 5}, {"page": []}):
        for what in ("run", "check", "stop"):
            assert served.post(what, odd).status_code == 400, odd
    head = {"Content-Type": "application/json"}
    for text in (b"", b"{", b"\xff", b"[" * 100_000):
        told = httpx.post(f"{served.top}/-/run", content=text, headers=head, timeout=PATIENCE)
        assert (told.status_code, told.json()["error"]) == (400, "this is no JSON"), text[:3]
    key = served.ask()
    for bad in (f"../demo/{key}", key + "\0", ""):
        assert served.state(bad) == "unknown", bad
        assert served.post("stop", {"page": "demo", "key": bad}).status_code == 400
        assert "Your answer" not in served.get("/book/demo.html", run=bad).text
    good = f"/-/files/demo/{key}"
    assert served.get(f"{good}/run.json").json()["key"] == key
    for name in ("..%2f..%2f..%2f..%2f_toc.yml", "tables", "%00"):
        assert served.get(f"{good}/{name}").status_code == 404, name
