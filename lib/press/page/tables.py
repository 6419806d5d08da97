"""Tables: to HTML for the page, to CSV and JSON for download."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ledger.verdict import listed, show
from . import html
from .check import Check

if TYPE_CHECKING:
    import pandas as pd


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
    head = "".join(f'<th scope="col">{escape(str(column))}</th>' for column in frame.columns)
    body = "".join(
        "<tr>"
        + "".join(_cell(value, first=index == 0) for index, value in enumerate(row))
        + "</tr>"
        for row in frame.itertuples(index=False)
    )
    rows = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return html.table(chapter, name, rows, caption)


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


def _cell(value: Any, first: bool) -> str:
    opening, closing = ('<th scope="row"', "th") if first else ("<td", "td")
    if isinstance(value, Check):
        return f"{opening}>{value.to_html()}</{closing}>"
    if isinstance(value, tuple | list):
        items = value if isinstance(value, list) else [value]
        return f'{opening} class="pr-code">{html.tuples(map(show, items))}</{closing}>'
    if isinstance(value, str) and (items := listed(value)):
        return f'{opening} class="pr-code">{html.tuples(items)}</{closing}>'
    number = isinstance(value, int | float) or hasattr(value, "item")
    kind = ' class="pr-num"' if number and not isinstance(value, bool) else ""
    return f"{opening}{kind}>{escape(show(value))}</{closing}>"
