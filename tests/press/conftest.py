"""One finished toy project for all tests of the press: those that break something take a copy."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from . import warm
from .toy import Toy


@pytest.fixture(scope="session", autouse=True)
def parents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Processes that bear those of toys."""
    end = warm.begin(tmp_path_factory.mktemp("warm"))
    yield
    end()


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
def toy(finished: Toy, tmp_path: Path) -> Toy:
    """A project of which nothing has been built, but whose sources and styles were read before.

    What is kept of those is named by their content, and `Toy.make` begins without it.
    """
    made = Toy.make(tmp_path / "toy")
    (made.root / "_build").mkdir()
    for name in ("outlines.json", "made"):
        of = finished.root / "_build" / name
        (shutil.copytree if of.is_dir() else shutil.copy)(of, made.root / "_build" / name)
    return made
