"""Recursive games against closed forms, plain iteration, and the theorems of the source."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from parlor.solvers.recursive_game import (
    climb,
    crossing,
    fixed_points,
    iterate,
    solve,
    transition,
    value_map,
)

quick = settings(max_examples=40)
games = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: st.tuples(
        arrays(np.float64, shape, elements=st.integers(-4, 4).map(float)),
        arrays(np.float64, shape, elements=st.sampled_from([0.0, 0.25, 0.5, 1.5])),
    )
)
TANGENT = ([[1.0, -1.0], [-1.0, 1.0]], [[1.0, 2.0], [0.0, 1.0]])  # T(V) = V + V**2 / 4


def test_one_by_one():
    game = solve([[3.0]], [[0.5]], v0=0.0)
    assert game.value == pytest.approx(6) and game.multiplier == 0.5 and game.gap < 1e-12
    assert solve([[3.0]], [[2.0]], v0=0.0).value == np.inf
    assert solve([[-3.0]], [[2.0]], v0=0.0).value == -np.inf
    assert solve([[3.0]], [[2.0]], v0=-3.0).value == pytest.approx(-3)


@quick
@given(games, st.sampled_from([-1.0, 0.0, 0.7]))
def test_limit_of_the_iteration(game, v0):
    A, B = game
    try:
        limit = solve(A, B, v0=v0)
    except ArithmeticError:
        return  # a tangent fixed point: the solver says so
    steps = iterate(A, B, v0=v0, n_rounds=400)
    rises = steps[1] >= v0
    assert (np.diff(steps) * (1 if rises else -1) >= -1e-9 * np.abs(steps[1:]).clip(1)).all()
    if np.isfinite(limit.value):
        beyond = (steps - limit.value) * (1 if rises else -1)
        assert (beyond <= 1e-8 * max(1, abs(limit.value))).all()  # never passed
        assert value_map(A, B, [limit.value])[0] == pytest.approx(limit.value, abs=1e-9)
        if limit.multiplier < 0.9:
            assert steps[-1] == pytest.approx(limit.value, abs=1e-6)
    else:
        assert abs(steps[-1]) > min(50, 2 + 0.1 * abs(steps[1] - v0) * 400)


def test_overshoot_example():
    A, B = [[0.0], [0.0]], [[0.5], [2.0]]
    assert [solve(A, B, v0=v).value for v in (-1.0, 0.0)] == [0.0, 0.0]
    assert solve(A, B, v0=1e-6).value == np.inf
    assert fixed_points(A, B, -1, 1) == [(0.0, "from below")]


def test_theorem_1_4_needs_a_slope_below_one():
    """Unique optimal strategies at V = 0, and yet T(V) = V + V**2 / 4 repels from above."""
    V = np.linspace(-0.5, 0.5, 11)
    assert value_map(*TANGENT, V) == pytest.approx(V + V**2 / 4, abs=1e-15)
    assert solve(*TANGENT, v0=0.1).value == np.inf
    slow = solve(*TANGENT, v0=-1.0, tolerance=1e-5)
    assert -0.01 < slow.value < 0
    with pytest.raises(ArithmeticError, match="stages"):
        solve(*TANGENT, v0=-1.0)


def test_theorem_1_3_needs_the_length():
    step = transition([[0.0]], [[0.5]], [1.0], -2.0, 0.0)
    V = iterate([[0.0]], [[0.5]], v0=-2.0, n_rounds=5)
    n = np.arange(6)
    assert step.holds
    assert (step.rate**n * 2 + 1e-15 >= 0 - V).all()
    assert not (step.printed_rate**n * 2 >= 0 - V).all()


def test_a_transition_is_that_of_a_strategy():
    """Of probabilities that add up to a little less than 1, which are taken for rounded ones."""
    A, B = [[0.0], [0.0]], [[1.0], [1.0]]  # whatever is played, V stays where it is
    step = transition(A, B, [0.5, 0.5 - 9e-10], -1.0, 0.0)
    assert not step.holds
    assert abs(step.start_margin) <= step.error


@quick
@given(games, st.randoms(use_true_random=False))
def test_theorem_1_2(game, random):
    A, B = game
    weights = np.array([random.random() + 0.01 for _ in range(A.shape[0])])
    x = weights / weights.sum()
    low, high = sorted([random.uniform(-3, 3), random.uniform(-3, 3)])
    step = transition(A, B, x, low, high + 1e-3)
    if step.holds and step.start_margin > 1e-3:
        V = low
        for _ in range(3000):
            V = min((x @ A + (x @ B) * V).min(), 1e6)
        assert high - 1e-6 <= V


def test_unit_of_account():
    A, B = np.array([[1.0, -2.0], [-1.0, 1.0]]), np.array([[0.5, 1.0], [0.25, 0.0]])
    plain = solve(A, B, v0=0.0).value
    for scale in (1e-9, 1e9):
        assert solve(A * scale, B, v0=0.0).value == pytest.approx(plain * scale, rel=1e-11)


@pytest.mark.parametrize(
    ("A", "B", "v0", "says"),
    [
        ([[1.0]], [[1.0, 2.0]], 0.0, "B: got shape"),
        ([[1.0]], [[-1.0]], 0.0, "B: got an entry"),
        ([[np.nan]], [[1.0]], 0.0, "A: got nan"),
        ([[1.0]], [[np.nan]], 0.0, "B: got nan"),
        ([[1.0]], [[1.0]], np.inf, "v0"),
        ([[1.0]], [[1.0]], "zero", "v0"),
        ([[1.0]], [[1.0]], True, "v0: got True"),
        ([[1.0]], [[1.0]], 10**400, "v0: got 1000"),
    ],
)
def test_bad_input(A, B, v0, says):
    with pytest.raises((TypeError, ValueError), match=says):
        solve(A, B, v0=v0)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: transition([[1.0]], [[1.0]], [0.5], 0, 1), "row: got"),
        (lambda: transition([[1.0]], [[1.0]], None, 0, 1), "row: got None"),
        (lambda: transition([[1.0]], [[1.0]], [1.0], 1, 1), "low, high: got 1 and 1"),
        (lambda: transition([[1.0]], [[1.0]], [1.0], -np.inf, 0.0), "low: got -inf"),
        (lambda: transition([[1.0]], [[1.0]], [1.0], 0, 5e-324), "low, high"),
        (lambda: fixed_points([[1.0]], [[1.0]], 1, 0), "low, high"),
        (lambda: fixed_points([[1.0]], [[1.0]], None, 0), "low: got None"),
        (lambda: fixed_points([[1.0]], [[1.0]], 0, 1, cells=0), "cells"),
        (lambda: iterate([[1.0]], [[0.5]], v0=0.0, n_rounds=2.5), "n_rounds: got 2.5"),
        (lambda: iterate([[1.0]], [[0.5]], v0=0.0, n_rounds=10**400), "n_rounds"),
        (lambda: iterate([[1.0]], [[0.5]], v0=np.nan, n_rounds=2), "v0: got nan"),
        (lambda: value_map([[1.0]], [[0.5]], 3), "values: got 3"),
        (lambda: value_map([[1.0]], [[0.5]], [1, "2"]), r"values\[1\]: got '2'"),
        (lambda: value_map([[True]], [[0.5]], [1]), "A: got"),
        (lambda: solve([[1e101]], [[0.5]]), "A: got 1e"),
        *((lambda t=t: solve([[1.0]], [[1.0]], tolerance=t), "tolerance") for t in (0, None, True)),
    ],
)
def test_more_bad_input(call, says):
    with pytest.raises((TypeError, ValueError), match=f"^{says}"):
        call()


def test_numbers_of_any_real_type():
    assert solve([[0.0]], [[0.5]], v0=Fraction(1, 2)).start == 0.5


def test_sides_of_fixed_points_at_the_ends():
    """The interval's ends are looked at from beyond it: nothing there is flat."""
    assert fixed_points([[0.5]], [[0.5]], 0.0, 1.0) == [(1.0, "attracting")]
    assert fixed_points([[-1.0]], [[2.0]], 1.0, 3.0) == [(1.0, "repelling")]
    line = [[0.0, 0.0]], [[1.0, 1.5]]  # the least of V and 1.5 V: all V from 0 up
    assert fixed_points(*line, -1.0, 1.0, cells=4) == [(0.0, "flat")]
    assert fixed_points(*line, 0.0, 1.0, cells=4) == [(0.0, "flat")]
    assert fixed_points([[0.0]], [[1.0]], 0.0, 1.0) == []  # all of them are fixed: no end is there


