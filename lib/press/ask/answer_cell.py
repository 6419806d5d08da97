"""The lab of a chapter as something that is asked many times: one answer for each set of values.

A lab's page has a cell tagged ``answer``, which from the parameters alone makes ``answer``. Here it
is taken off the page and executed without a notebook, in any process that has the library.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..page.answer import Answer
from ..project.errors import BuildError, UserError
from ..project.exceptions import describe
from ..project.notebook import code_cells, code_of
from ..project.parameters import Parameters
from ..project.places import Page, Project
from ..project.text import cut, printable
from . import keys
from .long_work import alone

TAG = "answer"  # of the cell


@dataclass(frozen=True)
class Lab:
    """What can be asked of a page, and what answers it.

    Attributes
    ----------
    page : Page
        The page.
    parameters : Parameters
        What can be asked.
    code : str
        The source of its cell tagged ``answer``, each line of it where it is in the page.
    made : Provenance
        What answers are made of, the parameters and the files that are read aside.
    """

    page: Page
    parameters: Parameters
    code: str
    made: keys.Provenance

    @classmethod
    def of(cls, project: Project, page: Page) -> Lab:
        """Read the lab that `page` is; a `UserError` if it has no cell tagged ``answer``."""
        cells = code_cells(page.path, TAG)
        if not cells:
            raise UserError(f"{page.address}: is no lab: it has no cell tagged {TAG}")
        made = keys.of_answer(project, page, "\n".join(cells))
        return cls(page, Parameters.of_page(page), code_of(page.path, TAG), made)


def run_cell(code: str, values: dict[str, Any], file: str = "") -> Answer:
    r"""Answer a question.

    Parameters
    ----------
    code : str
        The code of a lab: it makes ``answer``.
    values : dict
        All its parameters.
    file : str, optional
        Where the code stands, line by line, for what is said of an exception.

    Returns
    -------
    Answer
        What it has made.

    Examples
    --------
    >>> code = "from press import Answer\nanswer = Answer(f'{n} dice.', ())"
    >>> run_cell(code, {"n": 3}).asked
    '3 dice.'
    """
    namespace: dict[str, Any] = {"__name__": "answer", **values}
    exec(compile(code, file, "exec"), namespace)
    answer = namespace.get("answer")
    if not isinstance(answer, Answer):
        raise BuildError("the cell tagged answer makes no Answer called answer")
    return answer


def ask(code: str, values: dict[str, Any], file: str) -> dict[str, Any] | str:
    """Answer one point, in whatever process, as JSON holds it; or say why it failed."""
    alone.set(True)  # all processors are busy with other points
    try:
        return run_cell(code, values, file).as_json()
    except Exception as error:  # in words, since not every exception can be sent
        return cut(printable(describe(error)), 300)
