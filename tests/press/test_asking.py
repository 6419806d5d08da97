"""Questions to the server: by its form in a real Chromium, and by whoever means ill."""

from __future__ import annotations

import io
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from press.lab.serve.desk import Desk
from press.run.project import Project

from .toy import SEEDS, Toy, kernels_of, processes_of

PATIENCE = 120  # seconds for a run, on a machine that has other things to do


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
        return httpx.post(f"{self.top}/-/{what}", content=body, headers=told, timeout=30)

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"{self.top}{path}", timeout=30)

    def end(self, by: int = signal.SIGINT) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, by)
        self.process.communicate(timeout=600)


def wait_for(true: Callable[[], Any], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.1)


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
        tab.get_by_label(name, exact=True).fill(text)
    tab.get_by_role("button", name="Run").click()


def test_a_question_is_answered_in_the_page_and_at_an_address_of_its_own(
    tab: Any, served: Served
) -> None:
    before = {path for path in served.toy.tree() if not path.startswith("_build")}
    strange = "../../x <b>y</b>; touch z `touch z` $(touch z)"  # of which nothing is executed
    run(tab, sides="8", label=strange)
    answer = tab.get_by_role("region", name="Your answer")
    answer.wait_for()
    assert "4.5" in answer.inner_text() and strange in answer.inner_text()
    assert {path for path in served.toy.tree() if not path.startswith("_build")} == before
    assert re.search(r"\?sides=8&label=.*#run=[0-9a-f]{16}$", tab.url)
    with chromium_page(tab, tab.url.replace("?sides=8", "?")) as other:
        other.get_by_role("region", name="Your answer").wait_for()
        assert "4.5" in other.get_by_role("region", name="Your answer").inner_text()
    link = answer.get_by_role("link", name="all files (ZIP)").get_attribute("href")
    with zipfile.ZipFile(io.BytesIO(served.get(link).content)) as archive:
        names = {name.partition("/")[2] for name in archive.namelist()}
    assert {"demo.ipynb", "run.json", "tables/means.csv"} <= names
    link = answer.get_by_role("link", name="notebook").get_attribute("href")
    assert served.get(link).json()["nbformat"] == 4
    for one in answer.get_by_role("link", name="CSV").all():
        file = served.get(one.get_attribute("href"))
        assert file.status_code == 200 and "attachment" in file.headers["content-disposition"]
    tab.locator("summary", has_text="Earlier runs").click()
    boxes = tab.get_by_role("checkbox", name="Compare")
    boxes.nth(1).wait_for()
    assert boxes.count() == 2  # this one, and the book's own
    boxes.nth(0).check()
    boxes.nth(1).check()
    tab.get_by_role("button", name="Compare the two").click()
    row = tab.locator(".pr-form tr", has_text=re.compile("quantity: mean"))
    row.wait_for()
    assert row.locator("td").all_inner_texts()[1:3] == ["3.5", "4.5"]


class chromium_page:
    def __init__(self, tab: Any, url: str) -> None:
        self.page = tab.context.new_page()
        self.page.goto(url)

    def __enter__(self) -> Any:
        return self.page

    def __exit__(self, *_: object) -> None:
        self.page.close()


def test_what_is_not_allowed_is_refused_in_the_press_s_words(tab: Any, served: Served) -> None:
    tab.get_by_label("sides", exact=True).fill("1")
    told = "sides = 1 is not a whole number from 2 to 100 (default 6)"
    assert tab.locator("#ask-sides-wrong").inner_text() == told
    assert tab.get_by_role("button", name="Run").is_disabled()
    tab.get_by_label("sides", exact=True).fill("7")  # which only the press can refuse
    tab.get_by_text("demo: sides is even (given: sides = 7)").wait_for()
    runs = served.toy.runs()
    tab.get_by_role("button", name="Run").click()
    tab.get_by_text("demo: sides is even (given: sides = 7)").wait_for()
    assert served.toy.runs() == runs and "#" not in tab.url
    for given in ({"sides": "1"}, {"side": "8"}, {"sides": "["}, {"a=b": "1"}, {"pause": "1e999"}):
        answer = served.post("run", {"page": "demo", "given": given})
        assert answer.status_code == 400 and answer.json()["error"], given
    assert served.toy.runs() == runs


