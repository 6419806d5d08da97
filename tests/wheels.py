"""The wheels that others install, and environments of their own to use them in."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from press.project.places import Project
from press.site.wheels import write_wheels

ROOT = Path(__file__).resolve().parents[1]


def build(folder: Path) -> None:
    """Build the wheels of this edition."""
    folder.mkdir()
    write_wheels(Project(ROOT), folder)


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
        if meant(more, {"", *asked.extras}):
            yield from needed(more, seen)


def meant(asked: Requirement, extras: set[str]) -> bool:
    """Whether something is asked for here, by whoever wants some extras."""
    return not asked.marker or any(asked.marker.evaluate({"extra": extra}) for extra in extras)


@dataclass(frozen=True)
class Environment:
    """An environment of its own in ``.venv`` of a folder, for which there is no checkout."""

    folder: Path

    @classmethod
    def make(cls, folder: Path) -> Environment:
        """Make an empty one."""
        command = [sys.executable, "-m", "uv", "venv", "--quiet", "--python", sys.executable]
        subprocess.run([*command, folder / ".venv"], check=True)
        return cls(folder)

    def install(self, *what: str) -> None:
        """Install wheels; other packages, and what they ask for, are links to those at hand."""
        asked = {Path(one).name.partition("-")[0]: one for one in what if ".whl" in one}
        files = [one.partition("[")[0] for one in asked.values()]
        install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline"]
        place = ["--no-deps", "--python", self.folder / ".venv"]
        subprocess.run([*install, *place, *files], check=True)
        (packages,) = (self.folder / ".venv/lib").glob("*/site-packages")
        more = [Requirement(one) for one in what if ".whl" not in one]
        for name, one in asked.items():
            extras = {"", *one.partition("[")[2].rstrip("]").split(",")}
            (found,) = distributions(name=name, path=[str(packages)])
            more += [text for text in map(Requirement, found.requires or ()) if meant(text, extras)]
        ours = {canonicalize_name(name) for name in asked}
        seen: set[str] = set()
        for text in more:
            if canonicalize_name(text.name) not in ours:
                for found in needed(text, seen):
                    link(found, packages)

    def uninstall(self, *names: str) -> None:
        """Remove distributions, if they are there."""
        command = [sys.executable, "-m", "uv", "pip", "uninstall", "--quiet"]
        subprocess.run([*command, "--python", str(self.folder / ".venv"), *names], check=True)

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
