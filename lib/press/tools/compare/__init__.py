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

from .matching import Change, Comparison, compare
from .naming import named, read
from .sides import Side, read_folder
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


def save_picture(comparison: Comparison, path: Path) -> None:
    """Write the picture of a comparison into an SVG file."""
    from ...page.figures import save_svg

    save_svg(path.parent, path.stem, *picture(comparison))