def test_largest_entries_stay_finite():
    for a, b in ((1e100, 1e100), (-1e100, 0.5), (1e100, np.nextafter(1, 0))):
        game = solve([[a]], [[b]], v0=-1e100)
        assert not np.isnan(game.value)
        assert np.isfinite(game.gap)
        step = transition([[a]], [[b]], [1.0], -1e100, 1e100)
        assert np.isfinite([step.start_margin, step.end_margin, step.rate, step.error]).all()
    with pytest.raises(ArithmeticError, match="in round"):
        iterate([[1.0]], [[1e10]], v0=1.0, n_rounds=100)


def test_certificates():
    game = solve([[3.0]], [[0.5]])
    assert game.certificate.kind == "duality gap"
    assert game.certificate.error == game.gap
    step = transition([[0.0]], [[0.5]], [1.0], -2.0, 0.0)
    assert 0 < step.certificate.error < 1e-14


def rounding(v: float) -> float:
    return 1e-15 * max(1.0, abs(v))


def test_a_climb_ends_where_a_step_is_none_and_its_stages_are_as_exact_as_steps_need() -> None:
    asked = []

    def newton(v: float, tolerance: float) -> float:
        asked.append(tolerance)
        return v - (v * v - 2) / (2 * v)

    root, path, settled = climb(newton, rounding, 1.0, tolerance=1e-3)
    assert settled and abs(root - 2**0.5) <= rounding(root) and path[0] == 1.0
    assert asked[0] == 1e-3 and asked == sorted(asked, reverse=True)
    assert asked[-1] == pytest.approx(rounding(root)) and len(path) <= len(asked)


