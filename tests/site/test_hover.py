"""Boxes beside links: by pointer, keyboard and touch, from disk."""

from __future__ import annotations

from pathlib import Path

import pytest

LECTURE = "book/token_game/index"
TERM = ".bd-article a:has(> .std-term)"
WORK = ".bd-article .bibtex-citation a"
FIGURE = ".bd-article p a.pr-ref"
BOX = "#pr-hover"


@pytest.fixture
def lecture(page, site: Path):
    page.goto((site / f"{LECTURE}.html").as_uri())
    return page


def test_the_pointer_brings_a_box_that_it_may_enter(lecture) -> None:
    link, box = lecture.locator(TERM).first, lecture.locator(BOX)
    link.hover()
    box.wait_for(state="visible")
    assert "in turn from its end" in box.inner_text()  # which the glossary says of it
    assert link.get_attribute("aria-describedby") == "pr-hover"
    box.hover()
    lecture.wait_for_timeout(400)  # longer than a box stays without the pointer
    assert box.is_visible()
    lecture.keyboard.press("Escape")
    assert not box.is_visible() and link.get_attribute("aria-describedby") is None


def test_the_focus_brings_a_box_and_takes_it_along(lecture) -> None:
    box = lecture.locator(BOX)
    lecture.locator(WORK).first.focus()
    lecture.keyboard.press("Shift+Tab")
    lecture.keyboard.press("Tab")
    box.wait_for(state="visible")
    assert "number line game" in box.inner_text()
    lecture.keyboard.press("Escape")
    assert not box.is_visible()
    lecture.keyboard.press("Shift+Tab")
    lecture.keyboard.press("Tab")
    box.wait_for(state="visible")
    lecture.keyboard.press("Enter")
    lecture.wait_for_url("**#work-lessardtokens")


def test_where_one_taps_the_first_tap_shows_and_the_second_goes_on(tab_of, server: str) -> None:
    with tab_of(viewport={"width": 390, "height": 800}, has_touch=True) as page:
        page.goto(f"{server}/{LECTURE}.html")
        link, box = page.locator(FIGURE).first, page.locator(BOX)
        link.tap()
        box.wait_for(state="visible")
        assert "#" not in page.url and box.inner_text().startswith("Figure ")
        edges = box.bounding_box()
        assert edges["x"] >= 0 and edges["x"] + edges["width"] <= 390
        link.tap()
        page.wait_for_url("**#figure-*")
