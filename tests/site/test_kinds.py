"""A page of each kind: at all widths, in both schemes, by keyboard, printed, and without scripts.

All pages are made by the same style sheets and scripts, so that one of a kind stands for all.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from browsing import DESK, resize, settle
from pictures import taken
from probes import axe_faults, layout_faults, reach_everything

KINDS = {
    "title": "book/index",
    "lecture": "book/guts/weenie",
    "audit": "book/token_game/audit",
    "lab": "book/guts/lab",
    "ledger": "book/ledger",
    "plain": "book/developers",
    "reference": "book/reference/nakai",
    "search": "search",
}
DARK = ("audit", "lab", "plain")  # between them they have all that has colours of its own
WIDTHS = (1400, 320)  # `test_pages` has those of a desk and a usual phone
FOLDED = "[...document.querySelectorAll('.bd-article details:not([open])')]"

# Colours in which something is shown, but for what scripts make, and fields that wait for them.
COLOURS = """() => [...new Set([...document.querySelectorAll('body, .bd-article *, #pr-menu *')]
  .filter(e => !e.closest('.pr-play, .pr-ledger, noscript, script, details:not([open])'))
  .filter(e => !e.matches(':disabled'))
  .map(e => {
    const {color, backgroundColor, borderTopColor, fill} = getComputedStyle(e);
    return [e.tagName, color, backgroundColor, borderTopColor, fill].join(' ');
  }))]"""
DEAD = ".theme-switch-button, .search-button__button, button[onclick]"
# What has the focus, and whether that is seen.
FOCUSED = """() => {
  const e = document.activeElement;
  if (e === document.body) return null;
  const rings = [e, e.closest('.bd-search')].map(one => one && getComputedStyle(one).boxShadow);
  return {name: e.outerHTML.slice(0, 120), shown: getComputedStyle(e).outlineStyle !== 'none' ||
    rings.some(one => one && one !== 'none')};
}"""
# Letters in the colours of a figure's lines, as large as what needs the contrast of a drawing.
LINES = """document.body.insertAdjacentHTML('beforeend', [1, 2, 3, 4, 5, 6].map(i =>
  `<p class="pr-inked" style="font: bold 24px serif; color: var(--pr-c${i})">line</p>`).join(''))"""
SEEN = """selector => [...document.querySelectorAll(selector)]
  .filter(e => e.checkVisibility({visibilityProperty: true}) && e.getClientRects().length).length"""
CUT = """() => [...document.querySelectorAll(".bd-article :is(.pr-scroll, pre)")]
  .filter((box) => box.offsetParent && box.scrollWidth > box.clientWidth + 1
    && getComputedStyle(box).overflowX !== "visible").map((box) => box.className)"""


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_whole_for_every_reader(page: Page, tab_of, server: str, kind: str) -> None:
    address = f"{server}/{KINDS[kind]}.html"
    page.goto(address)
    settle(page)
    with_script = set(page.evaluate(COLOURS))
    it_fits_at_every_width_and_can_be_reached(page)
    nothing_is_cut_on_paper_and_what_is_for_a_screen_is_left_out(page)
    resize(page, **DESK)
    page.emulate_media(media="screen")
    what_has_the_focus_is_seen(page)
    assert axe_faults(page) == []
    if kind in DARK:
        page.emulate_media(color_scheme="dark")  # which the page follows at once
        assert axe_faults(page, only=["color-contrast"]) == []

    with tab_of(java_script_enabled=False, color_scheme="light", viewport=DESK) as plain:
        plain.goto(address)
        assert plain.locator("h1:visible").count() == 1
        assert set(plain.evaluate(COLOURS)) <= with_script
        assert [button for button in plain.locator(DEAD).all() if button.is_visible()] == []


def it_fits_at_every_width_and_can_be_reached(page: Page) -> None:
    for width in WIDTHS:
        resize(page, width)
        # type has nine pixels on a usual phone, and less on the least
        assert [one for one in layout_faults(page) if "pixels" not in one] == [], width
        reach_everything(page)
    page.evaluate("document.querySelectorAll('details').forEach(e => e.dataset.was = e.open)")
    page.evaluate(f"{FOLDED}.forEach(e => e.open = true)")
    reach_everything(page)
    page.evaluate("document.querySelectorAll('[data-was=false]').forEach(e => e.open = false)")


def what_has_the_focus_is_seen(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    for _ in range(15):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if not found:
            break
        assert found["shown"], found
    page.emulate_media(reduced_motion="no-preference")


def nothing_is_cut_on_paper_and_what_is_for_a_screen_is_left_out(page: Page) -> None:
    resize(page, 670)
    page.emulate_media(media="print")
    assert page.evaluate(SEEN, "h1") == 1
    for gone in (".pr-downloads", "details.hide", ".headerlink", ".pr-citing", ".pr-live"):
        assert page.evaluate(SEEN, gone) == 0, gone
    solutions = "details.sd-dropdown .sd-summary-content"
    assert page.evaluate(SEEN, solutions) == page.locator(solutions).count()
    assert page.evaluate(CUT) == []


def test_dark_mode_darkens(page: Page, dark_page: Page, server: str) -> None:
    lights = []
    for tab in (page, dark_page):
        tab.goto(f"{server}/book/index.html")
        tab.evaluate(LINES)
        assert axe_faults(tab, only=["color-contrast"], within="body > .pr-inked") == []
        lights.append(taken(tab.locator("body")).mean() / 255)
    assert lights[0] > 0.85 and lights[1] < 0.25
