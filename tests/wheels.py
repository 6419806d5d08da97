"""The wheels that others install, and environments of their own to install them in."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from press.project.places import Project
from press.site.wheels import write_wheels

ROOT = Path(__file__).resolve().parents[1]


def build(folder: Path) -> dict[str, Path]:
    """Build the wheels of this edition; by distribution."""
    wheels = write_wheels(Project(ROOT), folder)
    return {path.name.partition("-")[0]: path for path in wheels}


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
        """Install something at locked versions; without a package registry, leave the test out."""
        locks = ("requirements.txt", "requirements/dev.txt")
        options = [option for lock in locks for option in ("--constraint", str(ROOT / lock))]
        command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", *options]
        python = ["--python", str(self.folder / ".venv")]
        done = subprocess.run([*command, *python, *what], capture_output=True, text=True)
        if done.returncode:
            why = f"the wheel could not be installed:\n{done.stderr}"
            if os.environ.get("CI"):
                pytest.fail(why, pytrace=False)
            pytest.skip(f"{why}\n(no package registry?)")

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
