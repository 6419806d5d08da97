"""What an exception says of a slip in an author's code: its words, and the line that it came by."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from pathlib import Path

from .errors import BuildError, UserError
from .files import in_project
from .places import PRESS

_OWN = ("lib", "book")  # the folders of what an author has written


def describe(error: BaseException, otherwise: str = "") -> str:
    """Return what an exception says, in a line, with the author's line or another place."""
    place, words = place_of(error) or otherwise, " ".join(str(error).split())
    if isinstance(error, SyntaxError):
        words = error.msg if place else words
    elif not isinstance(error, BuildError | UserError):  # whose words are ours
        words = f"{type(error).__name__}: {words}".removesuffix(": ")
    return words if ", line " in words else words + place  # which our words may have said


def place_of(error: BaseException | None) -> str:
    """Return the innermost line of an author's that an exception came by, in parentheses.

    What was raised from another exception came by that one's lines. Empty if there is none.
    """
    place = ""
    while error is not None:
        for frame in traceback.extract_tb(error.__traceback__):
            place = _told(frame.filename, frame.lineno) or place
        if isinstance(error, SyntaxError):
            place = _told(error.filename or "", error.lineno) or place
        error = error.__cause__
    return place


def place_of_code(function: Callable[..., object]) -> str:
    """Return where an author has defined a function, in parentheses."""
    code = inspect.unwrap(function).__code__
    return _told(code.co_filename, code.co_firstlineno)


def _told(file: str, line: int | None) -> str:
    """A line of an author's; empty if it is none."""
    whole, path = Path(file), in_project(Path(file))
    if not whole.is_file() or whole.is_relative_to(PRESS) or path.parts[0] not in _OWN:
        return ""
    return f" ({path}, line {line})"
