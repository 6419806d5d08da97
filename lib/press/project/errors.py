"""What can be wrong: with what the user gave, and with what is being built."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches

MANY = 50  # names that one can still read on a line


class UserError(Exception):
    """Something the user gave is wrong. Its text is one line, and nothing on disk has changed."""

    def __init__(self, text: str) -> None:
        super().__init__(" ".join(text.split()))


class Stopped(BaseException):
    """The user stops the work. Not a KeyboardInterrupt, which typer would swallow."""


class BuildError(Exception):
    """The build cannot go on. Its text says what failed, a line each."""


def known_name(name: str, known: Collection[str], kind: str) -> str:
    """Return `name` if it is known, else raise a `UserError` that names the nearest, or all.

    Of more than `MANY`, names with a point are shortened to what stands before it.

    Parameters
    ----------
    name : str
        What the user gave.
    known : collection of str
        The names that exist.
    kind : str
        What is named, for the message: ``"chapter"``, ``"parameter"``.

    Returns
    -------
    str
        `name`, unchanged.

    Raises
    ------
    UserError
        If `name` is not in `known`.

    Examples
    --------
    >>> known_name("guts", ["guts", "goofspiel"], "chapter")
    'guts'
    """
    if name in known:
        return name
    near = get_close_matches(name, known, n=1)
    names = dict.fromkeys(known)
    if len(names) > MANY:
        names = dict.fromkeys(re.sub(r"\..*", ".*", other) for other in names)
    hint = f"known: {', '.join(names)}" if names else "there are none"
    if near:
        hint = f"did you mean '{near[0]}'?"
    raise UserError(f"no {kind} '{name}'; {hint}")
