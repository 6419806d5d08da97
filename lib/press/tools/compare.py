"""What moved between two builds, runs or revisions, number by number.

Examples
--------
>>> from press.tools.sides import framed, table
>>> def side(*rows):
...     return framed([*table("", "table", "dice", rows)])
>>> before = side({"sides": 6, "mean": 3.5})
>>> after = side({"sides": 6, "mean": 3.6}, {"sides": 8, "mean": 4.5})
>>> for place, change in compare(before, after).changes.iterrows():
...     print(change.what, where(place))
number table dice: sides 6, mean
added table dice: sides 8
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ..ledger.verdict import VERDICTS
from ..project.errors import UserError
from ..project.text import cut, printable
from . import report

ROWS = 100  # JSON has all
HEAD = ["where", "before", "after", "change", "of its size", "in errors", ""]
_KINDS = {  # first what matters most
    "verdict": "verdicts changed",
    "number": "numbers moved",
    "removed": "no longer there",
    "added": "new",
    "text": "texts read otherwise",
}
_LONG = r"\d{16}"  # a number that is the same as a float may still be another


@dataclass(frozen=True)
class Comparison:
    """All that differs between two sides.

    Attributes
    ----------
    before, after : str
        What was compared.
    compared : int
        How many numbers both sides have.
    changes : pandas.DataFrame
        By place, first what is beyond what was allowed; changed verdicts before numbers, and those
        that moved most first. A table, row or column that only one side has is there once. Columns:
        ``what``, one of verdict, number, text, added and removed; ``before`` and ``after``, what
        stands there; of a number, by how much it moved: ``change``, as it is, ``relative``, against
        the larger of both, and ``errors``, in units of their combined error, if one is known; and
        ``beyond``, whether that is more than was allowed.
    """

    before: str
    after: str
    compared: int
    changes: pd.DataFrame

    @property
    def status(self) -> int:
        """The exit status of ``parlor compare``: 1 if anything is beyond what was allowed."""
        return int(self.changes["beyond"].any())

    def to_dict(self) -> dict[str, Any]:
        """Return all of it, fit for JSON."""
        rows = self.changes.reset_index().to_json(orient="records", double_precision=15)
        return vars(self) | {"changes": json.loads(rows)}

    def __str__(self) -> str:
        """Say in one sentence what moved."""
        count = self.changes["what"].value_counts()
        parts = [f"{self.compared:,} numbers compared"]
        parts += [f"{count[what]:,} {words}" for what, words in _KINDS.items() if count[what]]
        allowed = int((~self.changes["beyond"]).sum())
        return "; ".join(parts) + (f"; {allowed:,} of these are allowed" if allowed else "")


def compare(
    before: pd.DataFrame,
    after: pd.DataFrame,
    names: tuple[str, str] = ("before", "after"),
    *,
    tolerance: float = 0.0,
    errors: float = 0.0,
) -> Comparison:
    """Say what differs between two sides.

    Tables and their columns are matched by name, rows by what stands in their first column.

    Parameters
    ----------
    before, after : pandas.DataFrame
        What to compare; see `sides.read`. Where one has a single page, of the other that page.
    names : tuple of str
        What the user calls them.
    tolerance : float, default 0
        How far a number may move: so much of its size, or so much where it is smaller than 1.
    errors : float, default 0
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
    one, other = before.index.unique("page"), after.index.unique("page")
    if min(len(one), len(other)) == 1:
        common = one.intersection(other)
        before = before[before.index.isin(common, level="page")]
        after = after[after.index.isin(common, level="page")]
    a, b = before.align(after, join="inner", axis="index")
    if a.empty:
        raise UserError(f"{' and '.join(names)} have nothing in common")
    changes = pd.concat(
        [
            _moved(a, b, tolerance, errors),
            _only(before, after, "removed"),
            _only(after, before, "added"),
        ]
    )
    changes["what"] = pd.Categorical(changes["what"], [*_KINDS])
    order = changes.sort_values(["beyond", "what", "relative"], ascending=[False, True, False])
    return Comparison(*names, int(a["number"].notna().sum()), order)


def _moved(a: pd.DataFrame, b: pd.DataFrame, tolerance: float, errors: float) -> pd.DataFrame:
    """What differs where both sides have something; see `Comparison`."""
    x, y = a["number"], b["number"]
    same = (a["text"] == b["text"]) | ((x == y) & ~a["text"].str.contains(_LONG))
    change = (y - x).where(x != y)
    size = np.maximum(x.abs(), y.abs())
    error = (a["error"] ** 2 + b["error"] ** 2) ** 0.5
    verdicts = a["text"].isin(VERDICTS) & b["text"].isin(VERDICTS)
    changes = {
        "what": np.select([change.notna(), verdicts], ["number", "verdict"], "text"),
        "before": a["text"],
        "after": b["text"],
        "change": change,
        "relative": change.abs() / size,
        "errors": change.abs() / error.where(error > 0),
        "beyond": ~(change.abs() <= np.maximum(tolerance * size.clip(1), errors * error)),
    }
    return pd.DataFrame(changes)[~same]


def _only(mine: pd.DataFrame, theirs: pd.DataFrame, what: str) -> pd.DataFrame:
    """What one side alone has: a table, a row or a column at once, and not its cells."""
    rest = mine.index.difference(theirs.index).to_frame(index=False)
    known = theirs.index.to_frame(index=False)
    found = []
    for cells in ({"row": "", "column": ""}, {"column": ""}, {"row": ""}, {}):
        parts = pd.MultiIndex.from_frame(rest.assign(**cells))
        new = ~parts.isin(pd.MultiIndex.from_frame(known.assign(**cells)))
        found.append(parts[new].unique().to_frame())
        rest = rest[~new]
    alone = pd.concat(found).sort_index()[[]]
    return alone.assign(what=what, before="", after="", beyond=True)


def print_table(comparison: Comparison) -> None:
    """Print a comparison: what moved most, and how much there is besides."""
    changes, rows = comparison.changes, []
    first = changes.head(ROWS)
    for place, change in zip(first.index, first.to_dict("records"), strict=True):
        sizes = (change["change"], change["relative"], change["errors"])
        texts = ["" if pd.isna(size) else f"{size:.2g}" for size in sizes]
        note = change["what"] if change["what"] in ("added", "removed") else ""
        note = note if change["beyond"] else "allowed"
        cells = [where(place), change["before"], change["after"], *texts, note]
        rows.append([printable(cut(cell)) for cell in cells])
    if rows:
        report.table(HEAD, rows)
    rest = len(changes) - len(rows)
    more = f"; {rest:,} of these are told by --json alone" if rest else ""
    print(f"{comparison.before} and {comparison.after}: {comparison}{more}")


def where(place: Sequence[str]) -> str:
    """Return in words where something stands."""
    *table, row, column = place
    inside = ", ".join(filter(None, (row, column)))
    return ": ".join(filter(None, (" ".join(filter(None, table)), inside)))
