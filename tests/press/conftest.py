"""One finished toy project for all tests of the press: those that break something take a copy."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .toy import Toy

collect_ignore = ["demo"]  # whose modules are those of another project


@pytest.fixture(scope="session")
def finished(once: Callable[..., Path]) -> Toy:
    """A project whose book is built. Nobody may change it."""

    def make(folder: Path) -> None:
        Toy.make(folder / "toy").do("build")

    return Toy(once("finished", make) / "toy")


@pytest.fixture
def built(finished: Toy, tmp_path: Path) -> Toy:
    """A copy of the finished project."""
    return finished.copy(tmp_path / "built")


@pytest.fixture(scope="session")
def knowing(finished: Toy) -> Callable[[Path], None]:
    """Let a project know what the press's own modules mean: to read them takes a second."""

    def know(root: Path) -> None:
        known = "_build/kept/sources"
        shutil.copytree(finished.root / known, root / known)

    return know


@pytest.fixture
def toy(knowing: Callable[[Path], None], tmp_path: Path) -> Toy:
    """A project of which nothing has been built."""
    made = Toy.make(tmp_path / "toy")
    knowing(made.root)
    return made
