"""Execute one notebook in this process: what the runner starts, once a chapter.

Reads a job from standard input, reports on standard output as lines of JSON, and ends, with its
kernel, when it is told to stop or when whoever started it is gone.
"""

from __future__ import annotations

import json
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

import jupytext
import nbformat
import papermill
from papermill.clientwrap import PapermillNotebookClient
from papermill.engines import NBClientEngine, papermill_engines

from .pieces import PROGRESS

_PACKAGES = ("numpy", "scipy", "numba", "pandas", "matplotlib", "nashpy")


class Job(TypedDict):
    """What to execute, and where to leave the result."""

    chapter: str
    page: str
    key: str
    folder: str
    parameters: dict[str, Any]
    changed: dict[str, Any]


def report(**event: Any) -> None:
    """Tell the runner about `event`, as one line of JSON."""
    print(json.dumps(event), flush=True)


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
        within = message["content"].get("data", {}).get(PROGRESS)
        if within is None:
            return super().process_message(message, *args, **kwargs)
        report(within=within)
        return None

    @classmethod
    def stop(cls, *_: Any) -> None:
        """Kill the kernel at once, then this process."""
        provisioner = cls.current and cls.current.km and cls.current.km.provisioner
        process = getattr(provisioner, "process", None)
        if process is not None:
            process.kill()
        os._exit(130)


class _Engine(NBClientEngine):
    """Papermill's own engine with the client above."""

    @classmethod
    def execute_managed_notebook(cls, nb_man: Any, kernel_name: str, **kwargs: Any) -> None:
        _Client(
            nb_man,
            kernel_name=kernel_name,
            timeout=None,
            startup_timeout=120,
            record_timing=False,
            shutdown_kernel="immediate",
        ).execute()


def read_page(page: Path) -> nbformat.NotebookNode:
    """Turn a page of MyST Markdown into a notebook whose cell ids are always the same."""
    notebook = jupytext.read(page)
    for index, cell in enumerate(notebook.cells):
        cell["id"] = f"{page.stem.replace('_', '-')}-{index:03d}"
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    return notebook


def clean(notebook: nbformat.NotebookNode, chapter: str) -> nbformat.NotebookNode:
    """Take out of an executed notebook what differs from run to run or names this machine."""
    notebook.metadata.pop("papermill", None)
    for index, cell in enumerate(notebook.cells):
        cell.metadata.pop("papermill", None)
        cell.metadata.pop("execution", None)
        if "injected-parameters" in cell.metadata.get("tags", []):
            cell["id"] = f"{chapter.replace('_', '-')}-injected"
        if not cell.get("id"):
            cell["id"] = f"{chapter.replace('_', '-')}-extra-{index:03d}"
    return notebook


def execute(job: Job) -> None:
    """Execute a job and leave the notebook, ``run.json`` and the kernel's files in its folder.

    Parameters
    ----------
    job : Job
        The chapter, its source, its parameters and the folder.

    Raises
    ------
    papermill.PapermillExecutionError
        If a cell raises.
    """
    start = time.perf_counter()
    folder = Path(job["folder"])
    source = folder / "source.ipynb"
    target = folder / f"{job['chapter']}.ipynb"
    notebook = read_page(Path(job["page"]))
    nbformat.write(notebook, source)
    report(cells=len(notebook.cells) + bool(job["changed"]))
    papermill_engines.register("parlor", _Engine)
    executed = papermill.execute_notebook(
        source,
        None,
        parameters=job["changed"],
        engine_name="parlor",
        kernel_name="python3",
        progress_bar=False,
        cwd=os.environ["PARLOR_SCRATCH"],
    )
    nbformat.write(clean(executed, job["chapter"]), target)
    source.unlink()
    run = {
        "chapter": job["chapter"],
        "key": job["key"],
        "parameters": job["parameters"],
        "python": platform.python_version(),
        "packages": {name: version(name) for name in _PACKAGES},
        "wall_seconds": round(time.perf_counter() - start, 3),
        "peak_memory_mib": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
    }
    (folder / "run.json").write_text(json.dumps(run, indent=2) + "\n", "utf-8")


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
    report(finished=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
