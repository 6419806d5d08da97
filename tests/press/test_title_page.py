"""The title page's picture of the ledger and its list of sources."""

from __future__ import annotations

import re
from collections import Counter

from press.ledger.verdict import VERDICTS
from press.site import title_page
from press.site.ledger_rows import rows_of

from .small_ledger import ROWS, SOURCE, claim_of_ours


def words(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html)


def test_the_picture_counts_every_statement_once_and_every_reason_once() -> None:
    told = title_page.story(ROWS)
    shares = re.findall(r'<div class="pr-shares".*?</div>', told)
    drawn = [list(map(int, re.findall(r"flex-grow:(\d+)", share))) for share in shares]
    assert drawn == [[6, 1, 2, 1], [2, 1]]
    assert "Of 10 published statements" in words(told)
    assert (
        "6 hold (1 of them with a remark), 1 hold in part, 2 do not hold and 1 are not decided"
        in words(told)
    )
    why = "Of the 3 that hold in part or not at all, 2 are misprints and 1 we cannot"
    assert why in words(told)


def test_a_source_is_cited_and_its_numbers_lead_to_the_ledger() -> None:
    told = title_page.sources({"demo": SOURCE}, ROWS, {"demo": "book/demo/index"})
    head, _, row = told.splitlines()
    assert "[Dice &#38; more](project:/book/demo/index.md)" in row and "{cite}`die2000`" in row
    assert '<a href="ledger.html?chapter=demo">10</a>' in row
    assert head.endswith("| Hold with a remark |")
    assert row.endswith('<a href="ledger.html?chapter=demo&amp;diagnosis=remark">1</a> |')


def test_what_the_book_claims_itself_is_a_sentence() -> None:
    ours = {"beyond": claim_of_ours()}
    (row,) = rows_of(ours["beyond"], [])
    told = title_page.own(ours, [row, row, row | {"status": "conjecture"}, *ROWS])
    assert words(told) == "There are 3 claims of ours: 2 theorems and 1 conjecture."
    assert 'href="ledger.html?chapter=beyond"' in told
    assert title_page.own({}, ROWS) == ""


def test_every_verdict_has_one_end() -> None:
    for verdict in VERDICTS:
        assert list(title_page.ends(Counter([verdict])).values()) == [1], verdict
