"""`parlor sweep`: what it computes, keeps, writes and refuses."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from pathlib import Path

import pytest

from press.ask.answer_cell import Lab
from press.ask.manifest import is_whole
from press.ask.sweep import Sweep
from press.ask.table import SweepTable
from press.page.answer import Answer, Quantity
from press.project.places import Project

from .toy import Toy, wait_until


def asked(toy: Toy) -> Counter[str]:
    """How often each point was computed."""
    path = toy.root / "_build/asked.txt"
    return Counter(path.read_text("utf-8").splitlines() if path.is_file() else [])


def table_in(folder: Path) -> list[str]:
    return (folder / "answers.csv").read_text("utf-8").splitlines()


def test_a_sweep_is_one_tidy_table_and_goes_on_where_it_was(toy: Toy, tmp_path: Path) -> None:
    out, finer = tmp_path / "out", tmp_path / "finer"
    ask = ("sweep", "demo", "-p", "label=a coin,a die", "--jobs", "2")
    plot = ("--plot", "mean", "sides")
    status, text, err = toy.ask(*ask, "-p", "sides=4..8..2", *plot, "--out", str(out))
    assert "6 points" in err and str(out / "answers.csv") in text
    assert re.search(r"^ *a die +8 +4\.5 +0\.125 ", text, re.M)
    assert table_in(out)[:3] == [
        "label,sides,mean,mean_error,mean_sure,least,least_exact,even",
        "a coin,4,2.5,0.125,standard error,0.25,1/4,True",
        "a coin,6,3.5,0.125,standard error,0.16666666666666666,1/6,False",
    ]
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert names == {"answers.csv", "run.json", "manifest.json", "figures/mean-by-sides.svg"}
    story = json.loads((out / "run.json").read_text("utf-8"))
    assert story["defaults"]["quick"] is False
    assert story["command"].startswith(".venv/bin/parlor sweep demo")
    assert str(tmp_path) not in str(story)
    assert story["columns"][2]["meaning"] == "what a throw shows"

    # a finer grid asks only what is new
    assert set(asked(toy).values()) == {1} and len(asked(toy)) == 6
    status, _, err = toy.ask(*ask, "-p", "sides=4..10..2", "--out", str(finer))
    assert status == 0 and "8 points, 6 of them finished before" in err
    assert set(asked(toy).values()) == {1} and len(asked(toy)) == 8
    assert len(table_in(finer)) == 9

    # which numbers there are only an answer tells: the first, before all others are asked
    wrong = ["-p", "sides=12..30..2", "--plot", "meen", "sides"]
    status, text, err = toy.ask("sweep", "demo", "-p", "label=a die", *wrong)
    assert (status, text) == (2, "") and "did you mean 'mean'?" in err.splitlines()[-1]
    assert len(asked(toy)) == 9


def test_a_cell_holds_whatever_a_quantity_is(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    project = Project(toy.root)
    sweep = Sweep.of(Lab.of(project, project.page("demo")), [{"sides": 4}, {"sides": 6}])
    names = ("word", "bound", "count", "sides")
    points = ("none", math.inf, 2**70, 1), (2.5, 0.1 + 0.2, None, 2)
    told = [Answer("", tuple(map(Quantity, names, values))) for values in points]
    table = SweepTable(sweep, dict(zip(sweep.points, told, strict=True)))
    folder = table.write(project, None, {})
    assert table_in(folder) == [
        "sides,word,bound,count,count_exact,answer_sides",
        "4,none,inf,1.1805916207174113e+21,1180591620717411303424,1",
        "6,2.5,0.30000000000000004,,,2",
    ]
    assert table.numbers == ["bound", "count", "answer_sides"]
    table.show(folder, as_json=True)
    one, other = json.loads(capsys.readouterr().out)["rows"]
    assert (one["word"], one["bound"]) == ("none", "inf")
    assert (other["bound"], other["count"]) == (0.1 + 0.2, None)


def test_points_that_fail_are_told_and_stop_no_other(toy: Toy) -> None:
    ask = ("-p", "label=loaded,a die", "-p", "sides=2..8")
    status, text, err = toy.ask("sweep", "demo", *ask, "--skip", "--jobs", "1", "--json")
    assert status == 1
    assert "8 points, 6 left out as not allowed" in err
    assert "press: demo: 2 of 8 points failed" in err
    why = "ArithmeticError: a loaded die (lib/chapters/demo/own.py, line 14)"
    assert re.search(rf"^ *loaded +6 +{re.escape(why)}$", err, re.MULTILINE)
    told = json.loads(text)
    assert (told["points"], told["failed"], told["left_out"]) == (8, 2, 6)
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
    slow = ("sweep", "demo", "-p", "sides=2..60..2", "-p", "pause=5", "--jobs", "1", "--json")
    process = toy.start(*slow)
    wait_until(lambda: sum(asked(toy).values()) >= 20)
    process.kill()
    process.communicate()
    assert not list((toy.root / "_build").glob("sweeps/*/*")), "no table before all is asked"
    _, text, err = toy.ask(*slow)
    folder = Path(json.loads(text)["folder"])
    assert is_whole(folder, folder.name)
    assert [row["mean"] for row in json.loads(text)["rows"]] == [n + 0.5 for n in range(1, 31)]
    (kept,) = map(int, re.findall(r"(\d+) of them finished before", err))
    assert kept and len(asked(toy)) == 30 and sum(asked(toy).values()) <= 60 - kept
