"""The ledger as rows: numbers are numbers, and every column is explained."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from press.ledger.files import OURS, Diagnosis
from press.ledger.published import Entry, Published
from press.ledger.verdict import VERDICTS
from press.project.errors import BuildError
from press.site.addresses import GROUPS
from press.site.ledger_rows import COLUMNS, Row, rows_of, write

ENTRIES = {
    "v": Entry("v", "Table 1", "what two win", "12.50", expected="within noise"),
    "half": Entry("half", "Table 1", "a share", "3/8", expected="match"),
    "many": Entry("many", "p. 2", "about", "20 million", unit="1e7", expected="match"),
    "pair": Entry("pair", "p. 2", "two numbers", "(1.5, 2)", expected="match"),
    "list": Entry("list", "p. 2", "pairs", "(1, 2) (2, 1)", expected="match"),
    "c": Entry("c", "p. 3", 'says "so", and more', expected="fails",
               diagnosis=Diagnosis(kind="wrong", explanation="It is not.")),
    "out": Entry("out", "p. 3", "took hours", expected="not testable",
                 diagnosis=Diagnosis(kind="outside", explanation="Nobody knows.")),
}  # fmt: skip
SOURCE = Published("demo", {}, ENTRIES)
CHECKS = [
    {"id": "v", "verdict": "within noise", "computed": "12.6", "evidence": "e", "value": 12.600001,
     "standard_error": 0.05, "z": -2.0, "turns": 21, "page": "book/demo/audit",
     "check": "chapters.demo.table.values"},
    {"id": "pair", "verdict": "match", "computed": "(1.5, 2)", "evidence": "", "value": [1.5, 2],
     "turns": None, "page": "book/demo/audit", "check": "chapters.demo.table.pair"},
    {"id": "c", "verdict": "fails", "computed": "", "evidence": "It was 3.",
     "page": "book/demo/audit", "check": "chapters.demo.table.c"},
]  # fmt: skip


@pytest.fixture(scope="module")
def rows() -> dict[str, Row]:
    return {row["id"]: row for row in rows_of(SOURCE, CHECKS)}


def written(rows: list[Row], folder: Path) -> list[dict[str, str]]:
    """The rows of the CSV file, after all files were written."""
    write(folder / "ledger", rows, "All")
    with (folder / "ledger.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_printed_number_is_read(rows: dict[str, Row]) -> None:
    read = {name: (row["printed_value"], row["last_digit"]) for name, row in rows.items()}
    assert read["v"] == (12.5, 0.01)
    assert read["half"] == (0.375, None)
    assert read["many"] == (20_000_000, 10_000_000)
    assert read["pair"] == read["list"] == read["c"] == (None, None)
    assert rows["pair"]["printed_list"] == [1.5, 2]
    assert rows["list"]["printed_list"] == [[1, 2], [2, 1]]


def test_a_computed_number_keeps_its_digits_and_errors(rows: dict[str, Row]) -> None:
    row = rows["v"]
    assert (row["computed_value"], row["standard_error"], row["error"]) == (12.600001, 0.05, None)
    assert (row["z"], row["turns"]) == (-2.0, 21)
    assert (rows["pair"]["computed_value"], rows["pair"]["computed_list"]) == (None, [1.5, 2])


def test_an_entry_tells_what_it_is_and_where_it_is_decided(rows: dict[str, Row]) -> None:
    assert [row["kind"] for row in rows.values()] == [
        "number", "number", "number", "tuple", "list", "claim", "claim",
    ]  # fmt: skip
    assert rows["c"]["page"] == "book/demo/audit.html#entry-c"
    assert rows["c"]["url"] == "book/ledger.html#demo-c"
    assert (rows["c"]["group"], rows["c"]["diagnosis"]) == ("disagree", "wrong")
    assert (rows["out"]["group"], rows["out"]["page"]) == ("open", "")


def test_the_files_agree_and_every_column_is_explained(
    rows: dict[str, Row], tmp_path: Path
) -> None:
    read = written(list(rows.values()), tmp_path)
    told = json.loads((tmp_path / "ledger.json").read_text("utf-8"))
    assert told == list(rows.values())
    assert all(tuple(row) == COLUMNS for row in (*read, *told))
    for text, row in zip(read, told, strict=True):
        for name, value in row.items():
            if isinstance(value, str):
                assert text[name] == value
            else:
                assert (json.loads(text[name]) if text[name] else None) == value
    meant = json.loads((tmp_path / "ledger.csv-metadata.json").read_text("utf-8"))
    columns = {c["name"]: c["dc:description"] for c in meant["tableSchema"]["columns"]}
    assert (tuple(columns), meant["url"], meant["dc:title"]) == (COLUMNS, "ledger.csv", "All")
    assert columns["verdict"].endswith(f": {', '.join(VERDICTS)}")
    assert columns["group"].endswith(f": {', '.join(GROUPS)}")


def claim_of_ours() -> Published:
    told = {"status": "theorem", "short": "So", "before": "Nothing.", "proof": "why"}
    entry = Entry("two", "Dice", "It is so", columns=told | {"recheck": "make verify"})
    return Published("beyond", {"ours": True}, {"two": entry})


def test_a_claim_of_ours_says_what_it_is_and_what_was_known(tmp_path: Path) -> None:
    (row,) = rows_of(claim_of_ours(), [])
    assert [row[name] for name in OURS] == ["theorem", "So", "Nothing.", "why", "make verify"]
    (read,) = written([row], tmp_path)
    assert list(read) == [*COLUMNS, *OURS] and read["before"] == "Nothing."


def test_a_printed_value_that_is_no_number_is_named() -> None:
    odd = {"v": Entry("v", "Table 1", "what two win", "twelve")}
    with pytest.raises(BuildError, match="data/published/demo: v: printed: 'twelve' is not one"):
        rows_of(replace(SOURCE, entries=odd), [])


def test_every_verdict_is_in_one_group() -> None:
    assert sorted(v for verdicts in GROUPS.values() for v in verdicts) == sorted(VERDICTS)
