"""What `parlor compare` says of two folders, runs, books and revisions."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from press.page.answer import Answer, Quantity
from press.run.project import Project, UserError
from press.tools.compare import Comparison, compare, named, to_markdown
from press.tools.results import Side, read_folder

from .toy import Toy

GAMES = [
    {"player": "first", "mean": 0.5, "s.e.": 0.01, "how": "by lot", "pays": [1.0, 2.0]},
    {"player": "second", "mean": 0.25, "s.e.": 0.01, "how": "by lot", "pays": [3.0, 4.0]},
]


def side(*rows: dict[str, Any], name: str = "games") -> Side:
    return Side.of_tables("a side", {name: rows})


def with_change(**new: Any) -> Side:
    return side(GAMES[0], GAMES[1] | new)


def folder(path: Path, **tables: list[dict[str, Any]]) -> Path:
    path.mkdir()
    for name, rows in tables.items():
        (path / f"{name}.json").write_text(json.dumps(rows), "utf-8")
    return path


def test_equal_sides_have_no_change() -> None:
    found = compare(side(*GAMES), side(*GAMES))
    assert (found.changes, found.status, found.compared) == ((), 0, 8)
    assert str(found) == "0 of 8 numbers differ"


def test_a_moved_number_is_told_with_its_size_and_its_errors() -> None:
    (change,) = compare(side(*GAMES), with_change(mean=0.3)).changes
    assert change.place == "table games: second, mean"
    assert (change.what, change.before, change.after) == ("number", "0.25", "0.3")
    assert change.change == pytest.approx(0.05)
    assert change.relative == pytest.approx(0.05 / 0.3)
    assert change.error == pytest.approx(0.01 * 2**0.5)
    assert change.errors == pytest.approx(5 / 2**0.5)
    assert change.beyond


@pytest.mark.parametrize(
    "allowed, beyond",
    [
        ({}, True),
        ({"tolerance": 0.049}, True),
        ({"tolerance": 0.051}, False),
        ({"errors": 3.5}, True),
        ({"errors": 3.6}, False),
        ({"errors": 0}, True),
        ({"tolerance": 0.051, "errors": 0}, False),
    ],
)
def test_what_is_allowed(allowed: dict[str, float], beyond: bool) -> None:
    found = compare(side(*GAMES), with_change(mean=0.3), **allowed)  # type: ignore[arg-type]
    assert [change.beyond for change in found.changes] == [beyond]
    assert found.status == beyond


def test_a_tolerance_is_relative_above_one_and_absolute_below() -> None:
    large = compare(side({"n": 1, "x": 1000.0}), side({"n": 1, "x": 1000.9}), tolerance=1e-3)
    small = compare(side({"n": 1, "x": 7e-16}), side({"n": 1, "x": 9e-16}), tolerance=1e-12)
    assert (large.status, small.status) == (0, 0)
    assert compare(side({"n": 1, "x": 7e-16}), side({"n": 1, "x": 9e-16})).status == 1


def test_a_bound_counts_once_whatever_the_errors_allowed() -> None:
    one, near, far = (side({"n": 1, "V": V, "gap": 0.01}) for V in (1.0, 1.019, 1.021))
    assert compare(one, near, errors=0).status == 0
    assert compare(one, far, errors=100).status == 1


def test_errors_are_read_in_texts_too() -> None:
    (change,) = compare(
        side({"rule": "a", "share": "61.5 ± 0.3"}), side({"rule": "a", "share": "62.4 ± 0.4"}),
        errors=2,
    ).changes[:1]  # fmt: skip
    assert change.errors == pytest.approx(1.8) and not change.beyond


def test_numbers_inside_of_texts_and_lists_are_compared_one_by_one() -> None:
    found = compare(side(*GAMES), with_change(pays=[3.0, 5.0]))
    assert [change.column for change in found.changes] == ["pays [2]"]
    words = compare(
        side({"n": 1, "at": "2/3, then 1,000"}), side({"n": 1, "at": "1/3, then 1,001"})
    )
    assert [change.change for change in words.changes] == pytest.approx([-1 / 3, 1])


def test_a_name_with_digits_is_no_number() -> None:
    found = compare(side({"n": 1, "in": "A005130"}), side({"n": 1, "in": "A005131"}))
    assert [change.what for change in found.changes] == ["text"]


def test_rows_are_matched_by_what_they_are_called() -> None:
    between = {"player": "middle", "mean": 0.4, "s.e.": 0.01, "how": "by lot", "pays": [0.0, 0.0]}
    (change,) = compare(side(*GAMES), side(GAMES[1], between, GAMES[0])).changes
    assert (change.what, change.place) == ("added", "table games: middle")
    (change,) = compare(side(*GAMES), side(GAMES[1])).changes
    assert (change.what, change.place) == ("removed", "table games: first")


def test_rows_that_share_a_first_cell_are_matched_in_their_order() -> None:
    grid = [{"n": n, "rule": rule, "V": n / 8} for n in (2, 3) for rule in ("a", "b")]
    moved = [row | {"V": 0.5} if (row["n"], row["rule"]) == (3, "b") else row for row in grid]
    (change,) = compare(side(*grid), side(*moved)).changes
    assert change.place == "table games: n 3 2, V"


def test_a_table_of_results_is_matched_by_order() -> None:
    one = [{"pays": [21.0 + n, 19.0], "to": "both"} for n in range(3)]
    two = [{"pays": [21.5 + n, 19.0], "to": "both"} for n in range(3)]
    found = compare(side(*one), side(*two))
    assert [(c.place, c.change) for c in found.changes] == [
        (f"table games: row {row}, pays [1]", 0.5) for row in (1, 2, 3)
    ]


def test_columns_and_tables_that_only_one_side_has_are_told() -> None:
    one = Side.of_tables("one", {"games": GAMES, "old": GAMES})
    two = Side.of_tables("two", {"games": [row | {"more": 1} for row in GAMES], "new": GAMES})
    found = compare(one, two)
    assert sorted((c.what, c.place, c.before + c.after) for c in found.changes) == [
        ("added", "table games: more", ""),
        ("added", "table new", "2 rows"),
        ("removed", "table old", "2 rows"),
    ]
    assert found.status == 1
    assert compare(one, two, common=True).changes == ()


def test_two_single_tables_are_compared_whatever_they_are_called() -> None:
    assert compare(side(*GAMES), side(*GAMES, name="others")).compared == 8


def test_nothing_in_common_is_refused() -> None:
    two = Side.of_tables("two", {"others": GAMES, "more": GAMES})
    with pytest.raises(UserError, match="no table, value or entry in common"):
        compare(side(*GAMES), two)


def test_csv_and_json_say_the_same(tmp_path: Path) -> None:
    one = folder(tmp_path / "one", games=GAMES)
    two = tmp_path / "games.csv"
    with two.open("w", newline="") as file:
        writer = csv.DictWriter(file, GAMES[0])
        writer.writeheader()
        writer.writerows(row | {"pays": str(tuple(row["pays"]))} for row in GAMES)  # type: ignore[arg-type]
    found = compare(read_folder(one), read_folder(two))
    assert (found.changes, found.compared) == ((), 8)


def test_the_numbers_of_an_answer_bring_their_errors(tmp_path: Path) -> None:
    sides = []
    for mean, exact in ((3.5, "7/2"), (3.6, "18/5")):
        answer = Answer(
            f"A die of mean {mean}",
            (
                Quantity("mean", mean, 0.05, "standard error"),
                Quantity("edge", mean / 8, 0.1, "bound"),
                Quantity("ways", [Fraction(exact), 2], sure="exact"),
            ),
        )
        told = {"chapter": "demo", "values": {"own_mean": str(mean)}, "answer": answer.as_json()}
        path = tmp_path / str(mean)
        path.mkdir()
        (path / "results.json").write_text(json.dumps(told), "utf-8")
        sides.append(read_folder(path))
    found = compare(sides[0], sides[1], errors=2)
    assert [(c.place, c.after, c.beyond) for c in found.changes] == [
        ("quantity: ways, [1]", "18/5", True),
        ("quantity: mean", "3.6", False),
        ("quantity: edge", "0.45", False),
    ]
    assert found.changes[1].errors == pytest.approx(2**0.5)
    assert found.changes[2].error == pytest.approx(0.2)


def sweep(path: Path, given: str, defaults: dict[str, Any], *rows: str) -> Path:
    """A folder as `parlor sweep` leaves it, of a page with the parameters n and layout."""
    path.mkdir()
    roles = {"mean": "value", "mean_error": "error", "mean_exact": "exact"}
    columns = [
        {"name": name, "role": "parameter", "of": name, "meaning": ""} for name in given.split(",")
    ] + [
        {"name": name, "role": role, "of": "mean", "meaning": "standard error" * (role == "error")}
        for name, role in roles.items()
    ]
    story = {"kind": "sweep", "page": "demo/lab", "columns": columns, "defaults": defaults}
    (path / "run.json").write_text(json.dumps(story), "utf-8")
    text = "\n".join([f"{given},mean,mean_error,mean_exact", *rows])
    (path / "answers.csv").write_text(text + "\n", "utf-8")
    return path


def test_sweeps_are_compared_point_by_point_whichever_parameters_were_given(tmp_path: Path) -> None:
    one = sweep(tmp_path / "one", "n", {"layout": "line"}, "2,1.5,0.1,3/2", "3,2.5,0.1,")
    two = sweep(
        tmp_path / "two", "layout,n", {}, "line,3,2.7,0.1,", "line,2,1.75,0.1,7/4", "ring,2,9,0.1,"
    )
    found = compare(read_folder(one), read_folder(two / "answers.csv"), errors=2)
    assert [(c.what, c.place, c.after, c.beyond) for c in found.changes] == [
        ("added", "demo/lab sweep: n 2, ring", "", True),
        ("number", "demo/lab sweep: n 2, line, mean", "7/4", False),
        ("number", "demo/lab sweep: n 3, line, mean", "2.7", False),
    ]
    assert found.changes[2].errors == pytest.approx(2**0.5)


def test_as_json_and_markdown() -> None:
    found = compare(side(*GAMES), with_change(mean=0.3, how="by *choice* | <b>"), tolerance=1)
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert (told["beyond"], told["counts"]) == (1, {"text": 1, "number": 1})
    text = to_markdown(found)
    assert r"by \*choice\* \| &lt;b&gt;" in text
    rows = [line for line in text.splitlines() if line.startswith("| table")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 7 for row in rows) and len(rows) == 2


def test_markdown_fits_a_comment_however_much_moved() -> None:
    one, two = (side(*({"n": n, "x": n + shift} for n in range(3000))) for shift in (0.0, 0.5))
    text = to_markdown(compare(one, two))
    assert len(text) < 65_536 and "more, which the JSON tells" in text


def test_the_largest_and_least_numbers_are_no_trouble() -> None:
    huge = "9" * 400
    found = compare(side({"n": 1, "x": huge}), side({"n": 1, "x": "0"}))
    assert found.changes[0].relative == 1
    json.dumps(found.to_dict(), allow_nan=False)


@pytest.fixture(scope="module")
def toy(finished: Toy, tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """The finished project in git, and a run of another die delivered into ``eight`` beside it."""
    made = finished.copy(tmp_path_factory.mktemp("compare") / "toy")
    (made.root / ".gitignore").write_text("_build/\n__pycache__/\n", "utf-8")
    assert made.call("run", "demo", "-p", "sides=8", "--out", "../eight")[0] == 0
    own = ["git", "-C", str(made.root), "-c", "user.name=T", "-c", "user.email=t@example.org"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "A die"]):
        subprocess.run([*own, *command], check=True)
    return made


@pytest.fixture
def ask(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Comparison]:
    """Compare in this process, as the command would in the project's folder."""
    monkeypatch.chdir(toy.root)
    return partial(named, Project(toy.root))


