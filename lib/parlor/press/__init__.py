"""From a notebook to a printed page.

A notebook and its chapter's functions need a few names: `Chapter`, which takes checks, tables,
figures and values; `Answer`, what a lab makes of `Quantity`, `Table` and `Picture`; `claim`,
`value`, `Effort`, `Finding` and `Value`, of which checks are made; `new_figure`, an empty figure in
the book's style, `label_ends`, which names its lines, and `frame`, what a slider shows;
`in_pieces`, which does long work so that it can be interrupted; `Check`, an entry that was decided;
`show`, which writes a value as the book prints it, and `parse`, which reads a printed one.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    # imported on demand, so that the command line starts without pandas and matplotlib
    if name == "Chapter":
        from .chapter import Chapter

        return Chapter
    if name == "Answer":
        from .answer import Answer

        return Answer
    if name == "Quantity":
        from .answer import Quantity

        return Quantity
    if name == "Table":
        from .answer import Table

        return Table
    if name == "Picture":
        from .answer import Picture

        return Picture
    if name == "show":
        from .check import show

        return show
    if name == "Check":
        from .check import Check

        return Check
    if name == "claim":
        from .findings import claim

        return claim
    if name == "value":
        from .findings import value

        return value
    if name == "Effort":
        from .findings import Effort

        return Effort
    if name == "Finding":
        from .findings import Finding

        return Finding
    if name == "Value":
        from .findings import Value

        return Value
    if name in ("new_figure", "label_ends", "frame"):
        from . import figures

        return getattr(figures, name)
    if name == "in_pieces":
        from .long_work import in_pieces

        return in_pieces
    if name == "parse":
        from .verdict import parse

        return parse
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
