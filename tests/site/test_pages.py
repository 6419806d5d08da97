"""Every page of the built site in a real Chromium, opened once: it loads, draws, fits, is clean.

Pages are opened by turns on a phone in the dark, from their folder, and on a desk in the light,
from a server. `test_kinds` asks more of a page of each kind, and axe.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page

from browsing import DESK, PLACES, resize, settle, watch
from press.project.places import Project
from probes import axe_faults, layout_faults, reach_everything

LECTURES = {
    page.place for pages in Project.here().chapters.values() if len(pages) > 1
    for page in pages[:-2]
}  # fmt: skip
WHOLE = ("book/index", "book/side_by_side")  # their tables stand whole too
LECTURE = """() => {
  const article = document.querySelector('.bd-article').getBoundingClientRect();
  const code = [...document.querySelectorAll('.bd-article .cell_input')]
    .filter(e => e.offsetHeight && !e.closest('details:not([open])'));
  const first = document.querySelector('.bd-article :is(figure, .pr-play)');
  const clipped = [...document.querySelectorAll('.bd-article table')]
    .filter(e => e.offsetParent && !e.closest('details:not([open])'))
    .map(e => e.closest('.pr-scroll, .pst-scrollable-table-container') ?? e.parentElement)
    .filter(e => e.scrollWidth > e.clientWidth + 1)
    .map(e => `${e.getAttribute('aria-label') ?? e.textContent.slice(0, 60)}: ` +
      `${e.scrollWidth} of ${e.clientWidth}`);
  return {clipped, height: article.height, code: code.reduce((sum, e) => sum + e.offsetHeight, 0),
          first: first ? first.getBoundingClientRect().top + window.scrollY : Infinity};
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
PHONE = {"width": 390, "height": 844}
SHIFTS = """new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (!entry.hadRecentInput) window.shifted = (window.shifted ?? 0) + entry.value;
  }
}).observe({type: 'layout-shift', buffered: true});"""
SHIFTED = """() => new Promise(told => requestAnimationFrame(() => requestAnimationFrame(
  () => setTimeout(() => told(window.shifted ?? 0)))))"""  # once what moved last is seen
SHIFT = 0.05  # what Core Web Vitals calls good is twice that
MOST, TITLE = 1_500_000, 300_000  # bytes that a page loads as a static host sends them


@pytest.fixture(scope="session")
def readers(new_tab, server: str, folder: str) -> list[tuple]:
    """A phone that opens pages from their folder, and a desk that has them from a server."""
    found = []
    for base, scheme, size in ((folder, "dark", PHONE), (server, "light", DESK)):
        tab = new_tab(color_scheme=scheme, viewport=size)
        tab.add_init_script(SHIFTS)
        pace = tab.context.new_cdp_session(tab)
        asked: set[str] = set()
        tab.on("request", lambda request, asked=asked: asked.add(request.url))
        found.append((tab, pace, base, size, watch(tab, base + "/"), asked))
    return found


@cache
def sent(file: Path) -> int:
    """How many bytes a static host sends for a file."""
    content = file.read_bytes()
    packed = file.suffix in (".ico", ".jpg", ".png", ".woff", ".woff2")
    return len(content if packed else gzip.compress(content, 6))


@pytest.mark.parametrize("name", PLACES)
def test_a_page(readers: list[tuple], site: Path, name: str) -> None:
    tab, pace, base, size, faults, asked = readers[PLACES.index(name) % 2]
    tab.goto("about:blank")
    resize(tab, **size)
    # on a slow machine a lab's page is seen before its form is ready
    pace.send("Emulation.setCPUThrottlingRate", {"rate": 4 if name.endswith("/lab") else 1})
    for of_the_page_before in (faults, asked):
        of_the_page_before.clear()  # what it still asked for is given up and no fault of this one
    tab.goto(f"{base}/{name}.html")
    settle(tab)
    assert faults == []
    top = urlsplit(base).path
    places = {unquote(urlsplit(one).path.removeprefix(top)) for one in asked if base in one}
    weights = {place: sent(site / place.strip("/")) for place in places}
    idle = ("search",) if name.endswith("/lab") else ("search", "/form.js", "/sliders.js")
    assert len(weights) > 3 and not [
        place for place in weights if any(one in place for one in idle)
    ]
    assert sum(weights.values()) <= (TITLE if name == PLACES[0] else MOST), weights
    assert tab.evaluate(SHIFTED) <= SHIFT
    assert tab.title()
    assert tab.locator("h1:visible").count() == 1
    assert layout_faults(tab) == []
    reach_everything(tab)
    waiting = tab.locator(".pr-still:visible, .pr-slider[hidden]")  # games and figures, for scripts
    assert waiting.count() == 0
    assert tab.evaluate(ALIKE) == []
    if name in LECTURES or name in WHOLE:  # on a desk: words and tables, and soon a picture
        resize(tab, 1280)
        told = tab.evaluate(LECTURE)
        assert told["clipped"] == []
        assert told["code"] <= told["height"] / 10
        assert told["first"] <= 2 * 900 or name in WHOLE


# Canaries: each probe must see what was planted.

PLANT = "html => document.querySelector('.bd-article').insertAdjacentHTML('beforeend', html)"


@pytest.fixture
def planted(page: Page, server: str):
    """Give the title page with something at its end."""

    def plant(html: str) -> Page:
        page.goto(f"{server}/book/index.html")
        page.evaluate(PLANT, html)
        return page

    return plant


def test_canary_axe_sees_a_nameless_picture_an_empty_head_and_faint_text(planted) -> None:
    page = planted(
        '<img src="../_static/favicon.svg"><p style="color:#ccc;background:#fff">faint</p>'
        '<table><tr><th scope="col"><math><mi>t</mi></math></th>'
        '<th scope="col"><math><mspace width="1em"></mspace></math></th></tr>'
        "<tr><td>1</td><td>2</td></tr></table>"
    )
    faults = axe_faults(page)
    assert {"image-alt", "color-contrast"} <= {fault.partition(":")[0] for fault in faults}
    (head,) = [fault for fault in faults if fault.startswith("empty-table-header")]
    assert "mspace" in head, "a formula is text, and an empty one is none"


def test_canary_what_does_not_fit_is_seen(planted) -> None:
    long = f'white-space:nowrap"><b>{"long " * 99}</b></p>'
    assert layout_faults(planted(f'<p style="overflow:auto;{long}')) == []  # a box of its own
    page = planted(
        '<div style="width:3000px;height:1px"></div><img src="../_static/favicon.svg">'
        '<p><math><mspace width="3000px"></mspace><mi>x</mi></math></p>'
        f'<p style="overflow:hidden;{long}'
    )
    told = " ".join(layout_faults(page))
    for fault in ("scrolls sideways", "cut off: B.", "beyond the text: x", "no name or no size"):
        assert fault in told


def test_canary_outside_request_missing_file_and_script_error_are_seen(page, server: str) -> None:
    page.route("https://outside.invalid/**", lambda route: route.abort())
    faults = watch(page, server + "/")
    page.goto(f"{server}/book/index.html")
    page.evaluate(
        """() => { for (const src of ['https://outside.invalid/x.png', 'missing.png']) {
             const image = new Image(); image.src = src; document.body.append(image); }
           setTimeout(() => { throw new Error('planted'); }); }"""
    )
    page.wait_for_load_state("networkidle")
    text = "\n".join(faults)
    assert "request outside: https://outside.invalid/x.png" in text
    assert "status 404" in text
    assert "planted" in text
