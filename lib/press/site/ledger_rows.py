"""The ledger as rows: an entry a row, numbers as numbers, and what each column means.

The same rows are the ledger's page, its downloads and what `parlor ledger --json` prints.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..ledger.published import Entry, Published
from ..ledger.schema import OURS, REMARK
from ..ledger.verdict import UNCHECKED, VERDICTS, listed, parse
from ..project.errors import BuildError
from ..project.places import PRESS
from .addresses import PAGE, anchor, group_of, slug

Row = dict[str, Any]

# what the ledger's files hold, column by column, as CSV on the Web that is published with them
_CSVW = json.loads((PRESS / "assets" / "ledger.csv-metadata.json").read_text("utf-8"))
DESCRIBED: dict[str, dict[str, Any]] = {
    column["name"]: column for column in _CSVW["tableSchema"]["columns"]
}
COLUMNS = tuple(name for name in DESCRIBED if name not in OURS)
_EMPTY = {
    name: "" if column["datatype"] in ("string", "anyURI") else None
    for name, column in DESCRIBED.items()
}


def apart(published: dict[str, Published]) -> tuple[dict[str, Published], dict[str, Published]]:
    """Return the sources, and what is the book's own, which is counted by itself."""
    ours = {name: source for name, source in published.items() if source.source.get("ours")}
    return {name: s for name, s in published.items() if name not in ours}, ours


def theirs(rows: Iterable[Row]) -> list[Row]:
    """Return the entries of sources, without what the book claims itself."""
    return [row for row in rows if "status" not in row]


def ours(rows: Iterable[Row]) -> list[Row]:
    """Return what the book claims itself."""
    return [row for row in rows if "status" in row]


def totals(rows: Sequence[Row]) -> dict[str, int]:
    """Count the verdicts of entries, in the order of `verdict.VERDICTS`, and last the remarks.

    Examples
    --------
    >>> totals([{"verdict": "fails"}, {"verdict": "match"}, {"verdict": "match"}])
    {'match': 2, 'fails': 1}
    >>> totals([{"verdict": "holds"}, {"verdict": "holds", "diagnosis": "remark"}])
    {'holds': 2, 'remark': 1}
    """
    counts = Counter(row["verdict"] for row in rows)
    counts[REMARK] = sum(row.get("diagnosis") == REMARK for row in rows)
    return {name: counts[name] for name in (*VERDICTS, REMARK) if counts[name]}


def rows_of(source: Published, checks: list[dict[str, Any]]) -> list[Row]:
    """Return one source's part of the ledger as plain rows.

    Parameters
    ----------
    source : Published
        What is published.
    checks : list of dict
        The checks of its chapter, each with the page that it stands on; see `findings.decide`.

    Returns
    -------
    list of dict
        A row an entry, in the source's order, with the names of `COLUMNS`, and of `OURS` if it
        is the book's own; without a value a text is empty, and else None.

    Raises
    ------
    BuildError
        If what is printed cannot be read.
    """
    by_id = {check["id"]: check for check in checks}
    names = [*COLUMNS, *(OURS if source.source.get("ours") else ())]
    rows = []
    for entry in source.entries.values():
        row = _row_of(source, entry, by_id.get(entry.id, {}))
        rows.append({name: row.get(name, _EMPTY[name]) for name in names})
    return rows


def _row_of(source: Published, entry: Entry, check: dict[str, Any]) -> Row:
    """What there is to say of an entry; what decided it is empty if nothing did."""
    verdict = entry.expected if entry.expected in UNCHECKED else "not run"
    if check:
        verdict = source.judged(check)
    value = check.get("value")
    statement = source.argument.of_entry.get(entry.id)
    try:
        printed = _printed(entry)
    except ValueError as error:
        raise BuildError(f"data/published/{source.chapter}: {entry.id}: printed: {error}") from None
    return {
        **check,
        **{name: entry.columns.get(name, "") for name in OURS},
        **source.told(entry),
        **printed,
        "chapter": source.chapter,
        "computed_list" if isinstance(value, list) else "computed_value": value,
        "verdict": verdict,
        "group": group_of(verdict),
        "justified": entry.justified,
        "rests_on": source.argument.told(statement.rests_on if statement else ()),
        "contradicts": source.argument.told(statement.contradicts if statement else ()),
        "page": f"{check['page']}.html#entry-{slug(entry.id)}" if check.get("page") else "",
        "url": f"book/{PAGE}#{anchor(source.chapter, entry.id)}",
    }


def _printed(entry: Entry) -> Row:
    """What is printed of an entry: of which kind it is, and its numbers."""
    if not entry.printed:
        return {"kind": "claim"}
    groups = listed(entry.printed)
    if not groups:
        value, last = parse(entry.printed)
        unit = Fraction(entry.unit) if entry.unit else last
        # a fraction has no last digit
        number = {"printed_value": _short(value), "last_digit": _short(unit) or None}
        return {"kind": "number", **number}
    tuples = [[_short(parse(text)[0]) for text in group.strip("()").split(",")] for group in groups]
    if len(tuples) == 1:
        return {"kind": "tuple", "printed_list": tuples[0]}
    return {"kind": "list", "printed_list": tuples}


def _short(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def write(file: Path, rows: list[Row], title: str) -> None:
    """Write a part of the ledger as CSV and JSON, and beside them what its columns mean.

    Parameters
    ----------
    file : Path
        Where it goes, without a suffix.
    rows : list of dict
        What it holds: all with the same names. In the CSV file a list is JSON.
    title : str
        What it is, for the W3C's "Metadata Vocabulary for Tabular Data".
    """
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    file.with_suffix(".json").write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
    columns = [column for name, column in DESCRIBED.items() if rows and name in rows[0]]
    table = file.with_suffix(".csv")
    with table.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.writer(opened, lineterminator="\n")
        writer.writerow(column["name"] for column in columns)
        for row in rows:
            writer.writerow(
                json.dumps(value, separators=(",", ":")) if isinstance(value, list) else value
                for value in row.values()
            )
    schema = _CSVW["tableSchema"] | {"columns": columns}
    described = _CSVW | {"url": table.name, "dc:title": title, "tableSchema": schema}
    text = json.dumps(described, indent=1) + "\n"
    table.with_name(f"{table.name}-metadata.json").write_text(text, "utf-8")
