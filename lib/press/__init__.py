"""From a notebook to a printed page.

A notebook and its chapter's functions need a few names: `Chapter`, which takes checks, tables,
figures and values; `Answer`, what a lab makes of `Quantity`, `Table` and `Picture`; `claim`,
`value`, `Effort`, `Finding` and `Value`, of which checks are made, and `greatest`, which keeps the
largest deviation; `new_figure`, an empty figure in the book's style, `label_ends`, which names its
lines, and `frame`, what a slider shows; `in_pieces`, which does long work so that it can be
interrupted; `Check`, an entry that was decided; `show`, which writes a value as the book prints it,
and `parse`, which reads a printed one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor.core.face import shown

# each comes when it is asked for, so that the command line starts without pandas and matplotlib
if TYPE_CHECKING:
    from .ledger.findings import Effort, Finding, Value, claim, greatest, value
    from .ledger.verdict import parse
    from .page.answer import Answer, Picture, Quantity, Table
    from .page.chapter import Chapter
    from .page.check import Check, show
    from .page.figures import frame, label_ends, new_figure
    from .run.long_work import in_pieces

__all__ = [
    "Answer",
    "Chapter",
    "Check",
    "Effort",
    "Finding",
    "Picture",
    "Quantity",
    "Table",
    "Value",
    "claim",
    "frame",
    "greatest",
    "in_pieces",
    "label_ends",
    "new_figure",
    "parse",
    "show",
    "value",
]

__getattr__, __dir__ = shown(__name__, __path__, __all__)
