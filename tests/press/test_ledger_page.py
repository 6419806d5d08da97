"""The ledger's page without a browser: nothing is missing from the table, counts are right."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from press.ledger.published import Published
from press.site import ledger_page
from press.site.ledger_rows import rows_of
from tests.press.test_ledger import LINES, written
from tests.press.test_ledger_rows import CHECKS, ENTRIES, SOURCE, claim_of_ours

PUBLISHED = {"demo": replace(SOURCE, source={"title": "Dice & more", "summary": "N. N., Dice"})}
ROWS = rows_of(PUBLISHED["demo"], CHECKS)


def counts_of(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="(\w+" value="[^"]+)"> [^<]* <b>([\d,]+)</b>', page))


def test_the_whole_table_stands_in_the_page_with_what_its_script_reads() -> None:
    page = ledger_page.tool(PUBLISHED, ROWS)
    stand = re.findall(r'<tr id="demo-([^"]+)".*? data-where="(\d+)"', page)
    assert [name for _, name in sorted((int(place), name) for name, place in stand)] == [*ENTRIES]
    assert stand[0][0] == "c", "what does not hold stands first"
    assert "It is not." in page and "It was 3." in page
    assert 'href="../book/demo/audit.html#entry-c"' in page
    assert 'href="../book/demo/audit.html#check-table-c">The check: c</a>' in page
    (first,) = re.findall(r'<tr id="demo-v"([^>]*)>', page)
    assert first == (
        ' data-chapter="demo" data-verdict="within noise" data-kind="number"'
        ' data-where="0" data-printed="12.5" data-computed="12.600001" data-z="-2.0"'
    )
    assert page.count('class="pr-tuple"') == 4  # the printed list, and the pair twice


def test_choices_are_counted_and_those_that_nothing_has_are_left_out() -> None:
    counts = counts_of(ledger_page.tool(PUBLISHED, ROWS))
    assert counts['chapter" value="demo'] == "7"
    assert (counts['group" value="disagree'], counts['verdict" value="fails']) == ("1", "1")
    assert counts['kind" value="claim'] == "2"
    assert 'verdict" value="pending' not in counts and 'diagnosis" value="misprint' not in counts


def test_what_the_book_claims_itself_is_counted_apart() -> None:
    told = {"title": "What nobody knew", "summary": "Ours", "ours": True}
    ours = replace(claim_of_ours(), source=told)
    rows = [*ROWS, *rows_of(ours, [])]
    page = ledger_page.tool(PUBLISHED | {"beyond": ours}, rows)
    counts = counts_of(page)
    assert (counts['chapter" value="beyond'], counts['kind" value="claim']) == ("1", "2")
    assert "<legend>Ours</legend>" in page and " data-own>" in page
    assert "<b>Theorem.</b> It is so" in page and "<b>Known before.</b> Nothing." in page
    assert "theorem 1" in ledger_page.statuses(rows)


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