def test_a_run_is_cancelled(tab: Any, served: Served) -> None:
    runs = served.toy.runs()
    run(tab, pause="50")
    tab.get_by_text(re.compile(r"Running: \d+ of")).wait_for()
    assert kernels_of(served.toy.root)
    tab.get_by_role("button", name="Cancel").click()
    tab.get_by_text("Cancelled: nothing of it is kept.").wait_for()
    wait_for(lambda: not kernels_of(served.toy.root), "the kernel ends")
    assert served.toy.runs() == runs and "#" not in tab.url


def test_two_ask_at_once(tab: Any, served: Served) -> None:
    with chromium_page(tab, served.page) as other, chromium_page(tab, served.page) as third:
        run(tab, sides="10", pause="1")
        run(other, sides="12", pause="1")
        run(third, sides="12", pause="1")  # the same question: one run
        for page, mean in ((tab, "5.5"), (other, "6.5"), (third, "6.5")):
            answer = page.get_by_role("region", name="Your answer")
            answer.wait_for(timeout=1000 * PATIENCE)
            assert mean in answer.inner_text()
        assert other.url == third.url
    assert not list((served.toy.root / "_build/asked").glob("*"))


def test_one_nursery_has_the_processes_of_all_questions(served: Served) -> None:
    root, seen = served.toy.root, set()
    for sides in ("16", "18"):
        key = served.post("run", {"page": "demo", "given": {"sides": sides}}).json()["key"]
        url = f"/-/run?page=demo&key={key}"
        wait_for(lambda url=url: served.get(url).json()["state"] == "finished", "an answer")
        wait_for(lambda: not kernels_of(root), "the kernel ends")
        seen.add(tuple(processes_of(root)))
    assert [len(processes) for processes in seen] == [1]


def test_other_origins_and_hosts_are_refused(served: Served) -> None:
    question = {"page": "demo", "given": {"sides": "20"}}
    runs = served.toy.runs()
    for headers in (
        {"Origin": "https://elsewhere.example"}, {"Origin": "null"}, {"Origin": ""},
        {"Origin": "http://localhost"}, {"Host": "elsewhere.example"},
        {"Host": f"127.0.0.1.elsewhere.example:{served.port}"}, {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ):  # fmt: skip
        for what in ("run", "check", "cancel"):
            answer = served.post(what, question, **headers)
            assert answer.status_code == 403, headers
            assert answer.text in ("not a page of this server\n", "not the name of this server\n")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        assert served.post("run", question, Content_Type=kind).status_code == 415
    assert served.toy.runs() == runs and not kernels_of(served.toy.root)


def test_a_page_elsewhere_cannot_ask(browser: Any, served: Served) -> None:
    page = browser.new_page()
    page.route(
        "http://elsewhere.example/**", lambda r: r.fulfill(body="<p>", content_type="text/html")
    )
    page.goto("http://elsewhere.example/")
    runs = served.toy.runs()
    script = """async ([url, type, mode]) => {
      const body = JSON.stringify({page: "demo", given: {sides: "22"}});
      const headers = {"Content-Type": type};
      try {
        return (await fetch(url, {method: "POST", mode, body, headers})).status;
      } catch { return "refused"; }
    }"""
    for kind, mode in (
        ("application/json", "cors"),
        ("text/plain", "cors"),
        ("text/plain", "no-cors"),
    ):
        assert page.evaluate(script, [f"{served.top}/-/run", kind, mode]) in ("refused", 0)
    page.close()
    assert served.toy.runs() == runs and not kernels_of(served.toy.root)


def test_nothing_that_is_asked_reaches_a_path(served: Served) -> None:
    places = ["../../../etc/passwd", "..", "/", "demo/../demo", "DEMO", "", "demo\0", "x" * 10_000]
    for place in places:
        assert served.post("run", {"page": place, "given": {}}).status_code == 404
        answer = httpx.get(f"{served.top}/-/history", params={"page": place[:2000]})
        assert answer.status_code == 404
    (key,) = {path.name for path in (served.toy.root / "_build/runs/demo").glob("*")} & {
        served.post("run", {"page": "demo", "given": {}}).json()["key"]
    }
    for bad in (
        "../" + key,
        key + "/..",
        key.upper() + "x",
        "%2e%2e",
        "a" * 16 + "\n",
        "",
        key[:15],
    ):
        for what in ("run", "compare"):
            told = {"page": "demo", "key": bad, "a": bad, "b": key}
            answer = httpx.get(f"{served.top}/-/{what}", params=told)
            assert answer.status_code == 404, bad
        assert served.post("cancel", {"page": "demo", "key": bad}).status_code == 404
    good = f"/-/files/demo/{key}"
    assert served.get(f"{good}/run.json").json()["key"] == key
    for name in ("../run.json", "%2e%2e/x", "..%2f..%2f..%2f_toc.yml", "/etc/passwd", "", "tables",
                 "manifest.json", "run.json/", "%00", "tables/../run.json"):  # fmt: skip
        connection = socket.create_connection(("127.0.0.1", served.port), timeout=20)
        asked = f"GET {good}/{name} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n"
        connection.sendall(asked.encode())
        assert connection.recv(100).startswith((b"HTTP/1.1 404", b"HTTP/1.1 307")), name
        connection.close()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'{"page": 1, "given": {}}', b'{"page": "demo"}', b"\xff" * 100,
     b'{"page": "demo", "given": {"sides": 8}}', b'{"page": "demo", "given": []}',
     b'{"page": "demo", "given": {"\\ud800": "8"}}',
     b'{"page": "demo", "given": {"sides": "\\ud800"}}',
     b'{"page": "demo", "given": {"label": "\'\\ud800\'"}}',
     b'{"page": "demo", "given": {"label": "\\"\\\\ud800\\""}}',
     b"[" * 100_000, b'{"page": "demo", "given": {"sides": "' + b"[" * 50_000 + b'"}}'],
)  # fmt: skip
def test_what_is_no_question_is_refused(served: Served, content: bytes) -> None:
    assert served.post("run", content).status_code == 400


