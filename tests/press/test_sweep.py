"""`parlor sweep`: what it computes, keeps, writes and refuses."""

from __future__ import annotations

import contextlib
import csv
import json
import re
from collections import Counter
from pathlib import Path

from press.ask.lab import Lab
from press.ask.manifest import is_whole
from press.ask.sweep import Sweep
from press.ask.table import SweepTable
from press.project.places import Project

from .toy import Toy, wait_until


def asked(toy: Toy) -> Counter[str]:
    """How often each point was computed."""
    path = toy.root / "_build/asked.txt"
    return Counter(path.read_text("utf-8").splitlines() if path.is_file() else [])


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "answers.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_sweep_is_one_tidy_table_and_goes_on_where_it_was(toy: Toy, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ask = ("sweep", "demo", "-p", "label=a coin,a die", "--jobs", "2", "--out", str(out))
    plot = ("--plot", "mean", "sides")
    status, text, err = toy.ask(*ask, "-p", "sides=4..8..2", *plot)
    assert status == 0, err
    assert "6 points" in err and "a die      8   4.5" in text and str(out / "answers.csv") in text
    found = rows(out)
    assert list(found[0]) == [
        "label", "sides", "mean", "mean_error", "mean_sure", "least", "least_exact", "even"
    ]  # fmt: skip
    assert [(row["label"], row["sides"], row["mean"]) for row in found] == [
        (label, str(sides), str((sides + 1) / 2))
        for label in ("a coin", "a die") for sides in (4, 6, 8)
    ]  # fmt: skip
    assert found[1]["least_exact"] == "1/6" and float(found[1]["least"]) == 1 / 6
    assert [row["even"] for row in found[:3]] == ["True", "False", "True"]
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert names == {"answers.csv", "run.json", "manifest.json", "figures/mean-by-sides.svg"}
    story = json.loads((out / "run.json").read_text("utf-8"))
    assert story["defaults"]["quick"] is False
    assert story["command"].startswith(".venv/bin/parlor sweep demo")
    assert str(tmp_path) not in str(story)
    assert story["columns"][2]["meaning"] == "what a throw shows"

    # a finer grid asks only what is new
    once = asked(toy)
    assert set(once.values()) == {1} and len(once) == 6
    finer = tmp_path / "finer"
    asked_finer = [str(finer) if part == str(out) else part for part in ask]
    status, _, err = toy.ask(*asked_finer, "-p", "sides=4..10..2")
    assert status == 0 and "8 points, 6 of them finished before" in err
    assert set(asked(toy).values()) == {1} and len(asked(toy)) == 8
    assert len(rows(finer)) == 8

    # which quantities there are only an answer tells: the first, before all others are asked
    wrong = ["-p", "sides=4,4", "--plot", "meen", "sides"]
    status, text, err = toy.ask("sweep", "demo", "-p", "label=a die", *wrong)
    assert (status, text) == (2, "") and "did you mean 'mean'?" in err.splitlines()[-1]


def test_a_quantity_may_be_a_number_at_one_point_and_a_word_at_another(toy: Toy) -> None:
    project = Project(toy.root)
    lab = Lab.of(project, project.page("demo"))
    told = [
        {"quantities": [{"name": "chain", "value": value, "error": None, "meaning": "how long"}]}
        for value in ("none", 2.5)
    ]
    with contextlib.chdir(toy.root):
        sweep = Sweep.of(lab, [{"sides": 4}, {"sides": 6}])
        folder = SweepTable(sweep, told).write(project, None, {})
    assert [row["chain"] for row in rows(folder)] == ["none", "2.5"]


def test_points_that_fail_are_told_and_stop_no_other(toy: Toy) -> None:
    ask = ("-p", "label=loaded,a die", "-p", "sides=2..8")
    status, text, err = toy.ask("sweep", "demo", *ask, "--skip", "--jobs", "1", "--json")
    assert status == 1
    assert "8 points, 6 left out as not allowed" in err
    assert "press: demo: 2 of 8 points failed" in err
    assert re.search(r"^ *loaded +6 +ArithmeticError: a loaded die$", err, re.M)
    told = json.loads(text)
    assert (told["points"], told["failed"], told["left_out"]) == (8, 2, 6)
    why = "ArithmeticError: a loaded die"
    assert [row["failed"] for row in told["rows"]] == [None, None, why, why, *[None] * 4]
    means = [1.5, 2.5, 3.5, 4.5]
    assert [row["mean"] for row in told["rows"]] == [*means[:2], None, None, *means]


BAD = [
    (["-p", "sides=2..9"], "sides is even (given: sides = 3), at point 2 of 8; --skip"),
    (["-p", "sides=3,5", "--skip"], "none of 2 points is allowed"),
    (["-p", "sides=4,6", "--plot", "mean", "pause"], "no parameter that was given 'pause'"),
    (["-p", "sides=4", "--out", "book"], "--out book: is in the project itself"),
    (["-p", "sides=4", "--scheduler", "here"], "--scheduler 'here': missing port number"),
]


def test_a_bad_point_is_one_line_before_the_first_is_asked(toy: Toy) -> None:
    for arguments, message in BAD:
        status, out, err = toy.ask("sweep", "demo", *arguments)
        assert (status, out) == (2, ""), err
        assert message in err.splitlines()[-1]
    assert not asked(toy)


def test_a_sweep_that_is_killed_goes_on(toy: Toy) -> None:
    slow = ("sweep", "demo", "-p", "sides=2..60..2", "-p", "pause=5", "--jobs", "2", "--json")
    process = toy.start(*slow)
    wait_until(lambda: sum(asked(toy).values()) >= 20)
    process.kill()
    process.communicate()
    assert not list((toy.root / "_build").glob("sweeps/*/*")), "no table before all is asked"
    status, text, err = toy.ask(*slow)
    assert status == 0, err
    folder = Path(json.loads(text)["folder"])
    assert is_whole(folder, folder.name)
    assert [row["mean"] for row in rows(folder)] == [str(n + 0.5) for n in range(1, 31)]
    (kept,) = map(int, re.findall(r"(\d+) of them finished before", err))
    assert kept and len(asked(toy)) == 30 and sum(asked(toy).values()) <= 60 - kept
