"""What `parlor compare` says of two runs, books and revisions."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from press.project.errors import UserError
from press.project.places import Project
from press.tools.compare import Comparison, compare, to_markdown
from press.tools.results import Side, read, table

from .toy import Toy

BOOK = "_build/html"
GAMES = [
    {"player": "first", "mean": 0.5, "s.e.": 0.01, "how": "by lot", "pays": [1.0, 2.0]},
    {"player": "second", "mean": 0.25, "s.e.": 0.01, "how": "by lot", "pays": [3.0, 4.0]},
]


def side(*rows: dict[str, Any], name: str = "games") -> Side:
    return Side("a side", table("", "table", name, rows))


def with_change(**new: Any) -> Side:
    return side(GAMES[0], GAMES[1] | new)


def test_a_moved_number_is_told_with_its_size_and_its_errors() -> None:
    same = compare(side(*GAMES), side(*GAMES))
    assert (same.changes, same.status, str(same)) == ([], 0, "8 numbers compared")
    (change,) = compare(side(*GAMES), with_change(mean=0.3)).changes
    assert change.where == "table games: second, mean"
    assert (change.what, change.before, change.after) == ("number", "0.25", "0.3")
    assert change.change == pytest.approx(0.05)
    assert change.relative == pytest.approx(0.05 / 0.3)
    assert change.errors == pytest.approx(5 / 2**0.5)


@pytest.mark.parametrize(
    "new, allowed, beyond",
    [
        ({"mean": 0.3}, {}, True),
        ({"mean": 0.3}, {"tolerance": 0.051}, False),
        ({"mean": 0.3}, {"errors": 3.5}, True),
        ({"mean": 0.3}, {"errors": 3.6}, False),
        ({"s.e.": 0.011}, {}, True),
        ({"s.e.": 0.011}, {"errors": 4}, False),
        ({"pays": [3.0, 4.003]}, {"tolerance": 1e-3}, False),  # of its size, above 1
    ],
)
def test_what_is_allowed(new: dict[str, Any], allowed: dict[str, float], beyond: bool) -> None:
    found = compare(side(*GAMES), with_change(**new), **allowed)
    assert [change.beyond for change in found.changes] == [beyond]
    assert found.status == beyond


@pytest.mark.parametrize(
    "one, other, what",
    [
        ("1,000.0", 1000, []),
        ("7/2", 3.5, []),
        (10**20, 10**20 + 1, ["text"]),  # which as floats are the same
        ("A005130", "A005131", ["text"]),
        ("match", "differs", ["verdict"]),
        ([3.0, 4.0], [3.0, 5.0], ["number"]),
        ({"a": [1]}, {"a": [2]}, ["number"]),
    ],
)
def test_what_counts_as_moved(one: Any, other: Any, what: list[str]) -> None:
    found = compare(side({"n": 1, "x": one}), side({"n": 1, "x": other}), tolerance=0)
    assert [change.what for change in found.changes] == what


def test_rows_are_matched_by_what_they_are_called_and_then_in_their_order() -> None:
    between = {"player": "middle", "mean": 0.4, "s.e.": 0.01, "how": "by lot", "pays": [0.0, 0.0]}
    (change,) = compare(side(*GAMES), side(GAMES[1], between, GAMES[0])).changes
    assert (change.what, change.where) == ("added", "table games: middle")
    grid = [{"n": n, "rule": rule, "V": n / 8} for n in (2, 3) for rule in ("a", "b")]
    moved = [row | {"V": 0.5} if (row["n"], row["rule"]) == (3, "b") else row for row in grid]
    (change,) = compare(side(*grid), side(*moved)).changes
    assert change.where == "table games: n 3 (2), V"


def test_columns_and_tables_that_only_one_side_has_are_told() -> None:
    old, new = (table("", "table", name, GAMES) for name in ("old", "new"))
    one = Side("one", side(*GAMES).cells | old)
    two = Side("two", side(*(row | {"more": 1} for row in GAMES)).cells | new)
    found = compare(one, two)
    assert [(c.what, c.where) for c in found.changes] == [
        ("removed", "table old"),
        ("added", "table games: more"),
        ("added", "table new"),
    ]
    assert found.status == 1


def test_nothing_in_common_is_refused() -> None:
    with pytest.raises(UserError, match="nothing in common"):
        compare(side(*GAMES), side(*GAMES, name="others"))


def test_as_json_and_markdown() -> None:
    found = compare(side(*GAMES), with_change(mean=0.3, how="by *choice* | <b>"), tolerance=1)
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert [change["what"] for change in told["changes"]] == ["text", "number"]
    assert told["changes"][1]["place"]["row"] == "second"
    text = to_markdown(found)
    assert r"by \*choice\* \| &lt;b&gt;" in text
    rows = [line for line in text.splitlines() if line.startswith("| table")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 8 for row in rows) and len(rows) == 2


@pytest.fixture(scope="module")
def toy(finished: Toy, tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """The finished project in git, and a run of another die delivered into ``eight`` beside it."""
    made = finished.copy(tmp_path_factory.mktemp("compare") / "toy")
    (made.root / ".gitignore").write_text("_build/\n__pycache__/\n", "utf-8")
    assert made.ask("run", "demo", "-p", "sides=8", "--out", "../eight")[0] == 0
    own = ["git", "-C", str(made.root), "-c", "user.name=T", "-c", "user.email=t@example.org"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "A die"]):
        subprocess.run([*own, *command], check=True)
    return made


@pytest.fixture
def ask(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Comparison]:
    """Compare in this process, as the command would in the project's folder."""
    monkeypatch.chdir(toy.root)
    project = Project(toy.root)
    return lambda one, other: compare(read(project, one), read(project, other))


