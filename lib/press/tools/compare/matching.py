"""Two sides held against each other: tables by name, rows by what tells them apart."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...ledger.verdict import VERDICTS
from ...run.project import UserError
from .cells import Cell, Number, Table, as_float, read_cell
from .sides import Results, Side

if TYPE_CHECKING:
    import pandas as pd

_ORDER = {"verdict": 0, "number": 1, "removed": 3, "added": 3, "text": 4}
_NAMES = {
    "verdict": ("verdict changed", "verdicts changed"),
    "removed": ("thing is no longer there", "things are no longer there"),
    "added": ("thing is new", "things are new"),
    "text": ("text reads otherwise", "texts read otherwise"),
}
_SINGLE = ("value", "quantity")  # kinds with one column besides the name
_NAMED = ("table", "data")  # kinds of which each is a table by itself
_OF_LISTS = dict.fromkeys(map(ord, "()[], '\""))
Row = dict[str, Cell]
Key = tuple[str, ...]
Place = tuple[str, str, str, str, str]  # page, kind, name, row, column


@dataclass(frozen=True)
class Change:
    """One thing that is not the same on both sides.

    Attributes
    ----------
    what : str
        ``"number"``, ``"text"``, ``"verdict"``, ``"added"`` or ``"removed"``.
    page : str
        The page whose run made it, such as ``"guts/audit"``; empty for a folder of tables.
    kind, name, row, column : str
        Where it is: the kind of place, such as ``"table"`` or ``"entry"``, its name, and where in
        it. A row or column that was added or removed has no column or row.
    before, after : str
        What stands there, as it is written.
    change : float or None
        Of a number, by how much it moved.
    relative : float or None
        That, against the larger of both numbers.
    error : float or None
        The combined error of both: standard errors in quadrature, bounds added; None if none is
        known.
    errors : float or None
        The change in units of that error.
    beyond : bool
        Whether it is more than was allowed.
    """

    what: str
    page: str
    kind: str
    name: str
    row: str
    column: str
    before: str = ""
    after: str = ""
    change: float | None = None
    relative: float | None = None
    error: float | None = None
    errors: float | None = None
    beyond: bool = True

    @property
    def place(self) -> str:
        """Where it is, in words."""
        return f"{self.whole}: {self.inside}" if self.inside else self.whole

    @property
    def whole(self) -> str:
        """The page and the table, or the kind of thing, that it is a part of."""
        name = self.name if self.kind in _NAMED else ""
        return " ".join(part for part in (self.page, self.kind, name) if part)

    @property
    def inside(self) -> str:
        """Where it is in that."""
        name = "" if self.kind in _NAMED else self.name
        return ", ".join(part for part in (name, self.row, self.column) if part)

    @property
    def table(self) -> str:
        """The table that it belongs to, of an entry the source's; else the page and the kind."""
        if self.kind == "entry":
            return f"{self.page} {self.name.partition('.')[0]}".strip()
        return self.whole


