"""The ledger as rows: numbers are numbers, and every column is explained."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from press.ledger.published import Entry, Published
from press.ledger.schema import OURS
from press.ledger.verdict import VERDICTS
from press.project.errors import BuildError
from press.site.addresses import GROUPS
from press.site.ledger_rows import COLUMNS, rows_of, write

from .small_ledger import BY_ID, ROWS, claim_of_ours


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("v", {"kind": "number", "printed_value": 12.5, "last_digit": 0.01}),
        ("v", {"computed_value": 12.600001, "standard_error": 0.05, "error": None, "z": -2.0}),
        ("half", {"kind": "number", "printed_value": 0.375, "last_digit": None}),
        ("many", {"printed_value": 20_000_000, "last_digit": 10_000_000}),
        ("pair", {"kind": "tuple", "printed_value": None, "printed_list": [1.5, 2]}),
        ("pair", {"computed_value": None, "computed_list": [1.5, 2]}),
        ("list", {"kind": "list", "printed_list": [[1, 2], [2, 1]]}),
        ("a", {"kind": "claim", "group": "disagree", "diagnosis": "misprint"}),
        ("a", {"page": "book/demo/audit.html#entry-a", "url": "book/ledger.html#demo-a"}),
        ("a", {"rests_on": [], "contradicts": []}),
        ("slip", {"verdict": "holds", "diagnosis": "remark", "rests_on": ["a"]}),
        ("part", {"contradicts": ["a"]}),
        ("out", {"group": "open", "page": ""}),
    ],
)
def test_an_entry_tells_what_it_is_and_where_it_is_decided(name: str, told: dict) -> None:
    assert BY_ID[name].items() >= told.items()


def test_the_files_agree_and_every_column_is_explained(tmp_path: Path) -> None:
    (ours,) = rows_of(claim_of_ours(), [])
    assert [ours[name] for name in OURS] == ["theorem", "So", "Nothing.", "why", "make verify"]
    for rows, columns in ((ROWS, COLUMNS), ([ours], (*COLUMNS, *OURS))):
        write(tmp_path / "ledger", rows, "All")
        with (tmp_path / "ledger.csv").open(encoding="utf-8", newline="") as file:
            read = list(csv.DictReader(file))
        told = json.loads((tmp_path / "ledger.json").read_text("utf-8"))
        assert told == rows and all(tuple(row) == columns for row in (*read, *told))
        for text, row in zip(read, told, strict=True):
            for name, value in row.items():
                if isinstance(value, str):
                    assert text[name] == value
                else:
                    assert (json.loads(text[name]) if text[name] else None) == value
        meant = json.loads((tmp_path / "ledger.csv-metadata.json").read_text("utf-8"))
        explained = {c["name"]: c["dc:description"] for c in meant["tableSchema"]["columns"]}
        assert tuple(explained) == columns and meant["url"] == "ledger.csv"
        assert explained["verdict"].endswith(f": {', '.join(VERDICTS)}")
        assert explained["group"].endswith(f": {', '.join(GROUPS)}")


def test_a_printed_value_that_is_no_number_is_named() -> None:
    odd = {"v": Entry("v", "Table 1", "what two win", "twelve")}
    with pytest.raises(BuildError, match="data/published/demo: v: printed: 'twelve' is not one"):
        rows_of(Published("demo", {}, odd), [])


def test_every_verdict_is_in_one_group() -> None:
    assert sorted(v for verdicts in GROUPS.values() for v in verdicts) == sorted(VERDICTS)
