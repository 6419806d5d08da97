"""The ledger's page without a browser: nothing is missing from the table, counts are right."""

from __future__ import annotations

from pathlib import Path

from press.ledger.published import Published
from press.site import ledger_page

from .small_ledger import SOURCE
from .test_ledger import LINES, written


def test_distances_are_shown_as_a_whole() -> None:
    told = ledger_page.noise([{"z": z} for z in (0.5, -0.5, 1.5, -3.5, None)])
    assert "4 published values" in told
    assert "| 1 | 50.0 % | 68.3 % |" in told and "| 2 | 75.0 % |" in told
    assert ledger_page.noise([{"z": None}]) == ""


def test_coverage_counts_the_lines_of_each_kind(tmp_path: Path) -> None:
    source = Published.load(written(tmp_path / "c", ["a", "b.1"], "a: holds", LINES))
    told = ledger_page.coverage({"c": source})
    assert told.splitlines()[2] == "| T | 9 | 4 | 0 | 0 | 3 | 2 | 0 |"
    assert ledger_page.coverage({"demo": SOURCE}) == ""
