"""The wheels that others install, and environments of their own to use them in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]


def build(folder: Path) -> None:
    """Build both wheels in ``dist`` of a copy, so that nothing is left behind here."""
    for name in ("lib", "data/games", "pyproject.toml", "LICENSE"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            left_out = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=left_out)
        else:
            shutil.copy(ROOT / name, folder / name)
    for source in (folder, folder / "lib/press"):
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist"]
        done = subprocess.run(command, cwd=source, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def needed(asked: Requirement, seen: set[str]) -> Iterator[Distribution]:
    """What something asks for, as it is at hand, with what that asks for in turn."""
    if str(asked) in seen:
        return
    seen.add(str(asked))
    found = distribution(asked.name)
    assert asked.specifier.contains(found.version, prereleases=True), asked
    yield found
    for text in found.requires or ():
        more = Requirement(text)
        if not more.marker or any(
            more.marker.evaluate({"extra": extra}) for extra in {"", *asked.extras}
        ):
            yield from needed(more, seen)


@dataclass(frozen=True)
class Environment:
    """An environment of its own in ``.venv`` of a folder, for which there is no checkout."""

    folder: Path

    @classmethod
    def make(cls, folder: Path, wheel: Path, *more: str) -> Environment:
        """Install a wheel; what it asks for, and `more`, are links to the packages at hand."""
        uv = [sys.executable, "-m", "uv"]
        subprocess.run(
            [*uv, "venv", "--quiet", "--python", sys.executable, folder / ".venv"], check=True
        )
        install = [*uv, "pip", "install", "--quiet", "--offline", "--no-deps", wheel]
        subprocess.run([*install, "--python", folder / ".venv"], check=True)
        (packages,) = (folder / ".venv/lib").glob("*/site-packages")
        (installed,) = distributions(path=[str(packages)])
        seen: set[str] = set()
        for text in (*(installed.requires or ()), *more):
            asked = Requirement(text)
            if not asked.marker or asked.marker.evaluate({"extra": ""}):
                for found in needed(asked, seen):
                    link(found, packages)
        return cls(folder)

    @property
    def home(self) -> Path:
        """The home of whoever uses it."""
        return self.folder.with_name(f"home of {self.folder.name}")

    def run(
        self, command: str, *arguments: str, **settings: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command of it in its folder, with nothing of whoever tests it."""
        binaries = self.folder / ".venv/bin"
        return subprocess.run(
            [binaries / command, *arguments],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={"PATH": f"{binaries}:{os.defpath}", "HOME": str(self.home)} | settings,
            timeout=600,
        )


def link(found: Distribution, packages: Path) -> None:
    """Link the packages and modules of a distribution into a folder of packages."""
    top = Path(str(found.locate_file("")))
    for file in found.files or ():
        depth = 1
        while len(file.parts) > depth and shared(top.joinpath(*file.parts[:depth])):
            depth += 1
        there = packages.joinpath(*file.parts[:depth])
        if file.parts[0] not in ("..", "__pycache__") and not there.is_symlink():
            there.parent.mkdir(parents=True, exist_ok=True)
            there.symlink_to(top.joinpath(*file.parts[:depth]))


def shared(folder: Path) -> bool:
    """Whether several distributions may have their packages in a folder."""
    return folder.suffix not in (".dist-info", ".libs") and not (folder / "__init__.py").exists()
