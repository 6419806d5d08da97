"""What moved between two builds, runs, sweeps or folders of tables, number by number.

Examples
--------
>>> before = Side.of_tables("before", {"dice": [{"sides": 6, "mean": 3.5}]})
>>> rows = [{"sides": 6, "mean": 3.6}, {"sides": 8, "mean": 4.5}]
>>> after = Side.of_tables("after", {"dice": rows})
>>> for change in compare(before, after).changes:
...     print(change.what, change.place)
number table dice: sides 6, mean
added table dice: sides 8
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..ledger.published import load_all
from ..ledger.verdict import AGREES, DISAGREES, VERDICTS, parse
from ..run.project import Project, UserError
from ..run.yaml_input import cut, printable
from .results import Cell, Results, Side, Table, read

if TYPE_CHECKING:
    from rich.console import Console

PUBLISHED = "published"
ROWS = 60  # on the terminal; JSON has all
COMMENT = 60_000  # characters; GitHub takes 65,536 in a comment
HEAD = ("where", "before", "after", "change", "of its size", "in errors")
_ORDER = {"verdict": 0, "number": 1, "removed": 3, "added": 3, "text": 4}
_NAMES = {
    "verdict": ("verdict changed", "verdicts changed"),
    "removed": ("thing is no longer there", "things are no longer there"),
    "added": ("thing is new", "things are new"),
    "text": ("text reads otherwise", "texts read otherwise"),
}
_PROSE = ("evidence", "caption", "alt")  # sentences, which may be written anew
_SHORT = 28  # characters of a value that are shown
# a number in a text, not in a name such as A005130, table13 or 2nd
_NUMBER = re.compile(
    r"(?<![\w.])[-+\u2212]?(?:\d+/0*[1-9]\d*|(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)?"
    r"(?:(?<=\d)\.?|\.(?=\d))\d*(?:[eE][-+]?\d{1,3})?)(?<=\d)(?![\w/])"
)
_DIGITS = 4000  # of a number; Python reads no more
_PLUS_MINUS = re.compile(r"\s*(?:±|\+-|\+/-)\s*")
_OF_LISTS = dict.fromkeys(map(ord, "()[], '\""))  # which CSV and JSON write each in its own way
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
        inside = ", ".join(part for part in (self.row, self.column) if part)
        where = " ".join(part for part in (self.page, self.kind) if part)
        if self.kind in ("table", "data"):
            where, inside = f"{where} {self.name}", inside
        elif self.name:
            inside = ", ".join(part for part in (self.name, inside) if part)
        return f"{where}: {inside}" if inside else where


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


def named(project: Project, before: str, after: str, **allowed: Any) -> Comparison:
    """Compare two things as ``parlor compare`` names them.

    Parameters
    ----------
    project : Project
        The checkout.
    before, after : str
        As for `results.read`; one of them may be ``"published"``.
    **allowed
        As for `compare`; the published values are compared by the ledger's rule alone.

    Returns
    -------
    Comparison
        What differs.

    Raises
    ------
    UserError
        If one of them cannot be read, or they have nothing in common.
    """
    if PUBLISHED not in (before, after):
        return compare(read(project, before), read(project, after), **allowed)
    if before == after:
        raise UserError("published values are compared with a run or a book")
    if allowed.get("tolerance") or allowed.get("errors") is not None:
        raise UserError("published values are compared by the ledger's rule: it has no options")
    first = before == PUBLISHED
    return _with_published(project, read(project, after if first else before), first)


def compare(
    before: Side,
    after: Side,
    *,
    tolerance: float = 0.0,
    errors: float | None = None,
    common: bool = False,
) -> Comparison:
    """Say what differs between two sides.

    Tables and their columns are matched by name, rows by what stands in their first column. Where
    that has results, so that most of it is new, rows are matched by their order.

    Parameters
    ----------
    before, after : Side
        What to compare; see `results.read`.
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
    pages = _pages(before, after)
    changes: list[Change] = []
    compared = shared = 0
    for page, (one, other) in pages.items():
        for a, b in _tables(one, other):
            if a is None or b is None:
                changes.append(_only(page, a, b))
                continue
            shared += 1
            for place, x, y in _cells(page, a, b):
                if x is None or y is None:
                    changes.append(Change("added" if x is None else "removed", *place))
                    continue
                found, count = _of_cells(place, x, y, tolerance, errors)
                changes += found
                compared += count
    if not shared:
        raise UserError(f"{before.name} and {after.name} have no table, value or entry in common")
    if common:
        changes = [change for change in changes if change.what not in ("added", "removed")]
    ordered = tuple(sorted(changes, key=_rank))
    notes = (*before.notes, *after.notes, *_parameters(pages))
    return Comparison(before.name, after.name, ordered, compared, tolerance, errors, notes)


