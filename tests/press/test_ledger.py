"""The published data: complete, well formed, and true to the sources' own tables."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from press.ledger.published import Published, load_all
from press.ledger.verdict import NAMED, UNCHECKED
from press.project.errors import BuildError
from press.project.places import Project
from tests.published import SOURCES

DATA = Path(__file__).resolve().parents[2] / "data"


def test_the_sources_stand_in_the_order_of_the_book() -> None:
    assert len(SOURCES) >= 5
    assert list(SOURCES) == [name for name in Project.here().chapters if name in SOURCES]


BAD = {  # opinions of an entry `a`
    "unknown verdict": "a: maybe",
    "'differs' needs a diagnosis": "a: differs",
    "'match' has no diagnosis, as differs, ": "a: {verdict: match, diagnosis: known}",
    "kind of a diagnosis of 'holds' is remark": "a: {verdict: holds, diagnosis: known}",
    "is misprint or .* or unexplained": "a: {verdict: fails, diagnosis: small}",
    "no diagnosis 'x'": "a: {verdict: differs, diagnosis: x}",
    "is misprint or": "a: {verdict: fails, kind: outside, explanation: e}",
    "and not both": "a: {verdict: fails, diagnosis: known, kind: wrong, explanation: e}",
    "a diagnosis does not say kind, explanation": "a: {verdict: fails, kind: wrong}",
    "a: a remark, and no other, is found": "a: {verdict: holds, kind: remark, explanation: e}",
    "a does not say verdict": "a: {diagnosis: known}",
    "a: no field 'diagnose'; did you mean 'diagnosis'": "a: {verdict: fails, diagnose: known}",
    "no such yardsticks: inch": "a: {verdict: holds, yardstick: [rough, inch]}",
    "no such entries: b": "b: match",
}
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


@pytest.mark.parametrize("message", BAD)
def test_malformed_data_is_refused(tmp_path: Path, message: str) -> None:
    with pytest.raises(BuildError, match=rf"c/verdicts\.yaml, line 2: .*{message}"):
        Published.load(written(tmp_path / "c", ["a"], BAD[message]))


@pytest.mark.parametrize(
    ("verdict", "told", "message"),
    [
        ("not refuted", {}, "a theorem of ours is expected 'holds', and not 'not refuted'"),
        ("holds", {"status": "conjecture"}, "a conjecture of ours is expected 'not refuted'"),
        ("holds", {"status": "hope"}, "a claim of ours has a status: theorem, "),
        ("holds", {"before": ""}, "a claim of ours says what was known before"),
    ],
)
def test_a_claim_of_ours_is_refused_if_it_claims_more(
    tmp_path: Path, verdict: str, told: dict[str, str], message: str
) -> None:
    folder = written(tmp_path / "c", ["a"], f"a: {verdict}")
    row = {"id": "a", "where": "w", "quantity": "q", "status": "theorem", "before": "Nothing."}
    (folder / "claims.yaml").write_text(f"claims: {[row | told]}", "utf-8")
    assert Published.load(folder).entries  # of a source it is no matter
    with (folder / "source.yaml").open("a", encoding="utf-8") as file:
        file.write("ours: true\n")
    with pytest.raises(BuildError, match=rf"c/claims\.yaml: a: {message}"):
        Published.load(folder)


def test_an_entry_stands_once(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="stands there twice"):
        Published.load(written(tmp_path / "c", ["a", "a"], "a: holds"))


LINES = "1,2,heading,,title\n3,6,entries,a b.*,\n7,9,proof,,why\n"


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("7,9", "8,9", "line 8: the stretch before ends with line 6"),
        ("7,9", "7,8", "end with line 8, the source with 9"),
        ("a b.*", "a", r"b\.1 stands in 0 stretches"),
        ("7,9,proof,", "7,9,proof,a", r"a stands in 2 stretches: \[3, 7\]"),
        ("a b.*", "a b.* c", "line 3: no entry is called c"),
        ("heading", "nothing", "unknown kind 'nothing'"),
    ],
)
def test_lines_that_do_not_account_for_the_source_are_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    whole = written(tmp_path / "c", ["a", "b.1"], "a: holds", LINES)
    assert len(Published.load(whole).lines) == 3
    with pytest.raises(BuildError, match=message):
        changed = LINES.replace(old, new)
        _ = Published.load(written(tmp_path / "d", ["a", "b.1"], "a: holds", changed)).lines


CLAIM = "claims:\n- {id: a, where: w, quantity: q"
SLIPS = {  # what an author may write, and the one line that says where it is wrong
    "claims.yaml": ("claims:\n- {id: a}\n- ]\n- {id: b}\n", "line 3: did not find expected"),
    "claims.yaml ": (f"{CLAIM}}}\n- {{id: b}}\n", "line 3: claim 2 does not say id, where, quan"),
    "claims.yaml  ": ("- {id: a}\n", "line 1: it is not a mapping of claims, statements"),
    "claims.yaml   ": (
        f"{CLAIM}, hihg: 4}}\n",
        "line 2: claim 1: no field 'hihg'; did you mean 'high'?",
    ),
    "source.yaml": ("order: 1\n", "title: is missing, or no text"),
    "source.yaml ": ("- order: 1\n", "it is not a mapping of names"),
    "verdicts.yaml": ("entries:\n- a: holds\n", "line 1: entries: it is no mapping of names"),
    "verdicts.yaml ": ("entries: {a: holds}\nyardstick: {}\n", "line 1: it is not a mapping of"),
    "verdicts.yaml  ": (b"entries:\n  \xff: holds\n", "line 2: it is not UTF-8"),
    "verdicts.yaml   ": ("diagnoses:\n  b: {kind: wrong}\n", "line 2: b: a diagnosis does not say"),
    "verdicts.yaml    ": ("yardsticks:\n  b: {low: 1}\n", "line 2: b: a yardstick does not say"),
    "verdicts.yaml     ": (
        "yardsticks:\n  b: {rule: r, lo: 1}\n",
        "line 2: b: a yardstick: no field 'lo'",
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_one_line_with_file_and_line(tmp_path: Path, slip: str) -> None:
    folder = written(tmp_path / "c", ["a"], "a: holds")
    text, why = SLIPS[slip]
    content = text if isinstance(text, bytes) else text.encode()
    (folder / slip.strip()).write_bytes(content)
    with pytest.raises(BuildError) as told:
        Published.load(folder)
    assert re.search(rf"/c/{slip.strip()}(, line \d+)?: ", str(told.value))
    assert why in str(told.value) and "\n" not in str(told.value)


def test_the_digits_of_a_claim_count_without_quotes(tmp_path: Path) -> None:
    folder = written(tmp_path / "c", ["a"], "a: holds")
    facts = "low: 0.10, words: about a tenth, facts: {count: 3}"
    (folder / "claims.yaml").write_text(f"{CLAIM}, printed: 4.50, {facts}}}\n", "utf-8")
    published = Published.load(folder)
    assert published.entry("a").printed == "4.50"
    assert 0.096 in (bounds := published.bounds("a")) and 0.094 not in bounds
    assert bounds.printed == ("0.10", "") and published.entry("a").facts == {"count": 3}


def test_a_source_that_is_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "published/c").mkdir(parents=True)
    with pytest.raises(BuildError, match=r"published/c/source\.yaml: there is no such file"):
        load_all(tmp_path)
    with pytest.raises(BuildError, match=r"published/dice/source\.yaml: there is no such file"):
        load_all(DATA)["dice"]


def test_what_is_computed_keeps_its_digits(tmp_path: Path) -> None:
    told = "a: {verdict: fails, computed: 0.50, diagnosis: known, justified: so, yardstick: rough}"
    entry = Published.load(written(tmp_path / "c", ["a"], told)).entry("a")
    assert (entry.computed, entry.justified, entry.yardsticks) == ("0.50", "so", ("rough",))
    assert entry.diagnosis and entry.diagnosis.explanation == "e"


def test_symbols_say_what_they_mean_and_which_entry_judges_them(tmp_path: Path) -> None:
    folder, source = written(tmp_path / "c", ["a"], "a: holds"), tmp_path / "c/source.yaml"
    told = source.read_text("utf-8") + "symbols:\n- {symbol: $n$, meaning: players, where: line 3"
    source.write_text(f"{told}, entry: a}}\n", "utf-8")
    (symbol,) = Published.load(folder).symbols
    assert (symbol.meaning, symbol.entry, symbol.otherwise) == ("players", "a", "")
    slips = {"entry: b": "no such entry: b", "used: line 1": "symbol 1: no field 'used'"}
    for slip, why in slips.items():
        source.write_text(f"{told}, {slip}}}\n", "utf-8")
        with pytest.raises(BuildError, match=rf"source\.yaml, line 6: {why}"):
            _ = Published.load(folder).symbols


@pytest.mark.parametrize("chapter", SOURCES)
def test_what_several_entries_share_stands_apart_and_nothing_else(chapter: str) -> None:
    published = SOURCES[chapter]
    told = yaml.safe_load((DATA / f"published/{chapter}/verdicts.yaml").read_text("utf-8"))
    named = Counter(
        one["diagnosis"]
        for one in told["entries"].values()
        if isinstance(one, dict) and "diagnosis" in one
    )
    assert {name for name, count in named.items() if count > 1} == {*told.get("diagnoses", ())}
    assert [*told["entries"]] == [*published.entries], "in another order than what is published"


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
        published = replace(source, folder=Path("none"))  # without its argument
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
    published = replace(SOURCES["token_game"], folder=Path("none"))  # without its argument
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
