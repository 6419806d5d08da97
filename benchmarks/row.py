"""What is compared: a question, our way to its answer, and other ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

KINDS = {
    "library": "a library that one would pick instead",
    "source": "the source's own method",
    "plain": "the plainest code that is right",
}


@dataclass(frozen=True)
class Way:
    """A way to an answer.

    Attributes
    ----------
    name : str
        Such as ``"quantecon, minmax"``.
    call : callable
        From what the row gives to an answer.
    prepare : callable, optional
        What it makes of that first, such as a game object of its own; that is not timed.
    kind : str
        A key of `KINDS`; ours has none.
    package : str
        The distribution that it needs beside our own locks, if any.
    share : float
        The part of the work that it does. The time of the whole is reckoned from that.
    loose : bool
        Whether it is allowed to be off by as much as it says itself, as iterations are.
    """

    name: str
    call: Callable[[Any], Any]
    prepare: Callable[[Any], Any] | None = None
    kind: str = ""
    package: str = ""
    share: float = 1.0
    loose: bool = False

    def version(self) -> str:
        """The version of its package, `""` if that is not installed."""
        try:
            return version(self.package) if self.package else "-"
        except PackageNotFoundError:
            return ""


@dataclass(frozen=True)
class Row:
    """A question with ways to answer it.

    Attributes
    ----------
    name : str
        The group and a short name, such as ``"zero_sum/seven"``.
    what : str
        The question, for a reader of the book.
    given : callable
        Makes what every way is given.
    ours, rivals : Way, tuple of Way
        Who answers.
    differs : callable
        How far two answers are apart, ours and another's.
    within : float
        How far they may be.
    certificate : callable, optional
        From what is given and an answer: how far that can be from the truth at most.
    certified : str
        What that number is, such as ``"duality gap"``.
    tiny : callable, optional
        A small question of the same kind, on which everything is compiled that has to be.
    """

    name: str
    what: str
    given: Callable[[], Any]
    ours: Way
    rivals: tuple[Way, ...]
    differs: Callable[[Any, Any], float]
    within: float
    certificate: Callable[[Any, Any], float] | None = None
    certified: str = ""
    tiny: Callable[[], Any] | None = None


@dataclass(frozen=True)
class Growth:
    """A solver whose cost is asked for against the size of the question.

    Attributes
    ----------
    name : str
        The group and a short name, as of a row.
    what : str
        The solver, for a reader of the book.
    size : str
        What grows, in the plural: ``"cards"``.
    sizes : tuple of int
        From small to large; measuring stops where time or memory ends.
    call : callable
        From a size, or what `given` makes of it, to an answer.
    theory : str
        What the cost should be, in TeX.
    far : int
        The size at which the time is foretold.
    expected : float, optional
        The exponent, or the base, that theory gives.
    law : {"power", "base"}
        Whether cost goes like ``size**x`` or like ``x**size``.
    given : callable, optional
        From a size to the question, whose making is not timed.
    """

    name: str
    what: str
    size: str
    sizes: tuple[int, ...]
    call: Callable[[int], Any]
    theory: str
    far: int
    expected: float | None = None
    law: str = "power"
    given: Callable[[int], Any] = int


@dataclass(frozen=True)
class Limit:
    """A kernel beside the least that a machine could do for its work.

    Attributes
    ----------
    name : str
        The group and a short name, as of a row.
    what : str
        The kernel, for a reader of the book.
    unit : str
        What it goes through, in the plural: ``"parties"``.
    count : callable
        How many of them are in a call.
    call : callable
        The call.
    least : callable
        From their number: what of the work no way around it could leave out, at full speed.
    bound : str
        What that is, for a reader.
    rest : str
        Where the rest of the time goes.
    """

    name: str
    what: str
    unit: str
    count: Callable[[], int]
    call: Callable[[], Any]
    least: Callable[[int], Any]
    bound: str
    rest: str