@pytest.mark.parametrize("end", [np.inf, -np.inf, np.nan])
def test_a_climb_without_a_fixed_point_ends_at_none(end: float) -> None:
    found = climb(lambda v, _: v + 1 if v < 3 else end, rounding, 0.0)
    assert found.settled and found.path == (0.0, 1.0, 2.0, 3.0)
    assert found.value == end or (np.isnan(end) and np.isnan(found.value))


def test_a_climb_that_is_given_up_is_not_settled() -> None:
    found = climb(lambda v, _: v + 1, rounding, 0.0, n_stages=7)
    assert not found.settled and found.value == 7.0


@pytest.mark.parametrize("seed", range(20))
def test_a_crossing_found_by_replies_is_that_of_all_lines(seed: int) -> None:
    rng = np.random.default_rng(seed)
    beta = rng.uniform(0, 2, 8)
    alpha = beta - 1 + rng.uniform(0.1, 2, 8)  # every line is above the diagonal at -1

    def reply(v: float) -> tuple[float, float]:
        least = int((alpha + beta * v).argmin())
        return float((alpha + beta * v)[least]), float(beta[least])

    first = min(a / (1 - b) for a, b in zip(alpha, beta, strict=True) if b < 1)
    assert crossing(reply, -1.0, rounding) == pytest.approx(first, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("unit", [1e-12, 1.0, 1e12])
def test_a_crossing_is_looked_for_in_units_of_the_game(unit: float) -> None:
    """Two lines, of which the one that crosses is met far out; then none that does."""

    def reply(v: float) -> tuple[float, float]:
        return min((unit + 1.5 * v, 1.5), (1e3 * unit + 0.5 * v, 0.5))

    def finest(v: float) -> float:
        return rounding(v / unit) * unit

    asked: list[float] = []
    found = crossing(lambda v: asked.append(v) or reply(v), -unit, finest, unit=unit)
    assert found == pytest.approx(2e3 * unit) and len(asked) < 15
    asked.clear()
    none = crossing(lambda v: asked.append(v) or (unit + 1.5 * v, 1.5), -unit, finest, unit=unit)
    assert none == np.inf and len(asked) == 30  # doublings


@pytest.mark.parametrize("unit", [1e-12, 1e12])
def test_a_climb_asks_for_stages_as_exact_in_any_unit(unit: float) -> None:
    def tolerances(unit: float) -> list[float]:
        asked: list[float] = []

        def newton(v: float, tolerance: float) -> float:
            asked.append(tolerance / unit)
            v /= unit
            return unit * (v - (v * v - 2) / (2 * v))

        climb(newton, lambda v: unit * 1e-15, unit, tolerance=1e-3 * unit, unit=unit)
        return asked

    assert tolerances(unit)[:5] == pytest.approx(tolerances(1.0)[:5], rel=1e-3)
