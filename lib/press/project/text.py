"""Texts as one line of a terminal takes them."""

from __future__ import annotations

import re

# what neither XML nor UTF-8 can hold, and so no page, figure or table
NO_TEXT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def cut(text: str, width: int = 60) -> str:
    """Return `text`, cut to `width` characters."""
    return text if len(text) <= width else text[: width - 3] + "..."


def printable(text: str) -> str:
    r"""Return `text` with every character spelled out that would steer a terminal.

    Examples
    --------
    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "".join(
        character
        if character.isprintable() or character == "\n"
        else character.encode("unicode_escape").decode()
        for character in text
    )
