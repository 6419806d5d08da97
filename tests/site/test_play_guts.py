"""Guts, played on its page from disk: by mouse, keyboard and touch."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from browsing import PHONE
from playing import faults_on_a_phone, set_open, unfold


def opened(page: Page, site: Path, state: str) -> Page:
    """Open a table by its address."""
    page.goto("about:blank")
    page.goto(f"{(site / 'book/guts/index.html').as_uri()}#widget-guts-table:{state}")
    return page


def board(page: Page):
    """The first board of the page, beside which others stand where the text needs them."""
    return page.locator(".pr-play").first


def status(page: Page):
    return board(page).locator(".pr-status")


def press(page: Page, name: str) -> None:
    board(page).get_by_role("button", name=name, exact=True).click()


def test_a_deal_is_told_explained_taken_back_and_stays_beside_the_next(
    site: Path, page: Page
) -> None:
    opened(page, site, "seed=5")
    expect(status(page)).to_have_text(re.compile(r"Your hand is 0\.\d+: hold or drop\?"))
    hands = board(page).locator(".pr-seat b")
    assert hands.all_inner_texts()[1:] == ["?", "?"]
    press(page, "Hint")
    hint = re.search(r"To (hold|drop) is better", status(page).inner_text())[1]
    press(page, hint.capitalize())
    why = board(page).get_by_role("group", name="What was best and why")
    expect(status(page)).to_contain_text("Well played.")
    expect(why).to_contain_text(re.compile("This deal they whispered plan [AB]"))
    press(page, "Undo")
    expect(status(page)).to_contain_text("hold or drop?")
    press(page, {"Hold": "Drop", "Drop": "Hold"}[hint.capitalize()])
    expect(status(page)).to_contain_text("A mistake.")
    expect(board(page).locator(".pr-account")).to_contain_text("1 mistake cost you")
    dealt = {f"{float(hand.strip(' ★')):g}" for hand in hands.all_inner_texts()}
    ended = status(page).inner_text().split(". ", 1)[1]  # without the verdict
    for onward in (lambda: press(page, "Next deal"), page.reload):
        onward()
        told = why.inner_text().splitlines()[0]
        assert told.startswith("The deal before: you ") and told.endswith(ended)
        assert dealt == {f"{float(x):g}" for x in re.findall(r"(?:held|dropped) (0\.\d+|1)", told)}


def test_the_best_threshold_is_kept_back_until_three_decisions(site: Path, page: Page) -> None:
    opened(page, site, "seed=5")
    for _ in range(2):
        press(page, "Drop")
        assert "0.645" not in board(page).inner_text()
        press(page, "Next deal")
    press(page, "Drop")
    why = board(page).get_by_role("group", name="What was best and why")
    expect(why).to_contain_text("The best is to hold above 0.645.")
    expect(why).to_contain_text("Why two plans")
    expect(board(page).locator(".pr-account")).to_contain_text("The best threshold is 0.645.")


def test_the_verdict_is_seen_where_the_decision_was_made(site: Path, tab_of) -> None:
    for viewport in ({"width": 390, "height": 844}, {"width": 1280, "height": 800}):
        with tab_of(viewport=viewport) as page:
            page.goto((site / "book/guts/index.html").as_uri())
            assert page.evaluate("scrollY") == 0
            expect(board(page).locator(".pr-seats")).to_be_in_viewport(ratio=1)  # at first sight
            press(page, "Hold")
            expect(status(page)).to_contain_text(re.compile("Well played|A mistake"))
            expect(status(page)).to_be_in_viewport(ratio=0.5)  # it begins with the verdict


def test_a_board_stands_where_the_text_speaks_of_its_deal(site: Path, page: Page) -> None:
    page.goto((site / "book/guts/index.html").as_uri())
    beside = page.locator("#widget-guts-whispered")
    expect(beside.locator(".pr-status")).to_contain_text("Your hand is 0.5")
    assert not beside.locator(".pr-settings, .pr-account").count()
    beside.get_by_role("button", name="Hold").click()
    expect(beside.locator(".pr-status")).to_contain_text("A mistake.")
    expect(beside.locator(".pr-why")).to_contain_text("This deal they whispered plan B")


def test_friends_and_strangers_with_and_without_the_weenie_rule(site: Path, page: Page) -> None:
    opened(page, site, "seed=1")
    unfold(page)
    board(page).get_by_label("Friends against you").select_option("15")
    assert board(page).locator(".pr-seat").count() == 16
    board(page).get_by_label("You play").select_option("alone")
    press(page, "Drop")
    why = board(page).locator(".pr-why")
    expect(why).to_contain_text("it is an even bet that all others drop")
    board(page).get_by_label("Weenie rule").check()
    expect(board(page).locator(".pr-account")).to_contain_text("deals are counted and not games")
    press(page, "Drop")
    expect(why).to_contain_text("may be the weenie")
    assert "mode=alone-weenie" in page.url and "others=15" in page.url


def test_a_table_is_in_its_address(site: Path, page: Page) -> None:
    opened(page, site, "mode=friends-weenie&others=5&seed=77")
    for name in ("Hold", "Next deal", "Drop", "Next deal", "Play 100 games by it"):
        press(page, name)
    account, address = board(page).locator(".pr-account").inner_text(), page.url
    opened(page, site, address.partition("table:")[2])
    assert (
        board(page).locator(".pr-account").inner_text().splitlines()[0] == account.splitlines()[0]
    )
    assert board(page).locator(".pr-pot").inner_text().startswith("Game 10")


def test_it_is_played_by_keyboard_alone(site: Path, page: Page) -> None:
    opened(page, site, "seed=4")
    expect(status(page)).to_have_attribute("aria-live", "polite")
    board(page).get_by_role("button", name="Hold").focus()
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
    expect(board(page).locator(".pr-slider .pr-value")).to_have_text("0.495")


def test_it_is_played_by_touch_on_a_phone_in_the_dark(site: Path, tab_of) -> None:
    with tab_of(color_scheme="dark", has_touch=True, viewport=PHONE) as page:
        opened(page, site, "others=15&seed=2")
        assert set_open(page) == []
        board(page).get_by_role("button", name="Hold").tap()
        board(page).get_by_role("button", name="Next deal").tap()
        expect(status(page)).to_contain_text("hold or drop?")
        assert faults_on_a_phone(page) == []
