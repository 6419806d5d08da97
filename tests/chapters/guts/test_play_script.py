"""Guts to play: the rules that its script knows, without a page."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Page

from chapters.guts.play import MOST, table_data
from parlor.games.guts import payoff, stakes_multiplier
from playing import rules_of

GAMES = 2_500
MODES = ("friends", "friends-weenie", "alone", "alone-weenie")
TABLES = [(mode, N) for mode in MODES for N in (1, 2, 3, 6, MOST)]


@cache
def tables() -> dict:
    return json.loads(json.dumps(table_data()))


@pytest.fixture(scope="module")
def rules(browser) -> Iterator[Page]:
    """A page with the game's functions and its tables, and nothing to see."""
    with rules_of(browser, "guts", tables()) as page:
        yield page


@pytest.mark.parametrize("mode, others", TABLES)
def test_many_games_bring_the_value(rules: Page, mode: str, others: int) -> None:
    """A script plays by the hint, which is the best threshold, against the solver's plans."""
    mean, count, odd = rules.evaluate(
        """([mode, others, games]) => {
          const guts = parlorPlay.guts, table = guts.table(data, mode, String(others));
          const at = guts.begun();
          let odd = 0;
          while (at.game < games) guts.decide(table, 12, at, (hand) => {
            const { more } = guts.edge(table, hand);
            const holds = hand > table.own;
            odd += Math.abs(more) > 1e-9 && more > 0 !== holds;
            return holds;
          }, false);
          const sum = at.counted.reduce((all, one) => all + one, 0);
          return [sum / at.counted.length, at.counted.length, odd];
        }""",
        [mode, others, GAMES],
    )
    told = tables()[mode][str(others)]
    assert odd == 0  # the hint of a hand and the best threshold never disagree
    assert count >= GAMES and (mode.endswith("weenie") or count == GAMES)
    assert abs(mean - told["value"]) <= 4 * told["spread"] / math.sqrt(count)


@pytest.mark.parametrize("others, line", [(2, 0.5), (2, 0.8), (5, 0.7), (15, 0.9)])
def test_another_threshold_brings_what_the_library_says(
    rules: Page, others: int, line: float
) -> None:
    """The hundred games by a threshold, a hundred times."""
    mean, error, decisions = rules.evaluate(
        """([others, line, games]) => {
          const guts = parlorPlay.guts, table = guts.table(data, "friends", String(others));
          const moves = Array(games / 100).fill(`t${1000 * line}x100`);
          const { counted, decisions } = guts.play(table, 3, moves);
          const mean = counted.reduce((all, one) => all + one, 0) / games;
          const square = counted.reduce((all, one) => all + (one - mean) ** 2, 0) / games;
          return [mean, Math.sqrt(square / games), decisions.length];
        }""",
        [others, line, GAMES],
    )
    plans = tables()["friends"][str(others)]["plans"]
    paid = sum(chance * payoff((line, *plan)) for plan, chance in plans)
    growth = sum(chance * stakes_multiplier((line, *plan)) for plan, chance in plans)
    assert abs(mean - paid / (1 - growth)) <= 4 * error
    assert decisions == 0  # only the reader's own count for her habit


@pytest.mark.parametrize("mode, others", [(mode, N) for mode in MODES for N in (1, 2, 6, 15)])
def test_the_worth_of_a_hand_is_the_slope_of_the_payoff(
    rules: Page, mode: str, others: int
) -> None:
    told, weenie, h = tables()[mode][str(others)], mode.endswith("weenie"), 1e-5
    on = 0.0 if weenie else told["value"]

    def total(own: float) -> float:
        return sum(
            chance
            * (payoff((own, *p), weenie=weenie) + on * stakes_multiplier((own, *p), weenie=weenie))
            for p, chance in told["plans"]
        )

    hands = [0.05, 0.3, 0.55, 0.8, 0.95]
    edges = rules.evaluate(
        """([mode, others, hands]) => hands.map((hand) =>
             parlorPlay.guts.edge(parlorPlay.guts.table(data, mode, String(others)), hand).more)""",
        [mode, others, hands],
    )
    for hand, edge in zip(hands, edges, strict=True):
        assert edge == pytest.approx((total(hand - h) - total(hand + h)) / (2 * h), abs=1e-6)


def test_accounts_of_the_lectures_game(rules: Page) -> None:
    """The three deals of the page's first figure, seen by player 1."""
    told = rules.evaluate(
        """() => {
          const table = { n: 3, weenie: false }, lines = [0.68, 0.68];
          let stakes = 1;
          return [[0.81, 0.78, 0.35], [0.72, 0.93, 0.84], [0.52, 0.31, 0.88]].map((hands) => {
            const came = parlorPlay.guts.outcome(table, { lines, hands }, hands[0] > 0.64, stakes);
            stakes = came.stakes;
            return [came.change, came.stakes];
          });
        }"""
    )
    assert told == [[3, 1], [-3, 2], [0, 0]]


def test_the_weenie_pays_and_the_stakes_double(rules: Page) -> None:
    told = rules.evaluate(
        """() => [[0.6, 0.5, 0.1], [0.4, 0.5, 0.1]].map((hands) => {
          const table = { n: 3, weenie: true }, cards = { lines: [0.9, 0.9], hands };
          const { change, stakes, weenie } = parlorPlay.guts.outcome(table, cards, false, 2);
          return [change, stakes, weenie];
        })"""
    )
    assert told == [[-6, 4, 0], [0, 4, 1]]


def test_plans_and_leaders_are_drawn_as_they_should(rules: Page) -> None:
    plan, leaders = rules.evaluate(
        """() => {
          const guts = parlorPlay.guts, table = guts.table(data, "friends", "4");
          const leaders = [0, 0, 0, 0];
          let second = 0;
          for (let game = 0; game < 20000; game += 1) {
            const { plan, lines } = guts.dealt(table, 8, game, 0);
            second += plan;
            if (plan) leaders[lines.indexOf(0)] += 1;
          }
          return [second / 20000, leaders];
        }"""
    )
    chance = tables()["friends"]["4"]["plans"][1][1]
    assert abs(plan - chance) < 4 * math.sqrt(chance * (1 - chance) / 20_000)
    count = sum(leaders)
    assert all(abs(one - count / 4) < 4 * math.sqrt(count * 3 / 16) for one in leaders)


def test_a_habit_is_read_from_decisions(rules: Page) -> None:
    fitted = "rows => parlorPlay.guts.fitted(rows)"
    clean = [[0.2, False], [0.9, True], [0.6, False], [0.7, True]]
    assert rules.evaluate(fitted, clean) == {"low": 0.6, "high": 0.7, "against": 0}
    odd = [*clean, [0.1, True]]
    assert rules.evaluate(fitted, odd) == {"low": 0.6, "high": 0.7, "against": 1}
    assert rules.evaluate(fitted, [[0.3, True]])["high"] == 0.3
