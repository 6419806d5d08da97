"""Games that are solved abreast are solved as they would be one by one, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from parlor.solvers.batch import MOST, new_desk, solve_abreast, solve_small
from parlor.solvers.simplex import padded

RANDOM = np.random.default_rng(7)


def abreast(games: np.ndarray, unit: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Values and gaps of some games (g, m, n)."""
    count, m, n = games.shape
    desk = new_desk(max(m, n), unit)
    desk.payoffs[:m, :n, :count] = games.transpose(1, 2, 0)
    solve_abreast(desk, m, n, count)
    return desk.values[:count].copy(), desk.gaps[:count].copy()


def alone(game: np.ndarray, unit: float = 0.0) -> tuple[float, float]:
    """Value and gap of one game by itself."""
    m, n = game.shape
    tableau, labels = np.empty((m + 1, padded(n))), np.empty((2, max(m, n)), np.int64)
    value, gap, good = solve_small(game, m, n, tableau, labels, np.empty(m), np.empty(n), unit)
    assert good
    return value, gap


def whole_numbers(size: tuple[int, ...]) -> np.ndarray:
    return RANDOM.integers(-2, 3, size).astype(float)  # ties, saddle points, equal strategies


MAKERS = {
    "random": RANDOM.random,
    "whole": whole_numbers,
    "tiny": lambda size: 1e-9 * RANDOM.standard_normal(size),
    "large": lambda size: 1e9 * RANDOM.standard_normal(size),
    "far from 0": lambda size: 1e6 + RANDOM.random(size),
}


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize(
    ("m", "n"), [(1, 1), (1, 4), (4, 1), (2, 2), (2, 5), (3, 3), (5, 5), (7, 4), (9, 9), (12, 10)]
)
def test_values_and_gaps_are_those_of_one_at_a_time(kind: str, m: int, n: int) -> None:
    games = MAKERS[kind]((MOST, m, n))
    unit = float(kind == "whole")  # many of these are worth 0, beside which no gap is small
    values, gaps = abreast(games, unit)
    solved = ~np.isnan(gaps)
    one_by_one = np.array([alone(game, unit) for game in games])
    assert (values[solved] == one_by_one[solved, 0]).all()
    assert (gaps[solved] == one_by_one[solved, 1]).all()
    constant = np.ptp(games, axis=(1, 2)) == 0
    assert not solved[constant].any()
    assert (~solved & ~constant).mean() < 0.1


def test_a_game_does_not_depend_on_those_beside_it() -> None:
    games = RANDOM.random((MOST, 5, 6))
    games[::3] = whole_numbers(games[::3].shape)
    values, gaps = abreast(games)
    for some in (slice(0, 1), slice(3, 20), slice(40, 57), slice(MOST - 1, 0, -1)):
        again, gaps_again = abreast(games[some])
        assert np.array_equal(again, values[some], equal_nan=True)
        assert np.array_equal(gaps_again, gaps[some], equal_nan=True)


def test_a_long_way_is_left_to_one_at_a_time() -> None:
    """Twenty diagonal entries take a pivot each, and then there is nothing left to try."""
    _, gaps = abreast(np.array([np.diag(np.arange(1.0, 25.0)), np.eye(24)]))
    assert np.isnan(gaps).all()


def test_a_gap_that_is_not_small_beside_the_value_is_left_to_one_at_a_time() -> None:
    """Beside penalties of 1e9 a gap of 1e-8 would be none, beside a value of 0.06 it is."""
    games = np.array([[[0.3, -0.7, 1e9], [-0.2, 0.9, 1e9], [-1e9, -1e9, 0.0]]])
    assert np.isnan(abreast(games)[1]).all()
    assert alone(games[0]) == pytest.approx((0.13 / 2.1, 0), abs=1e-12)
