"""What the Yankee swap to play gets from the run."""

import numpy as np
import pytest

from chapters.yankee_swap.play import MOST_PLAYERS, yankee_to_play
from parlor.games.yankee_swap import draw_values, locked_seat_payoffs

GAME = yankee_to_play()


def opening(others: int, beside: float) -> float:
    """O(j, y) from the table."""
    interval = sum(t < beside for t in GAME["thresholds"])
    return float(np.polynomial.Polynomial(GAME["opening"][others][interval])(beside))


def played(others: int, beside: float, n_games: int) -> tuple[float, float]:
    """The same from games, with its standard error."""
    rng = np.random.default_rng(others)
    home = np.empty(n_games)
    for game in range(n_games):
        mine, free = rng.random(), [beside]
        for left in range(others, 0, -1):
            best = max(mine, *free)
            fresh = rng.random()
            if best <= GAME["thresholds"][left - 1] or best != mine:
                if best > GAME["thresholds"][left - 1]:
                    free.remove(best)
                free.append(fresh)
            else:
                mine = fresh
        home[game] = mine
    return home.mean(), home.std() / np.sqrt(n_games)


def test_thresholds_and_payoffs_are_the_solvers():
    assert GAME["thresholds"] == draw_values(MOST_PLAYERS).tolist()
    for n in range(2, MOST_PLAYERS + 1):
        assert GAME["payoffs"][str(n)] == locked_seat_payoffs(n).tolist()


@pytest.mark.parametrize("others", range(MOST_PLAYERS))
def test_opening_is_worth_the_threshold_where_nothing_is_taken(others: int):
    worth = GAME["thresholds"][others]
    below = GAME["thresholds"][others - 1] if others else 1.0
    assert opening(others, 0.0) == pytest.approx(worth)
    assert opening(others, below) == pytest.approx(worth)
    for beside in (below, 0.4, 0.6, 0.99):  # never better than to take what is above
        assert opening(others, max(beside, below)) <= max(beside, below) + 1e-12


@pytest.mark.parametrize("others, beside", [(1, 0.7), (2, 0.6), (3, 0.45), (5, 0.9), (7, 0.2)])
def test_opening_beside_a_good_box_is_worth_what_games_say(others: int, beside: float):
    mean, error = played(others, beside, 20_000)
    assert abs(mean - opening(others, beside)) < 4 * error


def test_the_smallest_case_by_hand():
    # beside y > 1/2 the last player takes the better box: y**2/2 if y is better, 1/2 if not
    assert opening(1, 0.8) == pytest.approx(0.8**2 / 2 + 0.2 / 2)
