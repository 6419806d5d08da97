"""The page of comparisons says what was measured, and nothing else."""

from __future__ import annotations

import copy
import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from press.run.memo import Memo
from press.run.project import BuildError, Project
from press.site import side_by_side

ROOT = Path(__file__).parents[2]
MACHINE = {
    "processor": "one", "processors": 2, "load": 1.0, "date": "2026-01-02", "Python": "3.11",
    "numpy": "2", "scipy": "1", "numba": "0.6", "minutes": 3.0,
}  # fmt: skip


def rival(kind: str, state: str, median: float = 0.0, **more: Any) -> dict[str, Any]:
    told = {
        "kind": kind, "package": "toy", "version": "1.2", "share": 1.0, "state": state,
        "seconds": 2.0, "peak": 10**8, "certificate": 1e-3, "error": "", "differs": 0.0,
    }  # fmt: skip
    if median:
        told["ratio"] = {"low": 0.9 * median, "median": median, "high": 1.1 * median}
    return told | more


RUN: dict[str, Any] = {
    "command": "make bench",
    "machine": MACHINE,
    "rows": {
        "toy/one": {
            "name": "toy/one", "what": "how much is one", "certified": "a bound", "base": 10**8,
            "ours": {"seconds": 0.5, "peak": 2 * 10**8, "certificate": 0.0, "error": ""},
            "rivals": {
                "slow": rival("source", "won", 40.0),
                "plain": rival("plain", "won", 4.0),
                "quick": rival("library", "lost", 0.25),
                "off": rival("library", "wrong", 7.0, differs=0.3),
                "absent": {"kind": "library", "package": "gone", "version": "", "share": 1.0,
                           "state": "not installed"},
                "broken": rival("library", "failed", error="ValueError: no"),
            },
        }
    },
    "limits": {
        "toy/kernel": {
            "name": "toy/kernel", "what": "a toy kernel", "unit": "steps", "count": 1000,
            "bound": "counting them", "rest": "thinking", "seconds": 4e-6, "least": 1e-6,
            "away": {"low": 3.9, "median": 4.0, "high": 4.1},
        },
    },
    "memory": {"toy/lab": 3 * 10**8},
    "earlier": [],
    "slower": [],
}  # fmt: skip
LINE = {"x": 2.1, "low": 1.9, "high": 2.3, "far": 7200.0, "far_low": 3600.0, "far_high": 14400.0}
GROWN: dict[str, Any] = {
    "command": "make growth", "seconds": 60.0, "machine": MACHINE,
    "solvers": {
        "toy/solver": {
            "what": "a toy, `toy.solve`", "size": "steps", "theory": "$n^2$", "far": 10_000,
            "expected": 2.0, "law": "power", "base": 10**8, "room": None,
            "points": [{"size": 100, "seconds": 30.0, "memory": 10**9}],
            "time": LINE | {"foretold": 1.1}, "end": "seconds",
        }
    },
}  # fmt: skip


def page(tmp_path: Path, run: dict[str, Any] = RUN) -> side_by_side.Page:
    (tmp_path / "data").mkdir(exist_ok=True)
    for name, told in (("benchmarks", run), ("growth", GROWN)):
        (tmp_path / side_by_side.FILES[name]).write_text(json.dumps(told))
    return side_by_side.page(Project(tmp_path), Memo())


def rows(page: side_by_side.Page, name: str) -> list[list[str]]:
    return list(csv.reader(page.files[f"{name}.csv"].splitlines()))[1:]


def test_a_lost_row_is_told_as_lost_and_a_wrong_answer_as_wrong(tmp_path: Path) -> None:
    found = page(tmp_path)
    states = {row[1]: row[-1] for row in rows(found, "libraries")}
    assert states == {
        "quick": "the other", "off": "wrong", "absent": "not installed",
        "broken": "failed: ValueError: no",
    }  # fmt: skip
    assert "quick takes 0.25 times as long as ours" in found.pieces["side_by_side_lost.md"]
    assert "off" not in found.pieces["side_by_side_lost.md"]
    words = "{{ side_by_side.won }} {{ side_by_side.lost }} {{ side_by_side.wrong }}"
    assert side_by_side.told(Project(tmp_path), words) == "2 1 1"
    assert side_by_side.told(Project(tmp_path), "{{ side_by_side.source_most }}") == "40"


