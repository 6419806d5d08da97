"""From a notebook to a printed page.

A notebook and its chapter's functions need five names: `Chapter`, which takes its checks, tables,
figures and values, `new_figure`, which gives it an empty figure in the book's style, `in_pieces`,
which does long work so that it can be interrupted, `show`, which writes a value as the book prints
it, and `parse`, which reads a printed one.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    # imported on demand, so that the command line starts without pandas and matplotlib
    if name == "Chapter":
        from .chapter import Chapter

        return Chapter
    if name == "show":
        from .check import show

        return show
    if name == "new_figure":
        from .figures import new_figure

        return new_figure
    if name == "in_pieces":
        from .pieces import in_pieces

        return in_pieces
    if name == "parse":
        from .verdict import parse

        return parse
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
