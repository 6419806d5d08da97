"""A project of one small chapter, with the real press: for tests that break things on purpose."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.forkserver import set_forkserver_preload
from pathlib import Path
from types import ModuleType
from unittest import mock

import pytest

from press import cli
from press.ask import processes

ROOT = Path(__file__).resolve().parents[2]

set_forkserver_preload(processes._SHARED)  # once for all runs and sweeps that tests ask for

DEMO = Path(__file__).with_name("demo")  # the toy project as it lies there


@dataclass(frozen=True)
class Toy:
    """A toy project in a folder of its own."""

    root: Path

    @classmethod
    def make(cls, root: Path) -> Toy:
        shutil.copytree(DEMO, root)
        config = (ROOT / "_config.yml").read_text("utf-8")
        (root / "_config.yml").write_text(re.sub("wheels: .*", "", config), "utf-8")
        return cls(root)

    def copy(self, root: Path) -> Toy:
        """Copy this project with all that it has built."""
        shutil.copytree(self.root, root, ignore=shutil.ignore_patterns("__pycache__"))
        return Toy(root)

    def start(
        self, *arguments: str, settings: dict[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Start the command line without waiting, with the variables `settings`."""
        environment = {"SOURCE_DATE_EPOCH": "1700000000"}
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "press", *arguments],
            env=os.environ | environment | (settings or {}),
            cwd=self.root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def call(self, *arguments: str, settings: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Run the command line as one types it; return its exit status, output and errors."""
        process = self.start(*arguments, settings=settings)
        out, err = process.communicate(timeout=3600)
        return process.returncode, out, err

    def ask(self, *arguments: str) -> tuple[int, str, str]:
        """Do what `call` does in this process, which takes a quarter of the time."""
        out, err = io.StringIO(), io.StringIO()
        handlers = {number: signal.getsignal(number) for number in cli.STOPS}
        with (
            _modules_of_its_own(),
            contextlib.chdir(self.root),
            mock.patch.object(sys, "argv", ["parlor", *arguments]),
            mock.patch.object(sys, "path", [*sys.path]),
            mock.patch.dict(os.environ, {"SOURCE_DATE_EPOCH": "1700000000"}),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            pytest.raises(SystemExit) as end,
        ):
            cli.main()
        for number, handler in handlers.items():
            signal.signal(number, handler)
        return int(end.value.code or 0), out.getvalue(), err.getvalue()

    def do(self, *arguments: str) -> str:
        """Do in this process what must succeed; return its output."""
        status, out, err = self.ask(*arguments)
        assert status == 0, err
        return out

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace `old` by `new` in a file; it must be there."""
        path = self.root / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def site(self) -> dict[str, bytes]:
        """Every file of the book, with its content."""
        top = self.root / "_build/html"
        return {
            p.relative_to(top).as_posix(): p.read_bytes() for p in top.rglob("*") if p.is_file()
        }

    def run_folder(self, sides: int = 6) -> Path:
        """The folder of the run for a die of so many sides."""
        for name in self.runs():
            run = self.root / "_build/runs/demo" / name
            if json.loads((run / "run.json").read_text("utf-8"))["parameters"]["sides"] == sides:
                return run
        raise AssertionError(f"no run for {sides} sides")

    def runs(self) -> list[str]:
        """The keys of the finished runs of the one chapter."""
        return sorted(path.name for path in (self.root / "_build/runs/demo").glob("*"))

    def tree(self) -> dict[str, bytes]:
        """Every file below the root, with its content."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts
        }


@contextlib.contextmanager
def _modules_of_its_own() -> Iterator[None]:
    """Let a project import its own checks and dice, whatever another's are called."""

    def taken() -> dict[str, ModuleType]:
        names = [name for name in sys.modules if name.partition(".")[0] in ("chapters", "die")]
        return {name: sys.modules.pop(name) for name in names}

    others = taken()
    yield
    taken()
    sys.modules |= others


def with_scripts(content: str, *names: str) -> str:
    """A page with some of the press's scripts and the style of forms, as the press alone has it."""
    assets = ROOT / "lib/press/assets/static"
    scripts = "".join(f"<script>{(assets / name).read_text('utf-8')}</script>" for name in names)
    style = (assets / "form.css").read_text("utf-8")
    return f"<!doctype html><title>demo</title>{scripts}<style>{style}</style>{content}"


def wait_until(condition: Callable[[], object], seconds: float = 1800) -> None:
    """Wait until something is so, on a machine that has other things to do."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.1)


def processes_of(root: Path) -> list[Path]:
    """Folders of the processes alive that execute pages of the project at `root`."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            folder = link.readlink()
            if folder.is_relative_to(root / "_build/tmp"):
                found.append(folder)
    return found
