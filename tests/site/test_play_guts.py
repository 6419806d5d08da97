"""Guts: its rules without a page, and played by mouse, keyboard and touch, from disk."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import PHONE
from chapters.guts.playing import MOST, table_data
from parlor.games.guts import payoff, stakes_multiplier
from playing import faults, faults_on_a_phone, rules_of

GAMES = 10_000
MODES = ("friends", "friends-weenie", "alone", "alone-weenie")
TABLES = [(mode, N) for mode in MODES for N in (1, 2, 3, 6, MOST)]
MINUS = "\N{MINUS SIGN}"


@cache
def tables() -> dict:
    return json.loads(json.dumps(table_data()))


@pytest.fixture(scope="module")
def rules(browser) -> Iterator[Page]:
    """A page with the game's functions and its tables, and nothing to see."""
    with rules_of(browser, "guts") as page:
        page.evaluate("data => { window.data = data; }", tables())
        yield page


# The rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode, others", TABLES)
def test_ten_thousand_games_bring_the_value(rules: Page, mode: str, others: int) -> None:
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
            chance * (payoff((own, *p), weenie) + on * stakes_multiplier((own, *p), weenie))
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


# The page -------------------------------------------------------------------------------------


def opened(page: Page, site: Path, state: str) -> Page:
    """Open a table by its address."""
    page.goto("about:blank")
    page.goto(f"{(site / 'book/guts/index.html').as_uri()}#widget-guts-table:{state}")
    return page


def status(page: Page):
    return page.locator(".pr-status")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_deal_is_told_and_explained(site: Path, page: Page) -> None:
    opened(page, site, "seed=5")
    expect(status(page)).to_have_text(re.compile(r"Your hand is 0\.\d+: hold or drop\?"))
    assert page.locator(".pr-seat b").all_inner_texts()[1:] == ["?", "?"]
    press(page, "Hint")
    hint = re.search(r"To (hold|drop) is better", status(page).inner_text())[1]
    press(page, hint.capitalize())
    assert "?" not in "".join(page.locator(".pr-seat b").all_inner_texts())
    why = page.get_by_role("group", name="What was best and why")
    expect(why).to_contain_text("Well played.")
    expect(why).to_contain_text("The best is to hold above 0.645.")
    expect(why).to_contain_text(re.compile("This deal they whispered plan [AB]"))
    expect(why).to_contain_text("Why two plans")
    press(page, "Undo")
    expect(status(page)).to_contain_text("hold or drop?")
    press(page, {"Hold": "Drop", "Drop": "Hold"}[hint.capitalize()])
    expect(why).to_contain_text("A mistake.")
    expect(page.locator(".pr-account")).to_contain_text("1 mistake cost you")


def test_pot_and_stakes_follow_the_rules(site: Path, page: Page) -> None:
    opened(page, site, "others=3&seed=2")
    for _ in range(8):
        before = page.locator(".pr-pot").inner_text()
        assert int(re.search(r"holds (\d+) chip", before)[1]) % 4 == 0
        press(page, "Hold")
        held = page.locator(".pr-seat[data-held='holds']").count()
        told = status(page).inner_text()
        if held == 1:
            assert told.endswith("That ends the game.")
        else:
            pot = int(re.search(r"holds (\d+) chip", before)[1])
            assert told.endswith(f"The next pot holds {pot * (held - 1)} chips.")
        press(page, "Next deal")


def test_a_hundred_games_are_played_beside_the_value(site: Path, page: Page) -> None:
    opened(page, site, "seed=1")
    slider = page.get_by_label("Your threshold")
    slider.fill("0.5")
    for _ in range(3):
        press(page, "Play 100 games by it")
    account = page.locator(".pr-account")
    expect(account).to_contain_text("300 games played to the end.")
    expect(account).to_contain_text(f"the best play has {MINUS}0.0133 chips a game")
    expect(account.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("Your mean per game, .* beside the exact value")
    )
    expect(account).to_contain_text("The best threshold is 0.645.")


def test_a_habit_is_told_after_three_decisions(site: Path, page: Page) -> None:
    opened(page, site, "seed=3&moves=h.h")
    expect(page.locator(".pr-account")).to_contain_text("After three decisions")
    press(page, "Hold")
    expect(page.locator(".pr-account")).to_contain_text("You seem to hold above")


def test_friends_and_strangers_with_and_without_the_weenie_rule(site: Path, page: Page) -> None:
    opened(page, site, "seed=1")
    page.get_by_label("Friends against you").select_option("15")
    assert page.locator(".pr-seat").count() == 16
    page.get_by_label("You play").select_option("alone")
    press(page, "Drop")
    why = page.locator(".pr-why")
    expect(why).to_contain_text("it is an even bet that all others drop")
    page.get_by_label("Weenie rule").check()
    expect(page.locator(".pr-account")).to_contain_text("deals are counted and not games")
    press(page, "Drop")
    expect(why).to_contain_text("may be the weenie")
    assert "mode=alone-weenie" in page.url and "others=15" in page.url


def test_a_table_is_in_its_address(site: Path, page: Page) -> None:
    opened(page, site, "mode=friends-weenie&others=5&seed=77")
    for name in ("Hold", "Next deal", "Drop", "Next deal", "Play 100 games by it"):
        press(page, name)
    account, address = page.locator(".pr-account").inner_text(), page.url
    opened(page, site, address.partition("table:")[2])
    assert page.locator(".pr-account").inner_text().splitlines()[0] == account.splitlines()[0]
    assert page.locator(".pr-pot").inner_text().startswith("Game 10")


def test_a_broken_address_is_put_right(site: Path, page: Page) -> None:
    failed: list[object] = []
    page.on("pageerror", lambda error: failed.append(error))
    opened(page, site, "mode=no&others=99&seed=x&moves=h.q.t.t9999x1..")
    expect(status(page)).to_contain_text("hold or drop?")
    assert not failed


def test_it_is_played_by_keyboard_alone(site: Path, page: Page) -> None:
    opened(page, site, "seed=4")
    page.get_by_label("Weenie rule").focus()
    expect(status(page)).to_have_attribute("aria-live", "polite")
    page.keyboard.press("Tab")
    focused = "document.activeElement.textContent"
    assert page.evaluate(focused) == "Hold"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "Drop"
    for _ in range(5):
        page.keyboard.press("Enter")
        assert page.evaluate(focused) == "Next deal"
        page.keyboard.press("Enter")
        assert page.evaluate(focused) == "Hold"
    page.keyboard.press("End")
    assert page.evaluate(focused) == "Undo"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash").endswith("moves=h.h.h.h") or "moves=" in page.url
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.type") == "range"
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".pr-slider .pr-value")).to_have_text("0.640")


def test_it_is_played_by_touch_on_a_phone_in_the_dark(site: Path, tab_of) -> None:
    with tab_of(color_scheme="dark", has_touch=True, viewport=PHONE) as page:
        opened(page, site, "others=15&seed=2")
        page.get_by_role("button", name="Hold").tap()
        page.get_by_role("button", name="Next deal").tap()
        expect(status(page)).to_contain_text("hold or drop?")
        assert faults_on_a_phone(page) == []


def test_axe_finds_nothing_in_the_light(site: Path, page: Page) -> None:
    opened(page, site, "others=15&seed=1&moves=h.t900x100.d")
    press(page, "Drop")
    assert faults(page) == []
