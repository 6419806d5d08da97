"""What a source derives from what: read, followed, and drawn."""

from __future__ import annotations

import re
from dataclasses import replace

from press.ledger.published import Entry, Published
from press.ledger.statements import Argument, Statement
from press.site import argument_map
from press.site.ledger_rows import rows_of

TOLD = [
    Statement(name="(5)", says="the value", entries=("eq5",)),
    Statement(name="Lemma 1", says="it is so", at="guts/index#guts-fair"),  # without an entry
    Statement(name="Lemma 6", says="A grows", entries=("lemma6.*",), rests_on=("(5)",)),
    Statement(name="Table 3", says="values", entries=("table3.*",), contradicts=("(5)",)),
    Statement(name="Proposition 3", says="it is fair", entries=("prop3",), rests_on=("Lemma 6",)),
]
IDS = ["eq5", "lemma6.a", "lemma6.b", "table3.1", "table3.2", "prop3", "alone"]
VERDICTS = dict.fromkeys(IDS, "holds") | {"lemma6.a": "fails", "table3.2": "partly"}
CHECKS = [
    {"id": name, "verdict": verdict, "computed": "", "evidence": "", "page": "book/demo/audit"}
    for name, verdict in VERDICTS.items()
]
ENTRIES = {name: Entry(name, "p. 1", "", expected=verdict) for name, verdict in VERDICTS.items()}
BARE = Published("demo", {}, ENTRIES)
UNEXPLAINED = replace(BARE, argument=Argument.of(TOLD, {}, IDS))
EXPLAINED = replace(BARE, argument=Argument.of(TOLD, {"Proposition 3": "It is proved anew."}, IDS))


def test_the_build_asks_why_something_stands() -> None:
    for asked, whole in ((CHECKS, True), (CHECKS[:1], False)):  # of one alone, as of all
        (problem,) = UNEXPLAINED.audit(asked, whole)
        assert problem.startswith("demo: 'Proposition 3' holds, what it rests on does not")
    assert EXPLAINED.audit(CHECKS) == []


def test_the_map_says_in_words_what_its_arcs_show() -> None:
    rows = rows_of(EXPLAINED, CHECKS)
    next(row for row in rows if row["id"] == "lemma6.b")["diagnosis"] = "remark"
    made = argument_map.drawing(EXPLAINED, rows, "../../")
    lines = re.findall(r"<li id.*?</li>", made)
    words = [re.sub("<[^>]+>", "", line) for line in lines]
    assert words == [
        "(5) the value holds",
        "Lemma 6 A grows does not hold 1 holds, 1 fails; remarks: 1; rests on (5)",
        "Table 3 values holds in part 1 holds, 1 partly; cannot be true with (5)",
        "Proposition 3 it is fair holds for another reason rests on Lemma 6",
    ]
    assert made.count("data-ends") == 3 and made.count("pr-against") == 1
    assert "<b>Proposition 3</b>: It is proved anew." in made
    assert 'href="../../book/demo/audit.html#entry-lemma6-a"' in lines[1]
    assert argument_map.drawing(BARE, rows, "") == ""
