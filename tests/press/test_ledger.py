"""The published data: complete, well formed, and true to the sources' own tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from press.ledger.published import Published, load_all
from press.ledger.statements import Argument
from press.ledger.verdict import NAMED, UNCHECKED
from press.project.errors import BuildError
from press.project.places import Project
from tests.published import SOURCES

DATA = Path(__file__).resolve().parents[2] / "data"


def test_the_sources_stand_in_the_order_of_the_book() -> None:
    assert len(SOURCES) >= 5
    assert list(SOURCES) == [name for name in Project.here().chapters if name in SOURCES]


SHARED = """
diagnoses:
  known: {kind: wrong, explanation: e}
  small: {kind: remark, explanation: e, found: partly}
yardsticks:
  rough: {rule: r}
"""


def written(folder: Path, ids: list[str], verdicts: str, lines: str = "") -> Path:
    """A folder of published claims called `ids`, and what is thought of each, a line an entry."""
    folder.mkdir()
    rows = [{"id": name, "where": "w", "quantity": "q"} for name in ids]
    (folder / "source.yaml").write_text("order: 1\ntitle: T\nsummary: S\nlines: 9\n", "utf-8")
    (folder / "claims.yaml").write_text(f"claims: {rows}", "utf-8")
    entries = "".join(f"  {line}\n" for line in verdicts.splitlines())
    (folder / "verdicts.yaml").write_text(f"entries:\n{entries}{SHARED}", "utf-8")
    if lines:
        (folder / "lines.csv").write_text(f"first,last,kind,entries,note\n{lines}", "utf-8")
    return folder


LINES = "1,2,heading,,title\n3,6,entries,a b.*,\n7,9,proof,,why\n"
FILES = {  # of a source in which nothing is wrong
    "source.yaml": "order: 1\ntitle: T\nsummary: S\nlines: 9\nours: true\ntables: [n]\n"
    "symbols:\n- {symbol: x, meaning: m, where: line 3, entry: a}\n",
    "claims.yaml": "claims:\n- id: a\n  where: w\n  quantity: q\n  low: 0.10\n  words: some\n"
    "  status: theorem\n  before: Nothing.\n"
    "statements:\n- {name: A, says: s, entries: [a]}\n"
    "- {name: B, says: s, entries: [b.*], rests_on: [A]}\n",
    "n.csv": "id,where,quantity,k,printed\nb.1,w,q,1,4.5\n",
    "lines.csv": f"first,last,kind,entries,note\n{LINES}",
    "verdicts.yaml": "entries:\n  a: holds\n  b.1: {verdict: differs, diagnosis: known}\n"
    f"{SHARED}stands:\n  B: Proved anew.\n",
}
SLIPS = [  # what an author may write in their place, and the line that says where it is wrong
    ("verdicts.yaml", "a: holds", "a: maybe", ", line 2: entries a verdict: no verdict 'maybe'"),
    ("verdicts.yaml", ", diagnosis: known", "", ", line 3: entries b.1: the diagnosis of"),
    ("verdicts.yaml", "differs", "match", ": the diagnosis of 'match' is none, and not wrong"),
    ("verdicts.yaml", "diagnosis: known", "diagnosis: small", "unexplained, and not remark"),
    ("verdicts.yaml", "diagnosis: known", "kind: outside, explanation: e", "and not outside"),
    ("verdicts.yaml", "diagnosis: known", "diagnosis: knowns", "'knowns'; did you mean 'known'?"),
    ("verdicts.yaml", "s: known", "s: known, kind: wrong, explanation: e", "and not both"),
    ("verdicts.yaml", "a: holds", "a: {verdict: holds, yardstick: rugh}", "did you mean 'rough'?"),
    ("verdicts.yaml", "a: holds", "a: {diagnose: x}", "'diagnose'; did you mean 'diagnosis'?"),
    ("verdicts.yaml", "a: holds", "a: not refuted", "a theorem of ours is expected 'holds'"),
    ("verdicts.yaml", "b.1:", "b.2:", ", line 3: entries b.2: no entry 'b.2'"),
    ("verdicts.yaml", "b.1:", "\udcff:", ", line 3: it is not UTF-8"),
    ("verdicts.yaml", "wrong, explanation: e", "wrong", ", line 6: diagnoses known: a diagnosis"),
    ("verdicts.yaml", ", found: partly", "", ", line 7: diagnoses small: a remark, and no other"),
    ("verdicts.yaml", "rule: r", "low: 1", ", line 9: yardsticks rough rule: "),
    ("verdicts.yaml", "yardsticks:", "yardstick:", ": no field 'yardstick'; did you mean 'yards"),
    ("claims.yaml", "  where: w\n", "", ", line 2: claims 1 where: Field required"),
    ("claims.yaml", "low: 0.10", "low: ten", ", line 2: claims 1: 'ten' is not one number"),
    ("claims.yaml", "  words: some\n", "", "low and high stand beside the source's own words"),
    ("claims.yaml", "id: a", "id: b.1", ", line 2: claims 1: b.1: this id stands there twice"),
    ("n.csv", "4.5\n", "4.5\nb.1,w,q,1,4.5\n", ", line 3: b.1: this id stands there twice"),
    ("n.csv", "4.5", "", ", line 2: printed: String should have at least 1"),
    ("n.csv", "printed", "print", ", line 2: printed: Field required"),
    ("n.csv", "w,q", "w\0,q", ", line 2: control characters are not allowed"),
    ("n.csv", "4.5", '"4.5', ", line 2: cannot be read as CSV: unexpected end of data"),
    ("n.csv", FILES["n.csv"], "", ": it is empty"),
    ("claims.yaml", FILES["claims.yaml"], "# later", ": it is empty"),
    ("claims.yaml", "theorem", "conjecture", ", line 2: claims 1: a conjecture of ours"),
    ("claims.yaml", "  before: Nothing.\n", "", ": a claim of ours says its status, and what was"),
    ("claims.yaml", "[A]}", "[C]}", ", line 11: statements 2: no statement 'C'; known: A, B"),
    ("claims.yaml", "[A]}", "[B]}", ", line 11: statements 2: 'B' rests on itself"),
    ("claims.yaml", "[b.*]", "[c]", ", line 11: statements 2: no entry is called c"),
    ("claims.yaml", "[b.*]", "[a]", ", line 11: statements 2: a belongs to 'A', too"),
    ("claims.yaml", "- {name: B", "- {name: A, says: s, at: c}\n- {name: B", ": 'A' stands there"),
    ("verdicts.yaml", "  B: P", "  C: P", ", line 11: stands C: no statement 'C'; known: A, B"),
    ("claims.yaml", "[a]}", "[a], at: guts/index}", ", line 10: statements 1: a statement has"),
    ("source.yaml", "title: T", "title: 5", ", line 2: title: Input should be a valid string"),
    ("source.yaml", "entry: a", "entry: c", ", line 8: symbols 1: no entry 'c'"),
    ("source.yaml", ", entry: a", ", otherwise: f", ", line 8: symbols 1: x: no entry judges it"),
    ("n.csv", "4.5", "4.5,", "n.csv, line 2: this row has not as many cells as the first"),
    ("lines.csv", "7,9", "8,9", ", line 4: it is 8 to 9, and 6 ends the one before"),
    ("lines.csv", "7,9", "7,8", ": the stretches end with line 8, the source with 9"),
    ("lines.csv", "7,9", "7,x", ", line 4: last: Input should be a valid integer"),
    ("lines.csv", "a b.*", "a", ": b.1 stands in 0 stretches"),
    ("lines.csv", "a b.*", "a b.* c", ", line 3: no entry is called c"),
    ("lines.csv", "heading", "headings", ", line 2: kind: no kind 'headings'; did you mean"),
]  # fmt: skip


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A folder of published data in which nothing is wrong."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize(("name", "old", "new", "why"), SLIPS)
def test_a_slip_is_one_line_with_file_and_line(
    whole: Path, name: str, old: str, new: str, why: str
) -> None:
    assert old in FILES[name]
    (whole / name).write_text(FILES[name].replace(old, new), "utf-8", "surrogateescape")
    with pytest.raises(BuildError) as told:
        Published.load(whole)
    assert (f"/{name}{why}" if why.startswith(", ") else why) in str(told.value)
    assert "\n" not in str(told.value)


def test_what_is_written_is_read_with_its_digits(whole: Path) -> None:
    for name, old, new in [
        ("source.yaml", "ours: true\n", ""),
        ("claims.yaml", "  words: some\n", "  words: about a tenth\n  facts: {count: 3}\n"),
        ("verdicts.yaml", "a: holds", "a: not refuted"),  # which the book may not say of its own
        ("verdicts.yaml", "differs,", "differs, computed: 4.60, justified: so, yardstick: rough,"),
    ]:
        text = (whole / name).read_text("utf-8")
        (whole / name).write_text(text.replace(old, new), "utf-8")
    published = Published.load(whole)
    claim, number = published.entry("a"), published.entry("b.1")
    assert claim.expected == "not refuted" and claim.facts == {"count": 3}
    assert 0.096 in (bounds := published.bounds("a")) and 0.094 not in bounds
    assert bounds.printed == ("0.10", "")
    assert (number.printed, number.computed, number.justified) == ("4.5", "4.60", "so")
    assert number.yardsticks == ("rough",)
    assert number.diagnosis and number.diagnosis.explanation == "e"
    assert len(published.lines) == 3 and [*published.argument.statements] == ["A", "B"]
    (symbol,) = published.symbols
    assert (symbol.meaning, symbol.entry, symbol.otherwise) == ("m", "a", "")


def test_a_source_that_is_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "published/c").mkdir(parents=True)
    with pytest.raises(BuildError, match=r"published/c/source\.yaml: there is no such file"):
        load_all(tmp_path)
    with pytest.raises(BuildError, match=r"published/dice/source\.yaml: there is no such file"):
        load_all(DATA)["dice"]


def as_expected(published: Published) -> list[dict[str, str]]:
    """Checks with which an audit finds nothing wrong."""
    return [
        {"id": name, "verdict": published.by_the_letter(entry), "check": "module.function",
         "evidence": "", "computed": entry.computed}
        for name, entry in published.entries.items()
        if entry.expected not in UNCHECKED
    ]  # fmt: skip


def test_a_disagreement_with_another_number_is_a_surprise() -> None:
    found = 0
    for chapter, source in SOURCES.items():
        published = replace(source, argument=Argument())
        expected = as_expected(published)
        assert published.audit(expected) == []
        others = [check | {"computed": f"99.9 {check['computed']}"} for check in expected]
        every = source.entries.items()
        names = {name for name, entry in every if source.by_the_letter(entry) in NAMED}
        problems = published.audit(others)
        assert len(problems) == len(names)
        assert all(f"{chapter}: " in line and "module.function" in line for line in problems)
        found += sum(bool(source.entries[name].computed) for name in names)  # some by a word
    assert found > 300


def test_a_remark_stands_as_long_as_its_slip_does(tmp_path: Path) -> None:
    verdicts = "a: {verdict: holds, diagnosis: small}\nb: holds"
    published = Published.load(written(tmp_path / "c", ["a", "b"], verdicts))
    found = {"id": "a", "computed": "", "evidence": "", "check": "module.function"}
    sound = found | {"id": "b", "verdict": "holds"}
    assert published.judged(found | {"verdict": "partly"}) == "holds"
    assert published.audit([found | {"verdict": "partly"}, sound]) == []
    for verdict in ("holds", "fails"):  # the slip is gone, or graver than what was forgiven
        (problem,) = published.audit([found | {"verdict": verdict}, sound])
        assert f"a: expected 'partly' as its remark says, got '{verdict}'" in problem
    (problem,) = published.audit([found | {"verdict": "partly", "evidence": "In 3."}, sound])
    assert "expected '' beside 'partly' (verdicts.yaml), got '3'" in problem
    assert published.judged(sound | {"verdict": "partly"}) == "partly", "b has no remark"


def test_audit_tells_every_kind_of_surprise() -> None:
    published = replace(SOURCES["token_game"], argument=Argument())
    expected = as_expected(published)
    expected[0]["computed"] = "7"
    assert published.audit(expected) == []
    assert len(published.audit(expected[1:])) == 1
    wrong = [expected[0] | {"verdict": "differs"}, *expected[1:]]
    assert published.audit(wrong) == [
        "token_game: line.strategies.2: expected 'match', got 'differs': printed (7,8), computed 7"
    ]
    claim = {"id": "prose.order_irrelevant", "verdict": "fails", "computed": "", "evidence": "so."}
    others = [check for check in expected if check["id"] != claim["id"]]
    assert published.audit([*others, claim]) == [
        "token_game: prose.order_irrelevant: expected 'holds', got 'fails': it says that a "
        "player's best move does not depend on the order of the earlier moves; so."
    ]
    late = {claim["id"]: replace(published.entries[claim["id"]], expected="pending")}
    (surprise,) = replace(published, entries=late).audit([claim | {"verdict": "holds"}])
    assert surprise.startswith("token_game: prose.order_irrelevant: expected 'pending', got 'hold")
