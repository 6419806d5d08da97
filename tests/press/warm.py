"""Processes of the press that need not import what they use: forks of one that has.

Two thirds of the time of a toy's build go into importing Sphinx, Jupyter and pandas, and tests
start three hundred such processes. So each worker of pytest has two parents that have imported
them: one for commands and Sphinx, one for nurseries. A fork runs the code that a new Python would
have run, with its flags, arguments, folder, variables and open files. It is a process like any
other, which can be waited for and killed. Of `parlor` nothing has been imported: each toy has its
own. What it builds is held against what users' processes build, in `test_canaries`.
"""

from __future__ import annotations

import ctypes
import fcntl
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FLAGS = {"commands": ["-I", "-X", "utf8"], "nurseries": ["-s", "-P", "-X", "utf8"]}
# for prctl: be killed with one's parent; adopt all descendants that have lost theirs
PDEATHSIG, ADOPT = 1, 36
MOST = 1 << 20  # bytes of a job
IMPORTED = (
    "typer", "rich.progress", "psutil", "pydantic", "yaml", "nbformat", "jupytext.myst", "pandas",
    "pyarrow.parquet", "matplotlib.figure", "joblib", "fontTools.subset", "tinycss2", "jsonschema",
    "pybtex.database.input.bibtex", "jupyter_book.cli.main", "jupyter_book.sphinx",
    "sphinx.builders.html", "sphinx.writers.html5", "sphinx.ext.intersphinx", "sphinx.ext.mathjax",
    "myst_nb.sphinx_ext", "myst_nb.ext.download", "pydata_sphinx_theme", "sphinx_book_theme",
    "sphinx_copybutton", "sphinx_design.extension", "sphinx_external_toc.events",
    "sphinx_multitoc_numbering", "sphinx_proof.domain", "sphinxcontrib.bibtex",
    "sphinxcontrib.applehelp", "sphinxcontrib.devhelp", "sphinxcontrib.htmlhelp",
    "sphinxcontrib.qthelp", "sphinxcontrib.serializinghtml",
)  # fmt: skip

doors: dict[str, str] = {}  # where parents wait for jobs, by kind


def begin(home: Path) -> Callable[[], None]:
    """Start both parents of this process, and return what ends them; on Linux only."""
    from press.run import isolation

    if sys.platform != "linux":
        return lambda: None
    ctypes.CDLL(None).prctl(ADOPT, 1)
    environment = isolation.environment(home / "private")
    parents = []
    # in Linux's abstract namespace: a path might be too long for a socket
    doors.update({kind: f"\0parlor-{os.getpid()}-{kind}" for kind in FLAGS})
    for kind, flags in FLAGS.items():
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(doors[kind])
            door.listen()
            number = door.fileno()
            command = [sys.executable, *flags, __file__, kind, str(number), json.dumps(doors)]
            parents.append(subprocess.Popen(command, pass_fds=[number], env=environment, cwd=home))

    def end() -> None:
        for parent in parents:
            parent.kill()
            parent.wait()

    return end


class Popen(subprocess.Popen):  # type: ignore[type-arg]
    """A process of the press that a parent bears; any other starts as it always does."""

    within = False  # whether this is done in such a process

    def _execute_child(
        self, args: Any, executable: Any, preexec_fn: Any, close_fds: Any, pass_fds: Any, cwd: Any,
        env: Any, startupinfo: Any, creationflags: Any, shell: Any, p2cread: int, p2cwrite: int,
        c2pread: int, c2pwrite: int, errread: int, errwrite: int, *rest: Any,
    ) -> None:  # fmt: skip
        streams = (p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite)
        kind = _kind(args)
        if not kind:
            more = (cwd, env, startupinfo, creationflags, shell, *streams, *rest)
            super()._execute_child(args, executable, preexec_fn, close_fds, pass_fds, *more)
            return
        files = {0: p2cread, 1: c2pwrite, 2: errwrite}
        files = {to: to if file == -1 else file for to, file in files.items()}
        files |= {file: file for file in pass_fds}
        job = {
            "arguments": args[1:],
            "folder": str(cwd or Path.cwd()),
            "environment": env if env is not None else {**os.environ},
            "files": [*files],
            "session": rest[-2],
        }
        # a command waits for its own child
        bear = _forked if self.within and kind == "commands" else partial(_asked, doors[kind])
        self.pid = bear(job, [*files.values()])
        self._child_created = True
        self._close_pipe_fds(*streams)


