"""Exponents fitted to points whose law is known."""

from __future__ import annotations

import math

import pytest
from benchmarks.growth import fit, grown
from benchmarks.row import Growth


def growth(law: str, far: int = 1000) -> Growth:
    return Growth("toy/one", "a toy", "steps", (10, 20, 40), lambda n: n, "$n$", far, 1.0, law)


def points(cost: list[tuple[int, float]]) -> list[dict[str, float]]:
    return [{"size": size, "seconds": seconds} for size, seconds in cost]


def test_a_power_is_found_and_continued() -> None:
    found = fit(
        points([(n, n**3 / 1e6) for n in (50, 100, 200, 400)]), "seconds", growth("power"), 0
    )
    assert found is not None
    assert found["x"] == pytest.approx(3) and found["far"] == pytest.approx(1e3)
    assert found["foretold"] == pytest.approx(1)


def test_a_base_is_found_and_its_error_grows_with_the_distance() -> None:
    rough = [(n, 5.0**n * 1e-6 * (1 + 0.2 * (-1) ** n)) for n in range(5, 11)]
    near, far = (fit(points(rough), "seconds", growth("base", n), 0) for n in (11, 16))
    assert near is not None and far is not None
    assert near["low"] < 5 < near["high"]
    assert near["far_low"] < 5.0**11 * 1e-6 < near["far_high"]
    assert far["far_low"] < 5.0**16 * 1e-6 < far["far_high"]
    assert far["far_high"] / far["far_low"] > near["far_high"] / near["far_low"]


def test_too_few_points_say_nothing_and_small_ones_do_not_count() -> None:
    short = [(10, 1.0), (20, 2.0)]
    assert fit(points(short), "seconds", growth("power"), 0) is None
    flat = [(1, 0.001), (2, 0.001), *((n, n / 100) for n in (10, 20, 40))]
    found = fit(points(flat), "seconds", growth("power"), 0.01)
    assert found is not None and found["x"] == pytest.approx(1)
    assert math.isfinite(found["far_high"])


def test_measuring_ends_where_the_next_size_would_take_too_long() -> None:
    def work(n: int) -> int:
        return sum(range(n))

    sizes = tuple(10**4 * 2**k for k in range(20))
    told = grown(Growth("toy/sum", "a sum", "terms", sizes, work, "$n$", 10**9, 1.0), seconds=0.05)
    assert 2 <= len(told["points"]) < len(sizes) and told["end"] == "seconds"
    assert [point["size"] for point in told["points"]] == list(sizes[: len(told["points"])])
