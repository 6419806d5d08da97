"""A slowdown beyond noise is named, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.earlier import KEPT, confirmed, kept, slower


def run(
    *ratios: float, version: str = "1", processor: str = "one", spread: float = 0.05
) -> dict[str, Any]:
    """A run with one row, and a rival for each ratio."""
    rivals = {
        f"rival {k}": {
            "version": version,
            "ratio": {"low": x * (1 - spread), "median": x, "high": x * (1 + spread)},
        }
        for k, x in enumerate(ratios)
    }
    machine = {"date": "2026-01-01", "processor": processor, "load": 1.0}
    return {"machine": machine, "rows": {"toy/one": {"rivals": rivals}}}


def test_a_slowdown_is_named_with_its_size() -> None:
    (one,) = slower(run(4.0, 8.0), kept(run(8.0, 16.0)))
    assert one["row"] == "toy/one" and one["since"] == "2026-01-01"
    assert one["times"] == pytest.approx(2.0) and one["beside"] == ["rival 0", "rival 1"]


@pytest.mark.parametrize(
    "now",
    [
        run(8.0, 16.0),
        run(9.0, 20.0),  # faster
        run(7.5, 15.0),  # by less than a tenth
        run(5.0, 10.0, spread=0.9),  # the samples meet
        run(4.0, 16.0),  # beside one alone: that one has become faster
        run(4.0, 8.0, version="2"),
        run(4.0, 8.0, processor="another"),
        run(),
    ],
)
def test_what_is_noise_or_cannot_be_compared_is_not_named(now: dict[str, Any]) -> None:
    assert slower(now, kept(run(8.0, 16.0))) == []


def test_what_was_as_slow_before_is_not_named() -> None:
    last = run(8.0) | {"earlier": kept(run(4.2))}  # the runs differ as much among themselves
    assert slower(run(4.0), kept(last)) == []


def test_a_run_is_compared_with_those_on_its_machine_and_a_few_are_kept() -> None:
    other = run(100.0, processor="another")
    last = other | {"earlier": kept(run(8.0))}
    assert len(slower(run(4.0), kept(last))) == 1
    for _ in range(2 * KEPT):
        last = run(8.0) | {"earlier": kept(last)}
    assert len(kept(last)) == KEPT
    assert kept(None) == []


def test_what_seems_slower_is_measured_again_before_it_is_named() -> None:
    asked: list[str] = []

    def again(*ratios: float) -> Any:
        return lambda name: (asked.append(name), run(*ratios)["rows"][name])[1]

    seeming = run(4.0)
    assert confirmed(seeming, kept(run(8.0)), again(8.0)) == []
    assert seeming["rows"] == run(8.0)["rows"] and asked == ["toy/one"]
    (one,) = confirmed(run(4.0), kept(run(8.0)), again(4.1))
    assert one["times"] == pytest.approx(8 / 4.1)
    assert confirmed(run(8.0), kept(run(8.0)), again(1.0)) == [] and len(asked) == 2