def test_two_runs_differ_where_their_parameters_do(ask: Callable[..., Comparison]) -> None:
    found = ask(BOOK, "../eight")
    assert [(c.what, c.where) for c in found.changes] == [
        ("number", "demo quantity: least"),
        ("number", "demo quantity: mean"),
        ("added", "demo table own: side 7"),
        ("added", "demo table own: side 8"),
        ("text", "demo quantity: even"),
    ]
    assert found.changes[1].errors == pytest.approx(1 / 0.125 / 2**0.5)


def test_a_changed_verdict_and_a_lost_entry_are_told(
    toy: Toy, ask: Callable[..., Comparison], tmp_path: Path
) -> None:
    run = tmp_path / "run"
    shutil.copytree(toy.run_folder_of(6), run)
    told = json.loads((run / "results.json").read_text("utf-8"))
    told["checks"][0] |= {"verdict": "differs", "value": 3.4}
    del told["checks"][1]
    (run / "results.json").write_text(json.dumps(told), "utf-8")
    found = ask(BOOK, str(run))
    assert str(found).endswith("; 1 verdicts changed; 1 numbers moved; 1 no longer there")
    assert [(c.what, c.where) for c in found.changes] == [
        ("verdict", "demo entry: mean, verdict"),
        ("number", "demo entry: mean, computed"),
        ("removed", "demo entry: fair"),
    ]


def test_a_revision_is_run_once_and_nothing_else_changes(
    toy: Toy, ask: Callable[..., Comparison], capfd: pytest.CaptureFixture[str]
) -> None:
    own = ["git", "-C", str(toy.root), "-c", "user.name=T", "-c", "user.email=t@example.org"]
    toy.edit("lib/die/__init__.py", "(sides + 1) / 2", "(sides + 2) / 2")
    subprocess.run([*own, "commit", "-qam", "A loaded die"], check=True)
    before, runs = toy.tree(), toy.runs()
    found = ask("HEAD~1", "HEAD")
    assert capfd.readouterr().err.count("demo: finished") == 1
    assert {(c.what, c.where, c.change) for c in found.changes} >= {
        ("verdict", "demo entry: mean, verdict", None),
        ("verdict", "demo table means: sides 6, verdict", None),
        ("number", "demo entry: mean, computed", 0.5),
    }
    after = toy.tree()
    assert {name for name in before if before[name] != after[name]} <= {
        "_build/.lock",
        "_build/asked.txt",
        f"_build/kept/sources/{Project(toy.root).python}.sqlite",
    }
    assert ask("HEAD~1", BOOK).status == 0
    assert "finished" not in capfd.readouterr().err, "kept by its key"
    subprocess.run([*own, "reset", "-q", "--hard", "HEAD~1"], check=True)
    (loaded,) = {*toy.runs()} - {*runs}  # which else others take for the run of 6 sides
    shutil.rmtree(toy.root / "_build/runs/demo" / loaded)


def test_what_cannot_be_read_is_refused(toy: Toy) -> None:
    (toy.root / "empty").mkdir()
    (toy.root / "cut").mkdir()
    (toy.root / "cut/results.json").write_text('{"chapter": "demo", "che', "utf-8")
    for arguments, message in (
        ([BOOK, "demo"], "demo: is neither a folder nor a revision of git"),
        ([BOOK, "empty"], "empty: holds no book and no run"),
        ([BOOK, "cut"], "cut: cannot be read"),
        (
            [BOOK, "../eight", "--tolerance", "nan"],
            "'--tolerance': Input should be greater than or equal to 0",
        ),
    ):
        status, out, err = toy.ask("compare", *arguments)
        assert (status, out) == (2, "") and message in err and len(err.splitlines()) == 1
