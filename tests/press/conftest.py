"""One finished toy project for all tests of the press: those that break something take a copy."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .toy import Toy

sys.path.insert(0, str(Path(__file__).parents[1] / "site"))

from browsing import CHROMIUM, QUIET, find_chromium


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """A project whose book is built. Nobody may change it."""
    made = Toy.make(tmp_path_factory.mktemp("finished") / "toy")
    status, _, err = made.call("build")
    assert status == 0, err
    return made


@pytest.fixture
def built(finished: Toy, tmp_path: Path) -> Toy:
    """A copy of the finished project."""
    return finished.copy(tmp_path / "built")


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    """A project of which nothing has been built."""
    return Toy.make(tmp_path / "toy")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A Chromium, for what a page does with the press."""
    path = find_chromium()
    if path is None:
        reason = f"no Chromium: none of {', '.join(CHROMIUM)} found, PARLOR_CHROMIUM not set"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield made
        made.close()
