"""Tables: what a page shows of them, and CSV and JSON for download."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ledger.verdict import finite, listed, show
from .check import Check

if TYPE_CHECKING:
    import pandas as pd

_NUMERIC = re.compile(
    r"[-+~≈]?\$?[\d,]*\.?\d+(?:e[-+]?\d+)?(?: ?%)?(?: (?:±|\+-) ?[\d.]+)?|[-\u2013]|none|"
)

_DECIMALS = re.compile(r"(?P<whole>-?[\d,]+)\.?(?P<part>\d{,6})")


def shown(frame: pd.DataFrame) -> dict[str, Any]:
    """Return what a page shows of a data frame, for JSON.

    Parameters
    ----------
    frame : pandas.DataFrame
        Cells may hold numbers, texts, tuples, lists of tuples and checks.

    Returns
    -------
    dict
        Its ``columns``; of each whether all its cells are ``numbers``, which the first, that says
        what a row is about, is not called; and its ``rows``. A cell is a text, a list of tuples,
        ``{"number": TEXT}``, ``{"entry": ID}``, or ``{"again": ID}`` of one shown elsewhere.
    """
    columns = [*frame.to_dict("list").values()]  # numbers are Python's there
    numbers = [all(map(_is_number, column)) for column in columns]
    numbers[:1] = [False]
    cells = map(_cells, columns, numbers)
    return {
        "columns": [*map(str, frame.columns)],
        "numbers": numbers,
        "rows": [*map(list, zip(*cells, strict=True))],
    }


def write_table(folder: Path, name: str, frame: pd.DataFrame) -> None:
    """Write a data frame as ``name.csv`` and ``name.json`` into `folder`.

    Parameters
    ----------
    folder : Path
        Made if it does not exist.
    name : str
        The table's name.
    frame : pandas.DataFrame
        As for `shown`. Numbers keep all their digits; in CSV, lists and tuples are texts.

    Raises
    ------
    ArithmeticError
        If a cell is not finite: what has no number is an empty text.
    """
    for column, cells in frame.items():
        for number, cell in enumerate(cells, start=1):
            try:
                finite(show(cell))
            except ArithmeticError as error:
                raise ArithmeticError(f"table {name}, '{column}', row {number}: {error}") from None
    folder.mkdir(parents=True, exist_ok=True)
    flat = frame.map(lambda value: value if isinstance(value, int | float) else show(value))
    flat.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n")
    text = json.dumps(
        frame.to_dict("records"), indent=1, ensure_ascii=False, allow_nan=False, default=_in_json
    )
    (folder / f"{name}.json").write_text(text + "\n", "utf-8")


def _in_json(value: Any) -> Any:
    """What JSON holds of a value that it does not know: a number of NumPy's, or a text."""
    return value.item() if hasattr(value, "item") else str(value)


def _is_number(value: Any) -> bool:
    """Whether a cell belongs into a column of numbers, also as a text."""
    return not isinstance(value, Check) and bool(_NUMERIC.fullmatch(show(value)))


def _cells(column: list[Any], right: bool) -> list[Any]:
    """What is shown of a column; `right` if all its cells are numbers, or such texts.

    Numbers have as many decimals as the one that has most. A text stays as it is: it may be what a
    source prints. What has more decimals than anybody rounds to has not been rounded, and stays.
    """
    cells = [_cell(value, right) for value in column]
    if not all(isinstance(value, int | float) for value in column):
        return cells
    matches = [_DECIMALS.fullmatch(show(value)) for value in column]
    most = max((len(match["part"]) for match in matches if match), default=0)
    if not all(matches) or not most:
        return cells
    return [{"number": f"{match['whole']}.{match['part']:0<{most}}"} for match in matches if match]


def _cell(value: Any, right: bool) -> Any:
    """What is shown of a value, in a column of numbers or another."""
    if isinstance(value, Check):
        return {"again" if value.again else "entry": value.row["id"]}
    if right or (isinstance(value, int | float) and not isinstance(value, bool)):
        return {"number": show(value)}
    if isinstance(value, tuple | list):
        tuples = [show(item) for item in (value if isinstance(value, list) else [value])]
    else:
        tuples = listed(value) if isinstance(value, str) else []
    return tuples or show(value)
