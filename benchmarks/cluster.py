"""A scheduler of dask and its workers, each a process that can be measured."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def _end_with_us() -> None:
    """Let a process be killed when whoever started it is."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Cluster:
    """A real scheduler and its workers, each a process of its own, on the loopback."""

    def __init__(self, folder: Path, python: str = sys.executable, lib: str = str(ROOT / "lib")):
        self.folder, self.python = folder, python
        self.started: list[subprocess.Popen[bytes]] = []
        self.environment = os.environ | {"PYTHONPATH": lib}
        self.scheduler = self._start("dask_scheduler", "--port", "0")
        file = folder / "scheduler.json"
        end = time.monotonic() + 60
        while not file.is_file() or not file.read_text():
            assert time.monotonic() < end and self.scheduler.poll() is None
            time.sleep(0.05)
        self.address: str = json.loads(file.read_text())["address"]
        self.workers: list[subprocess.Popen[bytes]] = []

    def worker(self, **settings: str) -> None:
        """Start another worker."""
        options = ["--no-nanny", "--nthreads", "1", "--local-directory", str(self.folder)]
        self.workers.append(self._start("dask_worker", *options, **settings))

    def _start(self, command: str, *options: str, **settings: str) -> subprocess.Popen[bytes]:
        place = ["--host", "127.0.0.1", "--no-dashboard"]
        file = ["--scheduler-file", str(self.folder / "scheduler.json")]
        with (self.folder / "log.txt").open("ab") as log:
            process = subprocess.Popen(
                [self.python, "-m", f"distributed.cli.{command}", *place, *file, *options],
                env=self.environment | settings,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                preexec_fn=_end_with_us if sys.platform == "linux" else None,
            )
        self.started.append(process)
        return process

    def end(self) -> None:
        """End all of them."""
        for process in self.started:
            process.kill()
            process.wait()
