"""The numbers in what a table, a sentence or a file of data holds, each with its error if known."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

# a number in a text, not in a name such as A005130, table13 or 2nd
_NUMBER = re.compile(
    r"(?<![\w.])[-+\u2212]?(?:\d+/\d+|(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)?(?:(?<=\d)\.?|\.(?=\d))\d*"
    r"(?:[eE][-+]?\d{1,3})?)(?<=\d)(?![\w])"
)
_PLAIN = re.compile(r"-?\d{1,40}(?:\.\d{1,40})?(?:e[-+]?\d{1,3})?", re.ASCII)
_NOTHING = re.compile(r"/0+$")  # what is divided by it is no number
_LONGEST = 4000  # digits; Python reads no more
_PLUS_MINUS = re.compile(r"\s*(?:±|\+-|\+/-)\s*")
# columns that hold the error of another: of the one before, or of the one that they name
_DEVIATIONS = ("standard error", "standard_error", "s.e.", "se")
_BOUNDS = ("duality gap", "gap", "bound", "error")
_SEPARATORS = " _:,"


@dataclass(frozen=True)
class Number:
    """A number as it is written, and how sure it is.

    Attributes
    ----------
    text : str
        As it is written.
    bound : float
        It is at most so far from the truth; 0 if no bound is known.
    deviation : float
        Its standard error; 0 if none is known.
    told : Fraction or None
        The value, where the text says it in words, such as "20 million".
    """

    text: str
    bound: float = 0.0
    deviation: float = 0.0
    told: Fraction | None = None

    @cached_property
    def value(self) -> Fraction:
        """The number, exactly; worked out when it is asked for, since most are the same text."""
        if self.told is not None:
            return self.told
        return Fraction(self.text.replace("\u2212", "-").replace(",", ""))


@dataclass(frozen=True)
class Cell:
    """What stands in one place: a text, its numbers, and what is left of it without them.

    Attributes
    ----------
    text : str
        All of it.
    frame : str
        The text with a mark in the place of each number.
    numbers : tuple of Number
        The numbers, in order.
    """

    text: str = ""
    frame: str = ""
    numbers: tuple[Number, ...] = ()

    def with_error(self, bound: float = 0.0, deviation: float = 0.0) -> Cell:
        """Return the cell with an error for each of its numbers that has none yet."""
        numbers = tuple(
            one
            if one.bound or one.deviation
            else replace(one, bound=_positive(bound), deviation=_positive(deviation))
            for one in self.numbers
        )
        return replace(self, numbers=numbers)


@dataclass(frozen=True)
class Table:
    """Rows of cells under named columns.

    Attributes
    ----------
    kind : str
        ``"table"``, ``"entry"``, ``"value"``, ``"quantity"``, ``"sweep"``, ``"data"`` or
        ``"caption"``.
    name : str
        Its name, empty where there is one of a kind.
    columns : tuple of str
        The columns, in order.
    rows : tuple of dict
        Cells by column.
    keys : tuple of str or None
        The columns that tell rows apart; None if that is to be found out.
    prose : frozenset of str
        Columns of sentences, of which only the numbers count.
    """

    kind: str
    name: str
    columns: tuple[str, ...]
    rows: tuple[dict[str, Cell], ...]
    keys: tuple[str, ...] | None = None
    prose: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        kind: str,
        name: str,
        records: Iterable[Mapping[str, Any]],
        keys: tuple[str, ...] | None = None,
        prose: frozenset[str] = frozenset(),
    ) -> Table:
        """Make a table of records as JSON or CSV have them; errors beside numbers go to them."""
        records = list(records)
        columns = tuple(dict.fromkeys(column for record in records for column in record))
        errors = error_columns(columns)
        rows = []
        for record in records:
            row = {column: read_cell(value) for column, value in record.items()}
            for column, (target, kind_of_error) in errors.items():
                cell, error = row.get(target), row.get(column)
                if cell and error and len(error.numbers) == 1:
                    size = abs(as_float(error.numbers[0].value))
                    row[target] = cell.with_error(**{kind_of_error: size})
                    row[column] = error.with_error(**{kind_of_error: size})
            rows.append(row)
        return cls(kind, name, columns, tuple(rows), keys, prose)


def read_cell(value: Any) -> Cell:
    """Find the numbers in a value as JSON has it: a number, a text, or lists of them.

    Parameters
    ----------
    value : object
        A number, text, truth value, None, list or dict.

    Returns
    -------
    Cell
        Its text and its numbers. In ``0.743 ± 0.004`` the second is the error of the first.

    Examples
    --------
    >>> [(one.text, one.deviation) for one in read_cell("0.743 ± 0.004 of A005130").numbers]
    [('0.743', 0.004), ('0.004', 0.004)]
    >>> read_cell([(28, 27), None]).frame
    '((#, #), )'
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return Cell()
    if isinstance(value, bool) or not isinstance(value, int | float | str | list | tuple | dict):
        return Cell(str(value), str(value))
    if isinstance(value, int):
        return Cell(str(value), "#", (Number(str(value)),))
    if isinstance(value, float):
        if not math.isfinite(value):
            return Cell(repr(value), repr(value))
        return Cell(repr(value), "#", (Number(repr(value)),))
    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, dict):
        cells = [(f"{name}: ", read_cell(inner)) for name, inner in value.items()]
    else:
        cells = [("", read_cell(inner)) for inner in value]
    return Cell(
        f"({', '.join(label + cell.text for label, cell in cells)})",
        f"({', '.join(label + cell.frame for label, cell in cells)})",
        tuple(number for _, cell in cells for number in cell.numbers),
    )


@lru_cache(maxsize=100_000)
def _of_text(text: str) -> Cell:
    if _PLAIN.fullmatch(text):
        return Cell(text, "#", (Number(text),))
    numbers: list[Number] = []
    frame, end = "", 0
    for found in _NUMBER.finditer(text):
        if _NOTHING.search(found[0]) or len(found[0]) > _LONGEST:
            continue
        between = text[end : found.start()]
        number = Number(found[0])
        if numbers and _PLUS_MINUS.fullmatch(between):
            size = _positive(abs(as_float(number.value)))
            number = replace(number, deviation=size)
            numbers[-1] = replace(numbers[-1], deviation=size)
        numbers.append(number)
        frame += f"{between}#"
        end = found.end()
    return Cell(text, frame + text[end:], tuple(numbers))


def as_float(value: Fraction) -> float:
    """Return a fraction as a float, infinite if it is larger than any."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _positive(error: float) -> float:
    return error if 0 < error < math.inf else 0.0


def error_columns(columns: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Say which columns hold the errors of which.

    Parameters
    ----------
    columns : iterable of str
        The names, in order.

    Returns
    -------
    dict of str to tuple
        By the column of errors: the column of numbers, and ``"bound"`` or ``"deviation"``.

    Examples
    --------
    >>> error_columns(["seat", "mean", "s.e.", "value", "other", "value_error"])
    {'s.e.': ('mean', 'deviation'), 'value_error': ('value', 'bound')}
    """
    known = list(columns)
    found: dict[str, tuple[str, str]] = {}
    for place, column in enumerate(known):
        lower = column.lower()
        for names, kind in ((_DEVIATIONS, "deviation"), (_BOUNDS, "bound")):
            end = next((name for name in names if lower.endswith(name)), None)
            if end is None:
                continue
            start = column[: len(column) - len(end)]
            target = start.rstrip(_SEPARATORS)
            if not start and place and known[place - 1] not in found:
                found[column] = (known[place - 1], kind)
            elif start != target and target in known:
                found[column] = (target, kind)
            break
    return found
