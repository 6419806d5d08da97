"""The rows that there are."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

import numpy as np
import pytest
from benchmarks import least
from benchmarks.row import KINDS
from benchmarks.rows import MODULES, zero_sum
from benchmarks.suite import check, in_module, limit_of, names

ROWS = list(chain.from_iterable(in_module(name).ROWS for name in MODULES))
GROWTHS = list(chain.from_iterable(in_module(name).GROWTHS for name in MODULES))
LIMITS = [one for name in MODULES for one in getattr(in_module(name), "LIMITS", ())]


@pytest.mark.parametrize("every", [ROWS + LIMITS, GROWTHS])
def test_names_are_of_their_module_and_used_once(every: list) -> None:
    found = [one.name for one in every]
    assert len(found) == len({*found})
    assert {name.partition("/")[0] for name in found} <= {*MODULES}


def test_every_row_has_rivals_of_a_known_kind_and_the_sources_own_methods_are_there() -> None:
    assert all(row.rivals for row in ROWS)
    kinds = [(row.name.partition("/")[0], rival.kind) for row in ROWS for rival in row.rivals]
    assert {kind for _, kind in kinds} == {*KINDS}
    own = {game for game, kind in kinds if kind == "source"}
    assert {"guts", "token_game", "trajectories"} <= own


def test_a_game_or_a_row_is_asked_for_by_name() -> None:
    assert names(["guts/play"]) == ["guts/play"]
    assert names(["guts"]) == [row.name for row in ROWS if row.name.startswith("guts/")]
    assert names(["guts/rounds"]) == [] and names(["guts/rounds"], "LIMITS") == ["guts/rounds"]
    check(["guts", "guts/rounds"], "ROWS", "LIMITS")
    with pytest.raises(SystemExit, match="no row gust"):
        check(["guts", "gust"], "ROWS", "LIMITS")
    with pytest.raises(SystemExit, match="no row guts/rounds"):
        check(["guts/rounds"], "ROWS")


def test_a_kernel_of_every_game_has_a_limit() -> None:
    games = {name for name in MODULES if name not in ("zero_sum", "trajectories")}
    assert {limit.name.partition("/")[0] for limit in LIMITS} == games


def test_a_limit_is_as_far_away_as_the_kernel_takes_longer() -> None:
    told = limit_of("token_game/first", budget=0.1)
    assert told["count"] == 5_242_880  # moves from all sets of up to nine of 20 stacks
    assert told["away"]["low"] <= told["away"]["median"] <= told["away"]["high"]
    assert told["away"]["low"] > 0 and min(told["seconds"], told["least"]) > 0  # no test of speed


def test_the_least_work_is_done_as_often_as_it_says() -> None:
    numbers = 1_000_000
    assert abs(least.drawn(numbers) / numbers - 0.5) < 4 / (12 * numbers) ** 0.5
    assert abs(least.looked(numbers // 100, 10) / numbers - 0.5 - 0.7 / 10) < 0.05
    assert least.summed(400, np.ones(4)) == pytest.approx(2.0)
    assert least.read(1000, 64) == 1000.0
    x = np.array([0.5, 0.8])
    assert least.multiplied(x, 3, 1.0, 1) == 0.125
    assert least.climbed(4) == 15
    assert least.weighed(1, 3, 1.0, 0.0) == pytest.approx(0.25 + 0.5 + 0.75)


def test_exact_values_are_exact_and_errors_are_seen() -> None:
    games = zero_sum.penalised(8)
    values = np.array([float(zero_sum.exact_value(A)) for A in games])
    assert zero_sum.farthest(games, values) < 1e-15
    assert zero_sum.farthest(games, values + 0.5) == pytest.approx(0.1)
    assert zero_sum.exact_value(np.array([[2.0, -1.0], [-1.0, 1.0]])) == Fraction(1, 5)
    assert all(np.abs(A).max() >= 1e6 for A in games)
