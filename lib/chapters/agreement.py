"""A statement against the rules, case by case: what checks of many cases have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import numpy as np

from press import Effort, Finding, claim, counted, greatest

from .tolerances import ROUNDING

__all__ = ["Cases", "Tally", "agrees", "largest_difference", "tallied", "tally"]

Cases = Iterable[tuple[Any, Any]]  # what is printed, and what we compute


@dataclass(frozen=True)
class Tally:
    """In how many of all cases something is so.

    Examples
    --------
    >>> str(tally(n % 2 for n in (1, 3, 5))), str(tally(n > 1 for n in (1, 3, 5)))
    ('all 3', '2 of 3')
    """

    right: int
    count: int

    @property
    def all(self) -> bool:
        """Whether it is so in every case."""
        return self.right == self.count

    def __str__(self) -> str:
        return counted(self.right, self.count)


def tally(cases: Iterable[Any]) -> Tally:
    """Count the cases in which something is so."""
    found = [bool(case) for case in cases]
    return Tally(sum(found), len(found))


def largest_difference(ours: Iterable[Any], theirs: Iterable[Any]) -> float:
    """How far two rows of numbers are apart at most."""
    return greatest(*(abs(float(a) - float(b)) for a, b in zip(ours, theirs, strict=True)))


def agrees(
    entry: str, evidence: str, *, within: float = ROUNDING
) -> Callable[[Callable[[Effort], Cases]], Callable[[Effort], Finding]]:
    """Make a check of what tells, case by case, what is printed and what we compute.

    Parameters
    ----------
    entry : str
        The claim that it decides.
    evidence : str
        A sentence with ``{count}`` cases, and ``{off}``, by how much the two differ at most.
    within : float, optional
        How far they may be apart; see `tolerances`.
    """

    def mark(cases: Callable[[Effort], Cases]) -> Callable[[Effort], Finding]:
        @claim(entry)
        @wraps(cases)
        def check(effort: Effort) -> Finding:
            apart = [float(np.max(np.abs(np.subtract(*case)))) for case in cases(effort)]
            off = greatest(*apart)
            return Finding(off < within, evidence.format(count=len(apart), off=f"{off:.0e}"))

        return check

    return mark


def tallied(
    entry: str, evidence: str, *, of: Callable[[Effort], Any] | None = None
) -> Callable[[Callable[[Any], Iterable[Any]]], Callable[[Effort], Finding]]:
    """Make a check of what tells, case by case, whether something is so: it holds if it always is.

    Parameters
    ----------
    entry : str
        The claim that it decides.
    evidence : str
        A sentence with ``{right}``, how many of all cases, and perhaps ``{it}``, what it looks at.
    of : callable, optional
        What computes that for an `Effort`; see `press.claim`.
    """

    def mark(cases: Callable[[Any], Iterable[Any]]) -> Callable[[Effort], Finding]:
        @claim(entry, of=of)
        @wraps(cases)
        def check(it: Any) -> Finding:
            right = tally(cases(it))
            return Finding(right.all, evidence.format(right=right, it=it))

        return check

    return mark
