"""The ledger's page without a browser: nothing is missing from the table, counts are right."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from press.ledger.entries import rows_of
from press.ledger.published import KINDS, OUTSIDE, Published, Stretch
from press.site import ledger_page
from tests.press.test_entries import CHECKS, ENTRIES, SOURCE, claim_of_ours

PUBLISHED = {"demo": replace(SOURCE, source={"title": "Dice & more", "summary": "N. N., Dice"})}
ROWS = rows_of(PUBLISHED["demo"], CHECKS)


def test_the_whole_table_is_there_without_scripts() -> None:
    page = ledger_page.tool(PUBLISHED, ROWS)
    plain = re.search(r"<noscript>(.*)</noscript>", page, re.DOTALL)
    assert plain is not None
    assert re.findall(r'<tr id="([^"]+)"', plain[1]) == [f"demo-{name}" for name in ENTRIES]
    assert "It is not." in plain[1] and "It was 3." in plain[1]
    assert 'href="../book/demo/audit.html#entry-c"' in plain[1]


def test_choices_are_counted_and_those_that_nothing_has_are_left_out() -> None:
    page = ledger_page.tool(PUBLISHED, ROWS)
    counts = dict(re.findall(r'name="(\w+" value="[^"]+)"> [^<]* <b>([\d,]+)</b>', page))
    assert counts['chapter" value="demo'] == "7"
    assert (counts['group" value="disagree'], counts['verdict" value="fails']) == ("1", "1")
    assert counts['kind" value="claim'] == "2"
    assert 'verdict" value="pending' not in counts and 'diagnosis" value="misprint' not in counts


def test_what_the_book_claims_itself_is_counted_apart() -> None:
    told = {"title": "What nobody knew", "summary": "Ours", "own": True}
    ours = replace(claim_of_ours(), source=told)
    rows = [*ROWS, *rows_of(ours, [])]
    published = PUBLISHED | {"beyond": ours}
    page = ledger_page.tool(published, rows)
    counts = dict(re.findall(r'name="(\w+" value="[^"]+)"> [^<]* <b>([\d,]+)</b>', page))
    assert (counts['chapter" value="beyond'], counts['kind" value="claim']) == ("1", "2")
    assert "<legend>Ours</legend>" in page
    plain = page.partition("<noscript>")[2]
    assert "<b>Theorem.</b> It is so" in plain and "<b>Known before.</b> Nothing." in plain
    data = json.loads(ledger_page.data(published, rows).partition("ledger=")[2].rstrip(";\n"))
    assert data["columns"][-4:] == ["status", "before", "proof", "recheck"]
    assert [len(row) for row in data["rows"][-2:]] == [len(ROWS[0]), len(ROWS[0]) + 4]
    assert "theorem 1" in ledger_page.statuses(rows)


def test_the_script_reads_the_rows_of_the_downloads() -> None:
    text = ledger_page.data(PUBLISHED, ROWS)
    told = json.loads(text.partition("ledger=")[2].rstrip(";\n"))
    assert [dict(zip(told["columns"], row, strict=True)) for row in told["rows"]] == ROWS
    assert told["html"]["(1, 2) (2, 1)"].count("pr-tuple") == 2


def test_words_are_defined_if_they_occur() -> None:
    legend = ledger_page.legend({"match": 3, "fails": 1})
    assert "ledger.html?verdict=fails" in legend and "pending" not in legend
    kinds = ledger_page.diagnoses(ROWS)
    assert ">wrong</a> 1" in kinds and ">outside</a> 1" in kinds and "misprint" not in kinds
    assert set(ledger_page.DIAGNOSES) == {*KINDS, OUTSIDE}


def test_distances_are_shown_as_a_whole() -> None:
    told = ledger_page.noise([{"z": z} for z in (0.5, -0.5, 1.5, -3.5, None)])
    assert "4 published values" in told
    assert ">50.0%<" in told and ">75.0%<" in told and ">68.3%<" in told
    assert ledger_page.noise([{"z": None}]) == "<p></p>"


def test_coverage_counts_the_lines_of_each_kind() -> None:
    lines = [Stretch(1, 2, "heading", (), ""), Stretch(3, 9, "entries", ("v",), "")]
    source = Published("demo", {"title": "Dice"}, ENTRIES, {}, lines)
    told = ledger_page.coverage({"demo": source})
    assert re.findall(r'pr-num">(\d+)', told) == ["9", "7", "0", "0", "0", "2", "0"]
    assert "width:77.78%" in told
    assert ledger_page.coverage({"demo": SOURCE}) == "<p></p>"
