"""The ledger as rows: an entry a row, numbers as numbers, and what each column means.

The same rows are the ledger's page, its downloads and what `parlor ledger --json` prints.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ..ledger.files import OURS, REMARK
from ..ledger.published import Entry, Published
from ..ledger.verdict import UNCHECKED, VERDICTS, listed, parse
from ..project.errors import BuildError
from ..project.places import PRESS
from .addresses import PAGE, anchor, group_of, slug

Row = dict[str, Any]

# what the ledger's files hold, column by column, as CSV on the Web that is published with them
_CSVW = json.loads((PRESS / "assets" / "ledger.csv-metadata.json").read_text("utf-8"))
DESCRIBED: dict[str, dict[str, str]] = {
    column["name"]: column for column in _CSVW["tableSchema"]["columns"]
}
COLUMNS = tuple(name for name in DESCRIBED if name not in OURS)


def apart(published: dict[str, Published]) -> tuple[dict[str, Published], dict[str, Published]]:
    """Return the sources, and what is the book's own, which is counted by itself."""
    ours = {name: source for name, source in published.items() if source.source.get("ours")}
    return {name: s for name, s in published.items() if name not in ours}, ours


def theirs(rows: Iterable[Row]) -> list[Row]:
    """Return the entries of sources, without what the book claims itself."""
    return [row for row in rows if "status" not in row]


def totals(rows: Iterable[Row]) -> dict[str, int]:
    """Count the verdicts of entries, in the order of `verdict.VERDICTS`, and last the remarks.

    Examples
    --------
    >>> totals([{"verdict": "fails"}, {"verdict": "match"}, {"verdict": "match"}])
    {'match': 2, 'fails': 1}
    >>> totals([{"verdict": "holds"}, {"verdict": "holds", "diagnosis": "remark"}])
    {'holds': 2, 'remark': 1}
    """
    counts: Counter[str] = Counter()
    for row in rows:
        counts.update([row["verdict"], REMARK][: 1 + (row.get("diagnosis") == REMARK)])
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
        A row an entry, in the source's order, with the names of `COLUMNS`; None where there is
        no such number.
    """
    by_id = {check["id"]: check for check in checks}
    return [row_of(source, entry, by_id.get(entry.id, {})) for entry in source.entries.values()]


def row_of(source: Published, entry: Entry, check: dict[str, Any]) -> Row:
    """Return one entry as a row.

    Parameters
    ----------
    source : Published
        What is published.
    entry : Entry
        One of its entries.
    check : dict
        What decided it; empty if nothing did.

    Returns
    -------
    dict
        As of `rows_of`.

    Raises
    ------
    BuildError
        If what is printed cannot be read.
    """
    verdict = entry.expected if entry.expected in UNCHECKED else "not run"
    verdict = source.judged(check) if check else verdict
    value = check.get("value")
    place = f"{check['page']}.html#entry-{slug(entry.id)}" if check.get("page") else ""
    statement = source.argument.of_entry.get(entry.id)
    row = source.told(entry) | {
        "chapter": source.chapter,
        "kind": kind_of(entry),
        "computed": check.get("computed", ""),
        "computed_value": None if isinstance(value, list) else value,
        "computed_list": value if isinstance(value, list) else None,
        "verdict": verdict,
        "group": group_of(verdict),
        "evidence": check.get("evidence", ""),
        "justified": entry.justified,
        "rests_on": source.argument.told(statement.rests_on if statement else ()),
        "contradicts": source.argument.told(statement.contradicts if statement else ()),
        "check": check.get("check", ""),
        "page": place,
        "url": f"book/{PAGE}#{anchor(source.chapter, entry.id)}",
    }
    for name in ("error", "standard_error", "printed_standard_error", "z", "turns"):
        row[name] = check.get(name)
    try:
        row |= _read(entry)
    except ValueError as error:
        raise BuildError(f"data/published/{source.chapter}: {entry.id}: printed: {error}") from None
    if not source.source.get("ours"):
        return {name: row.get(name) for name in COLUMNS}
    row |= {name: entry.columns.get(name, "") for name in OURS}
    return {name: row.get(name) for name in (*COLUMNS, *OURS)}


def kind_of(entry: Entry) -> str:
    """Return what an entry is.

    Examples
    --------
    >>> [kind_of(Entry("a", "", "", printed)) for printed in ("", "3.5", "(1, 2)", "(1, 2) (2, 1)")]
    ['claim', 'number', 'tuple', 'list']
    """
    if not entry.printed:
        return "claim"
    tuples = listed(entry.printed)
    return "list" if len(tuples) > 1 else "tuple" if tuples else "number"


def _read(entry: Entry) -> Row:
    """The numbers of a printed text."""
    if tuples := listed(entry.printed):
        read = [[_number(text)[0] for text in group.strip("()").split(",")] for group in tuples]
        return {"printed_list": read[0] if len(read) == 1 else read}
    if not entry.printed:
        return {}
    value, last = _number(entry.printed)
    return {
        "printed_value": value,
        "last_digit": _short(Fraction(entry.unit)) if entry.unit else last,
    }


def _number(text: str) -> tuple[int | float, float | None]:
    """A printed number and one unit of its last digit."""
    value, last = parse(text)
    return _short(value), _short(last) or None


def _short(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def to_json(rows: list[Row]) -> str:
    """Return rows as the text of a JSON file: a list of objects, one a line."""
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def to_csv(rows: list[Row]) -> str:
    """Return rows as the text of a CSV file; what has no value is an empty cell."""
    written = io.StringIO()
    names = {name: None for row in rows for name in row}
    writer = csv.DictWriter(written, [*names], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        lists = {name: value for name, value in row.items() if isinstance(value, list)}
        texts = {name: json.dumps(value, separators=(",", ":")) for name, value in lists.items()}
        writer.writerow(row | texts)
    return written.getvalue()


def metadata(file: str, title: str, rows: list[Row]) -> str:
    """Return what `file` holds, column by column, as CSV on the Web tells it.

    Parameters
    ----------
    file : str
        The CSV file's name; the metadata belong beside it, as ``<file>-metadata.json``.
    title : str
        What the file is.
    rows : list of dict
        What it holds.

    Returns
    -------
    str
        JSON, after the W3C's recommendation "Metadata Vocabulary for Tabular Data".
    """
    names = {name for row in rows for name in row}
    described = [column for name, column in DESCRIBED.items() if name in names]
    schema = _CSVW["tableSchema"] | {"columns": described}
    description = _CSVW | {"url": file, "dc:title": title, "tableSchema": schema}
    return json.dumps(description, indent=1) + "\n"
