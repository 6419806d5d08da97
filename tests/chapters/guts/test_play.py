"""The tables that guts is played at on the page."""

from __future__ import annotations

import pytest

from chapters.guts import play
from parlor.games.guts import payoff, solve_coalition, stakes_multiplier
from parlor.games.guts.play import deal, play_games
from parlor.games.guts.weenie import strongest_coalition

TABLES = [(0.5, (0.5,)), (0.64, (0.68, 0.68)), (0.3, (0.0, 0.9)), (0.8, (0.0, 0.2, 0.85, 0.9))]


@pytest.mark.parametrize("weenie", [False, True])
@pytest.mark.parametrize("own, allies", TABLES)
def test_the_law_of_a_deal_has_the_librarys_means(own, allies, weenie) -> None:
    law = play.outcomes(own, allies, weenie)
    assert sum(law.values()) == pytest.approx(1, abs=1e-14)
    paid, growth = (sum(p * x[i] for x, p in law.items()) for i in (0, 1))
    assert paid == pytest.approx(payoff((own, *allies), weenie=weenie), abs=1e-13)
    assert growth == pytest.approx(stakes_multiplier((own, *allies), weenie=weenie), abs=1e-13)


def test_the_spread_of_a_deal_is_that_of_deals() -> None:
    law = play.outcomes(0.64, (0.68, 0.68))
    square = sum(p * x[0] ** 2 for x, p in law.items())
    mean = sum(p * x[0] for x, p in law.items())
    dealt = deal((0.64, 0.68, 0.68), n_rounds=100_000, seed=3)
    assert dealt.payoff_error * 100_000**0.5 == pytest.approx((square - mean**2) ** 0.5, rel=0.01)


def test_tables_are_the_solvers() -> None:
    data = play.table_data(3)
    assert [len(sizes) for sizes in data.values()] == [3, 3, 3, 3]
    three = solve_coalition(3, mesh=None)
    told = data["friends"]["3"]
    assert told["own"] == three.player_one[0][0]
    assert told["value"] == pytest.approx(three.value, abs=1e-12)
    assert told["growth"] == pytest.approx(three.multiplier, abs=1e-12)
    assert [tuple(plan) for plan, _ in told["plans"]] == [allies for allies, _ in three.coalition]
    assert all(data["alone"][N]["value"] == 0 for N in data["alone"])
    assert data["friends-weenie"]["3"]["own"] == pytest.approx(3 ** (-1 / 3))


def test_friends_win_a_deal_of_the_weenie_rule_from_six_players_on() -> None:
    told = play.table_data(5)["friends-weenie"]
    assert told["4"]["value"] == 0 > told["5"]["value"]
    # on the fair line she would lose more
    assert told["5"]["value"] > strongest_coalition(6).least


def test_the_spread_of_a_game_is_that_of_games() -> None:
    solution = solve_coalition(2, mesh=None)
    won = play_games(solution, n_games=200_000, seed=5).winnings
    told = play.table_data(2)["friends"]["2"]
    assert won.std() == pytest.approx(told["spread"], rel=0.1)  # heavy tails