def _kind(args: Any) -> str:
    """Which parent has imported what a command needs; empty for whatever starts as it is."""
    if not doors or not isinstance(args, list) or args[0] != sys.executable:
        return ""
    if args[1:3] == ["-m", "press"] or args[1:5] == [*FLAGS["commands"], "-c"]:
        return "commands"
    if args[1:6] == [*FLAGS["nurseries"], "-c"]:
        return "nurseries"
    return ""


def _asked(door: str, job: dict[str, Any], files: list[int]) -> int:
    """Let a parent bear a process for a job, and return its number."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(door)
        socket.send_fds(connection, [json.dumps(job).encode()], files)
        return int(connection.recv(20))


def _forked(job: dict[str, Any], files: list[int]) -> int:
    """Fork this process, which is one of a parent's, for a job; return the number."""
    sys.stdout.flush()
    sys.stderr.flush()
    if pid := os.fork():
        return pid
    status: Any = 1
    try:
        _become(job, files)
        status = 0
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(status if isinstance(status, int) else 1)


def main() -> None:
    """Import, and bear a process for each job, until whoever has started this ends it or dies."""
    ctypes.CDLL(None).prctl(PDEATHSIG, signal.SIGKILL)
    kind, door, told = sys.argv[1:]
    doors.update(json.loads(told))
    _import(kind)
    _become(*_next_job(int(door)))


def _import(kind: str) -> None:
    sys.path.insert(0, str(ROOT / "lib"))
    if kind == "nurseries":
        from press.run.nursery import _import_shared

        _import_shared()
    else:
        from press.run.isolation import UNUSED
        from press.site.book import leave_out_clients

        sys.modules.update(dict.fromkeys(UNUSED))  # type: ignore[arg-type]
        leave_out_clients()
        for name in IMPORTED:
            importlib.import_module(name)
    sys.path.pop(0)


def _next_job(door: int) -> tuple[dict[str, Any], list[int]]:
    """Wait for jobs, and return each in a process of its own, a child of this one's parent."""
    gc.freeze()  # what no fork changes is in memory once
    with socket.socket(fileno=door) as waiting:
        while True:
            connection, _ = waiting.accept()
            with connection:
                text, files, *_ = socket.recv_fds(connection, MOST, 20)
                reading, writing = os.pipe()
                if os.fork() == 0:
                    if (pid := os.fork()) == 0:
                        os.close(reading)
                        os.close(writing)
                        return json.loads(text), files
                    os.write(writing, b"%d" % pid)
                    os._exit(0)
                os.wait()  # without its parent the new process is adopted
                connection.sendall(os.read(reading, 20))
                for file in (reading, writing, *files):
                    os.close(file)


def _become(job: dict[str, Any], files: list[int]) -> None:
    """Be the process that a job tells of."""
    vars(subprocess)["Popen"] = Popen
    Popen.within = True
    gc.freeze()  # that nothing of before closes a file any more
    _take(dict(zip(job["files"], files, strict=True)))
    if job["session"]:
        os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.chdir(job["folder"])
    tempfile.tempdir = None  # which it was when libraries were imported
    _begin_with(job["environment"])
    arguments = job["arguments"]
    if arguments[:2] == ["-m", "press"]:  # as it begins itself again
        isolation = importlib.import_module("press.run.isolation")
        arguments = [*isolation.python("press.__main__")[1:], *arguments[2:]]
        _begin_with(isolation.terminal())
    place = arguments.index("-c")
    sys.path[:] = PATH  # which heeds no variable
    sys.argv = arguments[place : place + 1] + arguments[place + 2 :]
    exec(arguments[place + 1], vars(sys.modules["__main__"]))


def _take(files: dict[int, int]) -> None:
    """Have these files open, under these numbers, and no others."""
    most = 1 + max([*files, *files.values()])
    high = {to: fcntl.fcntl(file, fcntl.F_DUPFD, most) for to, file in files.items()}
    os.closerange(3, most)
    for to, file in high.items():
        os.dup2(file, to)
    os.closerange(most, most + 1000)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    told = {"errors": "backslashreplace", "buffering": 1}
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False, **told)  # noqa: SIM115


def _begin_with(environment: dict[str, str]) -> None:
    """Have these variables, find modules accordingly, and nothing of `parlor`."""
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    sys.path[:] = [*filter(None, environment.get("PYTHONPATH", "").split(os.pathsep)), *PATH]
    for name in [name for name in sys.modules if name.partition(".")[0] == "parlor"]:
        del sys.modules[name]
    sys.modules["__main__"] = ModuleType("__main__")


PATH = sys.path.copy()

if __name__ == "__main__":
    main()
