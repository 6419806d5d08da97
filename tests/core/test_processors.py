"""Processors are shared by all that computes in one checkout."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlor.core import processors


@pytest.fixture
def four(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine of four processors that nobody else uses."""
    monkeypatch.setattr(processors, "keep_folder", lambda kind: tmp_path / "none yet" / kind)
    monkeypatch.setattr(processors, "processors", lambda: 4)
    yield


def most_at_a_time(jobs: int, awaited: int) -> int:
    """How many of some jobs are under way together, at most; they wait until so many are."""
    lock, full, now, most = threading.Lock(), threading.Event(), 0, 0

    def job() -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
            if now == awaited:
                full.set()
        full.wait(60)
        threading.Event().wait(0.05)  # for one more
        with lock:
            now -= 1

    with processors.Threads() as threads:
        for _ in range(jobs):
            threads.submit(job)
    return most


@pytest.mark.parametrize(("busy", "most"), [(1, 4), (3, 2), (4, 1), (6, 1)])
def test_threads_take_the_processors_that_are_free(four: None, busy: int, most: int) -> None:
    pages = [processors.held() for _ in range(busy)]
    for page in pages:
        page.__enter__()
    assert most_at_a_time(8, most) == most
    for page in pages:
        page.__exit__(None, None, None)
    assert most_at_a_time(8, 4) == 4


def test_without_a_folder_there_is_one_thread(
    four: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(processors, "keep_folder", lambda kind: tmp_path / "file" / kind)
    with processors.held():
        assert most_at_a_time(3, 1) == 1


def test_what_threads_give_is_in_order(four: None) -> None:
    assert processors.in_threads(lambda k: k * k, range(50)) == [k * k for k in range(50)]
    assert processors.in_threads(lambda k: k * k, []) == []


@pytest.mark.parametrize("error", [ArithmeticError, KeyboardInterrupt])
def test_after_an_error_no_job_is_begun(four: None, error: type[BaseException]) -> None:
    begun = []

    def work(job: int) -> None:
        begun.append(job)
        threading.Event().wait(0.01)
        if job == 3:
            raise error

    with pytest.raises(error):
        processors.in_threads(work, range(2000))
    assert len(begun) < 1000
