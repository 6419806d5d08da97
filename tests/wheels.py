"""The wheels that others install, and environments of their own to install them in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def build(folder: Path) -> dict[str, Path]:
    """Build both wheels from a copy, so that nothing is left behind here; by distribution."""
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
    return {path.name.partition("-")[0]: path for path in (folder / "dist").glob("*.whl")}


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
