"""What larger questions cost, reckoned from what was measured."""

from __future__ import annotations

import pytest

from chapters.benchmarks import scale, units

MEASURED = {
    "command": "python -m benchmarks.scale",
    "machine": {
        "processor": "one", "processors": 2, "load": 1.0, "date": "2026-01-01",
        "Python": "3.11", "numpy": "2", "numba": "0.6", "distributed": "2026",
    },
    "processes": {"client": 1e-4},
    "dask": {"client": 1e-3, "scheduler": 1e-3, "workers": 1e-3, "bytes": 500},
    "gigabyte": {"client": 2.0, "scheduler": 1.0, "workers": 1.0},
    "kept": 1e-3,
    "labs": {"quick": {"seconds": 0.01, "bytes": 1000}, "slow": {"seconds": 10.0, "bytes": 1000}},
    "gift": {"seconds": 1e-4, "bytes": 1000},
    "goofspiel": {
        "seconds": {"8": 1e-6, "10": 4e-6},
        "games": {
            "13": {"games": 10**9, "layer": 10**9, "tasks": 10**3, "given": 10**9, "sent": 10**10}
        },
    },
}  # fmt: skip


def test_more_workers_never_take_longer_and_the_slowest_part_sets_the_time() -> None:
    found = scale.questions(MEASURED)
    for question in found:
        times = [question.seconds(MEASURED, workers)[0] for workers in scale.WORKERS]
        assert times == sorted(times, reverse=True)
        assert question.seconds(MEASURED, 1)[1] == "work"
    quick, slow, party, _ = found
    assert quick.seconds(MEASURED, 1000)[1] == "client"  # a million answers have to be kept
    assert quick.seconds(MEASURED, 1000)[0] >= scale.START + 1e6 * 1e-3
    assert slow.seconds(MEASURED, 1000)[1] == "work"
    assert slow.seconds(MEASURED, 1000)[0] == scale.START + 10**7 / 1000
    assert party.work == 1e5


def test_one_process_alone_hands_over_solves_and_keeps() -> None:
    assert scale.alone(MEASURED, "quick") == "3.1 h"  # 0.1, 10 and 1 ms for each of a million


def test_a_stage_game_is_continued_as_it_has_grown() -> None:
    assert scale.stage_game(MEASURED, 10) == 4e-6
    assert scale.stage_game(MEASURED, 13) == pytest.approx(4e-6 * 2**3)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(2e-6, "2 µs"), (0.0123, "12 ms"), (89, "89 s"), (5400, "1.5 h"), (1e9, "32 years")],
)
def test_times_are_told_to_two_digits(seconds: float, told: str) -> None:
    assert units.time_told(seconds) == told


def test_each_question_has_a_row() -> None:
    for table in (scale.costs(MEASURED), scale.limits(MEASURED)):
        assert list(table["question"]) == [one.name for one in scale.questions(MEASURED)]
    assert list(scale.goofspiel(MEASURED).iloc[0]) == ["stage games", "1e+09"]


def test_what_sets_the_time_of_some_question_is_named_once() -> None:
    assert scale.limit(MEASURED) == "the process that asked or the work itself"