@dataclass(frozen=True)
class Comparison:
    """All that differs between two sides.

    Attributes
    ----------
    before, after : str
        What was compared.
    changes : tuple of Change
        First what is beyond what was allowed: changed verdicts; numbers without an error, by
        relative change; numbers with one, by how many errors they moved; what was removed or added;
        changed texts. Then likewise what was allowed.
    compared : int
        How many numbers both sides have.
    tolerance : float
        What a number was allowed to move; see `compare`.
    allowed_errors : float or None
        Likewise, in errors.
    notes : tuple of str
        What else whoever reads this should know.
    """

    before: str
    after: str
    changes: tuple[Change, ...]
    compared: int
    tolerance: float = 0.0
    allowed_errors: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def beyond(self) -> tuple[Change, ...]:
        """What is beyond what was allowed."""
        return tuple(change for change in self.changes if change.beyond)

    @property
    def status(self) -> int:
        """The exit status of ``parlor compare``: 1 if anything is beyond, else 0."""
        return int(bool(self.beyond))

    def to_frame(self) -> pd.DataFrame:
        """Return the changes as a data frame: a row each, a column for each of their attributes."""
        import pandas as pd

        columns = list(Change.__dataclass_fields__)
        return pd.DataFrame([asdict(change) for change in self.changes], columns=columns)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it, fit for JSON; what is larger than any float is null."""
        changes = [asdict(change) for change in self.changes]
        for change in changes:
            for name in ("change", "errors"):
                if change[name] is not None and not math.isfinite(change[name]):
                    change[name] = None
        return {
            "before": self.before,
            "after": self.after,
            "tolerance": self.tolerance,
            "errors": self.allowed_errors,
            "compared": self.compared,
            "counts": dict(Counter(change.what for change in self.changes)),
            "beyond": len(self.beyond),
            "notes": list(self.notes),
            "changes": changes,
        }

    def __str__(self) -> str:
        """Say in one sentence what moved."""
        numbers = [change for change in self.changes if change.what == "number"]
        beyond = sum(change.beyond for change in numbers)
        others = Counter(change.what for change in self.changes if change.what != "number")
        told = [f"{len(numbers):,} of {self.compared:,} numbers differ"]
        if numbers and beyond != len(numbers):
            told[0] += f", {beyond:,} beyond what is allowed"
        for what, (one, many) in _NAMES.items():
            if count := others[what]:
                told.append(f"{count:,} {one if count == 1 else many}")
        return "; ".join(told)


def compare(
    before: Side,
    after: Side,
    *,
    tolerance: float = 0.0,
    errors: float | None = None,
    common: bool = False,
) -> Comparison:
    """Say what differs between two sides.

    Tables are matched by name, their columns by name, and their rows by the columns that tell them
    apart: the first one, or the first few where that is not enough.

    Parameters
    ----------
    before, after : Side
        What to compare; see `sides.read`.
    tolerance : float, default 0
        How far a number may move: so much of its size, or so much where it is smaller than 1.
    errors : float, optional
        How far a number may move whose error is known: so many combined standard errors beyond
        what the bounds on both sides leave open, as the ledger counts.
    common : bool, default False
        Whether to leave out what only one side has.

    Returns
    -------
    Comparison
        What differs. A changed text or verdict, and what only one side has, is never allowed.

    Raises
    ------
    UserError
        If the two have nothing in common.

    Examples
    --------
    >>> old, new = (Side.of_tables(name, {"games": [{"seat": 1, "mean": mean, "s.e.": 0.1}]})
    ...             for name, mean in (("old", 3.5), ("new", 3.7)))
    >>> (change,) = compare(old, new, errors=4).changes
    >>> round(change.change, 9), round(change.errors, 2), change.beyond
    (0.2, 1.41, False)
    """
    pairs = _pairs(before, after)
    allowed = _Allowed(tolerance, errors)
    changes: list[Change] = []
    compared = shared = 0
    for page, (one, other) in pairs.items():
        for a, b in _partnered(one, other):
            if a is None or b is None:
                changes += [] if common else [_only(page, a, b)]
                continue
            shared += 1
            found, count = _of_tables(page, a, b, allowed, common)
            changes += found
            compared += count
    if not shared:
        raise UserError(f"{before.name} and {after.name} have no table, value or entry in common")
    ordered = tuple(sorted(changes, key=rank))
    notes = (*before.notes, *after.notes, *_parameters(pairs))
    return Comparison(before.name, after.name, ordered, compared, tolerance, errors, notes)


@dataclass(frozen=True)
class _Allowed:
    """How far a number may move; see `compare`."""

    tolerance: float
    errors: float | None

    def covers(self, a: Number, b: Number) -> bool:
        size = Fraction(self.tolerance) * max(Fraction(1), abs(a.value), abs(b.value))
        if self.errors is not None:
            deviation = math.hypot(a.deviation, b.deviation)
            room = a.bound + b.bound + self.errors * deviation
            size = max(size, Fraction(min(room, sys.float_info.max)))
        return abs(b.value - a.value) <= size


def rank(change: Change) -> tuple[bool, int, float]:
    """What comes first; see `Comparison`."""
    kind, size = _ORDER[change.what], -(change.relative or 0.0)
    if change.errors is not None:
        kind, size = kind + 1, -change.errors
    return not change.beyond, kind, size


def _pairs(before: Side, after: Side) -> dict[str, tuple[Results, Results]]:
    """The pages of both sides by name; two single ones are a pair whatever they are called."""
    a, b = before.pages, after.pages
    if len(a) == len(b) == 1:
        ((page, one),), ((own, other),) = a.items(), b.items()
        return {page or own: (one, other)}
    if len(a) == 1 or len(b) == 1:
        wanted = next(iter(a if len(a) == 1 else b))
        many, name = (b, after.name) if len(a) == 1 else (a, before.name)
        if wanted not in many:
            raise UserError(f"{name} has no page {wanted or 'to compare a folder of tables with'}")
        return {wanted: (a[wanted], b[wanted])}
    empty = Results({})
    names = dict.fromkeys([*a, *b])
    return {name: (a.get(name, empty), b.get(name, empty)) for name in names}


def _partnered(one: Results, other: Results) -> list[tuple[Table | None, Table | None]]:
    """The tables of a page by name; two single ones are partners whatever they are called."""
    if len(one.tables) == len(other.tables) == 1:
        (a,), (b,) = one.tables.values(), other.tables.values()
        if a.kind == b.kind:
            return [(a, b)]
    places = dict.fromkeys([*one.tables, *other.tables])
    return [(one.tables.get(place), other.tables.get(place)) for place in places]


def _parameters(pairs: dict[str, tuple[Results, Results]]) -> Iterator[str]:
    for page, (one, other) in pairs.items():
        asked = one.parameters, other.parameters
        if one.parameters and other.parameters:
            for name in dict.fromkeys([*asked[0], *asked[1]]):
                values = [str(each.get(name, "not there")) for each in asked]
                if values[0] != values[1]:
                    yield f"{page}: asked with {name} = {values[0]} before, {values[1]} after"


def _only(page: str, a: Table | None, b: Table | None) -> Change:
    table = a or b
    assert table is not None
    told = f"{len(table.rows):,} row{'s' if len(table.rows) != 1 else ''}"
    what = "removed" if b is None else "added"
    return Change(what, page, table.kind, table.name, "", "", told if a else "", told if b else "")


def _of_tables(
    page: str, a: Table, b: Table, allowed: _Allowed, common: bool
) -> tuple[list[Change], int]:
    """What differs between two tables of a name, and how many numbers both have."""
    keys = a.keys if a.keys is not None else _keys(a, b)
    one, other = _keyed(a, keys), _keyed(b, keys)
    varying = [key for key in keys if len({*map(_normal, _column(a, key) + _column(b, key))}) > 1]
    shown = tuple(varying or keys[:1])
    changes: list[Change] = []
    if not common:
        changes += [
            Change(what, page, a.kind, a.name, "", column)
            for what, own, others in (("removed", a, b), ("added", b, a))
            for column in own.columns
            if column not in others.columns and own.rows and others.rows
        ]
    compared = 0
    for key in dict.fromkeys([*one, *other]):
        before, after = one.get(key), other.get(key)
        name, row = a.name, _label(shown, before or after or {}, key)
        if not a.name:  # entries, values: each goes by its own name
            name, row = row, ""
        if before is None or after is None:
            what = "added" if before is None else "removed"
            changes += [] if common else [Change(what, page, a.kind, name, row, "")]
            continue
        for column in a.columns:
            if column in b.columns and column not in keys:
                told = "" if a.kind in _SINGLE else column
                place = (page, a.kind, name, row, told)
                cells = before.get(column, Cell()), after.get(column, Cell())
                found, count = _of_cells(place, *cells, allowed, prose=column in a.prose)
                changes += found
                compared += count
    return changes, compared


def _keys(a: Table, b: Table) -> Key:
    """The columns that tell the rows of two tables apart; none if only their order does.

    The first column is a name of its row, unless it holds results: lists, decimals. Then, as long
    as rows share their names, the next column is added, if no row loses its partner by that.
    """
    shared = [column for column in a.columns if column in b.columns]
    keys: Key = ()
    for column in shared:
        more = (*keys, column)
        names = column == shared[0] and all(map(_is_name, _column(a, column) + _column(b, column)))
        if not names and _partners(a, b, more) < _partners(a, b, keys):
            break
        keys = more
        if all(not key[-1] for table in (a, b) for key in _keyed(table, keys)):
            break
    return keys


def _column(table: Table, column: str) -> list[Cell]:
    return [row.get(column, Cell()) for row in table.rows]


def _is_name(cell: Cell) -> bool:
    """Whether a first cell says what its row is about: words, or whole numbers, but no result."""
    whole = all(number.value.denominator == 1 and "." not in number.text for number in cell.numbers)
    return whole and not cell.text.startswith(("(", "["))


def _partners(a: Table, b: Table, keys: Key) -> int:
    return len(_keyed(a, keys).keys() & _keyed(b, keys).keys())


def _keyed(table: Table, keys: Key) -> dict[Key, Row]:
    """The rows by what stands in these columns, and a number where several have the same."""
    found: dict[Key, Row] = {}
    seen: Counter[Key] = Counter()
    for row in table.rows:
        name = tuple(_normal(row.get(column, Cell())) for column in keys)
        seen[name] += 1
        found[(*name, str(seen[name]) if seen[name] > 1 else "")] = row
    return found


def _normal(cell: Cell) -> str:
    return _named(cell.text)


@lru_cache(maxsize=200_000)
def _named(text: str) -> str:
    """A name in which 2 and 2.0 are the same, and a list in JSON and in CSV."""
    cell = read_cell(text)
    return " ".join([_loose(cell.frame), *(str(number.value) for number in cell.numbers)])


def _label(keys: Key, row: Row, key: Key) -> str:
    """What a row is called: its names, with their columns where they are numbers."""
    told = [
        f"{column} {row[column].text}" if row[column].frame == "#" else row[column].text
        for column in keys
        if column in row
    ]
    if not keys:
        return f"row {key[-1] or 1}"
    return ", ".join(told) + (f" ({key[-1]})" if key[-1] else "")


def _of_cells(
    place: Place, a: Cell, b: Cell, allowed: _Allowed, prose: bool
) -> tuple[list[Change], int]:
    numbers = list(zip(a.numbers, b.numbers, strict=False))
    like = len(a.numbers) == len(b.numbers) and (
        a.frame == b.frame or _loose(a.frame) == _loose(b.frame)
    )
    if like:
        *_, column = place
        changes = []
        for index, (one, other) in enumerate(numbers, start=1):
            if one.text != other.text and one.value != other.value:
                told = f"{column} [{index}]".strip() if len(numbers) > 1 else column
                beyond = not allowed.covers(one, other)
                changes.append(moved((*place[:4], told), one, other, beyond=beyond))
        return changes, len(numbers)
    same = len(a.numbers) == len(b.numbers) and all(x.value == y.value for x, y in numbers)
    if a.text == b.text or (prose and same):
        return [], len(numbers)
    verdicts = a.text in VERDICTS and b.text in VERDICTS
    return [Change("verdict" if verdicts else "text", *place, a.text, b.text)], len(numbers)


def _loose(frame: str) -> str:
    """A frame without what lists are written with, which CSV and JSON do each in its own way."""
    return frame.translate(_OF_LISTS)


def moved(place: Place, a: Number, b: Number, *, beyond: bool) -> Change:
    """Return the change of a number, with its size and its errors."""
    size, change = abs(b.value - a.value), as_float(b.value - a.value)
    error = a.bound + b.bound + math.hypot(a.deviation, b.deviation)
    return Change(
        "number",
        *place,
        a.text,
        b.text,
        change,
        float(size / max(abs(a.value), abs(b.value))),
        error or None,
        abs(change) / error if error else None,
        beyond=beyond,
    )
