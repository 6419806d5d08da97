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

_DECIMALS = re.compile(r"-?[\d,]+(?:\.(\d{1,6}))?")


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
    numbers = [all(map(_is_number, column)) for _, column in frame.items()]
    numbers[:1] = [False]
    columns = [
        _evened([*column], [_cell(value, right) for value in column])
        for (_, column), right in zip(frame.items(), numbers, strict=True)
    ]
    return {
        "columns": [*map(str, frame.columns)],
        "numbers": numbers,
        "rows": [*map(list, zip(*columns, strict=True))],
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


def _evened(column: list[Any], cells: list[Any]) -> list[Any]:
    """The cells of a column of numbers, all with as many decimals as the one that has most.

    A text stays as it is: it may be what a source prints. What has more decimals than anybody
    rounds to has not been rounded, and stays too.
    """
    if not all(isinstance(value, int | float) or hasattr(value, "item") for value in column):
        return cells
    matches = [_DECIMALS.fullmatch(show(value)) for value in column]
    most = max((len(match[1] or "") for match in matches if match), default=0)
    if not all(matches) or not most:
        return cells
    wholes = [show(value).partition(".") for value in column]
    return [{"number": f"{whole}.{part:0<{most}}"} for whole, _, part in wholes]


def _cell(value: Any, right: bool) -> Any:
    """What is shown of a value, in a column of numbers or another."""
    if isinstance(value, Check):
        return {"again" if value.again else "entry": value.row["id"]}
    number = isinstance(value, int | float) or hasattr(value, "item")
    if right or (number and not isinstance(value, bool)):
        return {"number": show(value)}
    if isinstance(value, tuple | list):
        tuples = [show(item) for item in (value if isinstance(value, list) else [value])]
    else:
        tuples = listed(value) if isinstance(value, str) else []
    return tuples or show(value)
