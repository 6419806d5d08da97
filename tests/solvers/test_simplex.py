"""The kernel for small zero-sum games against exact rationals and the general solver."""

from types import SimpleNamespace

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from parlor.solvers import batch, simplex, zero_sum

from .test_zero_sum import exact_value

quick = settings(max_examples=60)
batches = st.tuples(st.integers(1, 5), st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.integers(-4, 4).map(float))
)


def solve_batch(games):
    """All games of one shape, with the tableau and labels of the game before."""
    A = np.ascontiguousarray(games, float)  # the kernel is compiled for plain arrays
    g, m, n = A.shape
    values, gaps, rows, columns = np.empty(g), np.empty(g), np.empty((g, m)), np.empty((g, n))
    T, labels = np.empty((m + 1, simplex.padded(n))), np.empty((2, max(m, n)), np.int64)
    for k in range(g):
        values[k], gaps[k], good = batch.solve_small(
            A[k], m, n, T, labels, rows[k], columns[k], 0.0
        )
        assert good
    return SimpleNamespace(values=values, rows=rows, columns=columns, gaps=gaps)


def check(A, batch, tolerance=1e-14):
    """Strategies are probabilities, and the gap is what they leave on the payoffs."""
    for game, value, row, column, gap in zip(
        A, batch.values, batch.rows, batch.columns, batch.gaps, strict=True
    ):
        spread = np.ptp(game) + 1e-3 * np.abs(game).max()
        assert row.min() >= 0
        assert column.min() >= 0
        assert row.sum() == pytest.approx(1, abs=1e-14)
        assert column.sum() == pytest.approx(1, abs=1e-14)
        least, most = (row @ game).min(), (game @ column).max()
        assert 0 <= gap <= tolerance * spread
        assert most - least <= gap + 1e-15 * np.abs(game).max() * game.size
        assert abs(value - (least + most) / 2) <= gap + 1e-15 * np.abs(game).max() * game.size


@quick
@given(batches)
def test_exact_values(A):
    # small integers: ties, duplicated and dominated strategies, degenerate pivots
    batch = solve_batch(A)
    check(A, batch)
    for game, value in zip(A, batch.values, strict=True):
        if max(game.shape) <= 4:
            assert value == pytest.approx(float(exact_value(game)), abs=1e-13)


@pytest.mark.parametrize("shape", [(1, 1), (2, 7), (7, 2), (7, 7), (13, 13), (1, 9), (32, 32)])
def test_random_games_against_the_general_solver(shape):
    A = np.random.default_rng(7).normal(size=(200, *shape))
    batch = solve_batch(A)
    check(A, batch)
    assert batch.values == pytest.approx([zero_sum.solve(game).value for game in A], abs=1e-12)


def test_known_games():
    hide = np.diag([1.0, 2.0, 4.0])  # value 1 / (1 + 1/2 + 1/4)
    batch = solve_batch([hide, -hide])
    assert batch.values == pytest.approx([4 / 7, -4 / 7], abs=1e-15)
    assert batch.rows[0] == pytest.approx([4 / 7, 2 / 7, 1 / 7], abs=1e-15)
    assert batch.columns[0] == pytest.approx([4 / 7, 2 / 7, 1 / 7], abs=1e-15)


@pytest.mark.parametrize("scale", [1e-9, 1e-3, 1.0, 1e9])
@pytest.mark.parametrize("shift", [0.0, -3.0, 1000.0])
def test_scale_and_shift(scale, shift):
    A = np.random.default_rng(3).integers(-9, 10, size=(100, 6, 5)).astype(float)
    base, moved = solve_batch(A), solve_batch(scale * (A + shift))
    size = 20 + abs(shift)
    assert moved.values / scale - shift == pytest.approx(base.values, abs=1e-14 * size)
    assert (moved.gaps <= 1e-14 * size * scale).all()
    # near ties may be broken otherwise, but what is returned is optimal in the other game too
    assert ((A @ moved.columns[:, :, None]).max((1, 2)) - base.values < 1e-12 * size).all()


def test_the_players_swapped():
    A = np.random.default_rng(4).normal(size=(100, 5, 7))
    one, other = solve_batch(A), solve_batch(-A.transpose(0, 2, 1))
    assert one.values == pytest.approx(-other.values, abs=1e-14)
    assert one.rows == pytest.approx(other.columns, abs=1e-12)  # unique with probability one


