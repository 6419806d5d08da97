"""What stands on a page although it was made elsewhere: pieces of other pages.

A page asks for a table or figure of its chapter by a block ``{shown} NAME``, for the card of an
entry by ``{shown} entry ID``, and for those of another chapter by ``{shown} chapter/NAME``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import indent

from ..project.errors import known_name
from .pieces import Piece, Pieces, find

_SHOWN = re.compile(r"^( *)```\{shown\} +(.+?) *\n\1```$", re.MULTILINE)


def expand(text: str, pieces: Pieces, chapter: str, printed: Callable[[Piece], str]) -> str:
    """Put pieces of other pages in the places that ask for them.

    Parameters
    ----------
    text : str
        Some MyST Markdown.
    pieces : dict of str to Piece
        All that there are.
    chapter : str
        The page's chapter, whose pieces need no more than their names.
    printed : callable
        Returns a piece as HTML.

    Returns
    -------
    str
        The text with HTML in it.

    Raises
    ------
    UserError
        If there is no piece of a name.
    """

    def put(match: re.Match[str]) -> str:
        piece = find(pieces, chapter, match[2])
        if not piece:
            names = [re.sub("/(table|figure) ", "/", key) for key in pieces]
            known_name(f"{chapter}/{match[2]}", names, "piece of a page")
        assert piece
        block = f"``````{{raw}} html\n{printed(piece)}\n``````"
        return indent(block, match[1])  # in a list it belongs to a point

    return _SHOWN.sub(put, text)
