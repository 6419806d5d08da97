"""Two teams in the continuum: against the game's own payoffs, and what is known of other sizes."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from chapters.guts.teams import Mix, Replies, TeamsSolution, density, punish, solve_teams
from parlor.games.guts import payoffs, stakes_multiplier


@pytest.fixture(scope="module")
def game() -> TeamsSolution:
    return solve_teams(2, 3)


def earns(plan: tuple[float, ...], mix: Mix, k: int, V: float) -> float:
    """What a team earns in a deal from a mix of k, by the formula of a round."""
    tables = [((*plan, p, *(q,) * (k - 1)), w) for (p, q), w in mix]
    m = len(plan)
    return sum(w * (sum(payoffs(t)[:m]) + m * V * stakes_multiplier(t)) for t, w in tables)


def test_worth_and_slopes_are_those_of_the_round() -> None:
    mix, V = [((0.0, 0.9), 0.25), ((0.6, 0.8), 0.75)], -0.3
    replies = Replies(3, mix, 2, 5 - 3 * (1 + V))
    p, q, h = np.array([0.3, 0.7]), np.array([0.7, 0.9]), 1e-6
    direct = [earns((a, b, b), mix, 2, V) for a, b in zip(p.tolist(), q.tolist(), strict=True)]
    assert replies.worth(p, q) == pytest.approx(direct, abs=1e-13)
    by_p, by_q = replies.slopes(p, q)
    assert (replies.worth(p + h, q) - replies.worth(p - h, q)) / 2 / h == pytest.approx(by_p)
    assert (replies.worth(p, q + h) - replies.worth(p, q - h)) / 2 / h == pytest.approx(by_q)


def test_no_plan_of_any_shape_gains(game: TeamsSolution) -> None:
    V = game.value
    grid = [float(x) for x in np.linspace(0, 1, 13)]
    best = max(earns(one, game.second, 3, V) for one in combinations_with_replacement(grid, 2))
    assert best <= 2 * V + 1e-12
    back = -2 * V / 3
    best = max(earns(one, game.first, 2, back) for one in combinations_with_replacement(grid, 3))
    assert best <= 3 * back + 1e-12
    assert game.gap < 1e-13
    assert [len(game.first), len(game.second)] == [2, 2]


def test_the_multiplier_is_that_of_the_rounds(game: TeamsSolution) -> None:
    """Where all drop it is 1, as where two hold."""
    rounds = [(v * w, (p, q, a, b, b)) for (p, q), v in game.first for (a, b), w in game.second]
    direct = sum(w * stakes_multiplier(plans) for w, plans in rounds)
    assert game.multiplier == pytest.approx(direct, abs=1e-14)


def test_the_other_way_round_is_the_same_game(game: TeamsSolution) -> None:
    other = solve_teams(3, 2)
    assert 3 * other.value == pytest.approx(-2 * game.value, abs=1e-11)
    assert list(other.first) == [
        (pytest.approx(plan, abs=1e-6), pytest.approx(w, abs=1e-6)) for plan, w in game.second
    ]


def test_a_plan_in_use_is_missed_and_one_that_is_not_is_not(game: TeamsSolution) -> None:
    assert punish(game, (0.0, 0.9, 0.2, 1.0), team=2)[1] > 1e-3
    assert punish(game, (0.2, 0.9, 0.4, 1.0), team=2)[1] < 1e-6


@pytest.mark.parametrize("side", range(4))
def test_a_plan_on_a_side_of_the_box_is_not_missed(game: TeamsSolution, side: int) -> None:
    """A team may still play it, so that only what lies beyond the side is forbidden."""
    box = [0.5, 0.5, 0.99, 0.99]
    box[side] = max(plan for plan, _ in game.second)[side % 2]
    assert abs(punish(game, tuple(box), team=2)[1]) < 1e-9


@pytest.mark.parametrize(("first", "second"), [(1, 3), (2, 13), (2.5, 3), (3, 3)])
def test_what_is_not_allowed(first: int, second: int) -> None:
    with pytest.raises((TypeError, ValueError), match=r"first|second"):
        solve_teams(first, second)


def test_density_of_a_teams_best_hand() -> None:
    """One partner holds above p, the others above q: below q it is the one, above it all."""
    plans = np.array([[0.2, 0.6, 0.25], [0.5, 0.9, 0.75]])
    found = [density(3, plans, x) for x in (0.1, 0.3, 0.7, 0.95)]
    expected = [0, 0.25 * 0.6**2, 0.25 * 3 * 0.7**2 + 0.75 * 0.9**2, 3 * 0.95**2]
    assert found == pytest.approx(expected)
