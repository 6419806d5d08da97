"""A toy row: who is first, who is off, who gives no answer."""

from __future__ import annotations

import hashlib
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import Any

import pytest
from benchmarks import measure as module
from benchmarks.apart import LATE, apart
from benchmarks.measure import STATES, measure
from benchmarks.row import Row, Way
from benchmarks.sides import beside


def counted(steps: int, answer: float = 1.0) -> Any:
    """A way to an answer that takes so many steps."""

    def call(given: None) -> float:
        for _ in range(steps):
            pass
        return answer

    return call


def refuse(given: None) -> float:
    raise ArithmeticError("too steep\nfor me")


def toy(*rivals: Way) -> Row:
    return Row(
        "toy/one", "how much is one", lambda: None, Way("ours", counted(20_000)), rivals,
        lambda mine, theirs: abs(mine - theirs), 1e-9, lambda given, answer: 0.25, "a bound",
    )  # fmt: skip


def test_who_is_quicker_is_first_and_a_lost_row_is_told_as_lost() -> None:
    slow, quick = (
        Way("slow", counted(200_000), kind="plain"),
        Way("quick", counted(10), kind="plain"),
    )
    told = measure(toy(slow, quick), budget=0.1)
    assert told["rivals"]["slow"]["state"] == "won"
    assert told["rivals"]["quick"]["state"] == "lost"
    ratio = told["rivals"]["slow"]["ratio"]
    assert 1 < ratio["low"] <= ratio["median"] <= ratio["high"]
    assert told["rivals"]["slow"]["certificate"] == told["ours"]["certificate"] == 0.25
    assert told["ours"]["peak"] > 2**20


def test_an_answer_that_is_off_is_told_however_quick_it_was() -> None:
    off = Way("off", counted(10, answer=1.1), kind="library")
    loose = Way("loose", counted(10, answer=1.1), kind="library", loose=True)
    told = measure(toy(off, loose), budget=0.1)["rivals"]
    assert told["off"]["state"] == "wrong" and told["off"]["differs"] == pytest.approx(0.1)
    assert told["loose"]["state"] == "lost"  # it says itself that it may be off by 0.25


def test_what_gives_no_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = measure(
        toy(
            Way("absent", counted(1), kind="library", package="no-such-package"),
            Way("refuses", refuse, kind="library"),
        )
    )["rivals"]
    monkeypatch.setattr(module, "LIMIT", 0.01)
    told |= measure(toy(Way("sleeps", lambda given: time.sleep(600), kind="library")))["rivals"]
    assert {name: one["state"] for name, one in told.items()} == {
        "absent": "not installed", "refuses": "failed", "sleeps": "too long",
    }  # fmt: skip
    assert told["refuses"]["error"] == "ArithmeticError: too steep"
    assert all(one["state"] in STATES for one in told.values())


def test_a_part_of_the_work_counts_as_a_part() -> None:
    tenth = Way("tenth", counted(20_000), kind="plain", share=0.1)
    told = measure(toy(tenth), budget=0.1)["rivals"]["tenth"]
    assert told["state"] == "won" and told["ratio"]["median"] > 3


def test_what_a_way_prepares_is_not_timed() -> None:
    def prepare(given: None) -> int:
        time.sleep(0.05)
        return 1

    ready = Way("ready", lambda given: float(given), prepare, kind="plain")
    assert measure(toy(ready), budget=0.1)["rivals"]["ready"]["state"] == "lost"


def test_two_ways_are_called_in_turn() -> None:
    calls: list[str] = []
    sides = beside(
        lambda: (calls.append("A"), sum(range(10**5))),
        lambda: (calls.append("B"), sum(range(10**5))),
        budget=0.1,
    )
    turns = [name for name, _ in groupby(calls)]
    assert len(sides.ours) == len(sides.theirs) >= 3
    assert turns == ["A", "B"] * (len(turns) // 2) and len(turns) >= 2 * len(sides.ours)


def test_a_call_apart_leaves_no_process_and_tells_its_memory() -> None:
    small, large = apart(lambda: 1), apart(lambda: len(bytearray(b"1") * 10**8))
    assert small.answer == 1 and large.answer == 10**8
    assert large.peak - small.peak > 0.8e8
    assert apart(lambda: time.sleep(60), 0.01).error == LATE  # it idles


def test_the_time_of_a_call_apart_is_that_of_all_its_threads() -> None:
    def one(_: int) -> float:
        start = time.thread_time()
        hashlib.pbkdf2_hmac("sha256", b"", b"", 400_000)
        return time.thread_time() - start

    def work() -> float:
        with ThreadPoolExecutor(2) as pool:
            return sum(pool.map(one, range(4)))

    told = apart(work)
    # a thread's clock may be a tick ahead of the process's
    assert 0.9 * told.answer < told.seconds < 2 * told.answer, "by the clock it takes half of it"


def test_a_call_apart_is_ended_after_its_time() -> None:
    def endless() -> None:
        while True:
            pass

    assert apart(endless, 1).error == LATE
