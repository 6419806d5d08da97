"""What is observed in the gift exchange, against counts that the engine and theory give."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from parlor.games.gift_exchange import FIVE, MAIN, Condition, play, simulate
from parlor.games.gift_exchange.watch import observe

CONDITIONS = [
    Condition(valuation=valuation, features=features, n_players=n, total_limit=limit)
    for valuation, features, n, limit in (
        ("independent", "BASE", 29, None),
        ("correlated", "SC+AD", 29, None),
        ("negative", "FULL", 8, 2),
        ("correlated", "BS", 3, None),
        ("independent", "AD", 2, 1),
    )
]


@pytest.fixture(scope="module", params=CONDITIONS, ids=lambda c: f"{c.configuration}-{c.n_players}")
def seen(request):
    return observe(request.param, n_games=300, first_game=7)


def test_steals_and_chains_are_those_of_the_engine(seen):
    records = play(seen.condition, n_games=300, first_game=7)
    assert (seen.each("steals").sum(axis=1) == records["steals"]).all()
    assert ((seen.each("steals") > 0).sum(axis=1) == records["chains"]).all()
    assert (seen.each("steals").max(axis=1) == records["longest_chain"]).all()
    assert (seen.each("players") == records["strategy_players"]).all()


def test_everything_adds_up_to_the_same_number_of_steals(seen):
    steals = seen.each("steals").sum(axis=1)
    for what in ("wanted", "thefts", "losses"):
        assert (seen.each(what).sum(axis=1) == steals).all()
    assert seen.robberies.sum() == steals.sum()
    # each steal gives another player a turn, and each round has one of its own
    assert (seen.each("turns").sum(axis=1) == steals + seen.condition.n_players).all()
    assert (seen.each("revenge") <= seen.each("thefts")).all()
    assert ((seen.each("raids") > 0) == (seen.each("steals") > 0)).all()


def test_nobody_robs_the_last_player_nor_himself_nor_in_round_one(seen):
    assert not seen.robberies[:, -1].any()
    assert not np.diag(seen.robberies).any()
    assert not seen.each("steals")[:, 0].any()


def test_limits_hold_for_each_gift():
    limited = observe(Condition(valuation="correlated", total_limit=2), n_games=100)
    assert limited.each("wanted").max() == 2
    assert observe(Condition(valuation="correlated"), n_games=100).each("wanted").max() > 2


def test_two_players_by_hand():
    # in round 2 an always_steal player takes the only open gift, and its owner opens the other
    seen = observe(Condition(n_players=2, strategies=["always_steal"]), n_games=50)
    assert (seen.robberies == [[0, 0], [50, 0]]).all()
    share = seen.share("thefts", "turns")
    assert (share.value, share.error) == (pytest.approx(1 / 3), pytest.approx(0))
    assert not seen.each("revenge").any()


def test_frustration_of_two_players_by_hand():
    sure = replace(MAIN, base_chance=(1.0,) * 6, least_chance=0.0)
    seen = observe(Condition(n_players=2, features="AD", reading=sure), n_games=50)
    assert (seen.robberies == [[0, 0], [50, 0]]).all()
    # player 1 gains 0.15 when robbed, less 0.05 at the end of round 2
    assert np.allclose(seen.each("frustration").sum(axis=1), 0.10)


def test_revenge_in_a_game_of_three_aggressors():
    # round 2: 2 robs 1; round 3: 3 robs somebody, and whoever was robbed may take revenge
    seen = observe(Condition(n_players=3, strategies=["always_steal"]), n_games=400)
    assert seen.robberies[1, 0] >= 400
    assert seen.each("revenge").sum() == seen.robberies[0, 1]


def test_opened_values_without_bias_are_the_mean():
    seen = observe(Condition(valuation="independent"), n_games=2000)
    mean, error = seen.mean("opened"), seen.error("opened")
    assert (abs(mean - 0.5) < 5 * error).all()


def test_gifts_are_ranked_by_their_mean_value():
    wanted = observe(Condition(valuation="correlated"), n_games=2000).mean("wanted")
    assert wanted[0] > wanted[10] > wanted[20] > wanted[28]


def test_strategies_keep_their_rules():
    seen = observe(Condition(strategies=FIVE), n_games=500)
    assert seen.share("thefts", "turns", strategy="always_open").value == 0
    # in round 1 there is nobody to rob, and a chain may run out of targets
    assert 0.95 < seen.share("thefts", "turns", strategy="always_steal").value < 1
    share = seen.share("thefts", "turns", strategy="coin_flip")
    assert 0.45 < share.value < 0.5 and 0 < share.error < 0.01


def test_share_agrees_with_the_jackknife():
    seen = observe(Condition(valuation="correlated", features="AD"), n_games=200)
    over, under = (seen.each(x).sum(axis=1) for x in ("revenge", "thefts"))
    left_out = (over.sum() - over) / (under.sum() - under)
    jackknife = np.sqrt((199 / 200) * ((left_out - left_out.mean()) ** 2).sum())
    assert seen.share("revenge", "thefts").error == pytest.approx(jackknife, rel=0.02)


def test_without_weights_frustration_does_not_matter():
    calm = replace(MAIN, frustration_weight=0.0)
    numb = replace(calm, frustration_gain=0.0)
    one, two = (observe(Condition(features="AD", reading=r), n_games=100) for r in (calm, numb))
    assert (one.each("steals") == two.each("steals")).all()
    assert one.each("frustration").any() and not two.each("frustration").any()


def test_observed_games_are_those_simulated():
    seen = observe(Condition(valuation="correlated", features="SC"), n_games=400)
    assert seen.mean("steals").sum() == pytest.approx(
        simulate(400, valuation="correlated", features="SC").steals
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [((1, 0), "n_games: got 1"), ((10, -1), "first_game: got -1"), ((2.5, 0), "n_games: got 2.5")],
)
def test_bad_input(arguments, message):
    games, first = arguments
    with pytest.raises((TypeError, ValueError), match=message):
        observe(Condition(), n_games=games, first_game=first)


def test_unknown_names():
    seen = observe(Condition(n_players=3), n_games=2)
    with pytest.raises(ValueError, match="what: got 'stolen', allowed are 'steals'"):
        seen.each("stolen")
    with pytest.raises(ValueError, match="strategy: got 'greedy', allowed are 'always_open'"):
        seen.share("thefts", "turns", strategy="greedy")
