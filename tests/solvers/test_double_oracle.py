"""Double oracle against the matrix it never writes down."""

import numpy as np
import pytest

from parlor.solvers import double_oracle, zero_sum


def by_oracle(A, tolerance=1e-12, **more):
    def best_row(mix):
        total = sum(p * A[:, c] for c, p in mix)
        return int(total.argmax()), float(total.max())

    def best_column(mix):
        total = sum(p * A[r] for r, p in mix)
        return int(total.argmin()), float(total.min())

    return double_oracle.solve(
        lambda r, c: A[r, c], best_row, best_column, [0], [0], tolerance, **more
    )


@pytest.mark.parametrize("seed", range(8))
def test_same_as_matrix(seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(30, 50)) if seed % 2 else rng.integers(0, 4, size=(25, 25)).astype(float)
    game = by_oracle(A)
    assert game.value == pytest.approx(zero_sum.solve(A).value, abs=1e-12)
    assert game.gap <= 1e-12 and sum(p for _, p in game.row) == pytest.approx(1)


def test_smooth_game_needs_few_strategies():
    x = np.linspace(0, 1, 1001)
    game = by_oracle(-np.abs(x[:, None] - x))
    assert game.value == pytest.approx(-0.5) and game.rounds < 20
    assert len(game.rows) < 20


def test_gives_up():
    A = np.random.default_rng(0).normal(size=(30, 30))
    with pytest.raises(ArithmeticError, match="rounds"):
        by_oracle(A, max_rounds=2)


def test_bad_input():
    with pytest.raises(ValueError, match="rows, columns"):
        double_oracle.solve(lambda r, c: 0, None, None, [], [0])
    with pytest.raises(ValueError, match="tolerance"):
        by_oracle(np.eye(2), -1.0)
    with pytest.raises(ValueError, match="max_rounds"):
        by_oracle(np.eye(2), max_rounds=0)
