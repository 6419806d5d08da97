"""One finished toy project for all tests of the press: those that break something take a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from .toy import Toy


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
