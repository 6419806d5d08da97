"""What `parlor compare` says of two runs, books and revisions."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from press.project.errors import UserError
from press.project.places import Project
from press.tools.compare import Comparison, compare, print_table, where
from press.tools.sides import framed, read, table

from .toy import Toy

BOOK = "_build/html"
GIT = ("git", "-c", "user.name=T", "-c", "user.email=t@example.org")
FIRST = {"player": "first", "mean": 0.5, "s.e.": 0.01, "how": "by lot", "pays": [1.0, 2.0]}
SECOND = {"player": "second", "mean": 0.25, "s.e.": 0.01, "how": "by lot", "pays": [3.0, 4.0]}


def side(*rows: dict[str, Any], name: str = "games") -> pd.DataFrame:
    return framed([*table("", "table", name, rows)])


GAMES = side(FIRST, SECOND)


def told(found: Comparison) -> list[tuple[str, str]]:
    return [*zip(found.changes["what"], map(where, found.changes.index), strict=True)]


def test_a_moved_number_is_told_with_its_size_and_its_errors() -> None:
    same = compare(GAMES, GAMES)
    assert (told(same), same.status, str(same)) == ([], 0, "8 numbers compared")
    found = compare(GAMES, side(FIRST, SECOND | {"mean": 0.3}))
    assert told(found) == [("number", "table games: second, mean")]
    change = found.changes.iloc[0]
    assert [*change[["before", "after"]]] == ["0.25", "0.3"]
    sizes = [*change[["change", "relative", "errors"]]]
    assert sizes == pytest.approx([0.05, 0.05 / 0.3, 5 / 2**0.5])


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
    found = compare(GAMES, side(FIRST, SECOND | new), **allowed)
    assert [*found.changes["beyond"]] == [beyond] and found.status == beyond


@pytest.mark.parametrize(
    "one, other, what",
    [
        ("1,000.0", 1000, []),
        ("7/2", 3.5, []),
        (10**20, 10**20 + 1, ["text"]),  # which as floats are the same
        ("A005130", "A005131", ["text"]),
        ("match", "differs", ["verdict"]),
        ({"a": [1]}, {"a": [2]}, ["number"]),
    ],
)
def test_what_counts_as_moved(one: Any, other: Any, what: list[str]) -> None:
    found = compare(side({"n": 1, "x": one}), side({"n": 1, "x": other}))
    assert [*found.changes["what"]] == what


def test_rows_are_matched_by_what_they_are_called_and_then_in_their_order() -> None:
    found = compare(GAMES, side(SECOND, FIRST | {"player": "middle"}, FIRST))
    assert told(found) == [("added", "table games: middle")]
    grid = [{"n": n, "rule": rule, "V": n / 8} for n in (2, 3) for rule in ("a", "b")]
    found = compare(side(*grid), side(*grid[:3], grid[3] | {"V": 0.5}))
    assert told(found) == [("number", "table games: n 3 (2), V")]


def test_columns_and_tables_that_only_one_side_has_are_told_once() -> None:
    longer = side(FIRST | {"more": 1}, SECOND | {"more": 1})
    new = pd.concat([longer, side(FIRST, SECOND, name="new")])
    found = compare(pd.concat([GAMES, side(FIRST, SECOND, name="old")]), new)
    assert found.status == 1 and told(found) == [
        ("removed", "table old"),
        ("added", "table games: more"),
        ("added", "table new"),
    ]
    with pytest.raises(UserError, match="before and after have nothing in common"):
        compare(GAMES, side(FIRST, name="others"))


def test_the_table_says_what_moved(capsys: pytest.CaptureFixture[str]) -> None:
    new = side(FIRST, SECOND | {"mean": 0.3, "how": "by *choice* | <b>"})
    found = compare(GAMES, new, tolerance=1)
    print_table(found)
    told = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert told[2:] == [
        "table games: second, how by lot by *choice* | <b>",
        "table games: second, mean 0.25 0.3 0.05 0.17 3.5 allowed",
        "before and after: 8 numbers compared; 1 numbers moved; 1 texts read otherwise; "
        "1 of these are allowed",
    ]


@pytest.fixture(scope="module")
def toy(finished: Toy, tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """The finished project in git, and a run of another die delivered into ``eight`` beside it."""
    made = finished.copy(tmp_path_factory.mktemp("compare") / "toy")
    (made.root / ".gitignore").write_text("_build/\n__pycache__/\n", "utf-8")
    made.do("run", "demo", "-p", "sides=8", "--out", "../eight")
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "A die"]):
        subprocess.run([*GIT, *command], cwd=made.root, check=True)
    return made


@pytest.fixture
def ask(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Comparison]:
    """Compare in this process, as the command would in the project's folder."""
    monkeypatch.chdir(toy.root)
    project = Project(toy.root)
    return lambda *names: compare(*(read(project, name) for name in names), names)


def test_a_revision_is_run_once_and_nothing_else_changes(
    toy: Toy, ask: Callable[..., Comparison], capfd: pytest.CaptureFixture[str]
) -> None:
    toy.edit("lib/die/__init__.py", "(sides + 1) / 2", "(sides + 2) / 2")
    subprocess.run([*GIT, "commit", "-qam", "A loaded die"], cwd=toy.root, check=True)
    before, runs = toy.tree(), toy.runs()
    found = ask("HEAD~1", "HEAD")
    assert capfd.readouterr().err.count("demo: finished") == 1
    assert {*told(found)} >= {
        ("verdict", "demo entry mean: verdict"),
        ("verdict", "demo table means: sides 6, verdict"),
        ("number", "demo entry mean: computed"),
    }
    after = toy.tree()
    assert {name for name in before if before[name] != after[name]} <= {
        "_build/.lock",
        "_build/asked.txt",
        f"_build/kept/sources/{Project(toy.root).python}.sqlite",
    }
    assert ask("HEAD~1", BOOK).status == 0
    assert "finished" not in capfd.readouterr().err, "kept by its key"
    subprocess.run([*GIT, "reset", "-q", "--hard", "HEAD~1"], cwd=toy.root, check=True)
    (loaded,) = {*toy.runs()} - {*runs}  # which else others take for the run of 6 sides
    shutil.rmtree(toy.root / "_build/runs/demo" / loaded)


def test_what_cannot_be_read_is_refused_and_what_moved_is_a_status(toy: Toy) -> None:
    for name in ("empty", "cut"):
        (toy.root / name).mkdir()
    (toy.root / "cut/results.json").write_text('{"chapter": "demo", "che', "utf-8")
    for arguments, message in (
        (["demo"], "demo: is neither a folder nor a revision of git"),
        (["empty"], "empty: holds no book and no run"),
        (["cut"], "cut: cannot be read"),
        (["../eight", "--tolerance", "nan"], "'--tolerance': Input should be greater than or"),
    ):
        status, out, err = toy.ask("compare", BOOK, *arguments)
        assert (status, out) == (2, "") and message in err
    status, out, _ = toy.ask("compare", BOOK, "../eight", "--tolerance", "9", "--json")
    assert status == 1
    least, mean = pytest.approx(1 / 8 - 1 / 6), 1.0
    moved = sorted((one["what"], one["change"]) for one in json.loads(out)["changes"])
    sides, even = [("added", None)] * 2, ("text", None)
    assert moved == [*sides, ("number", least), ("number", mean), even]
    assert toy.ask("compare", BOOK, BOOK)[0] == 0
