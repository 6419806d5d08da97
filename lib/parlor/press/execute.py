"""Execute one notebook in this process: what the runner starts, once a chapter.

Reads a job from standard input, reports to a pipe of its own as lines of JSON, and ends, with its
kernel, when it is told to stop or when whoever started it is gone. What the kernel and libraries
print to standard error goes to ours, which is the run's log, and never into the notebook.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import resource
import signal
import sys
import threading
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypedDict

import nbformat
import papermill
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from papermill.clientwrap import PapermillNotebookClient
from papermill.engines import NBClientEngine, papermill_engines

from . import sealed
from .notebook import clean, read_page
from .pieces import PROGRESS

USED = "used.json"  # left in the run's folder by the kernel
_PACKAGES = ("numpy", "scipy", "numba", "pandas", "matplotlib", "nashpy")


class UnseenImport(Exception):
    """A page used something that its key does not know."""


class Job(TypedDict):
    """What to execute, and where to leave the result."""

    address: str
    page: str
    key: str
    made: dict[str, str]
    folder: str
    parameters: dict[str, Any]
    changed: dict[str, Any]


def report(**event: Any) -> None:
    """Tell the runner about `event`, as one line of JSON, on the pipe that it has named."""
    line = json.dumps(event).encode() + b"\n"
    while line:
        line = line[os.write(int(sys.argv[1]), line) :]


class _Client(PapermillNotebookClient):
    """Papermill's client, which here tells of progress and whose kernel can be killed."""

    current: _Client | None = None

    def execute(self, **kwargs: Any) -> nbformat.NotebookNode:
        type(self).current = self
        return super().execute(**kwargs)

    def execute_cell(self, cell: nbformat.NotebookNode, index: int, **kwargs: Any) -> Any:
        done = super().execute_cell(cell, index, **kwargs)
        report(cell=index + 1)
        return done

    def process_message(self, message: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        content = message["content"]
        within = content.get("data", {}).get(PROGRESS)
        if within is not None:
            report(within=within)
        elif message["msg_type"] == "stream" and content["name"] == "stderr":
            print(content["text"], end="", file=sys.stderr, flush=True)
            report(warning=content["text"])
        else:
            return super().process_message(message, *args, **kwargs)
        return None

    @classmethod
    def stop(cls, *_: Any) -> None:
        """Kill the kernel at once, then this process."""
        provisioner = cls.current and cls.current.km and cls.current.km.provisioner
        process = getattr(provisioner, "process", None)
        if process is not None:
            process.kill()
        os._exit(130)


class _Manager(AsyncKernelManager):
    """Starts this Python, sealed, whatever kernels the user has installed."""

    @property
    def kernel_spec(self) -> KernelSpec:
        return KernelSpec(argv=sealed.kernel(), display_name="Python 3", language="python")


class _Engine(NBClientEngine):
    """Papermill's own engine with the client above."""

    @classmethod
    def execute_managed_notebook(cls, nb_man: Any, kernel_name: str, **kwargs: Any) -> None:
        _Client(
            nb_man,
            kernel_name=kernel_name,
            kernel_manager_class=_Manager,
            timeout=None,
            startup_timeout=120,
            record_timing=False,
            shutdown_kernel="immediate",
        ).execute()


def execute(job: Job) -> None:
    """Execute a job and leave the notebook, ``run.json`` and the kernel's files in its folder.

    Parameters
    ----------
    job : Job
        The page, its source, its parameters and the folder.

    Raises
    ------
    papermill.PapermillExecutionError
        If a cell raises.
    UnseenImport
        If the page used something that its key does not know.
    """
    start = time.perf_counter()
    folder = Path(job["folder"])
    source = folder / "source.ipynb"
    target = folder / f"{Path(job['page']).stem}.ipynb"
    notebook = read_page(Path(job["page"]))
    nbformat.write(notebook, source)
    report(cells=len(notebook.cells) + bool(job["changed"]))
    papermill_engines.register("parlor", _Engine)
    logging.getLogger("papermill").setLevel(logging.ERROR)  # the press has checked the parameters
    executed = papermill.execute_notebook(
        source,
        None,
        parameters=job["changed"],
        engine_name="parlor",
        kernel_name="python3",
        progress_bar=False,
        cwd=os.environ["PARLOR_SCRATCH"],
    )
    nbformat.write(clean(executed, job["address"]), target)
    source.unlink()
    used = _take_used(folder)
    read = {f"data/published/{job['address'].split('/')[0]}"} if used.get("published") else set()
    if unseen := sorted((read | set(used.get("modules", []))) - set(job["made"])):
        raise UnseenImport(f"used in a way that the run's key cannot see: {', '.join(unseen)}")
    run = {
        "page": job["address"],
        "key": job["key"],
        "parameters": job["parameters"],
        "made": job["made"],
        "kernels": used.get("kernels", []),
        "pieces": used.get("pieces", {}),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in _PACKAGES},
        "wall_seconds": round(time.perf_counter() - start, 3),
        "peak_memory_mib": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
    }
    (folder / "run.json").write_text(json.dumps(run, indent=2) + "\n", "utf-8")


def _take_used(folder: Path) -> dict[str, Any]:
    """What the kernel told of what it used; a page without a `Chapter` tells nothing."""
    told = folder / USED
    used: dict[str, Any] = json.loads(told.read_text("utf-8")) if told.is_file() else {}
    told.unlink(missing_ok=True)
    return used


def _stop_when_orphaned() -> None:
    while os.read(0, 4096):  # not sys.stdin, whose lock would be held when this process ends
        pass
    _Client.stop()


def main() -> int:
    """Execute the job given on standard input; the exit status says whether it succeeded."""
    job: Job = json.loads(sys.stdin.readline())
    signal.signal(signal.SIGTERM, _Client.stop)
    signal.signal(signal.SIGINT, _Client.stop)
    threading.Thread(target=_stop_when_orphaned, daemon=True).start()
    try:
        execute(job)
    except papermill.PapermillExecutionError as error:
        cell = error.exec_count or 0
        report(error=f"cell [{cell}] raised {error.ename}: {error.evalue}", traceback=str(error))
        return 1
    except UnseenImport as error:
        report(error=str(error), traceback="")
        return 1
    report(finished=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
