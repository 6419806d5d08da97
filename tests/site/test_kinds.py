"""A page of each kind: at all widths, in both schemes, by keyboard, printed, and without scripts.

All pages are made by the same style sheets and scripts, so that one of a kind stands for all.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from browsing import DESK, resize, settle
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
COLOURS = """() => [...document.querySelectorAll('body, .bd-article *, #pr-menu *')]
  .filter(e => !e.closest('.pr-play, .pr-ledger, noscript, script, details:not([open])'))
  .filter(e => !e.matches(':disabled'))
  .map(e => {
    const {color, backgroundColor, borderTopColor, fill} = getComputedStyle(e);
    return [e.tagName, color, backgroundColor, borderTopColor, fill].join(' ');
  })"""
DEAD = ".theme-switch-button, .search-button__button, button[onclick]"
# Functions of what a colour is seen as, laid over what has been laid before.
_LIGHT = """
  const probe = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const lay = colour => { probe.fillStyle = colour; probe.fillRect(0, 0, 1, 1); };
  const luminance = () => {
    const [r, g, b] = [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3).map(v => {
      v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (colour, ground) => {
    lay(colour);
    const [a, b] = [luminance(), ground].sort((x, y) => x - y);
    return (b + 0.05) / (a + 0.05);
  };
"""
# How light the ground is, and the contrast of the colours of lines.
GROUND = f"""() => {{ {_LIGHT}
  lay(getComputedStyle(document.body).backgroundColor);
  const ground = luminance();
  const inked = document.body.appendChild(document.createElement('i'));
  return [ground, [1, 2, 3, 4, 5, 6].map(i => {{
    inked.style.color = `var(--pr-c${{i}})`;
    return contrast(getComputedStyle(inked).color, ground);
  }})];
}}"""
# What has the focus, its colours with those above it laid below, and the contrast of its text.
FOCUSED = f"""() => {{ {_LIGHT}
  const e = document.activeElement;
  if (e === document.body) return null;
  const above = [];
  for (let one = e; one; one = one.parentElement) above.unshift(one);
  for (const one of above) lay(getComputedStyle(one).backgroundColor);
  const rings = [e, e.closest('.bd-search')].map(one => one && getComputedStyle(one).boxShadow);
  return {{name: e.outerHTML.slice(0, 120), bare: !e.textContent.trim(),
          contrast: contrast(getComputedStyle(e).color, luminance()),
          shown: getComputedStyle(e).outlineStyle !== 'none' ||
            rings.some(one => one && one !== 'none')}};
}}"""
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
    what_has_the_focus_is_seen_and_read(page)
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


def what_has_the_focus_is_seen_and_read(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    for _ in range(15):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if not found:
            break
        assert found["shown"], found
        assert found["bare"] or found["contrast"] >= 4.5, found
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
    grounds = []
    for tab in (page, dark_page):
        tab.goto(f"{server}/book/index.html")
        settle(tab)
        ground, contrasts = tab.evaluate(GROUND)
        grounds.append(ground)
        assert min(contrasts) >= 3
    assert grounds[0] > 0.85 and grounds[1] < 0.05