def _rank(change: Change) -> tuple[bool, int, float]:
    """What comes first; see `Comparison`."""
    kind, size = _ORDER[change.what], -(change.relative or 0.0)
    if change.errors is not None:
        kind, size = kind + 1, -change.errors
    return not change.beyond, kind, size


def _pages(before: Side, after: Side) -> dict[str, tuple[Results, Results]]:
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
    return {name: (a.get(name, empty), b.get(name, empty)) for name in dict.fromkeys([*a, *b])}


def _tables(one: Results, other: Results) -> list[tuple[Table | None, Table | None]]:
    """The tables of a page by name; two single ones are partners whatever they are called."""
    if len(one.tables) == len(other.tables) == 1:
        (a,), (b,) = one.tables.values(), other.tables.values()
        if a.kind == b.kind:
            return [(a, b)]
    places = dict.fromkeys([*one.tables, *other.tables])
    return [(one.tables.get(place), other.tables.get(place)) for place in places]


def _parameters(pages: dict[str, tuple[Results, Results]]) -> Iterator[str]:
    for page, (one, other) in pages.items():
        asked = one.parameters, other.parameters
        for name in dict.fromkeys([*asked[0], *asked[1]] if all(asked) else []):
            values = [str(each.get(name, "not there")) for each in asked]
            if values[0] != values[1]:
                yield f"{page}: asked with {name} = {values[0]} before, {values[1]} after"


def _only(page: str, a: Table | None, b: Table | None) -> Change:
    table = a or b
    assert table is not None
    told = f"{len(table.rows):,} row{'s' if len(table.rows) != 1 else ''}"
    what = "removed" if b is None else "added"
    return Change(what, page, table.kind, table.name, "", "", told if a else "", told if b else "")


def _cells(page: str, a: Table, b: Table) -> Iterator[tuple[Place, Cell | None, Cell | None]]:
    """Pairs of cells by place; a row or a column that only one has is a pair with None."""
    columns = [column for column in a.columns if column in b.columns]
    pairs: tuple[tuple[Table, Table, tuple[Cell | None, Cell | None]], ...]
    pairs = ((a, b, (Cell(), None)), (b, a, (None, Cell())))
    for mine, theirs, pair in pairs:
        for column in mine.columns:
            if column not in theirs.columns and a.rows and b.rows:
                yield (page, a.kind, a.name, "", column), *pair
    keys = [key for key in a.keys if key in b.columns]
    one, other = _rows(a, keys), _rows(b, keys)
    if (
        a.kind == "table"
        and len(one) == len(other)
        and 2 * len(one.keys() & other.keys()) < len(one)
    ):
        keys, one, other = [], _rows(a, []), _rows(b, [])
    for label in dict.fromkeys([*one, *other]):
        x, y = one.get(label), other.get(label)
        name, row = (a.name, label) if a.name else (label, "")  # an entry goes by its own name
        if x is None or y is None:
            yield (page, a.kind, name, row, ""), Cell() if x else None, Cell() if y else None
            continue
        single = a.kind in ("value", "quantity")  # of which each has one column
        for column in columns:
            if column not in keys and column not in _PROSE:
                place = (page, a.kind, name, row, "" if single else column)
                yield place, x.get(column, Cell()), y.get(column, Cell())


def _rows(table: Table, keys: Sequence[str]) -> dict[str, dict[str, Cell]]:
    """The rows by what stands in these columns, with a number where several have the same."""
    found: dict[str, dict[str, Cell]] = {}
    seen: Counter[str] = Counter()
    for row in table.rows:
        cells = [(key, row.get(key, Cell()).text) for key in keys]
        parts = [f"{key} {text}" if _frame(text) == "#" else text for key, text in cells]
        label = ", ".join(parts) if keys else "row"
        seen[label] += 1
        again = seen[label] > 1 or not keys
        found[f"{label} {seen[label]}" if again else label] = row
    return found


