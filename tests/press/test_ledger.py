"""The published data: complete, well formed, and true to the sources' own tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlor.press.ledger import Published, load_all
from parlor.press.project import BuildError, Project, UserError
from parlor.press.verdict import UNCHECKED

DATA = Path(__file__).resolve().parents[2] / "data"


def test_the_sources_stand_in_the_order_of_the_book() -> None:
    published = load_all(DATA)
    assert len(published) >= 5
    assert list(published) == list(Project.here().chapters)


def test_every_row_of_the_token_tables_is_recorded() -> None:
    entries = load_all(DATA)["token_game"].entries
    for board, largest in (("line", 10), ("clock", 12)):
        for m in range(2, largest + 1):
            payoffs = entries[f"{board}.payoffs.{m}"].printed.strip("()").split(",")
            total = largest * (largest + 1) / 2
            assert len(payoffs) == m
            assert sum(map(float, payoffs)) == total  # all money is taken
            for path in entries[f"{board}.strategies.{m}"].printed.strip("()").split(") ("):
                stacks = [int(stack) for stack in path.split(",")]
                assert len(set(stacks)) == m and set(stacks) <= set(range(1, largest + 1))


BAD = {
    "stands there twice": [{"id": "a", "expected": "match"}] * 2,
    "unknown verdict": [{"id": "a", "expected": "maybe"}],
    "a diagnosis goes with": [{"id": "a", "expected": "differs"}],
    "no diagnosis 'x'": [{"id": "a", "expected": "differs", "diagnosis": "x"}],
    "is outside": [{"id": "a", "expected": "not testable", "diagnosis": "known"}],
    "is misprint or": [{"id": "a", "expected": "fails", "diagnosis": "elsewhere"}],
}
DIAGNOSES = {
    "known": {"kind": "wrong", "explanation": "e"},
    "elsewhere": {"kind": "outside", "explanation": "e"},
}


@pytest.mark.parametrize("message", BAD)
def test_malformed_data_is_refused(tmp_path: Path, message: str) -> None:
    rows = [{"where": "w", "quantity": "q"} | row for row in BAD[message]]
    folder = tmp_path / "c"
    folder.mkdir()
    (folder / "source.yaml").write_text("order: 1\ntitle: T\nsummary: S\n", "utf-8")
    (folder / "claims.yaml").write_text(str(rows), "utf-8")
    (folder / "diagnoses.yaml").write_text(str(DIAGNOSES), "utf-8")
    with pytest.raises(BuildError, match=message):
        Published.load(folder)


def test_an_unknown_entry_names_the_nearest(tmp_path: Path) -> None:
    published = load_all(DATA)["token_game"]
    with pytest.raises(UserError, match=r"did you mean 'line\.payoffs\.3'"):
        published.entry("line.payofs.3")


def test_audit_tells_every_kind_of_surprise() -> None:
    published = load_all(DATA)["token_game"]
    expected = [
        {"id": name, "verdict": entry.expected, "computed": "7", "evidence": "seven"}
        for name, entry in published.entries.items()
        if entry.expected not in UNCHECKED
    ]
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
    for entry in published.pending[:1]:
        surprise = published.audit([*expected, claim | {"id": entry.id, "verdict": "match"}])
        assert surprise[0].startswith(f"token_game: {entry.id}: expected 'pending', got 'match'")
