"""The title page's picture of the ledger and its list of sources."""

from __future__ import annotations

import re
from collections import Counter

from press.ledger.files import Diagnosis
from press.ledger.published import Entry, Published
from press.ledger.verdict import VERDICTS
from press.site import title_page
from press.site.ledger_rows import rows_of

REMARK = Diagnosis(kind="remark", explanation="an index", found="fails")
OUTSIDE = Diagnosis(kind="outside", explanation="long ago")
ENTRIES = [
    Entry("a", "p. 1", "a", "1", expected="match"),
    Entry("b", "p. 1", "b", "2", expected="match"),
    Entry(
        "c",
        "p. 2",
        "says c",
        expected="fails",
        diagnosis=Diagnosis(kind="misprint", explanation="one digit"),
    ),
    Entry(
        "d",
        "p. 2",
        "says d",
        expected="partly",
        diagnosis=Diagnosis(kind="unexplained", explanation="?"),
    ),
    Entry("r", "p. 3", "says r", expected="holds", diagnosis=REMARK),
    Entry("e", "p. 3", "says e", expected="not testable", diagnosis=OUTSIDE),
]
SOURCE = Published(
    "demo",
    {"title": "Dice", "summary": "A die", "cite": "die2000"},
    {entry.id: entry for entry in ENTRIES},
)
CHECKS = [{"id": one.id, "verdict": SOURCE.by_the_letter(one)} for one in ENTRIES[:5]]
ROWS = rows_of(SOURCE, CHECKS)


def test_the_picture_counts_every_statement_once_and_every_reason_once() -> None:
    told = title_page.story(ROWS)
    first, second = re.findall(r'<div class="pr-shares".*?</div>', told)
    assert list(map(int, re.findall(r"flex-grow:(\d+)", first))) == [3, 1, 1, 1]
    assert list(map(int, re.findall(r"flex-grow:(\d+)", second))) == [1, 1]
    words = re.sub(r"<[^>]*>", "", told)
    assert "Of 6 published statements" in words
    assert (
        "3 hold (1 of them with a remark), 1 hold in part, 1 do not hold and 1 are not decided"
        in words
    )
    assert "Of the 2 that hold in part or not at all, 1 are misprints and 1 we cannot" in words


def test_a_source_is_cited_and_its_numbers_lead_to_the_ledger() -> None:
    told = title_page.sources({"demo": SOURCE}, ROWS, {"demo": "book/demo/index"})
    head, _, row = told.splitlines()
    assert "{doc}`Dice </book/demo/index>`" in row and "{cite}`die2000`" in row
    assert '<a href="ledger.html?chapter=demo">6</a>' in row
    assert head.endswith("| Hold with a remark |")
    assert row.endswith('<a href="ledger.html?chapter=demo&amp;diagnosis=remark">1</a> |')


def test_what_the_book_claims_itself_is_a_sentence() -> None:
    ours = Published("beyond", {"ours": True}, {})
    rows = [{"status": "theorem"}, {"status": "theorem"}, {"status": "conjecture"}, {"id": "a"}]
    told = title_page.own({"beyond": ours}, rows)
    assert (
        re.sub(r"<[^>]*>", "", told) == "There are 3 claims of ours: 2 theorems and 1 conjecture."
    )
    assert 'href="ledger.html?chapter=beyond"' in told
    assert title_page.own({}, rows[3:]) == ""


def test_every_verdict_has_one_end() -> None:
    for verdict in VERDICTS:
        assert list(title_page.ends(Counter([verdict])).values()) == [1], verdict
