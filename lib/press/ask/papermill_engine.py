"""Papermill's engine for this process: cells are run by IPython, without a kernel."""

from __future__ import annotations

import io
import traceback
from contextlib import redirect_stdout
from typing import Any

import nbformat.v4 as nb
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from papermill.engines import Engine
from traitlets import Type
from traitlets.config import Config

from ..page.events import tell
from ..project.exceptions import place_of


class _Result(DisplayHook):
    """Takes the value of a cell's last line, which IPython would print."""

    shell: Shell

    def write_output_prompt(self) -> None:
        """No number is printed before it."""

    def write_format_data(self, format_dict: dict[str, Any], md_dict: Any = None) -> None:
        """Take it in all its forms."""
        told = {"execution_count": self.prompt_count, "metadata": md_dict or {}}
        self.shell.outputs.append(nb.new_output("execute_result", format_dict, **told))


class _Displayed(DisplayPublisher):
    """Takes what a cell displays."""

    shell: Shell

    def publish(self, data: Any, metadata: Any = None, *_: Any, **__: Any) -> None:
        """Take it in its place."""
        told = nb.new_output("display_data", data, metadata=metadata or {})
        self.shell.outputs.append(told)


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


class Shell(InteractiveShell):
    """IPython without a terminal."""

    displayhook_class = Type(_Result)
    display_pub_class = Type(_Displayed)
    outputs: list[Any]  # of the cell that is run, in their order

    def enable_gui(self, gui: Any = None) -> None:
        """There is none, whatever ``%matplotlib`` asks for."""

    def ask_exit(self) -> None:
        """What ``exit`` calls."""
        raise SystemExit


class InProcess(Engine):
    """Runs the cells of a notebook one after another, and tells how far it is."""

    @classmethod
    def execute_managed_notebook(
        cls, nb_man: Any, kernel_name: str, *, page: str, lines: dict[str, int], **kwargs: Any
    ) -> None:
        """Run all cells, as papermill asks of an engine, until one raises.

        Their code begins in some lines of their page.
        """
        settings = Config({"HistoryManager": {"enabled": False}})
        shell = Shell.instance(config=settings, colors="NoColor")
        for index, cell in enumerate(nb_man.nb.cells):
            nb_man.cell_start(cell, index)
            before = lines.get(cell.id, 1) - 1
            is_code = cell.cell_type == "code" and cell.source.strip()
            if is_code and not _run(shell, cell, page, before):
                nb_man.cell_exception(cell, index)
                return
            nb_man.cell_complete(cell, index)
            tell(cell=index + 1)


def _run(shell: Shell, cell: Any, page: str, before: int) -> bool:
    """Run a cell, before which a page has some lines; give it its outputs, say if it went well."""
    shell.outputs = cell["outputs"] = []
    with redirect_stdout(_Written(shell.outputs)):
        done = shell.run_cell(cell.source, store_history=True)
    cell["execution_count"] = done.execution_count
    error = done.error_before_exec or done.error_in_exec
    if error is not None:
        lines = shell.InteractiveTB.structured_traceback(type(error), error, error.__traceback__)
        why = " ".join(str(error).split())
        if isinstance(error, SystemExit):  # papermill takes one without a reason for the end
            why = "a page is run to its end"
        elif isinstance(error, SyntaxError):
            why = error.msg
        place = place_of(error) or f" ({page}, line {before + _line(error)})"
        why += place * (", line " not in why)  # which a press's error has said
        told = {"ename": type(error).__name__, "evalue": why, "traceback": lines}
        shell.outputs.append(nb.new_output("error", **told))
    return error is None


def _line(error: BaseException) -> int:
    """The line of a cell that an exception came by."""
    if isinstance(error, SyntaxError):
        return error.lineno or 1
    frames = traceback.extract_tb(error.__traceback__)
    return next((one.lineno or 1 for one in frames if "<ipython-input" in one.filename), 1)
