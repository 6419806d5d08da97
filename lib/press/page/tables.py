"""Tables: to HTML for the page, to CSV and JSON for download."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ledger.verdict import finite, listed, show
from . import html
from .check import Check

if TYPE_CHECKING:
    import pandas as pd

_NUMBER = ' class="pr-num"'  # stands to the right
_NUMERIC = re.compile(
    r"[-+~≈]?\$?[\d,]*\.?\d+(?:e[-+]?\d+)?(?: ?%)?(?: (?:±|\+-) ?[\d.]+)?|[-\u2013]|none|"
)


def to_html(frame: pd.DataFrame) -> str:
    """Return a data frame as the book shows it; the first column is each row's header.

    Parameters
    ----------
    frame : pandas.DataFrame
        Cells may hold numbers, texts, tuples, lists of tuples and checks.
    """
    numbers = [all(map(_is_number, column)) for _, column in frame.items()]
    numbers[:1] = [False]
    head = "".join(
        f'<th scope="col"{_NUMBER if right else ""}>{escape(str(column))}</th>'
        for column, right in zip(frame.columns, numbers, strict=True)
    )
    body = ""
    for row in frame.itertuples(index=False):
        first, *cells = map(_cell, row, numbers)
        body += f'<tr><th scope="row"{first}</th>'
        body += "".join(f"<td{cell}</td>" for cell in cells) + "</tr>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


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

    Raises
    ------
    ArithmeticError
        If a cell is not finite: what has no number is an empty text.
    """
    _refuse_broken(name, frame)
    folder.mkdir(parents=True, exist_ok=True)
    flat = frame.map(lambda value: value if isinstance(value, int | float) else show(value))
    flat.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")
    records = [
        dict(zip(frame.columns, map(_plain, row), strict=True))
        for row in frame.itertuples(index=False)
    ]
    text = json.dumps(records, indent=1, ensure_ascii=False, allow_nan=False)
    (folder / f"{name}.json").write_text(text + "\n", "utf-8")


def _refuse_broken(name: str, frame: pd.DataFrame) -> None:
    for column, cells in frame.items():
        for number, cell in enumerate(cells, start=1):
            try:
                finite(show(cell))
            except ArithmeticError as error:
                raise ArithmeticError(f"table {name}, '{column}', row {number}: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    number = value.item() if hasattr(value, "item") else value  # a NumPy scalar
    return number if isinstance(number, int | float | None) else str(number)


def _is_number(value: Any) -> bool:
    """Whether a cell belongs into a column of numbers, also as a text."""
    return not isinstance(value, Check) and bool(_NUMERIC.fullmatch(show(value)))


def _cell(value: Any, right: bool) -> str:
    """A cell from the end of its tag's name: what the style sheet is told of it, and the value."""
    if isinstance(value, tuple | list):
        tuples = [show(item) for item in (value if isinstance(value, list) else [value])]
    else:
        tuples = listed(value) if isinstance(value, str) else []
    number = isinstance(value, int | float) or hasattr(value, "item")
    look = ' class="pr-code"' if tuples else ""
    if right or (number and not isinstance(value, bool)):
        look = _NUMBER
    if isinstance(value, Check):
        return f"{look}>{value.to_html()}"
    return f"{look}>{html.tuples(tuples) or escape(show(value))}"
