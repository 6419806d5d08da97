"""Readers with a keyboard, a screen reader, colours of their own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browsing import settle, toc_pages
from test_kinds import KINDS

# What has the focus, its colours with those above it laid below, and the contrast of its text.
FOCUSED = """() => {
  const probe = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const luminance = () => {
    const [r, g, b] = [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3).map(v => {
      v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const lay = colour => { probe.fillStyle = colour; probe.fillRect(0, 0, 1, 1); };
  const e = document.activeElement;
  if (e === document.body) return null;
  const above = [];
  for (let one = e; one; one = one.parentElement) above.unshift(one);
  for (const one of above) lay(getComputedStyle(one).backgroundColor);
  const ground = luminance();
  lay(getComputedStyle(e).color);
  const [a, b] = [luminance(), ground].sort((x, y) => x - y);
  const {outlineStyle, boxShadow} = getComputedStyle(e);
  const shown = outlineStyle !== 'none' || boxShadow !== 'none' ||
    (e.closest('.bd-search') && getComputedStyle(e.closest('.bd-search')).boxShadow !== 'none');
  const contrast = (b + 0.05) / (a + 0.05);
  return {name: e.outerHTML.slice(0, 120), contrast, shown: Boolean(shown),
          bare: !e.textContent.trim()};
}"""
# Folds and buttons that share a name, and links that are named by none.
ALIKE = """() => {
  const name = e => (e.getAttribute('aria-label') || e.textContent || e.title)
    .replace(/\\s+/g, ' ').trim();
  const seen = [...document.querySelectorAll('summary, button:not(.highlight *, [hidden])')]
    .filter(e => !e.matches('.search-button__button, .pr-play *')).map(name); // games have names
  const links = [...document.querySelectorAll('a[href]')].filter(e => !e.closest('[aria-hidden]'))
    .filter(e => ['', '#', 'Link', 'Ledger', 'CSV'].includes(name(e)))
    .filter(e => !e.closest('p:not([class])'));
  return [...seen.filter((one, i) => seen.indexOf(one) !== i), ...links.map(e => e.outerHTML)];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_has_the_focus_is_seen_and_read(tab_of, server: str, kind: str, scheme: str) -> None:
    with tab_of(color_scheme=scheme, viewport={"width": 1280, "height": 900}) as page:
        page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
        page.goto(f"{server}/{KINDS[kind]}.html")
        settle(page)
        for _ in range(30):
            page.keyboard.press("Tab")
            found = page.evaluate(FOCUSED)
            if not found:
                break
            assert found["shown"], found
            assert found["bare"] or found["contrast"] >= 4.5, found
        page.emulate_media(reduced_motion="no-preference", color_scheme=scheme)


@pytest.mark.parametrize("name", toc_pages())
def test_folds_and_links_have_names_of_their_own(page: Page, server: str, name: str) -> None:
    page.goto(f"{server}/{name}.html")
    assert page.evaluate(ALIKE) == []


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
