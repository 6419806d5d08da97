"""The cells of a page, run by IPython in this process: there is no kernel to be started."""

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
from ..project.errors import BuildError
from ..project.exceptions import describe


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
        raise SystemExit("a page is run to its end")

    @classmethod
    def begun(cls) -> Shell:
        """Return the shell of this process."""
        settings = Config({"HistoryManager": {"enabled": False}})
        return cls.instance(config=settings, colors="NoColor")

    def run(self, cell: Any, page: str, first: int) -> None:
        """Run a cell and give it its outputs.

        Parameters
        ----------
        cell : NotebookNode
            Of code.
        page : str
            Where it stands.
        first : int
            The line of that in which its code begins.

        Raises
        ------
        BuildError
            If it raises: a line says which cell, and what.
        """
        self.outputs = cell["outputs"] = []
        with redirect_stdout(_Written(self.outputs)):
            done = self.run_cell(cell.source, store_history=True)
        cell["execution_count"] = done.execution_count
        if error := done.error_before_exec or done.error_in_exec:
            why = describe(error, f" ({page}, line {first - 1 + _line(error)})")
            raise BuildError(f"cell [{done.execution_count}] raised {why}") from error


class InProcess(Engine):
    """Papermill's engine for this process: runs cells one by one, and tells how far it is."""

    @classmethod
    def execute_managed_notebook(
        cls, nb_man: Any, kernel_name: str, *, page: str, lines: dict[str, int], **kwargs: Any
    ) -> None:
        """Run all cells, as papermill asks of an engine; they begin in some lines of their page."""
        shell = Shell.begun()
        for index, cell in enumerate(nb_man.nb.cells):
            nb_man.cell_start(cell, index)
            if cell.cell_type == "code" and cell.source.strip():
                shell.run(cell, page, lines.get(cell.id, 1))
            nb_man.cell_complete(cell, index)
            tell(cell=index + 1)


def _line(error: BaseException) -> int:
    """The line of a cell that an exception came by."""
    if isinstance(error, SyntaxError):
        return error.lineno or 1
    frames = traceback.extract_tb(error.__traceback__)
    return next((one.lineno or 1 for one in frames if "<ipython-input" in one.filename), 1)
