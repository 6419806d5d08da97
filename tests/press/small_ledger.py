"""The ledger of one small source with entries of all kinds, for tests of what is printed of it."""

from __future__ import annotations

from press.ledger.published import Entry, Published
from press.ledger.schema import Diagnosis
from press.ledger.statements import Argument, Statement
from press.site.ledger_rows import Row, rows_of

MISPRINT = Diagnosis(kind="misprint", explanation="It is $x^2$.")
UNEXPLAINED = Diagnosis(kind="unexplained", explanation="Nobody knows why.")
REMARK = Diagnosis(kind="remark", explanation="An index.", found="fails")
OUTSIDE = Diagnosis(kind="outside", explanation="Long ago.")
ENTRIES = {
    one.id: one
    for one in (
        Entry("v", "Table 1", "what two win", "12.50", expected="within noise"),
        Entry("half", "Table 1", "a share", "3/8", expected="match"),
        Entry("many", "p. 2", "about", "20 million", unit="1e7", expected="match"),
        Entry("pair", "p. 2", "two numbers", "(1.5, 2)", expected="match"),
        Entry("list", "p. 2", "pairs", "(1, 2) (2, 1)", expected="match"),
        Entry("a", "p. 3", 'says "so", and more', expected="fails", diagnosis=MISPRINT),
        Entry("b.1", "p. 3", "says so again", expected="fails", diagnosis=MISPRINT),
        Entry("part", "p. 3", "says much", expected="partly", diagnosis=UNEXPLAINED),
        Entry("slip", "p. 4", "says well", expected="holds", diagnosis=REMARK),
        Entry("out", "p. 4", "took hours", expected="not testable", diagnosis=OUTSIDE),
    )
}
STATEMENTS = [
    Statement(name="Lemma", says="a die is fair", entries=("a",)),
    Statement(name="Theorem", says="so are two", entries=("slip",), rests_on=("Lemma",)),
    Statement(name="Table", says="values", entries=("part",), contradicts=("Lemma",)),
]
STANDS = {"Theorem": "It has a proof of its own."}
SOURCE = Published(
    "demo",
    {"title": "Dice & more", "summary": "N. N., Dice", "cite": "die2000"},
    ENTRIES,
    argument=Argument.of(STATEMENTS, STANDS, ENTRIES),
)
FUNCTION = "press.site.reference.expand"  # any function of the library


def check(name: str, verdict: str, **others: object) -> dict[str, object]:
    """What a run has found of an entry."""
    empty = {"computed": "", "evidence": "It was -1.", "page": "book/demo/audit"}
    return {"id": name, "verdict": verdict, "check": FUNCTION, **empty, **others}


NOISE = {"value": 12.600001, "standard_error": 0.05, "z": -2.0, "turns": 21}
CHECKS = [
    check("v", "within noise", computed="12.6", **NOISE),
    check("half", "match", value=0.375),
    check("many", "match", value=2e7),
    check("pair", "match", computed="(1.5, 2)", value=[1.5, 2], turns=None),
    check("list", "match"),
    check("a", "fails"),
    check("b.1", "fails"),
    check("part", "partly"),
    check("slip", "fails"),  # as its remark says
]
ROWS = rows_of(SOURCE, CHECKS)
BY_ID: dict[str, Row] = {row["id"]: row for row in ROWS}


def claim_of_ours() -> Published:
    """A claim of the book's own."""
    told = {"status": "theorem", "short": "So", "before": "Nothing.", "proof": "why"}
    entry = Entry("two", "Dice", "It is so", columns=told | {"recheck": "make verify"})
    source = {"title": "What nobody knew", "summary": "Ours", "ours": True}
    return Published("beyond", source, {"two": entry})