def test_a_game_does_not_depend_on_its_neighbours():
    A = np.random.default_rng(5).integers(-3, 4, size=(50, 7, 7)).astype(float)
    batch = solve_batch(A)
    for k, game in enumerate(A):
        alone = solve_batch(game[None])
        assert alone.values[0] == batch.values[k]
        assert (alone.rows[0] == batch.rows[k]).all()
        assert (alone.columns[0] == batch.columns[k]).all()


def test_nearly_equal_strategies():
    # rounding makes pivots of 1e-13 here, which a plain tableau would divide by
    rng = np.random.default_rng(6)
    A = rng.normal(size=(500, 7, 7))
    A[:, 3] = A[:, 1] + 1e-13 * rng.normal(size=(500, 7))
    A[:, :, 5] = A[:, :, 2] + 1e-13 * rng.normal(size=(500, 7))
    A[:, 6] = (A[:, 0] + A[:, 1]) / 2
    batch = solve_batch(A)
    check(A, batch, 1e-12)
    assert batch.values == pytest.approx([zero_sum.solve(game).value for game in A], abs=2e-12)


@pytest.mark.parametrize("size", [1e-8, 1e-9, 1e-10])
def test_whole_numbers_and_a_little_noise(size):
    # bases that are nearly optimal and nearly singular: tiny pivots spoil the tableau
    rng = np.random.default_rng(1)
    games = rng.integers(-3, 4, (6000, 5, 5)) + size * rng.normal(size=(6000, 5, 5))
    check(games, solve_batch(games), 1.1e-12)
    for game in games[:6]:
        assert zero_sum.solve(game).value == pytest.approx(float(exact_value(game)), abs=1e-11)


def test_penalties_for_what_nobody_plays():
    """Solved to rounding of what is played, or the gap says that it is not."""
    rng = np.random.default_rng(3)
    T, labels = np.empty((6, simplex.padded(5))), np.empty((2, 5), np.int64)
    row, column = np.empty(5), np.empty(5)
    undecided = 0
    for penalty in (1e3, 1e6, 1e9, 1e12, 1e15):
        for _ in range(12):
            game = rng.integers(-3, 4, (5, 5)).astype(float)
            game[rng.integers(5)] = -penalty
            game[:, rng.integers(5)] = penalty
            value, gap, good = batch.solve_small(game, 5, 5, T, labels, row, column, 0.0)
            assert abs(value - float(exact_value(game))) <= max(gap, 1e-12)
            undecided += gap > 1e-11
            assert good or gap > 1e-11
    assert undecided <= 1  # of 60


def test_a_game_on_which_simplex_cycles():
    # Beale's cycle in the shape of a game: degenerate ratios throughout
    A = np.array([[0.25, -60, -0.04, 9, 0], [0.5, -90, -0.02, 3, 0], [0, 0, 1, 0, 0], [0] * 5])
    check(A[None], solve_batch(A[None]))
    assert solve_batch(A[None]).values[0] == pytest.approx(zero_sum.solve(A).value, abs=1e-12)


def test_blands_rule_alone(monkeypatch):
    A = np.random.default_rng(8).integers(-2, 3, size=(100, 7, 7)).astype(float)
    expected = solve_batch(A).values
    monkeypatch.setattr(simplex, "STALL", 0)
    by_bland = numba.njit(error_model="numpy")(simplex.optimise.py_func)
    row, column = np.zeros((2, 7))
    tableau = np.empty((8, simplex.padded(7)))
    labels = np.empty((2, 7), np.int64)
    for game, value in zip(A, expected, strict=True):
        args = (game, 7, 7, game.min(), np.ptp(game))
        assert by_bland(*args, 1400, tableau, labels, row, column)
        least, most = (row @ game).min(), (game @ column).max()
        assert most - least < 1e-12
        assert least == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("size", [1e-300, 1e-150, 1e150, 1e299])
def test_extreme_payoffs(size):
    batch = solve_batch(size * np.array([[[2.0, -1.0], [-1.0, 1.0]]]))
    assert batch.values[0] == pytest.approx(size / 5, rel=1e-13, abs=0)
    assert batch.rows[0] == pytest.approx([0.4, 0.6])
    assert batch.gaps[0] <= 1e-14 * size
