"""Tables: to HTML for the page, to CSV and JSON for download."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ledger.verdict import listed, show
from . import html
from .check import Check

if TYPE_CHECKING:
    import pandas as pd

_NUMBER = ' class="pr-num"'  # stands to the right
_NUMERIC = re.compile(
    r"[-+~≈]?\$?[\d,]*\.?\d+(?:e[-+]?\d+)?(?: ?%)?(?: (?:±|\+-) ?[\d.]+)?|[-\u2013]|none|"
)


def to_html(chapter: str, name: str, frame: pd.DataFrame, caption: str) -> str:
    """Return a data frame as the book shows it.

    Parameters
    ----------
    chapter, name : str
        The chapter's name and the table's.
    frame : pandas.DataFrame
        Cells may hold numbers, texts, tuples, lists of tuples and checks.
    caption : str
        What it shows.

    Returns
    -------
    str
        A ``<figure>``. The first column is each row's header.
    """
    numbers = [all(map(_is_number, column)) for _, column in frame.items()][1:]
    head = "".join(
        f'<th scope="col"{_NUMBER if right else ""}>{escape(str(column))}</th>'
        for column, right in zip(frame.columns, [False, *numbers], strict=True)
    )
    body = "".join(
        f'<tr><th scope="row"{_kind(row[0])}>{_shown(row[0])}</th>'
        + "".join(
            f"<td{_NUMBER if right else _kind(value)}>{_shown(value)}</td>"
            for value, right in zip(row[1:], numbers, strict=True)
        )
        + "</tr>"
        for row in frame.itertuples(index=False)
    )
    whole = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return html.table(chapter, name, whole, caption)


def write_table(folder: Path, name: str, frame: pd.DataFrame) -> None:
    """Write a data frame as ``name.csv`` and ``name.json`` into `folder`.

    Parameters
    ----------
    folder : Path
        Made if it does not exist.
    name : str
        The table's name.
    frame : pandas.DataFrame
        As for `to_html`. Numbers keep all their digits; in CSV, lists and tuples are texts.
    """
    folder.mkdir(parents=True, exist_ok=True)
    flat = frame.map(lambda value: value if isinstance(value, int | float) else show(value))
    flat.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")
    records = [
        dict(zip(frame.columns, map(_plain, row), strict=True))
        for row in frame.itertuples(index=False)
    ]
    text = json.dumps(records, indent=1, ensure_ascii=False)
    (folder / f"{name}.json").write_text(text + "\n", "utf-8")


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):  # a NumPy scalar
        return value.item()
    return value if isinstance(value, int | float | None) else str(value)


def _is_number(value: Any) -> bool:
    """Whether a cell belongs into a column of numbers, also as a text."""
    return not isinstance(value, Check) and bool(_NUMERIC.fullmatch(show(value)))


def _kind(value: Any) -> str:
    """What the style sheet is told of a cell."""
    if _tuples(value):
        return ' class="pr-code"'
    number = isinstance(value, int | float) or hasattr(value, "item")
    return _NUMBER if number and not isinstance(value, bool) else ""


def _shown(value: Any) -> str:
    if isinstance(value, Check):
        return value.to_html()
    return html.tuples(_tuples(value)) or escape(show(value))


def _tuples(value: Any) -> list[str]:
    if isinstance(value, tuple | list):
        return [show(item) for item in (value if isinstance(value, list) else [value])]
    return listed(value) if isinstance(value, str) else []
