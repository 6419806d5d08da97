"""Readers with a keyboard, a screen reader, colours of their own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browsing import settle


def test_from_the_title_page_ten_tabs_lead_to_a_move_of_the_token_game(page, server: str) -> None:
    page.goto(f"{server}/book/index.html")
    for _ in range(10):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if focused.inner_text() in ("Skip to main content", "Play the token game"):
            page.keyboard.press("Enter")
            page.wait_for_function("document.readyState === 'complete'")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "Stack 1, $1")
    page.keyboard.press("Enter")
    expect(page.locator(".pr-status").first).to_contain_text("A on 1")


@pytest.mark.parametrize(
    "place, painted",
    [("book/index", ".pr-shares > .pr-end"), ("book/token_game/index", ".pr-coins")],
)
def test_in_colours_of_the_reader_s_own_nothing_vanishes(page, server, place, painted) -> None:
    page.emulate_media(forced_colors="active")
    page.goto(f"{server}/{place}.html")
    settle(page)
    assert page.locator(painted).count() > 1
    for one in page.locator(painted).all():
        look = one.evaluate("e => getComputedStyle(e).background")
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert "gradient" in look or not look.startswith(ground), look
    page.emulate_media(forced_colors="none")
