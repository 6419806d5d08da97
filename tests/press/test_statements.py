"""What a source derives from what: read, followed, and drawn."""

from __future__ import annotations

import re

from press.ledger.published import Entry, Published
from press.ledger.statements import Argument, Statement
from press.site import argument_map
from press.site.ledger_rows import rows_of

TOLD = [
    Statement(name="(5)", says="the value", entries=("eq5",)),
    Statement(name="Lemma 6", says="A grows", entries=("lemma6.*",), rests_on=("(5)",)),
    Statement(name="Table 3", says="values", entries=("table3.*",), contradicts=("(5)",)),
    Statement(name="Proposition 3", says="it is fair", entries=("prop3",), rests_on=("Lemma 6",)),
]
IDS = ["eq5", "lemma6.a", "lemma6.b", "table3.1", "table3.2", "prop3", "alone"]
VERDICTS = dict.fromkeys(IDS, "holds") | {"lemma6.a": "fails", "table3.2": "partly"}
STANDS = {"Proposition 3": "It is proved anew."}


def test_what_fell_and_what_stands_all_the_same() -> None:
    read = Argument.of(TOLD, {}, IDS)
    states = {name: one.state(VERDICTS) for name, one in read.statements.items()}
    assert list(states.values()) == ["stands", "fell", "partly", "stands"]
    assert [one.name for one in read.resting_on("(5)")] == ["Lemma 6"]
    assert read.unexplained(VERDICTS) == ["Proposition 3"]
    assert Argument.of(TOLD, STANDS, IDS).unexplained(VERDICTS) == []


def test_a_lemma_without_an_entry_stands_at_its_place() -> None:
    lemma = Statement(name="Lemma 1", says="it is so", at="guts/index#guts-fair")
    read = Argument.of([lemma], {}, IDS)
    assert read.statements["Lemma 1"].state(VERDICTS) == "stands"


def source(stands: dict[str, str]) -> Published:
    entries = {name: Entry(name, "p. 1", "", expected=VERDICTS[name]) for name in IDS}
    return Published("demo", {}, entries, argument=Argument.of(TOLD, stands, IDS))


def test_the_build_asks_why_something_stands() -> None:
    checks = [
        {"id": name, "verdict": verdict, "computed": "", "evidence": ""}
        for name, verdict in VERDICTS.items()
    ]
    for asked, whole in ((checks, True), (checks[:1], False)):  # of one alone, as of all
        (problem,) = source({}).audit(asked, whole)
        assert problem.startswith("demo: 'Proposition 3' holds, what it rests on does not")
    assert source(STANDS).audit(checks) == []


def test_the_map_says_in_words_what_its_arcs_show() -> None:
    told = source(STANDS)
    checks = [
        {"id": name, "verdict": verdict, "page": "book/demo/audit"}
        for name, verdict in VERDICTS.items()
    ]
    rows = rows_of(told, checks)
    by_id = {row["id"]: row for row in rows}
    assert by_id["prop3"]["rests_on"] == ["lemma6.*"]
    assert by_id["table3.1"]["contradicts"] == ["eq5"] and by_id["alone"]["rests_on"] == []
    by_id["lemma6.b"]["diagnosis"] = "remark"
    made = argument_map.drawing(told, rows, "../../")
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
    assert argument_map.drawing(Published("demo", {}, told.entries), rows, "") == ""
