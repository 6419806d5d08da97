"""Where pages' processes are born: one has imported what all of them need, and forks for each.

Of a short page nine tenths of the time would go into importing Jupyter, NumPy and numba. So a build
starts one process, in the environment of the project, which imports them once and then waits for
jobs; for a single page it leaves that to its forks. Each job is a fork that executes a page, whose
kernel is a fork as well, made before anything else happens: nothing of one page can be seen by
another. Nothing of ours but `birth` is imported.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import socket
import sys
import tempfile
from contextlib import suppress
from functools import partial
from typing import Any

from .birth import Birth, live

MOST = 1 << 20  # bytes of a job
SHARED = (
    "papermill", "jupytext.myst", "ipykernel.kernelapp", "psutil", "joblib", "numba", "pandas",
    "scipy.optimize", "pydantic", "nbformat", "matplotlib.figure", "matplotlib.font_manager",
    "matplotlib.backends.backend_agg", "matplotlib.backends.backend_svg",
)  # fmt: skip
# what libraries do without here, and take long to import: see `sealed`; Papermill asks for Hadoop
_UNUSED = (
    "rfc3987_syntax", "pyarrow.fs",
    "jupytext.sync_contentsmanager", "jupytext.async_contentsmanager",
)  # fmt: skip


def main() -> int:
    """Take jobs from the socket whose number the command line names, until its other end is gone.

    If ``many`` follows the number, it imports what all pages need before. A job is JSON with the
    ``environment`` and ``folder`` of a process, and two open files: its log, and a socket on which
    it is told what to execute, and reports. The answer is a byte.
    """
    jobs = socket.socket(fileno=int(sys.argv[1]))
    if "many" in sys.argv:
        _import_shared()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who asked hears of the end by the socket
    while True:
        text, files, *_ = socket.recv_fds(jobs, MOST, 2)
        if not text:
            return 0
        if os.fork() == 0:
            jobs.close()
            live(partial(_execute, json.loads(text), *files))
        for file in files:
            os.close(file)
        with suppress(BrokenPipeError):  # who asked is gone, as the next look will tell
            jobs.sendall(b"1")


def _import_shared() -> None:
    sys.modules.update(dict.fromkeys(_UNUSED))  # type: ignore[arg-type]
    for name in SHARED:
        importlib.import_module(name)
    _use_once()
    for name in _UNUSED:  # pages may want them
        del sys.modules[name]
    gc.freeze()  # what no fork changes is in memory once


def _use_once() -> None:
    """Let libraries import, register and compile what they leave to their first use."""
    import nbformat
    from numba.core.registry import cpu_target
    from pydantic import create_model

    nbformat.validate(nbformat.v4.new_notebook())
    create_model("Model", number=(int, 0))
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def _execute(job: dict[str, Any], log: int, channel: int) -> int:
    """Execute a page, in a fork."""
    os.environ.clear()
    os.environ.update(job["environment"])
    tempfile.tempdir = None  # which it was when libraries were imported
    os.chdir(job["folder"])
    for stream in (1, 2):
        os.dup2(log, stream)
    os.close(log)
    parent = os.getpid()

    def kernel(connection: str) -> None:
        os.close(channel)
        sys.modules["debugpy"] = None  # type: ignore[assignment]  # nobody will look into it
        from ipykernel.kernelapp import launch_new_instance

        launch_new_instance(
            ["-f", connection, "--log-level=ERROR", f"--IPKernelApp.parent_handle={parent}"]
        )

    born = Birth(partial(importlib.import_module, "ipykernel.kernelapp"), kernel)
    for name in _UNUSED:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]
    from .execute import main as execute

    return execute(channel, born)


if __name__ == "__main__":
    sys.exit(main())
