"""What stands around a page: colours, menus and contents, also for readers without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from browsing import DESK, settle

# Colours in which something is shown, but for what scripts make.
COLOURS = """() => [...document.querySelectorAll('body, .bd-article *, #pr-menu *')]
  .filter(e => !e.closest('.pr-play, .pr-ledger, noscript, script, details:not([open])'))
  .map(e => {
    const {color, backgroundColor, borderTopColor, fill} = getComputedStyle(e);
    return [e.tagName, color, backgroundColor, borderTopColor, fill].join(' ');
  })"""
NAMELESS = """() => [...document.querySelectorAll(
    ':is(.bd-header-article, #pr-menu, #pr-contents, #pr-search) :is(button, summary, a, input)')]
  .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim()))
  .map(e => e.outerHTML)"""


LOADED = "() => performance.getEntriesByType('resource').map(entry => entry.name)"
SHIFTS = """() => new Promise(resolve => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) sum += entry.hadRecentInput ? 0 : entry.value;
  }).observe({type: 'layout-shift', buffered: true});
  setTimeout(() => resolve(sum), 1500);
})"""


@pytest.fixture(params=["light", "dark"])
def plain(request: pytest.FixtureRequest, tab_of) -> Iterator[Page]:
    """A tab of a reader without scripts, whose system is light or dark."""
    with tab_of(java_script_enabled=False, color_scheme=request.param, viewport=DESK) as page:
        page.scheme = request.param
        yield page


@pytest.mark.parametrize("place", ["index", "developers", "token_game/index", "glossary"])
def test_colours_need_no_script(plain: Page, tab_of, server: str, place: str) -> None:
    address = f"{server}/book/{place}.html"
    plain.goto(address)
    with tab_of(color_scheme=plain.scheme, viewport=DESK) as tab:
        tab.goto(address)
        settle(tab)
        with_script = set(tab.evaluate(COLOURS))
    assert set(plain.evaluate(COLOURS)) <= with_script
    assert len(with_script) > 10


def test_without_a_script_the_phone_has_its_menus(plain: Page, server: str) -> None:
    plain.set_viewport_size({"width": 390, "height": 800})
    plain.goto(f"{server}/book/guts/index.html")
    for button, link in (
        ("Contents of the book", "The token game"),
        ("Contents of this page", "Two whisper"),
    ):
        expect(plain.get_by_role("link", name=link, exact=False).first).to_be_hidden()
        plain.get_by_role("button", name=button).click()
        expect(plain.get_by_role("link", name=link, exact=False).first).to_be_visible()
        plain.keyboard.press("Escape")
    plain.get_by_role("button", name="Contents of the book").click()
    plain.get_by_role("link", name="Glossary", exact=True).first.click()
    plain.wait_for_url("**/glossary.html")


def test_without_a_script_no_button_is_dead(plain: Page, server: str) -> None:
    plain.goto(f"{server}/book/guts/index.html")
    for dead in (".theme-switch-button", ".search-button__button", "button[onclick]"):
        for button in plain.locator(dead).all():
            expect(button).to_be_hidden()


def test_a_menu_on_a_phone_closes_by_escape_and_gives_the_focus_back(page: Page, server) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{server}/book/guts/index.html")
    button = page.get_by_role("button", name="Contents of the book")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#pr-menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#pr-menu")).to_be_hidden()
    expect(button).to_be_focused()
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator("#pr-menu")).to_be_visible()
    button.click()  # where there is room, it puts the menu away
    expect(page.locator("#pr-menu")).to_be_hidden()


@pytest.mark.parametrize("width", [320, 390, 768])
def test_what_a_menu_of_the_bar_offers_is_inside_the_page(page: Page, server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{server}/book/guts/audit.html")
    page.get_by_label("Download this page").click()
    offered = page.locator(".pr-dropdown li > *").all()
    assert len(offered) >= 2
    for entry in offered:
        box = entry.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width, box


def test_on_this_page_follows_however_fast_one_scrolls(page: Page, server: str) -> None:
    page.goto(f"{server}/book/guts/index.html")
    links = page.locator("#pr-contents a[href^='#']").all()
    hrefs = [link.get_attribute("href") for link in links]
    for href in [hrefs[3], hrefs[1], hrefs[-3], hrefs[0], hrefs[4]]:
        page.evaluate(
            "id => document.getElementById(id).scrollIntoView({behavior: 'instant'})", href[1:]
        )
        here = page.locator("#pr-contents a[aria-current='true']")
        expect(here).to_have_attribute("href", href)


def test_the_bar_says_what_its_buttons_do(page: Page, server: str) -> None:
    page.goto(f"{server}/book/guts/index.html")
    settle(page)
    assert page.evaluate(NAMELESS) == []
    switch = page.locator(".theme-switch-button")
    expect(switch).to_have_attribute("aria-label", "Colours: as the system")
    switch.click()
    expect(switch).to_have_attribute("aria-label", "Colours: dark")
    page.evaluate("localStorage.clear()")
    page.get_by_label("Download this page").click()
    expect(page.get_by_role("button", name="Print this page")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Print this page")).to_be_hidden()


def test_the_title_page_has_its_title_once(page: Page, server: str) -> None:
    page.goto(f"{server}/book/index.html")
    assert page.title() == "Parlor Games, Recomputed"
    assert page.locator("head > title").count() == 1
    assert page.locator("head > meta[name=viewport]").count() >= 1


def test_nothing_is_loaded_that_is_not_used(opened) -> None:
    told = {PurePosixPath(urlsplit(address).path).name for address in opened.evaluate(LOADED)}
    needs = {
        "proof.css": ".proof",
        "sphinx-design.min.css": "[class^='sd-']",
        "clipboard.min.js": ".highlight",
    }
    for file, element in needs.items():
        assert file not in told or opened.locator(element).count() > 0, file
    assert not told & {"bootstrap.js", "fontawesome.js", "searchtools.js", "search-index.js"}


@pytest.mark.parametrize("place", ["book/index", "book/guts/index", "book/ledger"])
@pytest.mark.parametrize("width", [390, 1400])
def test_nothing_jumps_while_a_page_comes(page: Page, server: str, place: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{server}/{place}.html")
    settle(page)
    assert page.evaluate(SHIFTS) <= 0.03
