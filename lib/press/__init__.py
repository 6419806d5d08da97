"""From a notebook to a printed page.

A notebook and its chapter's functions need a few names: `Chapter`, which takes checks, tables,
figures and values; `Answer`, what a lab makes of `Quantity`, `Table` and `Picture`; `claim`,
`Effort`, `Finding` and `Value`, of which checks are made, `greatest`, which keeps the
largest deviation, and `Said`, what a source prints and vouches for; `new_figure`, a `Drawing` in
the book's style, `label_ends`, which names its lines, `FAINT`, the colour of those that others are
held against, and `frame`, what a slider shows; `Drawn`, a drawing with what it shows in words;
`in_pieces`, which does long work so that it can be interrupted; `reads`, which names files that
Python is not told of; `Check`, an entry that was decided;
`show`, which writes a value as the book prints it, `counted`, how many of a number, `parse`, which
reads a printed one, and `in_parts`, the verdict on a claim of several parts.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .ask import sources

sources.watch()  # what makes results; before anything else is imported

if TYPE_CHECKING:
    from .ask.long_work import in_pieces
    from .ledger.findings import Effort, Finding, Value, claim, greatest
    from .ledger.published import Said
    from .ledger.verdict import counted, in_parts, parse, show
    from .page.answer import Answer, Picture, Quantity, Table
    from .page.chapter import Chapter
    from .page.check import Check
    from .page.figures import FAINT, Drawing, Drawn, frame, label_ends, new_figure
    from .project.data_files import reads

_HOMES = {
    "ledger.findings": ("Effort", "Finding", "Value", "claim", "greatest"),
    "ledger.published": ("Said",),
    "ledger.verdict": ("counted", "in_parts", "parse", "show"),
    "page.answer": ("Answer", "Picture", "Quantity", "Table"),
    "page.chapter": ("Chapter",),
    "page.check": ("Check",),
    "page.figures": ("FAINT", "Drawing", "Drawn", "frame", "label_ends", "new_figure"),
    "project.data_files": ("reads",),
    "ask.long_work": ("in_pieces",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = [*_HOME_OF]


def __getattr__(name: str) -> Any:
    # each comes when it is asked for, so that the command line starts without pandas and matplotlib
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