def _of_cells(
    place: Place, a: Cell, b: Cell, tolerance: float, errors: float | None
) -> tuple[list[Change], int]:
    """What differs between two cells, and how many numbers they have."""
    one, other = _numbers(a), _numbers(b)
    if a.text == b.text:
        return [], len(one)
    if len(one) != len(other) or _frame(a.text) != _frame(b.text):
        verdicts = a.text in VERDICTS and b.text in VERDICTS
        return [Change("verdict" if verdicts else "text", *place, a.text, b.text)], len(one)
    changes = []
    for index, (x, y) in enumerate(zip(one, other, strict=True), start=1):
        if _value(x.text) != _value(y.text):
            column = f"{place[4]} [{index}]".strip() if len(one) > 1 else place[4]
            beyond = not _allowed(x, y, tolerance, errors)
            changes.append(_moved((*place[:4], column), x, y, beyond))
    return changes, len(one)


def _numbers(cell: Cell) -> list[Cell]:
    """The numbers of a cell, each with its error; in ``0.74 ± 0.02`` the second is one."""
    found = [one for one in _NUMBER.finditer(cell.text) if len(one[0]) <= _DIGITS]
    numbers = [Cell(one[0], cell.bound, cell.deviation) for one in found]
    for place, (one, other) in enumerate(pairwise(found)):
        if _PLUS_MINUS.fullmatch(cell.text[one.end() : other.start()]):
            size = _as_float(abs(_value(other[0])))
            for number in (place, place + 1):
                numbers[number] = Cell(found[number][0], 0.0, size)
    return numbers


def _frame(text: str) -> str:
    """A text without its numbers, and without what lists are written with."""
    return _NUMBER.sub("#", text).translate(_OF_LISTS)


def _value(text: str) -> Fraction:
    return Fraction(text.replace("\u2212", "-").replace(",", ""))


