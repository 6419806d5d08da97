"""What stands around a page: colours, menus and contents, also for readers without scripts."""

from __future__ import annotations

import string

from fontTools.ttLib import TTFont
from playwright.sync_api import Page, expect

from browsing import DESK, PHONE, settle
from press.site.fonts import shipped

NAMELESS = """() => [...document.querySelectorAll(
    ':is(.bd-header-article, #pr-menu, #pr-contents, #pr-search) :is(button, summary, a, input)')]
  .filter(e => !(e.matches('[aria-label]') || e.querySelector('[aria-label]') ||
    e.textContent.trim()))
  .map(e => e.outerHTML)"""


def test_without_a_script_the_phone_has_its_menus(tab_of, server: str) -> None:
    with tab_of(java_script_enabled=False, viewport=PHONE) as plain:
        plain.goto(f"{server}/book/guts/index.html")
        for button, link in (
            ("Contents of the book", "The token game"),
            ("Contents of this page", "Strangers play a fair game"),
        ):
            expect(plain.get_by_role("link", name=link, exact=False).first).to_be_hidden()
            plain.get_by_role("button", name=button).click()
            expect(plain.get_by_role("link", name=link, exact=False).first).to_be_visible()
            plain.keyboard.press("Escape")
        plain.get_by_role("button", name="Contents of the book").click()
        plain.get_by_role("link", name="Glossary", exact=True).first.click()
        plain.wait_for_url("**/glossary.html")


def test_a_menu_on_a_phone_closes_by_escape_and_gives_the_focus_back(page: Page, server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{server}/book/guts/index.html")
    button = page.get_by_role("button", name="Contents of the book")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#pr-menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#pr-menu")).to_be_hidden()
    expect(button).to_be_focused()
    page.set_viewport_size(DESK)
    expect(page.locator("#pr-menu")).to_be_visible()
    button.click()  # where there is room, it puts the menu away
    expect(page.locator("#pr-menu")).to_be_hidden()


def test_what_a_menu_of_the_bar_offers_is_inside_the_page(page: Page, server) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(f"{server}/book/guts/lab.html")
    page.get_by_label("Download this page").click()
    offered = page.locator(".pr-dropdown li > *").all()
    assert len(offered) >= 2
    for entry in offered:
        box = entry.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 320, box


def test_on_this_page_follows_and_the_bar_says_what_its_buttons_do(page: Page, server) -> None:
    page.goto(f"{server}/book/guts/index.html")
    settle(page)
    links = page.locator("#pr-contents a[href^='#']").all()
    hrefs = [link.get_attribute("href") for link in links]
    for href in [hrefs[3], hrefs[1], hrefs[-3], hrefs[0], hrefs[4]]:  # however fast one scrolls
        page.evaluate(
            "id => document.getElementById(id).scrollIntoView({behavior: 'instant'})", href[1:]
        )
        here = page.locator("#pr-contents a[aria-current='true']")
        expect(here).to_have_attribute("href", href)
    assert page.evaluate(NAMELESS) == []
    switch = page.locator(".theme-switch-button")
    expect(switch).to_have_attribute("aria-label", "Colours: as the system")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    switch.click()
    expect(switch).to_have_attribute("aria-label", "Colours: dark")
    assert page.evaluate(ground) != light
    page.evaluate("localStorage.clear()")
    page.get_by_label("Download this page").click()
    expect(page.get_by_role("button", name="Print this page")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Print this page")).to_be_hidden()
    letters_have_the_room_that_their_font_gives_them(page)


def letters_have_the_room_that_their_font_gives_them(page: Page) -> None:
    """Else a browser that hints draws the next letter over it: per cent signs, quotation marks."""
    signs = string.punctuation + string.digits + "\u201c\u201d\u2026"
    shown = page.evaluate(
        """signs => [...signs].map(sign => {
          const probe = document.body.appendChild(document.createElement("span"));
          probe.style.cssText = "font: 16px pr-text; position: absolute";
          probe.textContent = sign;
          return probe.getBoundingClientRect().width;
        })""",
        signs,
    )
    font = TTFont(shipped("font_source_serif_pro", "files") / "SourceSerifPro-Regular.ttf")
    widths = [font["hmtx"][font.getBestCmap()[ord(sign)]][0] * 16 / 1000 for sign in signs]
    off = {s: w for s, w, to in zip(signs, shown, widths, strict=True) if abs(w - to) > 1}
    assert off == {}


def test_an_entry_is_cited_while_the_address_names_it(page: Page, server: str) -> None:
    page.goto(f"{server}/book/ledger.html")
    box = page.locator(".pr-citing")
    assert box.locator("summary").inner_text() == "Cite this page"
    page.goto(f"{server}/book/ledger.html#guts-table1-value-2")
    box.get_by_text("Cite this entry").click()
    text, bibtex = box.locator("pre").all_inner_texts()
    assert "“The ledger”, entry guts-table1-value-2. In Parlor Games, Recomputed" in text
    assert "ledger-guts-table1-value-2," in bibtex.partition("\n")[0]
    assert "title = {The ledger, entry guts-table1-value-2}" in bibtex
    page.goto(f"{server}/book/guts/index.html")
    page.get_by_role("link", name="Cite this page").click()
    expect(page.locator(".pr-cite-bibtex")).to_be_in_viewport()