def test_a_book_its_pages_and_their_runs_are_equal(
    toy: Toy, ask: Callable[..., Comparison]
) -> None:
    for one, other in (("_build/html", "demo"), ("demo", toy.run_folder_of(6).name)):
        found = ask(one, other)
        assert (found.changes, found.compared, found.notes) == ((), 4, ())


def test_two_runs_differ_where_their_parameters_do(ask: Callable[..., Comparison]) -> None:
    found = ask("demo", "../eight")
    assert found.notes == ("demo: asked with sides = 6 before, 8 after",)
    assert [(c.what, c.place) for c in found.changes] == [
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
    found = ask("demo", str(run))
    assert str(found) == "1 of 4 numbers differ; 1 verdict changed; 1 thing is no longer there"
    assert [(c.what, c.place) for c in found.changes] == [
        ("verdict", "demo entry: mean, verdict"),
        ("number", "demo entry: mean, computed"),
        ("removed", "demo entry: fair"),
    ]
    found = ask("published", str(run))
    assert [(c.name, c.before, c.after, c.beyond) for c in found.changes] == [
        ("mean", "3.5", "3.4", True)
    ]


def test_a_run_that_agrees_with_what_is_published(ask: Callable[..., Comparison]) -> None:
    found = ask("demo", "published")
    assert (found.status, str(found)) == (0, "0 of 1 numbers differ")


def test_a_revision_is_run_once_and_nothing_else_changes(
    toy: Toy, ask: Callable[..., Comparison], capfd: pytest.CaptureFixture[str]
) -> None:
    own = ["git", "-C", str(toy.root), "-c", "user.name=T", "-c", "user.email=t@example.org"]
    toy.edit("lib/die/__init__.py", "(sides + 1) / 2", "(sides + 2) / 2")
    subprocess.run([*own, "commit", "-qam", "A loaded die"], check=True)
    before = toy.tree()
    found = ask("HEAD~1", "HEAD")
    told = capfd.readouterr().err
    assert "0 of its 1 pages are to be run\n" in told
    assert "1 of its 1 pages are to be run: demo\n" in told
    assert [(c.what, c.place, c.change) for c in found.changes][:4] == [
        ("verdict", "demo entry: mean, verdict", None),
        ("verdict", "demo entry: fair, verdict", None),
        ("verdict", "demo table means: sides 6, verdict", None),
        ("number", "demo entry: mean, computed", 0.5),
    ]
    after = toy.tree()
    assert {name for name in before if before[name] != after[name]} <= {"_build/.lock"}
    assert not list((toy.root / "_build/tmp").glob("revision-*"))
    assert ask("HEAD", "demo").status == 0
    assert "0 of its 1 pages are to be run\n" in capfd.readouterr().err, "kept by its key"
    subprocess.run([*own, "reset", "-q", "--hard", "HEAD~1"], check=True)


@pytest.mark.parametrize("name", ["one.json", "one.csv"])
def test_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(UserError, match=r"cannot be read .*not a plain file"):
        read_folder(tmp_path)


BAD = {
    "nothing": (["demo", "dmeo"], "no run, folder, revision or page 'dmeo'; did you mean 'demo'?"),
    "no folder": (
        ["demo", "no/such.csv"],
        "no/such.csv: there is no such folder, file or revision",
    ),
    "empty": (["demo", "empty"], "empty: holds no book, run, sweep or table"),
    "cut off": (["demo", "cut"], "cut: cannot be read"),
    "an option": (["demo", "-x"], "'-x'"),
    "published twice": (["published", "published"], "are compared with a run or a book"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_read_is_refused(
    toy: Toy, ask: Callable[..., Comparison], case: str
) -> None:
    (toy.root / "empty").mkdir(exist_ok=True)
    (toy.root / "cut").mkdir(exist_ok=True)
    (toy.root / "cut/results.json").write_text('{"chapter": "demo", "che', "utf-8")
    arguments, message = BAD[case]
    with pytest.raises(UserError, match=re.escape(message)):
        ask(*arguments)


BAD_OPTIONS = {
    "rule": (["published", "demo", "--errors", "4"], "by the ledger's rule"),
    "tolerance": (["demo", "../eight", "--tolerance", "nan"], "nan: is not a number from 0"),
    "errors": (["demo", "../eight", "--errors", "-1"], "--errors -1.0: is not a number from 0"),
    "both": (["demo", "../eight", "--json", "--markdown"], "choose one"),
}


@pytest.mark.parametrize("case", BAD_OPTIONS)
def test_bad_options_are_refused(toy: Toy, case: str) -> None:
    arguments, message = BAD_OPTIONS[case]
    status, out, err = toy.ask("compare", *arguments)
    assert (status, out) == (2, "") and message in err and len(err.splitlines()) == 1


def test_the_command_says_what_moved(toy: Toy) -> None:
    status, out, err = toy.call("compare", "demo", "../eight")
    assert (status, err) == (1, "")
    assert "demo quantity: mean" in out and "demo and ../eight: 2 of 4 numbers differ" in out
    status, out, err = toy.call("compare", "demo", "dmeo")
    assert (status, out) == (2, "") and len(err.splitlines()) == 1
