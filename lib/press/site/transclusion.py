"""What stands on a page although it was made elsewhere: blocks of other pages.

A page asks for a table or figure of its chapter by a block ``{shown} NAME``, for the card of an
entry by ``{shown} entry ID``, and for those of another chapter by ``{shown} chapter/NAME``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from textwrap import indent

from ..page.html import moved
from ..run.project import BuildError

_SHOWN = re.compile(r"^( *)```\{shown\} +(.+?) *\n\1```$", re.MULTILINE)


def expand(text: str, blocks: Mapping[str, str], chapter: str, way: str) -> str:
    """Put blocks of other pages in the places that ask for them.

    Parameters
    ----------
    text : str
        Some MyST Markdown.
    blocks : mapping of str to str
        HTML by chapter and name.
    chapter : str
        The page's chapter, whose blocks need no more than their names.
    way : str
        The way from the page to the top of the site, such as ``"../../"``.

    Returns
    -------
    str
        The text with HTML in it.

    Raises
    ------
    BuildError
        If there is no block of a name.
    """

    def put(asked: re.Match[str]) -> str:
        own = f"{chapter}/{asked[2]}"
        name = own if own in blocks else asked[2]
        if name not in blocks:
            near = [f"; nearest: {one}" for one in get_close_matches(own, list(blocks), n=1)]
            raise BuildError(f"{{shown}} {name}: no page makes it{''.join(near)}")
        block = f"``````{{raw}} html\n{moved(blocks[name], way)}\n``````"
        return indent(block, asked[1])  # in a list it belongs to a point

    return _SHOWN.sub(put, text)