def test_a_comparison_is_named_by_its_question_and_the_other_way(tmp_path: Path) -> None:
    shown = page(tmp_path).pieces["side_by_side_years.md"]
    heads = re.findall(r"<th scope=.row.*?</th>", shown)
    assert [re.findall(r">([^<>]+?) *</span>", head) for head in heads] == [
        ["how much is one", "slow"], ["how much is one", "plain"],
    ]  # fmt: skip
    columns = [row.count("<td>") for row in shown.split("<tr>")[2:]]
    assert columns == [shown.count('scope="col"') - 1] * 2


def test_where_nothing_is_lost_the_page_says_so(tmp_path: Path) -> None:
    run = copy.deepcopy(RUN)
    del run["rows"]["toy/one"]["rivals"]["quick"]
    assert page(tmp_path, run).pieces["side_by_side_lost.md"].startswith("None")


def test_a_slowdown_is_named(tmp_path: Path) -> None:
    assert "first run" in page(tmp_path).pieces["side_by_side_slower.md"]
    told = {"row": "toy/one", "since": "2026-01-01", "times": 1.5, "beside": ["slow", "plain"]}
    earlier = [{"machine": {"date": "2026-01-01"}, "ratios": {}}]
    run = RUN | {"earlier": earlier, "slower": [told]}
    text = page(tmp_path, run).pieces["side_by_side_slower.md"]
    assert "how much is one: **1.5 times slower** than on 2026-01-01, beside slow, plain" in text
    calm = page(tmp_path, run | {"slower": []}).pieces["side_by_side_slower.md"]
    assert "no row has become slower" in calm


def test_growth_and_memory_stand_in_tables(tmp_path: Path) -> None:
    found = page(tmp_path)
    (growth,) = rows(found, "growth")
    assert growth[4:] == [
        "$n^{2.10}$ (±0.20)", "$n^2$", "1.10 times", "10,000 steps", "2 h (60 min to 4 h)",
    ]  # fmt: skip
    memory = rows(found, "memory")
    assert [row[0].split(":")[0] for row in memory] == [
        "the page toy/lab", "a toy, `toy.solve`", "how much is one",
    ]  # fmt: skip
    assert memory[1][1:] == ["1.1 GB", "100 MB"]
    assert "<math>" in found.pieces["side_by_side_growth.md"]


def test_kernels_stand_beside_the_least_that_could_be_done(tmp_path: Path) -> None:
    assert rows(page(tmp_path), "limits") == [
        ["a toy kernel", "1,000 steps", "4 ns each", "counting them", "4", "3.9 to 4.1"]
    ]
    assert "a toy kernel: thinking." in page(tmp_path).pieces["side_by_side_rest.md"]
    assert side_by_side.told(Project(tmp_path), "{{ side_by_side.away_most }}") == "4"


def test_numbers_of_the_prose_come_from_the_file(tmp_path: Path) -> None:
    page(tmp_path)
    project = Project(tmp_path)
    assert side_by_side.told(project, "{{ side_by_side.comparisons }} of {{ x.y }}") == (
        "6 of {{ x.y }}"
    )
    with pytest.raises(BuildError, match=r"side_by_side\.more.*comparisons"):
        side_by_side.told(project, "{{ side_by_side.more }}")
    assert side_by_side.page(Project(tmp_path / "none"), Memo()).pieces == {}


def test_pictures_are_for_a_page_and_for_a_phone(tmp_path: Path) -> None:
    found = page(tmp_path)
    for name in ("years-drawn", "libraries-drawn"):
        piece = found.pieces[f"side_by_side_{name}.md"]
        assert piece.count("<svg") == 2 and "var(--pr-c" in piece
        assert f"../downloads/{side_by_side.FOLDER}/{name}.svg" in piece
        assert f"{name}.svg" in found.files and "<b>Figure " in piece
    assert "from 4 (how much is one, plain) to 40" in found.pieces["side_by_side_years-drawn.md"]
