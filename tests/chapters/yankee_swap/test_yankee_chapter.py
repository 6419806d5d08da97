"""What the pages on the Yankee swap compute beside the library, against other ways to it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from chapters.yankee_swap import (
    asymptotic,
    chain,
    few_players,
    hand,
    introduction,
    lab,
    many_players,
    plays,
    queues,
    readings,
    recursion,
    terminal,
    thresholds,
)
from chapters.yankee_swap.resteal import holding, outlook, structure, variant
from parlor.games.yankee_swap import draw_values, locked_seat_payoffs
from parlor.games.yankee_swap.exact import resteal_closed_form
from press import Effort
from press.ledger.findings import checks_of, entries_of
from tests.published import SOURCES

QUICK = Effort(reduced=True)


def test_all_plays_of_three_are_few_enough_to_count():
    locked, free = plays.all_plays(3, locked=True), plays.all_plays(3, locked=False)
    assert locked == plays.Plays(1, 2, ((0, 0), (1, 1), (2, 2)), ((0, 0), (1, 1), (1, 2)))
    assert free.thefts_of_one == 2 and free.stealable == free.opened


def test_each_player_who_has_acted_holds_one_box_and_locked_ones_stay_on_the_table():
    for locked in (True, False):
        found = plays.holders(4, locked=locked)
        assert found == tuple(frozenset({tuple(range(m))}) for m in range(4))
    tables, _ = plays.locked_tables(3, 2000, 5)
    assert (np.isnan(tables).sum(axis=2) == [2, 1, 0]).all()
    assert plays.pool_off(tables) < 4


def test_the_printed_system_on_a_grid_is_the_one_that_is_solved():
    exact = readings.reading(readings.LITERAL, 8).turn_values
    assert np.abs(readings.on_grid(8, 1000) - exact).max() < 1e-3
    mended = readings.reading(readings.MENDED, 8).turn_values
    assert np.abs(readings.on_grid(8, 1000) - mended).max() > 0.1


def test_stories_agree_with_what_seats_are_paid_and_how_often_they_steal():
    told = plays.stories(4, 20_000, 5)
    assert told.worth == pytest.approx(draw_values(4), abs=0.01)
    steals = 1 - draw_values(3)  # P(X > t_k), k = 3, 2, 1
    assert told.thefts / told.n_games == pytest.approx(steals.sum(), abs=0.02)
    assert (told.of_latest, told.below_kept) == (told.thefts, told.below)
    assert told.best_free / told.n_games == pytest.approx(1 / 3, abs=0.05)  # but for all-low tables
    openers = plays._openers([0, 1, 2], [3, 3, 3])
    assert openers == [0, 1, 2]  # nobody is robbed
    assert plays._openers([1, 2, 0], [1, 2, 3]) == [0, 0, 0]  # seat 1 is robbed of both


def test_a_hand_is_dealt_as_the_rules_say():
    frame, home = hand.hand_table()
    assert home == (0.27, 0.62, 0.35, 0.81, 0.55)
    assert list(frame["robs seat"]) == ["none", "1", "1", "1", "none"]
    assert hand.hand_table((0.1, 0.2))[1] == (0.1, 0.2)


def test_greed_among_the_last_two_never_gains():
    for n in (3, 4, 8, 101):
        best = resteal_closed_form(n)[-2]
        assert introduction.greedy_but_one(n) <= best
    assert introduction.greedy_but_one(3) == resteal_closed_form(3)[1]  # one box only
    v = np.random.default_rng(3).random((200_000, 2)).max(axis=1)  # best of two of four players
    paid = np.where(v <= 3 / 8, 3 / 8, np.where(v <= 0.5, v, v * (1.5 - v)))
    assert float(introduction.greedy_but_one(4)) == pytest.approx(paid.mean(), abs=2e-3)


def test_the_last_two_by_play():
    y = np.random.default_rng(4).random(400_000)
    best, second, fresh = map(float, holding.last_two(Fraction(9, 10), Fraction(8, 10)))
    assert best == pytest.approx(np.where(y > 0.9, 0.9, 0.5).mean(), abs=2e-3)
    assert fresh == pytest.approx(np.where(y > 0.9, 0.5, y).mean(), abs=2e-3)
    assert second == 0.8
    assert float(recursion.opening_beside(Fraction(9, 10), 2000)) == pytest.approx(fresh, abs=1e-3)
    assert few_players.holding_three(0.75) == 9 / 16 and few_players.holding_three(0.3) == 0.3


@pytest.mark.parametrize("way", readings.WAYS)
def test_every_reading_has_a_solution_and_none_pays_enough(way):
    for n in (4, 12):
        found = readings.reading(way, n)
        assert len(found.thresholds) == n
        assert found.jumps == ((2,) if way == readings.LITERAL else ())
        assert found.sum_excess < -0.1
    if way == readings.LITERAL:
        assert found.steals_above
        assert found.thresholds[:2] == pytest.approx([(3 - 5**0.5) / 2] * 2)


def test_boxes_followed_everywhere_and_in_a_queue():
    found = plays.fates(3, 4)  # thresholds 3/2, 1, 3/4
    assert found.positions == 4 + 12 + 4
    assert (found.above, found.above_taken) == (2 + 6 + 2, 2 + 5 + 2)  # not 2 beside 3
    assert found.met == found.met_taken == 2 + 4 + 2 and found.below_taken == 0
    played = plays.queue_games(4, 300, 3)
    assert np.sort(played.held, axis=1)[:, ::-1] == pytest.approx(played.tables[:, -1])
    assert played.lost[-1] == 0 < played.lost[0] and (played.lost <= played.high).all()
    assert plays.pool_off(played.tables) < 4
    assert plays.pool_off(np.sort(played.tables, axis=2)) > 4  # the worst first


def test_tables_have_a_row_for_each_case():
    games = few_players.solutions(reduced=True)
    assert list(games) == [2, 3, 4, 5]
    assert len(few_players.payoffs_table(games)) == 4
    assert len(few_players.actions_table({4: games[4]})) == 3
    assert len(readings.readings_table(6)) == 8
    few = many_players.large(6, 60, 50)
    assert len(many_players.crowd_table(few)) == 4
    assert len(many_players.against_exact(few, few_players.solved(6, 12))) == 6


def test_alternative_texts_say_what_the_figures_show():
    _, alt = asymptotic.constant_figure()
    assert "from 3 to 15.6" in alt
    games = few_players.solutions(reduced=True)
    _, alt = few_players.holding_figure(games[3], games[4])
    assert "to 0.56 at v = 0.75 and falls to 0.51" in alt  # a deck of thirty
    _, alt = few_players.regions_figure({4: games[4]})
    parts = few_players.shares(games[4].decisions(3))
    assert sum(parts) == pytest.approx(1) and f"the second best in {parts[2]:.0%}" in alt
    _, alt = few_players.few_figure(games)
    assert alt.endswith(f"the second best in {100 * games[5].actions[3][2]:.0f} %.")
    _, alt = many_players.seats_figure(6)
    below = int((queues.played(6).payoffs < 0.5).sum())
    assert f"{below} seats get less than one half" in alt


def test_a_game_of_the_queue_is_told_turn_by_turn():
    boxes = np.random.default_rng(4).random(12)
    turns, home = chain.queue_game(boxes)
    assert sorted(home.values()) == sorted(boxes) and sorted(home) == list(range(1, 13))
    assert [len(turn.table) for turn in turns] == list(range(12))
    assert turns[-1].place == 0 and home[12] == max(turns[-1].table)
    ahead = {turn.to_act: turn.place + 1 for turn in turns}
    assert ahead[1] == 1 and all(place <= k for k, place in ahead.items())
    _, alt = chain.chain_figure()
    assert "From seat 12 on" in alt


def test_the_table_of_thresholds_follows_no_single_rule():
    found = thresholds.generated(QUICK)
    assert found.verdict == "partly"
    assert "not $k = 3, 4, 50, 100$; cutting off" in found.evidence
    assert found.evidence.endswith("not $k = 99$.")
    assert thresholds.moves(QUICK)["move.101"].computed == 1


def test_every_light_check_decides_just_what_it_names():
    published = SOURCES["yankee_swap"]
    for module in (terminal, recursion, thresholds):
        for check in checks_of(module):
            told = check(QUICK)
            ids = [entry.id for entry in entries_of(published, check)]
            found = told if isinstance(told, dict) else {ids[0]: told}
            assert sorted(found) == sorted(ids)


def test_claims_of_early_and_late_players():
    assert terminal.greedy(QUICK).verdict == "holds"
    both = asymptotic.first_player(QUICK)
    assert both["asymptotic.disadvantage"].verdict == "partly"
    assert variant.leaves_the_best(QUICK)["resteal.later"].verdict == "holds"
    # of six: k = N - k + 1 needs an odd N
    assert "are open for $k = $ only" in holding.pool(QUICK).evidence


def test_what_is_announced_is_counted(monkeypatch):
    for check, name in (
        (holding.outcomes, "resteal.outcomes"),
        (structure.doubly, "resteal.doubly"),
    ):
        assert check(QUICK).verdict == "fails"
        monkeypatch.setitem(holding.said.facts(name), "points", ["one", "another"])
        assert check(QUICK).verdict == "holds"


def test_boxes_below_the_sources_own_threshold(monkeypatch):
    assert holding.below(QUICK).verdict == "partly"
    monkeypatch.setattr(holding, "LITERAL", readings.MENDED)
    assert holding.below(QUICK).verdict == "not refuted"


def test_whether_the_system_reduces_is_asked_of_the_printed_one(monkeypatch):
    assert outlook.scalar(QUICK).verdict == "partly"  # what is mended does: a remark
    monkeypatch.setattr(outlook, "LITERAL", readings.MENDED)
    assert outlook.scalar(QUICK).verdict == "fails"


def test_the_lab_answers_each_question():
    locked = lab.locked(5, "exponential", 500, 3)
    exact = locked_seat_payoffs(5, distribution="exponential")
    assert locked["payoffs"].value == exact.tolist() and locked["payoffs"].sure == "exact"
    near = locked["last_in_games"]
    assert near.value == pytest.approx(exact[-1], abs=5 * near.error)
    deck = lab.resteal(4, [0, 1, 2, 3], 0)
    assert sum(deck["payoffs"].value) == pytest.approx(6)
    assert deck["payoffs"].sure == "exact" and "exact" in deck.tables[0].caption
    many = lab.large(20, 60, 30, 1)
    assert len(many.tables[0].frame) == 20
    assert many["first"].error > 0 and "payoffs" not in [q.name for q in many.quantities]
    decay = lab.decay(30, "uniform(0, 2)")
    assert decay["log_coefficient"].value == 1
    for answer in (locked, deck, many, decay):
        assert len(answer.figures[0].draw()[1]) > 40


@pytest.mark.parametrize(
    ("n", "law", "n_values", "can"),
    [
        (14, "uniform", 0, True),
        (15, "uniform", 0, False),
        (8, "beta(2, 3)", 400, False),
        (3, [1, 2], 0, True),
        (12, list(range(100)), 0, False),
    ],
)
def test_the_lab_knows_what_it_can_solve(n, law, n_values, can):
    assert lab.solvable(n, law, n_values) is can
    assert lab.has_logarithm("exponential") and not lab.has_logarithm("beta(2, 3)")
