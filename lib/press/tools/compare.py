"""What moved between two builds, runs or revisions, number by number.

Examples
--------
>>> from press.tools.results import table
>>> def side(name, *rows):
...     return Side(name, table("", "table", "dice", rows))
>>> before = side("before", {"sides": 6, "mean": 3.5})
>>> after = side("after", {"sides": 6, "mean": 3.6}, {"sides": 8, "mean": 4.5})
>>> for change in compare(before, after).changes:
...     print(change.what, change.where)
number table dice: sides 6, mean
added table dice: sides 8
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from html import escape
from typing import Any

from ..ledger.verdict import VERDICTS
from ..project.errors import UserError
from ..project.text import cut, printable
from . import report
from .results import ITEMS, Cell, Cells, Place, Side, number

ROWS = 60  # on the terminal; JSON has all
COMMENT_ROWS = 150  # GitHub takes 65,536 characters in a comment
HEAD = ("where", "before", "after", "change", "of its size", "in errors", "")
_KINDS = {  # first what matters most
    "verdict": "verdicts changed",
    "number": "numbers moved",
    "removed": "no longer there",
    "added": "new",
    "text": "texts read otherwise",
}
_LONG = re.compile(r"\d{16}")  # a number that is the same as a float may still be another


@dataclass(frozen=True)
class Change:
    """One thing that is not the same on both sides.

    Attributes
    ----------
    what : str
        ``"number"``, ``"text"``, ``"verdict"``, ``"added"`` or ``"removed"``.
    place : Place
        Where it is; of a table, row or column that only one side has, without the rest.
    before, after : str
        What stands there, as it is written.
    change, relative, errors : float or None
        Of a number, by how much it moved: as it is, against the larger of both, and in units of
        their combined error, if one is known.
    beyond : bool
        Whether it is more than was allowed.
    """

    what: str
    place: Place
    before: str = ""
    after: str = ""
    change: float | None = None
    relative: float | None = None
    errors: float | None = None
    beyond: bool = True

    @property
    def where(self) -> str:
        """Where it is, in words."""
        page, kind, name, row, column = self.place
        where = " ".join(filter(None, (page, kind, name)))
        inside = ", ".join(filter(None, (row, column)))
        return f"{where}: {inside}" if inside else where


@dataclass(frozen=True)
class Comparison:
    """All that differs between two sides.

    Attributes
    ----------
    before, after : str
        What was compared.
    compared : int
        How many numbers both sides have.
    changes : list of Change
        First what is beyond what was allowed; changed verdicts before numbers, and those that moved
        most first.
    """

    before: str
    after: str
    compared: int
    changes: list[Change]

    def __post_init__(self) -> None:
        order = list(_KINDS)
        self.changes.sort(key=lambda c: (not c.beyond, order.index(c.what), -(c.relative or 0)))

    @property
    def status(self) -> int:
        """The exit status of ``parlor compare``: 1 if anything is beyond what was allowed."""
        return int(any(change.beyond for change in self.changes))

    def to_dict(self) -> dict[str, Any]:
        """Return all of it, fit for JSON."""
        changes = [vars(change) | {"place": change.place._asdict()} for change in self.changes]
        return vars(self) | {"changes": changes}

    def __str__(self) -> str:
        """Say in one sentence what moved."""
        count = Counter(change.what for change in self.changes)
        parts = [f"{self.compared:,} numbers compared"]
        parts += [f"{count[what]:,} {words}" for what, words in _KINDS.items() if count[what]]
        allowed = sum(not change.beyond for change in self.changes)
        return "; ".join(parts) + (f"; {allowed:,} of these are allowed" if allowed else "")


def compare(
    before: Side, after: Side, *, tolerance: float = 0.0, errors: float | None = None
) -> Comparison:
    """Say what differs between two sides.

    Tables and their columns are matched by name, rows by what stands in their first column.

    Parameters
    ----------
    before, after : Side
        What to compare; see `results.read`.
    tolerance : float, default 0
        How far a number may move: so much of its size, or so much where it is smaller than 1.
    errors : float, optional
        How far a number may move whose error is known: so many combined errors of both.

    Returns
    -------
    Comparison
        What differs. A changed text or verdict, and what only one side has, is never allowed.

    Raises
    ------
    UserError
        If the two have nothing in common.
    """
    a, b = _paired(before.cells, after.cells)
    both = [place for place in a if place in b]
    if not both:
        raise UserError(f"{before.name} and {after.name} have nothing in common")
    moved = (_moved(place, a[place], b[place], tolerance, errors) for place in both)
    changes = [change for change in moved if change]
    changes += [Change("removed", place) for place in _only(a, b)]
    changes += [Change("added", place) for place in _only(b, a)]
    compared = sum(number(a[place].text) is not None for place in both)
    return Comparison(before.name, after.name, compared, changes)


def _paired(a: Cells, b: Cells) -> tuple[Cells, Cells]:
    """Both sides; where one has a single page, of the other that page alone."""
    pages = {place.page for place in a}, {place.page for place in b}
    if min(map(len, pages)) > 1:
        return a, b
    one, other = (
        {place: cell for place, cell in cells.items() if place.page in set.intersection(*pages)}
        for cells in (a, b)
    )
    return one, other


def _only(mine: Cells, theirs: Cells) -> list[Place]:
    """What only one side has: a table, a row or a column at once, and not its cells."""
    known = {part for place in theirs for part in _parts(place)}
    lonely = mine.keys() - theirs.keys()
    return sorted({next(p for p in _parts(place) if p not in known) for place in lonely})


def _parts(place: Place) -> tuple[Place, ...]:
    """The table, the row, the column and the cell at a place; an item is in no table."""
    if place.kind in ITEMS:
        return place._replace(column=""), place
    row, column = place._replace(column=""), place._replace(row="")
    return row._replace(row=""), row, column, place


def _moved(
    place: Place, a: Cell, b: Cell, tolerance: float = 0.0, errors: float | None = None
) -> Change | None:
    """What differs between two cells; see `compare`."""
    x, y = number(a.text), number(b.text)
    if a.text == b.text or (x is not None and x == y and not _LONG.search(a.text)):
        return None
    if x is None or y is None or x == y:
        what = "verdict" if a.text in VERDICTS and b.text in VERDICTS else "text"
        return Change(what, place, a.text, b.text)
    size, error = max(abs(x), abs(y)), math.hypot(a.error, b.error)
    change = y - x
    return Change(
        "number",
        place,
        a.text,
        b.text,
        change,
        abs(change) / size,
        abs(change) / error if error else None,
        abs(change) > max(tolerance * max(1, size), (errors or 0.0) * error),
    )


def print_table(comparison: Comparison) -> None:
    """Print a comparison: what moved most, and how much there is besides."""
    changes = comparison.changes
    if changes:
        rows = [[printable(cut(cell)) for cell in _row(change)] for change in changes[:ROWS]]
        report.table(list(HEAD), rows)
    if len(changes) > ROWS:
        print(f"and {len(changes) - ROWS:,} more; --json tells all")
    print(f"{comparison.before} and {comparison.after}: {comparison}")


def to_markdown(comparison: Comparison) -> str:
    """Return a comparison as Markdown, short enough for a comment on a change."""
    changes = comparison.changes
    before, after = _in_line(comparison.before), _in_line(comparison.after)
    lines = ["## What moved", "", f"From {before} to {after}: {comparison}."]
    if changes:
        lines += ["", f"| {' | '.join(HEAD)} |", "|---|---|---|--:|--:|--:|---|"]
    for change in changes[:COMMENT_ROWS]:
        lines.append(f"| {' | '.join(map(_in_line, _row(change)))} |")
    if len(changes) > COMMENT_ROWS:
        lines += ["", f"And {len(changes) - COMMENT_ROWS:,} more, which the JSON tells."]
    return "\n".join(lines) + "\n"


def _row(change: Change) -> list[str]:
    """A change as texts, under the columns of `HEAD`."""
    sizes = (change.change, change.relative, change.errors)
    texts = ["" if size is None else f"{size:.2g}" for size in sizes]
    note = change.what if change.what in ("added", "removed") else ""
    return [change.where, change.before, change.after, *texts, note if change.beyond else "allowed"]


def _in_line(text: str) -> str:
    """A text that stays text, and in its cell, where GitHub reads Markdown."""
    plain = escape(printable(cut(" ".join(text.split()))), quote=False)
    return "".join(f"\\{sign}" if sign in "\\|*_`$~[]@#" else sign for sign in plain)