def test_what_is_not_ours_is_told_to_nobody(served: Served) -> None:
    runs = served.toy.root / "_build/runs/demo"
    texts = ["[]", "3", '{"parameters": []}', "[" * 100_000, '{"parameters": {"label": "\\ud800"}}']
    texts += ['{"parameters": {"pause": NaN}}']
    before = len(served.get("/-/history?page=demo").json())
    for number, text in enumerate(texts):
        (runs / str(number)).mkdir()
        (runs / str(number) / "run.json").write_text(text, "utf-8")
    (runs / "pipe").mkdir()
    os.mkfifo(runs / "pipe/run.json")
    try:
        answer = served.get("/-/history?page=demo")
        assert answer.status_code == 200 and len(answer.json()) <= before + 1  # NaN is a text there
    finally:
        for name in (*map(str, range(len(texts))), "pipe"):
            shutil.rmtree(runs / name)


def test_notes_that_are_none_are_forgotten(tmp_path: Path) -> None:
    notes = tmp_path / "_build/asked"
    (notes / "folder.json").mkdir(parents=True)
    good = {"page": "demo", "key": "a" * 16, "given": {"sides": "8"}, "when": 1.5}
    bad = [good | {"page": []}, good | {"when": "late"}, good | {"given": []}, good | {"key": None}]
    bad += [good | {"when": float("inf")}, good | {"given": {"label": "\ud800"}}, [], 3]
    for number, note in enumerate([good, *bad]):
        (notes / f"{number}.json").write_text(json.dumps(note), "utf-8")
    (notes / "deep.json").write_text("[" * 100_000, "utf-8")
    os.mkfifo(notes / "pipe.json")
    desk = Desk(Project(tmp_path))
    desk.close()
    assert desk._read_notes() == [good]
    assert {path.name for path in notes.iterdir()} == {"0.json", "folder.json"}


