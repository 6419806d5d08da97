"""What the lectures of the gift exchange show and say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations

import numpy as np
import pytest

from chapters.beyond.gift_exchange import best_last_round
from chapters.gift_exchange import (
    friends,
    lecture_causes,
    lecture_clues,
    lecture_host,
    lecture_party,
    orders,
)
from chapters.gift_exchange.said import said
from parlor.core.estimate import Estimate
from parlor.games.gift_exchange import MAIN, Condition, Rules, play, simulate
from parlor.games.gift_exchange.position import Limits
from parlor.games.gift_exchange.watch import draw, observe
from parlor.games.trajectories import count
from parlor.games.trajectories.unlocked import words_without_lock

TOLD = """
Ann opens the book
Ben opens the chocolate
Cleo opens the lamp
Dan takes the book from Ann; Ann takes the chocolate from Ben; Ben takes the lamp from Cleo; Cleo
 opens the puzzle
Eve takes the book from Dan; Dan takes the chocolate from Ann; Ann opens the candle
Finn takes the chocolate from Dan; Dan opens the gloves
Ann takes the book from Eve
"""


def test_the_party_is_played_as_the_prose_tells_it() -> None:
    assert lecture_party.told() == TOLD.strip().replace("\n opens", " opens").splitlines()
    final = lecture_party.holdings(lecture_party.party(), 6)[-1]
    home = dict(zip(lecture_party.GUESTS, final, strict=True))
    assert lecture_party.GIFTS[home["Eve"] - 1] == "candle"
    assert sorted(final) == [1, 2, 3, 4, 5, 6]


def test_the_swap_puts_seat_3_behind_seat_2_if_camps_are_odd_and_even_seats() -> None:
    apart = []
    for swap in (True, False):
        played = simulate(
            4_000,
            valuation="negative",
            reading=replace(MAIN, camps="parity"),
            rules=Rules(final_swap=swap),
        )
        apart.append(played.seat_value[1] - played.seat_value[2])
    assert apart[0] > 0.03 and apart[1] < apart[0] / 2


def test_friends_of_the_example_have_seven_instead_of_six() -> None:
    """Values 5 to 1 are ranks 0 to 4; guests 1 and 2 are the friends, and guest 5 begins."""
    assert best_last_round((0, 2, 1, 3), 4, (0, 1)) == 1


def test_the_guests_hold_what_the_lecture_says_before_it_asks() -> None:
    for limit in (1, None):
        limits = Limits(total_limit=limit)
        moves = lecture_party.play_party(
            lecture_party.FOUR_WORTH, lecture_party.FOUR, lecture_host.ORDER, limits=limits
        )
        assert lecture_party.holdings(moves, 4)[3][:3] == (3, 4, 2)


def test_the_figure_of_the_party_tells_the_same() -> None:
    figure, alt = lecture_party.party_figure()
    assert alt.startswith("A game of 13 actions. Ann opens the book.")
    texts = {text.get_text() for axes in figure.axes for text in axes.texts}
    assert {*lecture_party.GIFTS} <= texts


@pytest.mark.parametrize(
    "strategy", ["always_open", "always_steal", "mean_based", "threshold", "expected_value"]
)
def test_the_plain_rules_are_those_of_the_kernels(strategy: str) -> None:
    condition = Condition(seed=7, n_players=6, strategies=[strategy])
    values = draw(condition, n_games=40).values
    opened, steals = (observe(condition, n_games=40).each(x) for x in ("opened", "steals"))
    seats = play(condition, n_games=40)["seat_value"]
    for game, worth in enumerate(values):
        means = worth.mean(axis=0)
        order = [int(np.abs(means - one).argmin()) + 1 for one in opened[game]]
        moves = lecture_party.play_party(worth.tolist(), [strategy] * 6, order)
        thefts = [sum(m.round == k and m.victim > 0 for m in moves) for k in range(1, 7)]
        assert thefts == steals[game].tolist()
        final = lecture_party.holdings(moves, 6)[-1]
        assert [worth[i, gift - 1] for i, gift in enumerate(final)] == pytest.approx(
            seats[game].tolist()
        )


def test_small_games_are_those_of_the_plain_rules() -> None:
    """Steals by gift without positions, and move by move, in hundredths and in fractions."""
    for values, rules in orders.random_parties(4, 30, seed=8):
        # the threshold of Table 1 is 0.6 in floating point, a little less than 60 hundredths
        exact = [[Fraction(x, 100) if x != 60 else 0.6 for x in row] for row in values]
        for limit in (1, 2, None):
            for order in permutations(range(4)):
                total, taken = orders.steals(values, rules, order, limit)
                opened, limits = [gift + 1 for gift in order], Limits(total_limit=limit)
                moves = lecture_party.play_party(exact, rules, opened, limits=limits)
                thefts = [move.gift - 1 for move in moves if move.victim and move.round <= 4]
                assert total == len(thefts)
                assert taken == tuple(map(thefts.count, range(4)))


def test_the_four_guests_are_shown_with_their_values() -> None:
    table = lecture_party.four_table()
    assert table["rule"].tolist() == list(lecture_party.FOUR)
    assert table["gift 3"].tolist() == ["0.02", "1.00", "0.30", "0.53"]


def test_what_seat_1_holds_before_the_swap_is_less_than_the_mean() -> None:
    assert 0.6 < lecture_causes.before_swap(300) < 0.8


def test_every_theft_hits_somebody_and_games_have_as_many_chains_whatever_the_tastes() -> None:
    found = lecture_causes.ends(1_000)
    for one in found.values():
        assert sum(one.robbed.values()) == pytest.approx(1)
    chains = [one.chains for one in found.values()]
    assert max(chains) - min(chains) < 0.5
    table = lecture_causes.ends_table(found)
    assert table.columns.tolist()[1:] == ["independent", "correlated", "negative"]
    assert float(table["independent"].iloc[-2]) == pytest.approx(found["independent"].chains, 0.01)


def test_the_changes_are_those_of_the_text_and_of_the_paper() -> None:
    found = lecture_causes.changes(400)
    table = lecture_causes.changes_table(found).set_index("what is added")
    assert table.loc["social costs, paper", "correlated"] == "-50.2"
    assert table.loc["social costs, ours", "correlated"] == f"{found['correlated', 'SC'].value:.1f}"
    assert found["correlated", "SC"] == lecture_causes.switched(400)["SC as it is"]
    assert lecture_causes.winners_table()["rule"].iloc[0] == "always_steal"


def test_all_entries_are_counted_in_brief() -> None:
    told = lecture_causes.verdicts()
    assert told["n_claims"] == sum(told[f"n_{x}"] for x in ("hold", "part", "fail", "untold"))
    assert told["n_differ"] + told["n_unsure"] < told["n_numbers"] / 2
    assert told["n_claims"] + told["n_numbers"] == len(said.published.entries)


def test_the_strict_limit_has_a_theft_more_in_the_figure() -> None:
    figure, alt = lecture_host.thefts_figure()
    assert figure.slider is not None
    assert len(figure.slider["places"]) == 7
    assert "there are 3 thefts, without a limit 2." in alt
    before, after = figure.slider["told"][3:5]
    assert before == "In both games guest 1 opens gift 3."
    assert after == (
        "With the limit guest 4 takes gift 4 from guest 2; without it guest 4 takes gift 2 from "
        "guest 3."
    )


def test_no_coalition_of_three_lasts() -> None:
    found = friends.coalitions()
    assert all(sum(paid) == 3 for _, paid in found)
    for (_, before), (pair, after) in pairwise(found):
        assert all(after[seat - 1] > before[seat - 1] for seat in pair)
    assert [pair for pair, _ in found[1:4]] == [pair for pair, _ in found[4:7]]
    figure, _alt = friends.coalitions_figure()
    assert figure.slider is not None
    assert len(figure.slider["told"]) == len(found)


def test_consensus_makes_for_fewer_thefts_where_nobody_is_passive() -> None:
    found = lecture_causes.passive(100)
    ind, cor = found["independent"], found["correlated"]
    assert (ind[0] - cor[0]).above()
    assert (cor[5] - ind[5]).above()
    figure, alt = lecture_causes.passive_figure(found)
    assert len(figure.axes[0].lines) == 2
    assert "that cross" in alt


def test_reputation_and_coins_do_the_work() -> None:
    found = lecture_causes.switched(400)
    assert found["no reputation cost"].value > 0.3 * found["SC as it is"].value
    assert found["no base cost"].value < 0.9 * found["SC as it is"].value
    assert found["no satisfaction"] == found["AD as it is"]
    assert found["coins alone"].value < found["AD as it is"].value
    figure, alt = lecture_causes.causes_figure(found)
    assert len(figure.axes[0].get_yticklabels()) == len(found)
    assert f"coins alone: {found['coins alone'].value:+.1f}" in alt


def test_features_do_something_else_on_top_of_social_costs() -> None:
    found = lecture_causes.on_top(400)
    alone, more = found["AD"]
    assert alone.value < 0 < more.value
    assert found["PI"][1].value > 2 * found["PI"][0].value > 0
    assert lecture_causes.on_top_table(found)["feature"].tolist() == [
        "partial information", "moods", "biased selection",
    ]  # fmt: skip


def test_the_right_prior_halves_what_pi_does() -> None:
    found = lecture_causes.switched(2_000)
    whole = found["PI as it is"].value
    assert found["and risk-neutral"].value < found["right on average"].value < 0.8 * whole


def test_each_clue_shows_what_it_leaves_beside_the_clues_before_it() -> None:
    left = lecture_clues.Left({}, {}, [1000, 400, 90, 40, 20, 8, 4, 2])
    for step in (1, 4):
        figure, alt = lecture_clues.left_figure(left, step)
        bars = [line.get_xdata()[1] for line in figure.axes[0].lines]
        assert bars == list(left.programs[: step + 1])
        assert alt == f"Of {bars[-2]:,} programs clue {step} leaves {bars[-1]}."
    assert lecture_clues.clue_values(left)["clue_2"] == "90"


def test_only_thieves_can_be_missing_in_the_appendix() -> None:
    found = lecture_clues.missing(300)
    figure, alt = lecture_clues.missing_figure(found)
    assert alt.endswith("without always_steal, mean_based, threshold, expected_value.")
    assert figure.axes[0].get_xscale() == "log"


def test_one_chance_for_all_makes_one_strategy_of_six() -> None:
    found = lecture_clues.one_coin(300)
    values = [one.value for one in found.values()]
    assert max(values) - min(values) < 0.05


def test_camps_by_parity_do_not_fit() -> None:
    table = lecture_clues.camps(400)
    assert table["camps"].tolist() == list(lecture_clues.CAMPS.values())


def test_one_theft_a_gift_needs_no_lock() -> None:
    assert [words_without_lock(n, total_limit=1) for n in range(1, 9)] == [
        count(n, total_limit=1) // count_orders(n) for n in range(1, 9)
    ]


def count_orders(n: int) -> int:
    """n! without another library's word for it."""
    return n * count_orders(n - 1) if n else 1


def test_limits_are_best_where_theft_costs_something() -> None:
    found = lecture_host.limited(200)
    for features in ("SC", "AD", "FULL"):
        row = found["correlated", features]
        best = max(range(len(row)), key=lambda place: row[place].welfare)
        assert lecture_host.LIMITS[best] in (2, 3, 4)
        assert (row[1].estimate("welfare") - row[-1].estimate("welfare")).value > 0
    figure, alt = lecture_host.welfare_figure(found)
    assert len(figure.axes) == 2
    assert "social costs 2 (" in alt or "social costs 3 (" in alt


def test_the_table_of_pacts_has_a_gain_for_each_size() -> None:
    gain = Estimate(0.01, 0.002)
    found = {
        (v, f, k): gain for f in ("", "SC") for v in lecture_host.MODELS for k in lecture_host.SIZES
    }
    table = lecture_host.pacts_table(found)
    assert table.columns.tolist()[1:] == ["2 members", "4 members", "8 members"]
    assert set(table["8 members"]) == {"+0.0100 ± 0.0020"}
