"""Execute one notebook in this process, a fork of the `nursery`: one for each page.

Reads a job from a socket, reports there as lines of JSON, and ends, with its kernel, when whoever
asked for it closes the socket or is gone. What the kernel and libraries print to standard error
goes to ours, which is the run's log, and never into the notebook.
"""

from __future__ import annotations

import json
import logging
import math
import os
import platform
import resource
import signal
import socket
import sys
import threading
import time
from importlib.metadata import version
from pathlib import Path
from queue import Empty
from typing import Any, TypedDict

import nbformat
import papermill
from jupyter_client.asynchronous import AsyncKernelClient
from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import LocalProvisioner
from papermill.clientwrap import PapermillNotebookClient
from papermill.engines import NBClientEngine, papermill_engines

from .birth import Birth
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


class _Runner:
    """Who wants the page: tells what to execute, and is told how it goes."""

    channel: socket.socket

    @classmethod
    def listen(cls) -> Job:
        """Return the job, and end this process with its kernel when nobody listens any more."""
        line = cls.channel.makefile().readline()
        if not line:
            _Client.stop()
        threading.Thread(target=cls._leave, daemon=True).start()
        job: Job = json.loads(line)
        return job

    @classmethod
    def _leave(cls) -> None:
        while cls.channel.recv(4096):
            pass
        _Client.stop()


def report(**event: Any) -> None:
    """Tell the runner about `event`, as one line of JSON."""
    _Runner.channel.sendall(json.dumps(event).encode() + b"\n")


class _Client(PapermillNotebookClient):
    """Papermill's client, which here tells of progress and whose kernel can be killed."""

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
        _Manager.born.kill()
        os._exit(130)


class _Provisioner(LocalProvisioner):
    """Has a kernel that is born already, and waits."""

    process: Any

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        _Manager.born.tell(self.parent.connection_file)  # type: ignore[union-attr]
        self.process = _Manager.born
        self.pid = self.pgid = _Manager.born.pid
        return self.connection_info

    async def kill(self, restart: bool = False) -> None:
        self.process.kill()
        self.process.wait()  # a moment; Jupyter looks every tenth of a second


class _KernelClient(AsyncKernelClient):
    """Is ready when the kernel is heard on both channels; Jupyter waits until it is silent."""

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        end = time.monotonic() + (timeout or math.inf)
        while not await self._heard(self.kernel_info()):
            if not await self.is_alive():
                raise RuntimeError("the kernel died before it answered")
            if time.monotonic() > end:
                raise RuntimeError(f"the kernel did not answer in {timeout} seconds")

    async def _heard(self, asked: str) -> bool:
        """Whether the kernel answers a question, and tells everybody that it has."""
        try:
            while (await self.get_shell_msg(timeout=1))["parent_header"].get("msg_id") != asked:
                pass
            idle = False
            while not idle:
                told = await self.get_iopub_msg(timeout=0.2)
                idle = told["content"].get("execution_state") == "idle"
                idle = idle and told["parent_header"].get("msg_id") == asked
        except Empty:  # who asks too early is not told
            return False
        return True


class _Manager(AsyncKernelManager):
    """Has the kernel that was born with this process, whatever kernels the user has installed."""

    born: Birth
    client_factory: Any = _KernelClient

    async def _async_pre_start_kernel(self, **kwargs: Any) -> Any:
        self.provisioner = _Provisioner(parent=self, kernel_spec=self.kernel_spec)
        return await super()._async_pre_start_kernel(**kwargs)

    @property
    def kernel_spec(self) -> KernelSpec:
        return KernelSpec(argv=[], display_name="Python 3", language="python")


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
        _as_it_is(source),
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


def _as_it_is(path: Path) -> str:
    """A path to read from for Papermill, which would replace what stands in braces."""
    return str(path).replace("{", "{{").replace("}", "}}")


def _take_used(folder: Path) -> dict[str, Any]:
    """What the kernel told of what it used; a page without a `Chapter` tells nothing."""
    told = folder / USED
    used: dict[str, Any] = json.loads(told.read_text("utf-8")) if told.is_file() else {}
    told.unlink(missing_ok=True)
    return used


def main(channel: int, kernel: Birth) -> int:
    """Execute the job that a socket tells; the exit status says whether it succeeded."""
    _Runner.channel, _Manager.born = socket.socket(fileno=channel), kernel
    signal.signal(signal.SIGTERM, _Client.stop)
    signal.signal(signal.SIGINT, _Client.stop)
    job = _Runner.listen()
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
