"""The table to play guts at, used by clicking and by keyboard, from disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

MINUS = "\N{MINUS SIGN}"
STUB = """
const drawn = %s, random = Math.random;
Math.random = () => (new Error().stack.includes("guts-play") ? drawn.shift() : random());
"""


@pytest.fixture
def table(site: Path, light):
    """A function that opens the table with the random numbers that are to be drawn."""
    opened = []

    def seated(*numbers: float) -> Page:
        page = light.new_page()
        page.add_init_script(STUB % list(numbers))
        page.goto((site / "book/guts/index.html").as_uri())
        opened.append(page)
        return page

    yield seated
    for page in opened:
        page.close()


# of a deal: which plan, a lot for each of the two friends, then the hands
LOW = (0.1, 0.2, 0.3, 0.50, 0.10, 0.20)
ALL = (0.1, 0.2, 0.3, 0.90, 0.80, 0.70)
LEADER = (0.95, 0.2, 0.3, 0.60, 0.01, 0.20)


def status(page: Page):
    return page.locator(".pr-status")


def sums(page: Page):
    return page.locator(".pr-sums")


def test_all_drop_and_the_hands_are_dealt_again(table) -> None:
    page = table(*LOW, *ALL)
    expect(status(page)).to_have_text("The pot holds 3 chips, your hand is 0.50.")
    assert page.locator(".pr-seat b").all_inner_texts() == ["0.50", "?", "?"]
    page.get_by_role("button", name="Drop").click()
    expect(status(page)).to_have_text("All drop: the hands are dealt again.")
    assert page.locator(".pr-seat b").all_inner_texts() == ["0.50", "0.10", "0.20"]
    page.get_by_role("button", name="Deal").click()
    expect(status(page)).to_have_text("The pot holds 3 chips, your hand is 0.90.")
    expect(sums(page)).to_contain_text(f"Games: 1. You have {MINUS}1 chips")


def test_three_hold_and_the_stakes_double(table) -> None:
    page = table(*ALL, *ALL, *LOW)
    page.get_by_role("button", name="Hold").click()
    expect(status(page)).to_have_text("You take the pot of 3. The next pot holds 6.")
    expect(sums(page)).to_contain_text("You have +2 chips")
    page.get_by_role("button", name="Deal").click()
    page.get_by_role("button", name="Drop").click()  # two friends hold: the stakes stay
    expect(status(page)).to_have_text("Friend 1 takes the pot of 6. The next pot holds 6.")
    page.get_by_role("button", name="Deal").click()
    page.get_by_role("button", name="Hold").click()
    expect(status(page)).to_have_text("You take the pot of 6. That ends the game.")
    expect(sums(page)).to_contain_text("Games: 1. You have +8 chips")


def test_a_leader_holds_on_anything_and_one_may_lose_by_dropping(table) -> None:
    page = table(*LEADER, *LOW)
    page.get_by_role("button", name="Drop").click()
    expect(status(page)).to_have_text("Friend 1 takes the pot of 3. That ends the game.")
    page.get_by_role("button", name="New game").click()
    expect(sums(page)).to_contain_text(f"Games: 2. You have {MINUS}2 chips")


def test_it_is_played_by_keyboard_and_tells_a_screen_reader(table) -> None:
    page = table(*ALL, *LOW)
    expect(status(page)).to_have_attribute("aria-live", "polite")
    page.get_by_role("button", name="Hold").focus()
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("You take the pot of 3.")
    page.keyboard.press("Enter")  # the focus is on the next deal
    expect(status(page)).to_contain_text("your hand is 0.50")


def test_other_coalitions_start_afresh(table) -> None:
    page = table(*ALL, *[0.5] * 60)
    page.get_by_role("button", name="Hold").click()
    page.get_by_label("Friends against you").select_option("15")
    assert page.locator(".pr-seat").count() == 16
    expect(sums(page)).to_contain_text(f"Games: 1. You have {MINUS}1 chips")
