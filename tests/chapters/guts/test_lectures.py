"""The lectures' own figures and tables."""

from __future__ import annotations

import numpy as np
import pytest

from chapters.guts import lectures
from chapters.guts.solutions import continuum
from parlor.games.guts import payoff, payoffs


def test_chips_add_up_to_what_the_pot_holds_no_longer():
    table = lectures.game_in_chips()
    assert list(table.iloc[-1, 3:]) == ["-1", "-1", "+2"]
    again = lectures.game_in_chips([(0.1, 0.1, 0.1), (0.9, 0.1, 0.1)])
    assert list(again["pot"]) == ["3 chips", "3 chips", ""]  # all drop: nothing moves
    assert list(again.iloc[-1, 3:]) == ["+2", "-1", "-1"]


@pytest.mark.parametrize(
    ("figure", "fact"),
    [
        (lectures.one_game_figure, "Deal 2: held by 1, 2, 3"),
        (lectures.fair_figure, "exactly zero up to the fair line"),
        (lectures.landscape_figure, "above 0.676"),
        (lectures.pushed_figure, "All rise with the distance"),
        (lectures.dip_figure, "0.006 for 5, -0.011 for 6"),
        (lectures.multiplier_figure, "stay below 1, the Weenie rule's exceed 1 from 7"),
        (lectures.pennies_figure, "from 2 to 448"),
    ],
)
def test_alt_texts_tell_the_finding(figure, fact):
    drawn, alt = figure()
    assert fact in alt
    assert drawn.axes


def test_neither_plan_alone_wins_anything():
    (bloc, _), (leader, _) = continuum(2).coalition
    assert lectures.announced([(bloc, 1.0)])[1] > 0
    assert lectures.announced([(leader, 1.0)])[1] > 1


def test_the_mix_announced_wins_the_price_and_no_more():
    solution = continuum(2)
    own, worth = lectures.announced(solution.coalition)
    assert own == pytest.approx(solution.player_one[0][0], abs=1e-3)
    assert worth == pytest.approx(solution.value, abs=1e-6)


def test_the_printed_mix_is_worth_less():
    mix = [((0.68, 0.68), 0.86), ((0, 0.86), 0.14)]
    assert lectures.announced(mix) == pytest.approx((0.569, -0.0082), abs=1e-3)


def test_who_does_not_know_the_plan_is_indifferent_to_it():
    table = lectures.knows_table().set_index("player 1 is")
    row = table.loc["not knowing"]
    assert row["against A"] == row["against B"] == row["against the mix"] == "-0.0133"
    assert float(table.loc["sure of A", "against A"]) > float(row["against A"])
    assert float(table.loc["sure of B", "against B"]) > float(row["against B"])


def test_the_dip_falls_below_zero_at_six():
    table = lectures.dip_table().set_index("players")
    table = table.astype(float)
    assert list(table.index[table["leader's plan"] < 0]) == [6, 7, 8, 9, 10]
    least = table["any plan"]
    assert list(least[:3]) == [0, 0, 0]
    assert np.allclose(least[3:], table["leader's plan"][3:], atol=2e-5)


def test_one_leaves_from_seven_players_on():
    table = lectures.leave_table().set_index("players").astype(float)
    assert list(table.index[table["stakes multiply by"] > 1]) == [7, 8, 9, 10]
    assert list(table.index[table["value to player 1"] == -1]) == [7, 8, 9, 10]


def test_frames_say_who_wins():
    told = lectures.dip_figure()[0].slider["told"]
    assert ["wins" in text for text in told] == [True] * 3 + [False] * 7
    odd = lectures.odd_figure()[0].slider["told"]
    assert odd[1].endswith("At best you get 0.00 in odd man in and 0.00 in odd man out.")
    assert odd[3].endswith("At best you get -0.67 in odd man in and 0.67 in odd man out.")
    assert odd[5].endswith("At best you get 1.33 in odd man in and -1.33 in odd man out.")


def test_the_price_stands_as_printed_and_exact():
    table = lectures.price_table().set_index("friends")
    assert list(table.loc[2, ["printed", "exact"]]) == ["0.0132", "0.0133"]
    assert list(table.index) == [2, 3, 4, 5, 8, 10, 15]


def test_the_limit_of_the_dip_is_approached():
    t, least = lectures.limit_of_dip()
    n = 2000
    far = payoff((3 ** (-1 / (n - 1)), 0.0, *[1 - t / n] * (n - 2)), weenie=True)
    assert far == pytest.approx(least, abs=2e-3)


def test_finer_meshes_come_near_the_price():
    wins = [float(x) for x in lectures.meshes_table((21, 101, None))["the friends win"]]
    assert wins == sorted(wins)
    assert wins[1:] == pytest.approx([0.0131524, 0.0132859], abs=1e-7)


def test_other_shapes_win_more_by_rounding_only():
    table = lectures.shapes_table()
    assert [float(x) > 1e-9 for x in table["difference"]] == [True, False, False, True]


def test_odd_men():
    table = lectures.odd_table().set_index("game")
    assert list(table.loc["odd man in"]) == [0, -0.5, -0.6667]
    assert list(table.loc["odd man out"]) == [0, 0, -1.3333]


def test_total_is_the_round_and_what_follows():
    assert lectures.total(0.6, (0.0, 0.9), 0.0) == payoffs((0.6, 0.0, 0.9))[0]
    assert lectures.total(1.0, (0.3, 0.4), -1.0) == pytest.approx(-1)  # dropping loses the ante
    assert np.isfinite(lectures.limit_of_dip()).all()
