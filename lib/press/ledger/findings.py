"""Checks as functions: what decides an entry of the ledger, and what it finds.

A check is a function of a chapter, marked with the entries that it decides. It takes an `Effort`
and returns a `Finding` for a claim or a `Value` for a published value; one that decides several
entries returns a dictionary of them by id::

    @claim("payoff.zero_sum")
    def zero_sum(effort: Effort) -> Finding:
        worst = max(abs(sum(payoffs(table))) for table in tables(effort.of(full=40, reduced=4)))
        return Finding(worst == 0, f"The largest sum is {show(worst)}.")

    @claim("table1.value.*")
    def coalition_values(effort: Effort) -> dict[str, Value]: ...

What several checks look at is computed once, and each is handed it::

    @claim("sc.largest", of=study)
    def largest(it: Study) -> Finding: ...
"""

from __future__ import annotations

import importlib
import math
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import wraps
from types import ModuleType
from typing import Any, TypeVar

from ..project.errors import BuildError
from ..project.exceptions import describe, place_of_code
from .published import Entry, Published
from .verdict import CLAIMS, compare, finite, parse, show, turns_at

_MARK = "decides"  # the attribute of a function that is a check
Told = TypeVar("Told")  # what a check returns
Result = dict[str, Any]


@dataclass(frozen=True)
class Effort:
    """How much work a check may do.

    Attributes
    ----------
    reduced : bool
        Whether this is a run of reduced size, which judges no claims.
    """

    reduced: bool = False

    def of(self, *, full: Any, reduced: Any) -> Any:
        """Return `full`, or `reduced` in a run of reduced size.

        Examples
        --------
        >>> Effort().of(full=40, reduced=4)
        40
        """
        return reduced if self.reduced else full


class Finding:
    """What a check finds of a claim.

    Parameters
    ----------
    verdict : bool or str
        True if it holds, False if it fails, or one of ``"partly"``, ``"not refuted"``,
        ``"not decidable"`` and ``"answered"``.
    evidence : str
        What the verdict rests on, in a sentence with its numbers; see `verdict.show`.

    Raises
    ------
    ValueError
        If there is no such verdict.

    Examples
    --------
    >>> Finding(4 <= 5, "The longest of 120 chains has 4 steals.").verdict
    'holds'
    """

    def __init__(self, verdict: bool | str, evidence: str) -> None:
        if isinstance(verdict, str):
            if verdict not in CLAIMS:
                raise ValueError(f"a claim is one of {', '.join(CLAIMS)}, not '{verdict}'")
            self.verdict = verdict
        else:
            self.verdict = "holds" if verdict else "fails"
        self.evidence = evidence


class Value:
    """What a check computes for a published value.

    Parameters
    ----------
    computed : number, tuple of numbers or list of tuples
        Our value; see `verdict.compare`.
    evidence : str, optional
        What the comparison rests on, in a sentence with its numbers.
    error, standard_error, printed_standard_error : float, optional
        The errors that `verdict.compare` takes.
    decidable : bool, default True
        False if the errors exceed the effect in question, so that neither agreement nor
        disagreement would say anything.
    """

    def __init__(
        self,
        computed: Any,
        *,
        evidence: str = "",
        error: float = 0.0,
        standard_error: float = 0.0,
        printed_standard_error: float = 0.0,
        decidable: bool = True,
    ) -> None:
        self.computed = computed
        self.errors = {
            "error": error,
            "standard_error": standard_error,
            "printed_standard_error": printed_standard_error,
        }
        self.decidable = decidable
        self.evidence = evidence


def greatest(*numbers: float) -> float:
    """Return the greatest of numbers, each of which is one.

    Python's `max` passes over what is not a number: a check that keeps the largest deviation would
    see none. Here that is an ArithmeticError.

    Examples
    --------
    >>> greatest(0.0, 2.5), max(0.0, float("nan"))
    (2.5, 0.0)
    """
    if any(map(math.isnan, numbers)):
        raise ArithmeticError("a check has computed something that is not a number")
    return max(numbers)


def claim(
    *entries: str, of: Callable[[Effort], Any] | None = None
) -> Callable[[Callable[[Any], Told]], Callable[[Effort], Told]]:
    """Mark a function as a check.

    Parameters
    ----------
    *entries : str
        The claims or values that it decides: ids, or patterns of ids.
    of : callable, optional
        What computes that which it looks at, for an `Effort`; the check is handed the result.
    """

    def mark(function: Callable[[Any], Told]) -> Callable[[Effort], Told]:
        check = _handed(function, of) if of else function
        setattr(check, _MARK, entries)
        return check

    return mark


def _handed(
    function: Callable[[Any], Told], of: Callable[[Effort], Any]
) -> Callable[[Effort], Told]:
    name = getattr(of, "__name__", "")

    @wraps(function)
    def check(effort: Effort) -> Told:
        # by its name, as a call would: whoever tries a check puts another function in its place
        return function(function.__globals__.get(name, of)(effort))

    return check


def checks_of(*places: ModuleType | Callable[..., Any]) -> list[Callable[[Effort], Any]]:
    """Return checks in the order of their definition.

    Parameters
    ----------
    *places : module or function
        A module stands for all checks that it defines.

    Returns
    -------
    list of function
        The checks.

    Raises
    ------
    BuildError
        If one of `places` is not a check and holds none.
    """
    checks: list[Callable[[Effort], Any]] = []
    for place in places:
        own = _inside(place) if isinstance(place, ModuleType) else [place]
        if not own or not all(hasattr(check, _MARK) for check in own):
            raise BuildError(f"{place.__name__} holds no checks")
        checks += own
    return checks


