"""Estimates: differences, intervals, and what is sure."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest

from parlor.core.estimate import Estimate, mean_and_error


def test_difference_of_independent_estimates():
    rng = np.random.default_rng(0)
    pairs = rng.normal([2.0, 1.0], [0.3, 0.4], size=(200_000, 2))
    difference = Estimate(2.0, 0.3) - Estimate(1.0, 0.4)
    assert difference == Estimate(1.0, 0.5)
    assert np.diff(pairs).std() == pytest.approx(difference.error, rel=0.01)


def test_interval_and_sigmas():
    found = Estimate(1.2, 0.4)
    assert found.interval(2) == pytest.approx((0.4, 2.0))
    assert found.sigmas == pytest.approx(3)
    assert not found.sure()
    assert found.sure(2.9)
    assert Estimate(-1.2, 0.4).sigmas == pytest.approx(-3)
    assert str(found) == "1.2 +- 0.4"


def test_no_error():
    assert Estimate(0.0, 0.0).sigmas == 0
    assert Estimate(-1.0, 0.0).sigmas == -inf
    assert Estimate(1e-300, 0.0).sure()
    assert not Estimate(0.0, 0.0).sure()


@pytest.mark.parametrize("widths", [-1, None, "3", np.nan, True])
def test_bad_widths(widths):
    for method in (Estimate(1.0, 1.0).interval, Estimate(1.0, 1.0).sure):
        with pytest.raises((TypeError, ValueError), match=r"^widths: got"):
            method(widths)


@pytest.mark.parametrize(
    "bad", [[1.0, 2.0], np.ones(2), "1", None, True, np.True_, 1j, np.inf, 10**400]
)
def test_bad_parts_and_foreign_operands(bad):
    for name, parts in (("value", (bad, 0.3)), ("error", (0.3, bad))):
        with pytest.raises((TypeError, ValueError), match=f"^{name}: got"):
            Estimate(*parts)
    assert np.isnan(Estimate(np.float32(1.0), np.nan).error)
    with pytest.raises(TypeError, match="unsupported operand"):
        Estimate(1.0, 0.3) - "1"
    with pytest.raises(TypeError, match="unsupported operand"):
        Estimate(1.0, 0.3) / "1"


@pytest.mark.parametrize("error", [-1, -1e-300, np.float32(-1), Fraction(-1, 2)])
def test_no_error_is_negative(error):
    with pytest.raises(ValueError, match=r"^error: got .* allowed are numbers from 0 up and nan$"):
        Estimate(1.0, error)


@pytest.mark.parametrize("kind", [int, np.int8, np.float16, Fraction])
def test_parts_are_kept_as_floats(kind):
    found = Estimate(kind(100), kind(64))
    assert repr(found) == "Estimate(value=100.0, error=64.0)"
    assert (found - found).error == pytest.approx(64 * 2**0.5)


def test_unknown_parts():
    for none in (np.nan, np.float64("nan"), np.float16("nan")):
        found = Estimate(none, none)
        assert [type(x) for x in (found.value, found.error)] == [float, float]
        assert np.isnan([found.value, found.error]).all()


def test_mean_and_error_from_sums():
    games = np.random.default_rng(1).normal(size=(1000, 3))
    mean, error = mean_and_error(games.sum(0), (games**2).sum(0), 1000)
    assert mean == pytest.approx(games.mean(0))
    assert error == pytest.approx(games.std(0, ddof=1) / 1000**0.5)
    same = mean_and_error(np.array([3.0]), np.array([3.0]), 3)  # rounding must not make a nan
    assert same[1] == 0


@pytest.mark.parametrize("number", [2, 2.0, np.float64(2), np.int64(2), Fraction(2)])
def test_numbers_from_both_sides(number):
    a = Estimate(3.0, 0.4)
    assert a + number == number + a == Estimate(5.0, 0.4)
    assert a - number == Estimate(1.0, 0.4) and number - a == Estimate(-1.0, 0.4)
    assert a * number == number * a == Estimate(6.0, 0.8)
    assert a * -number == -number * a == Estimate(-6.0, 0.8)
    assert a / number == Estimate(1.5, 0.2)
    assert number / Estimate(4.0, 0.4) == Estimate(0.5, 0.05)


def test_sums():
    a, b = Estimate(1.0, 0.3), Estimate(2.0, 0.4)
    assert a + b == sum([a, b]) == Estimate(3.0, 0.5)
    rng = np.random.default_rng(1)
    drawn = rng.normal(1.0, 0.3, 200_000) + rng.normal(2.0, 0.4, 200_000)
    assert (a + b).error == pytest.approx(drawn.std(), rel=0.01)


@pytest.mark.parametrize("other", ["1", None, [1.0], np.ones(2), 1j])
def test_what_is_no_number_is_no_operand(other):
    a = Estimate(1.0, 0.3)
    for call in (
        lambda: a + other, lambda: other + a, lambda: a - other, lambda: other - a,
        lambda: a * other, lambda: other * a, lambda: a / other, lambda: other / a,
    ):  # fmt: skip
        with pytest.raises(TypeError):
            call()
