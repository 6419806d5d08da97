"""What moved between two builds, runs, sweeps or folders of tables, number by number.

``read`` makes a `Side` of whatever a user names, `compare` holds two of them against each other,
and a `Comparison` tells what differs: as a data frame, as JSON, as a table, as a picture.

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

from pathlib import Path
from typing import Any

from ..project import Project, UserError
from .against import against_published
from .matching import Change, Comparison, compare
from .sides import PUBLISHED, Side, read, read_folder
from .telling import picture, print_table, to_markdown

__all__ = [
    "Change",
    "Comparison",
    "Side",
    "compare",
    "named",
    "picture",
    "print_table",
    "read",
    "read_folder",
    "save_picture",
    "to_markdown",
]


def named(project: Project, before: str, after: str, **allowed: Any) -> Comparison:
    """Compare two things as ``parlor compare`` names them.

    Parameters
    ----------
    project : Project
        The checkout.
    before, after : str
        As for `read`; one of them may be ``"published"``.
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
    side = read(project, after if before == PUBLISHED else before)
    return against_published(project, side, first=before == PUBLISHED)


def save_picture(comparison: Comparison, path: Path) -> None:
    """Write the picture of a comparison into an SVG file."""
    from ..figures import save_svg

    save_svg(path.parent, path.stem, *picture(comparison))
