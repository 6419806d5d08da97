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
        lambda r, c: A[r, c], best_row, best_column, [0], [0], tolerance=tolerance, **more
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


@pytest.mark.parametrize(
    ("row", "column", "says"),
    [
        ((0, -4.0), (1, 1.0), "best_row says that 0 pays -4, payoff says 1"),
        ((0, -1.0), (1, 1.0), "best_row says that 0 pays -1, payoff says 1"),
        ((1, 0.0), (1, 1.0), "best_row says that none is better than 1 with 0, but 0 pays 1"),
        ((2, 2.0), (1, 1.0), "best_row says that 2 pays 2, payoff says -9"),
        ((0, 1.0), (1, -1.0), "best_column says that 1 pays -1, payoff says 1"),
        ((0, 1.0), (0, 3.0), "best_column says that none is better than 0 with 3, but 1 pays 1"),
        ((0, 1.0), (1, 1 + 1e-9), "best_column says that 1 pays 1, payoff says 1"),
        ((0, 3.0), (0, 3.0), "best_row says that 0 pays 3, payoff says 1"),
    ],
)
def test_an_oracle_that_contradicts_the_payoffs(row, column, says):
    """Strategies 0 and 1 are met; the row player has one more, which the other hardly can pay."""
    A = np.array([[3.0, 1.0], [2.0, 0.0], [1e15, -9.0]])  # of value 1, at the second column

    def solve(row, column):
        return double_oracle.solve(
            lambda r, c: A[r, c], lambda mix: row, lambda mix: column, [0, 1], [0, 1]
        )

    assert solve((0, 1.0), (1, 1.0)).value == 1
    with pytest.raises(ArithmeticError, match=f"^double oracle: {says}"):
        solve(row, column)


def test_an_oracle_that_rounds_is_believed():
    """To within the gap that is allowed; but no gap is told that is less than what payoffs say."""
    game = double_oracle.solve(
        lambda r, c: 1.0, lambda mix: (0, 0.95), lambda mix: (0, 0.9), [0], [0], tolerance=0.2
    )
    assert game.value == pytest.approx(0.925) and game.gap == pytest.approx(0.1)


def test_as_a_table():
    game = by_oracle(np.array([[1.0, -1], [-1, 1]]))
    table = game.to_frame()
    assert table.columns.tolist() == ["player", "strategy", "probability"]
    assert table.groupby("player").probability.sum().to_dict() == {"row": 1, "column": 1}
    assert game.certificate.error == game.gap


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"rows": []}, "rows: got 0 entries"),
        ({"rows": {0}}, "rows: got {0}"),
        ({"columns": [[0]]}, r"columns: got \[\[0\]\], allowed are hashable"),
        ({"payoff": None}, "payoff: got None"),
        ({"best_row": 3}, "best_row: got 3"),
        ({"payoff": lambda r, c: np.nan}, "payoff: got nan"),
        ({"payoff": lambda r, c: 1e308}, r"payoff: got 1e\+308"),
        ({"best_row": lambda mix: 3}, "best_row: got 3"),
        ({"best_column": lambda mix: (0, "1")}, "best_column: got '1'"),
        ({"best_column": lambda mix: ([0], 1.0)}, r"best_column: got \(\[0\], 1.0\)"),
        ({"tolerance": -1.0}, "tolerance"),
        ({"max_rounds": 0}, "max_rounds"),
        ({"max_rounds": 10**400}, "max_rounds"),
    ],
)
def test_bad_input(more, says):
    given = {
        "payoff": lambda r, c: 0,
        "best_row": lambda mix: (0, 0),
        "best_column": lambda mix: (0, 0),
        "rows": [0],
        "columns": [0],
    }
    assert double_oracle.solve(**given).value == 0
    with pytest.raises((TypeError, ValueError), match=f"^{says}"):
        double_oracle.solve(**given | more)