def of_chapter(chapter: str) -> list[Callable[[Effort], Any]]:
    """Return all checks of a chapter, module by module, folders too; none if it has no modules."""
    name = f"chapters.{chapter}"
    try:
        package = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if not name.startswith(error.name or name):
            raise
        return []
    inside = sorted(module.name for module in pkgutil.walk_packages(package.__path__, f"{name}."))
    modules = map(importlib.import_module, inside)
    return [check for module in modules for check in _inside(module)]


def _inside(module: ModuleType) -> list[Callable[[Effort], Any]]:
    """The checks that a module defines, in order."""
    marked = [value for value in vars(module).values() if hasattr(value, _MARK)]
    return [check for check in marked if check.__module__ == module.__name__]


def fills_table(check: Callable[[Effort], Any]) -> bool:
    """Whether a check decides a pattern of entries, such as a table's column."""
    return any("*" in name for name in getattr(check, _MARK))


def entries_of(published: Published, check: Callable[[Effort], Any]) -> list[Entry]:
    """Return the entries that a check decides.

    Raises
    ------
    UserError
        If it names an entry that is not published.
    BuildError
        If a pattern matches nothing.
    """
    entries: list[Entry] = []
    for pattern in getattr(check, _MARK):
        if "*" not in pattern:
            entries.append(published.entry(pattern))
            continue
        matching = [e for name, e in published.entries.items() if fnmatchcase(name, pattern)]
        if not matching:
            raise BuildError(f"no entry of {published.chapter} is called {pattern}")
        entries += matching
    return entries


def decide(
    published: Published, checks: list[Callable[[Effort], Any]], effort: Effort
) -> Iterator[tuple[Callable[[Effort], Any], list[Result]]]:
    """Decide entries.

    Parameters
    ----------
    published : Published
        The chapter's entries.
    checks : list of function
        What decides them.
    effort : Effort
        How much work they may do.

    Yields
    ------
    check : function
        The check, in order.
    rows : list of dict
        A row an entry: ``id``, ``verdict``, ``computed``, ``evidence``, ``check``. For values also
        ``value``, what was computed at full precision (a fraction is a float, a tuple a list);
        those of ``error``, ``standard_error`` and ``printed_standard_error`` that are not 0;
        ``turns``, the units of the last digit by which the printed value must move for the verdict
        to turn; and ``z``, the distance in standard errors if there are any.

    Raises
    ------
    BuildError
        If a check does not decide just the entries that it names, or one raises, or computes
        something that is not a finite number.
    """
    for check in checks:
        where = name = _name(check)
        try:
            entries = entries_of(published, check)
            result = check(effort)
            findings = result if isinstance(result, dict) else {entries[0].id: result}
            if odd := sorted(findings.keys() ^ {entry.id for entry in entries}):
                raise BuildError(f"it does not decide just what it names: {', '.join(odd)}")
            rows = []
            for entry in entries:
                where = f"{published.chapter}: {entry.id}: {name}"
                rows.append(_row(entry, findings[entry.id], effort) | {"check": name})
        except MemoryError:
            raise
        except Exception as error:
            why = describe(error, otherwise=place_of_code(check))
            raise BuildError(f"{where}: {why}") from error
        yield check, rows


def _row(entry: Entry, finding: Finding | Value, effort: Effort) -> Result:
    if not isinstance(finding, Finding | Value):
        raise TypeError(f"a check returns a Finding or a Value, not {type(finding).__name__}")
    row: Result = {
        "id": entry.id,
        "computed": "",
        "verdict": "",
        "evidence": finite(finding.evidence),
    }
    if isinstance(finding, Finding):
        return row | {"verdict": "not run" if effort.reduced else finding.verdict}
    if not entry.printed:
        raise ValueError("a value is computed of what is a claim: its entry has nothing `printed`")
    unit = entry.unit or None
    row["computed"], row["value"] = show(finding.computed), plain(finding.computed)
    row |= {name: float(error) for name, error in finding.errors.items() if error}
    verdict = compare(entry.printed, finding.computed, unit=unit, **finding.errors)
    row["verdict"] = verdict if finding.decidable else "not decidable"
    row["turns"] = turns_at(entry.printed, finding.computed, unit=unit, **finding.errors)
    error = math.hypot(finding.errors["standard_error"], finding.errors["printed_standard_error"])
    if error and not isinstance(finding.computed, tuple | list):
        row["z"] = round((float(parse(entry.printed)[0]) - float(finding.computed)) / error, 3)
    return row


def plain(value: Any) -> Any:
    """Return a value as JSON can hold it, with all its digits; None for what is infinite.

    Examples
    --------
    >>> plain((Fraction(1, 4), 10**30, float("inf")))
    [0.25, 1000000000000000000000000000000, None]
    """
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    number = value.item() if hasattr(value, "item") else value  # a NumPy scalar
    if isinstance(number, float | Fraction):
        return float(number) if math.isfinite(number) else None
    return number


def _name(check: Callable[..., Any]) -> str:
    return f"{check.__module__}.{check.__qualname__}"