def test_a_body_of_ten_megabytes_is_not_read(served: Served) -> None:
    size = 10_000_000
    start = f"POST /-/run HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.top}\r\n"
    start += "Content-Type: application/json\r\n"
    for more in (f"Content-Length: {size}\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
            connection.sendall((start + more).encode())
            if "chunked" in more:
                with suppress(OSError):
                    for _ in range(size // 10_000):
                        connection.sendall(b"2710\r\n" + b"x" * 10_000 + b"\r\n")
                    pytest.fail("all of it was taken")
            with suppress(ConnectionResetError):
                assert b" 413 " in connection.recv(100)
                while connection.recv(1000):  # it is closed, and not waited for
                    pass
        assert served.get("/").status_code == 200


def test_no_more_than_so_many_wait(served: Served) -> None:
    from press.lab.serve.desk import AT_A_TIME, MOST_WAITING

    keys = []
    for number in range(AT_A_TIME + MOST_WAITING):
        answer = served.post("run", {"page": "demo", "given": {"pause": f"{30 + number}"}})
        assert answer.status_code == 202
        keys.append(answer.json()["key"])
    url = f"{served.top}/-/run"
    answer = served.post("run", {"page": "demo", "given": {"pause": "29"}})
    if answer.status_code == 202:  # one had not begun: now all places are taken
        keys.append(answer.json()["key"])
        answer = served.post("run", {"page": "demo", "given": {"pause": "28"}})
    assert answer.status_code == 503 and "too many" in answer.json()["error"]
    told = httpx.get(url, params={"page": "demo", "key": keys[-1]}).json()
    assert told["state"] == "waiting" and told["ahead"] >= MOST_WAITING - 3
    for key in reversed(keys):
        assert served.post("cancel", {"page": "demo", "key": key}).status_code == 200
    wait_for(lambda: not kernels_of(served.toy.root), "all kernels end")
    assert not list((served.toy.root / "_build/asked").glob("*"))


def test_over_a_restart_the_page_goes_on(finished: Toy, tmp_path: Path, browser: Any) -> None:
    served = Served.of(finished.copy(tmp_path / "toy"))
    tab = browser.new_page()
    tab.set_default_timeout(1000 * PATIENCE)
    tab.goto(served.page)
    run(tab, pause="55")
    tab.get_by_text(re.compile(r"Running: \d+ of")).wait_for()
    served.end(signal.SIGKILL)
    tab.get_by_text("The server does not answer.").wait_for()
    again = Served.of(served.toy, served.port)
    try:
        tab.get_by_text("and is lost. Run begins it again.").wait_for()
        wait_for(lambda: not kernels_of(served.toy.root), "the kernel ends with its server")
        assert served.toy.runs() == [served.toy.run_folder().name]  # the book's own, and no half
        rows = httpx.get(f"{again.top}/-/history", params={"page": "demo"}).json()
        assert [row["state"] for row in rows] == ["lost", "finished"]
        tab.goto(f"{served.page}#run={rows[1]['key']}")
        tab.reload()
        assert "3.5" in tab.get_by_role("region", name="Your answer").inner_text()
    finally:
        tab.close()
        again.end()


@pytest.fixture(scope="module")
def undisturbed(served: Served) -> dict[str, bytes]:
    """The tables of a question that nobody disturbs."""
    served.post("run", {"page": "demo", "given": {"sides": "14", "pause": "1"}})
    return tables_of(served.toy, 14)


def tables_of(toy: Toy, sides: int) -> dict[str, bytes]:
    """The tables of a finished run, when it is there."""

    def there() -> bool:
        with suppress(AssertionError):
            return bool(toy.run_folder_of(sides))
        return False

    wait_for(there, "the run is finished")
    folder = toy.run_folder_of(sides) / "tables"
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("victim", ["server", "tab"])
def test_a_server_or_a_tab_that_is_gone_loses_nothing(
    finished: Toy, tmp_path: Path, browser: Any, undisturbed: dict[str, bytes], victim: str,
    seed: int,
) -> None:  # fmt: skip
    moments = random.Random(f"{victim} {seed}")
    served = Served.of(finished.copy(tmp_path / "toy"))
    try:
        with browser.new_context() as context:
            tab = context.new_page()
            tab.set_default_timeout(1000 * PATIENCE)
            tab.goto(served.page)
            run(tab, sides="14", pause="1")
            time.sleep(moments.uniform(0, 6))  # before, while and after it runs
            if victim == "server":
                served.end(signal.SIGKILL)
                wait_for(lambda: not processes_of(served.toy.root), "all end with their server")
                served = Served.of(served.toy, served.port)
        known = {name: (served.toy.root / "_build/runs/demo" / name).stat().st_mtime_ns
                 for name in served.toy.runs()}  # fmt: skip
        with browser.new_context() as context:
            tab = context.new_page()
            tab.set_default_timeout(1000 * PATIENCE)
            tab.goto(served.page)
            run(tab, sides="14", pause="1")
            answer = tab.get_by_role("region", name="Your answer")
            answer.wait_for()
            assert "7.5" in answer.inner_text()
            assert tables_of(served.toy, 14) == undisturbed
        assert len(served.toy.runs()) == 2, "the book's own, and this one once"
        for name, time_ns in known.items():
            folder = served.toy.root / "_build/runs/demo" / name
            assert folder.stat().st_mtime_ns == time_ns, "a finished run is not made again"
    finally:
        served.end()