def _as_float(value: Fraction) -> float:
    """A fraction as a float, infinite if it is larger than any."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _allowed(a: Cell, b: Cell, tolerance: float, errors: float | None) -> bool:
    """Whether a number may move so far; see `compare`."""
    x, y = _value(a.text), _value(b.text)
    size = Fraction(tolerance) * max(Fraction(1), abs(x), abs(y))
    if errors is not None:
        room = a.bound + b.bound + errors * math.hypot(a.deviation, b.deviation)
        size = max(size, Fraction(min(room, sys.float_info.max)))
    return abs(y - x) <= size


def _moved(place: Place, a: Cell, b: Cell, beyond: bool) -> Change:
    """The change of a number, with its size and its errors."""
    x, y = _value(a.text), _value(b.text)
    change = _as_float(y - x)
    error = a.bound + b.bound + math.hypot(a.deviation, b.deviation)
    return Change(
        "number",
        *place,
        a.text,
        b.text,
        change,
        float(abs(y - x) / max(abs(x), abs(y))) if x != y else 0.0,
        error or None,
        abs(change) / error if error else None,
        beyond=beyond,
    )


def _with_published(project: Project, side: Side, first: bool) -> Comparison:
    """Say where runs differ from published values, by the verdicts of the ledger's rule.

    That is each value that is not printed just so, and each claim that does not hold. What the
    ledger counts as ``differs`` or ``fails`` is beyond what was allowed.
    """
    published = load_all(project.root / "data")
    changes: list[Change] = []
    decided = compared = 0
    for page, results in side.pages.items():
        source = published.get(page.partition("/")[0])
        table = results.tables.get(("entry", ""))
        for row in table.rows if table and source else ():
            name, verdict, computed = row["id"].text, row["verdict"].text, row["computed"]
            if source is None or name not in source.entries:
                continue
            decided += 1
            compared += len(_numbers(computed))
            if verdict in ("match", "holds", "not run"):
                continue
            place, beyond = (page, "entry", name, "", ""), verdict in DISAGREES
            printed = _printed(source.entries[name].printed) if computed.text else Cell("claimed")
            pair = [printed, computed if computed.text else Cell(verdict)]
            one, other = pair if first else pair[::-1]
            if all(_NUMBER.fullmatch(cell.text) for cell in pair):
                changes.append(_moved(place, one, other, beyond))
            else:
                what = "number" if computed.text and verdict in AGREES else "verdict"
                changes.append(Change(what, *place, one.text, other.text, beyond=beyond))
    if not decided:
        raise UserError(f"{side.name}: decides no published entry; an audit's run does")
    changes.sort(key=_rank)
    names = (PUBLISHED, side.name) if first else (side.name, PUBLISHED)
    return Comparison(*names, tuple(changes), compared, notes=side.notes)


def _printed(text: str) -> Cell:
    """A printed value with its rounding, which may say "20 million" or "31%"."""
    try:
        value, quantum = parse(text)
    except ValueError:
        return Cell(text)
    return Cell(text if _NUMBER.fullmatch(text) else str(value), _as_float(quantum / 2))


def print_table(comparison: Comparison, console: Console) -> None:
    """Print a comparison: what moved most, and how much there is besides.

    Parameters
    ----------
    comparison : Comparison
        What to tell.
    console : rich.console.Console
        Where to print it.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Shown

    for note in comparison.notes:
        console.print(printable(note))
    for title, changes in _parts(comparison):
        table = Shown(box=SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
        for name in HEAD:
            table.add_column(name, justify="right" if name in HEAD[3:] else "left")
        for change in changes[:ROWS]:
            table.add_row(*map(printable, (change.place, *cells(change))))
        console.print(table)
        if len(changes) > ROWS:
            console.print(f"and {len(changes) - ROWS:,} more; --json tells all")
    console.print(f"{comparison.before} and {comparison.after}: {comparison}")


def to_markdown(comparison: Comparison) -> str:
    """Return a comparison as Markdown, short enough for a comment on a change.

    Parameters
    ----------
    comparison : Comparison
        What to tell.

    Returns
    -------
    str
        A heading, a sentence, and tables that end where the room does.
    """
    before, after = _in_line(comparison.before), _in_line(comparison.after)
    sentence = f"{comparison}." if comparison.changes else "No number of the book moved."
    lines = [
        "## What moved",
        "",
        f"{sentence} Compared: {before} (before) with {after} (after), "
        f"{comparison.compared:,} numbers.",
        *(f"- {_in_line(note)}" for note in comparison.notes),
    ]
    room = COMMENT - sum(map(len, lines))
    for title, changes in _parts(comparison):
        lines += ["", f"### {title}", "", f"| {' | '.join(HEAD)} |", "|---|---|---|--:|--:|--:|"]
        for done, change in enumerate(changes):
            row = f"| {' | '.join(map(_in_line, (change.place, *cells(change))))} |"
            room -= len(row) + 1
            if room < 300:
                lines += ["", f"And {len(changes) - done:,} more, which the JSON tells."]
                break
            lines.append(row)
    return "\n".join(lines) + "\n"


def _parts(comparison: Comparison) -> list[tuple[str, Sequence[Change]]]:
    within = [change for change in comparison.changes if not change.beyond]
    parts = [("Beyond what is allowed", comparison.beyond), ("Within what is allowed", within)]
    return [(title, changes) for title, changes in parts if changes]


def cells(change: Change) -> tuple[str, ...]:
    """Return a change as texts, under the columns of `HEAD` but the first."""
    before, after = change.before, change.after
    if max(len(before), len(after)) > _SHORT and change.change is None:
        same = (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
        start = max(next(same, 0) - 8, 0)  # shortly before the first letter that differs
        before, after = (f"{'...' if start else ''}{text[start:]}" for text in (before, after))
    sizes = (change.what if change.what in ("added", "removed") else "", "", "")
    if change.change is not None:
        errors = "" if change.errors is None else f"{change.errors:.2g}"
        sizes = (f"{change.change:+.2g}", f"{change.relative:.2g}", errors)
    return cut(before, _SHORT), cut(after, _SHORT), *sizes


def _in_line(text: str) -> str:
    """A text that stays text, and in its cell, where GitHub reads Markdown."""
    plain = escape(printable(" ".join(text.split())), quote=False)
    return "".join(f"\\{sign}" if sign in "\\|*_`$~[]@#" else sign for sign in plain)
