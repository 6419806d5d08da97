"""What an exception says of a slip in an author's code: its words, and the line that it came by."""

from __future__ import annotations

import traceback
from pathlib import Path

from .errors import BuildError, UserError
from .files import in_project
from .places import PRESS

_OWN = ("lib", "book")  # the folders of what an author has written


def describe(error: BaseException) -> str:
    """Return what an exception says, in a line, with its place if an author's line is known."""
    place, words = place_of(error), " ".join(str(error).split())
    if isinstance(error, SyntaxError):
        words = error.msg if place else words
    elif not isinstance(error, BuildError | UserError):  # whose words are ours
        words = f"{type(error).__name__}: {words}"
    return words if place in words else words + place


def place_of(error: BaseException | None) -> str:
    """Return the innermost line of an author's that an exception came by, in parentheses.

    What was raised from another exception came by that one's lines. Empty if there is none.
    """
    place = ""
    while error is not None:
        frames = [(one.filename, one.lineno) for one in traceback.extract_tb(error.__traceback__)]
        if isinstance(error, SyntaxError):
            frames.append((error.filename or "", error.lineno))
        for name, line in frames:
            whole, path = Path(name), in_project(Path(name))
            if whole.is_file() and not whole.is_relative_to(PRESS) and path.parts[0] in _OWN:
                place = f" ({path}, line {line})"
        error = error.__cause__
    return place
