"""What all tests share: the built site, and one Chromium: two in a process exclude each other.

Examples that Hypothesis makes up are the same in each run, and have all the time they need.
"""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# pytest imports tests by file here (importlib mode), so that helpers beside them need the path.
sys.path.insert(0, str(Path(__file__).parent / "site"))

from browsing import CHROMIUM, QUIET, SITE, find_chromium

settings.register_profile(
    "parlor", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("parlor")

gc.disable()  # until all is imported
PATIENCE = 180_000  # milliseconds for what a page does, on a machine that has other things to do


def pytest_collection_finish() -> None:
    """Leave what has been imported out of all further rounds of the garbage collector."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the folder of the built site."""
    if not (SITE / "index.html").is_file():
        pytest.fail(f"{SITE} holds no site: run `make book` first", pytrace=False)
    return SITE.resolve()


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Make a folder that all workers share: whoever comes first makes it, the others wait."""
    top = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        top = top.parent

    def make_once(name: str, make: Callable[[Path], object]) -> Path:
        folder, made = top / name, top / f"{name}.made"
        with (top / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not made.exists():
                shutil.rmtree(folder, ignore_errors=True)  # of whoever failed
                make(folder)
                made.touch()
        return folder

    return make_once


@pytest.fixture(scope="session")
def wheels(once: Callable[..., Path]) -> dict[str, Path]:
    """The wheels of this edition, by distribution."""
    from tests.wheels import build

    folder = once("wheels", build)
    return {path.name.partition("-")[0]: path for path in folder.rglob("*.whl")}


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start one Chromium for the whole session."""
    path = find_chromium()
    if path is None:
        reason = f"no Chromium: none of {', '.join(CHROMIUM)} found, PARLOR_CHROMIUM not set"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def new_tab(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a fresh tab of a kind of reader, told as to Playwright's `new_context`.

    Readers of a kind share a context, in which a tab stays open: what the book's pages have in
    common is then at hand, and the next one takes half the work.
    """
    contexts: dict[str, Any] = {}

    def open_tab(**kind: Any) -> Any:
        name = repr(sorted(kind.items()))
        if name not in contexts:
            contexts[name] = browser.new_context(**kind)
            contexts[name].set_default_timeout(PATIENCE)
            contexts[name].new_page()
        return contexts[name].new_page()

    yield open_tab
    for context in contexts.values():
        context.close()


@pytest.fixture(scope="session")
def tab_of(new_tab: Callable[..., Any]) -> Callable[..., Any]:
    """Give the empty tab of a kind of reader for a while: a new one takes half as much again."""
    free: dict[str, list[Any]] = {}

    @contextmanager
    def lend(**kind: Any) -> Iterator[Any]:
        tabs = free.setdefault(repr(sorted(kind.items())), [])
        tab = tabs.pop() if tabs else new_tab(**kind)
        yield tab
        tab.goto("about:blank")
        tab.unroute_all()
        tab.mouse.move(0, 0)
        tab.emulate_media(media="screen", color_scheme=kind.get("color_scheme", "light"))
        if "viewport" in kind:
            tab.set_viewport_size(kind["viewport"])
        tabs.append(tab)

    return lend
