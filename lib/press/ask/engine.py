"""Papermill's engine for this process: cells are run by IPython, without a kernel."""

from __future__ import annotations

import io
import traceback
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import nbformat.v4 as nb
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from papermill.engines import Engine
from traitlets import Type
from traitlets.config import Config

from ..page.events import tell
from ..project.places import PRESS, Project


class Result(DisplayHook):
    """Takes the value of a cell's last line, which IPython would print."""

    taken: dict[str, Any] | None = None

    def start_displayhook(self) -> None:
        """Nothing is printed before it."""

    def write_output_prompt(self) -> None:
        """Nor a number."""

    def write_format_data(self, format_dict: dict[str, Any], md_dict: Any = None) -> None:
        """Take it in all its forms."""
        self.taken = {"data": format_dict, "metadata": md_dict or {}}

    def finish_displayhook(self) -> None:
        """Nor a line's end."""


class Shell(InteractiveShell):
    """IPython without a terminal."""

    displayhook_class = Type(Result)

    def enable_gui(self, gui: Any = None) -> None:
        """There is none, whatever ``%matplotlib`` asks for."""

    def ask_exit(self) -> None:
        """What ``exit`` calls."""
        raise SystemExit


class InProcess(Engine):
    """Runs the cells of a notebook one after another, and tells how far it is."""

    @classmethod
    def execute_managed_notebook(cls, nb_man: Any, kernel_name: str, **kwargs: Any) -> None:
        """Run all cells, as papermill asks of an engine, until one raises."""
        settings = Config({"HistoryManager": {"enabled": False}})
        shell = Shell.instance(config=settings, colors="NoColor")
        for index, cell in enumerate(nb_man.nb.cells):
            nb_man.cell_start(cell, index)
            if cell.cell_type == "code" and cell.source.strip() and not _run(shell, cell):
                nb_man.cell_exception(cell, index)
                return
            nb_man.cell_complete(cell, index)
            tell(cell=index + 1)


class _Written(io.TextIOBase):
    """Standard output of a cell: what is printed stands between what is displayed."""

    def __init__(self, outputs: list[Any]) -> None:
        self.outputs = outputs

    def write(self, text: str) -> int:
        if text and self.outputs and self.outputs[-1].output_type == "stream":
            self.outputs[-1].text += text
        elif text:
            self.outputs.append(nb.new_output("stream", text=text))
        return len(text)


class _Displayed(DisplayPublisher):
    """Takes what a cell displays."""

    outputs: list[Any]

    def publish(self, data: Any, metadata: Any = None, *_: Any, **__: Any) -> None:
        """Take it in its place."""
        self.outputs.append(nb.new_output("display_data", data=data, metadata=metadata or {}))


def _run(shell: Shell, cell: Any) -> bool:
    """Run a cell and give it its outputs, in their order; whether it went well."""
    hook = shell.displayhook
    assert isinstance(hook, Result)
    hook.taken = None
    outputs: list[Any] = []
    shell.display_pub = _Displayed(parent=shell)
    shell.display_pub.outputs = outputs
    with redirect_stdout(_Written(outputs)):
        done = shell.run_cell(cell.source, store_history=True)
    cell["execution_count"] = done.execution_count
    if result := hook.taken:
        count = done.execution_count
        outputs.append(nb.new_output("execute_result", execution_count=count, **result))
    error = done.error_before_exec or done.error_in_exec
    if error is not None:
        lines = shell.InteractiveTB.structured_traceback(type(error), error, error.__traceback__)
        name, why = type(error).__name__, str(error)
        if isinstance(error, SystemExit):  # papermill takes one without a reason for the end
            why = "a page is run to its end"
        why += _place_of(error)
        outputs.append(nb.new_output("error", ename=name, evalue=why, traceback=lines))
    cell["outputs"] = outputs
    return error is None


def _place_of(error: BaseException | None) -> str:
    """The innermost line of the author's that an exception came by, and its file; if there is one.

    What was raised from another exception came by that one's lines.
    """
    lib = Project.here().root / "lib"
    place = ""
    while error is not None:
        for frame in traceback.extract_tb(error.__traceback__):
            path = Path(frame.filename)
            if path.is_relative_to(lib) and not path.is_relative_to(PRESS):
                place = f" ({path.relative_to(lib.parent)}, line {frame.lineno})"
        error = error.__cause__
    return place
