"""The page of comparisons says what was measured, and nothing else."""

from __future__ import annotations

import copy
from typing import Any

from chapters.benchmarks import ratios, side_by_side
from chapters.benchmarks.side_by_side import DATED, LIBRARIES, QUICKEST

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


def game(kind: str, ratio: float) -> dict[str, Any]:
    way = {"gap": 1e-9, "ratio": {"low": ratio, "median": ratio, "high": ratio}}
    return {"shape": [3, 4], "kind": kind, "gap": 0.0, "rivals": {QUICKEST: way}}


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
    "race": {"seed": 7, "games": [game("normal", 8.0), game("sines", 0.5)]},
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


def test_a_lost_row_is_told_as_lost_and_a_wrong_answer_as_wrong() -> None:
    found = side_by_side.comparisons(RUN, LIBRARIES)
    assert dict(zip(found["other way"], found["who is first"], strict=True)) == {
        "quick": "the other", "off": "wrong", "absent": "not installed",
        "broken": "failed: ValueError: no",
    }  # fmt: skip
    told = side_by_side.values(RUN, GROWN)
    assert "quick takes 0.25 times as long as ours" in told["behind"]
    assert "off" not in told["behind"]
    assert [told[name] for name in ("won", "wrong", "source_most")] == ["2", "1", "40"]
    run = copy.deepcopy(RUN)
    del run["rows"]["toy/one"]["rivals"]["quick"]
    assert side_by_side.values(run, GROWN)["behind"].startswith("In this run we were first")


def test_a_slowdown_is_named() -> None:
    assert "first run" in side_by_side.values(RUN, GROWN)["slower"]
    slow = {"row": "toy/one", "since": "2026-01-01", "times": 1.5, "beside": ["slow", "plain"]}
    run = RUN | {"earlier": [{"machine": {"date": "2026-01-01"}, "ratios": {}}], "slower": [slow]}
    told = side_by_side.values(run, GROWN)["slower"]
    assert "how much is one: **1.5 times slower** than in the run of 2026-01-01 (5" in told
    assert "500 ms instead of 333 ms), by" in told
    assert told.endswith("the ratio to slow and to plain")
    slow["since"] = run["machine"]["date"]
    told = side_by_side.values(run, GROWN)["slower"]
    assert "than in an earlier run of the same day (" in told
    calm = side_by_side.values(run | {"slower": []}, GROWN)["slower"]
    assert "no row has become slower" in calm


def test_growth_and_limits_stand_in_tables() -> None:
    (growth,) = side_by_side.growths(GROWN).itertuples(index=False)
    assert list(growth[2:]) == ["$n^{2.10}$ (±0.20)", "$n^2$", "1.10 times"]
    assert [(what, size) for what, size, _ in side_by_side.large(GROWN)] == [
        ("a toy, toy.solve", "10,000 steps")
    ]
    needed = list(side_by_side.pages_and_solvers(RUN, GROWN))
    assert needed == [("the page toy/lab", 3 * 10**8), ("a toy, toy.solve: 100 steps", 11 * 10**8)]
    assert side_by_side.limits(RUN).to_numpy().tolist() == [
        ["a toy kernel: 1,000 steps", "4 ns each", "counting them", "4 (3.9 to 4.1)", "thinking"]
    ]


def test_forecasts_memory_and_bounds_are_drawn() -> None:
    assert "a toy, toy.solve: 10,000 steps" in ratios.forecasts(GROWN)[1]
    assert "a toy, toy.solve: 100 steps" in ratios.memory(RUN, GROWN, least=10**8)[1]
    assert "a toy kernel" in ratios.away(RUN)[1]


def test_the_picture_holds_what_was_timed() -> None:
    figure = ratios.figure(RUN, LIBRARIES)
    marks = [line for line in figure.axes[0].get_lines() if line.get_zorder() == 3]
    assert {float(line.get_xdata()[0]) for line in marks} == {0.25, 7.0}
    assert [line.get_markerfacecolor() for line in marks].count("none") == 1  # the wrong answer
    assert "from 4 (how much is one, plain) to 40" in ratios.seen(RUN, DATED)


def test_the_race_is_told_whole() -> None:
    told = side_by_side.values(RUN, GROWN)
    assert [told[f"race_{name}"] for name in ("games", "mean", "behind")] == ["2", "2", "1"]
    assert told["race_worst"] == "2 times their time on a game of 3 by 4 (sines)"
    assert told["race_gap"] == "0" and told["race_their_gap"] == "1e-09"
    drawn = ratios.race(RUN, QUICKEST)
    assert [line.get_xdata().tolist() for line in drawn.axes[0].lines[1:]] == [[8.0], [0.5]]
