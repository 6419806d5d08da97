"""The built site in a real Chromium: it loads, draws, fits, and can be read by everyone."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from browsing import Loaded, Watched, resize, settle, watch
from press.run.project import Project

# Faults of the theme that the book cannot mend: rule, and why it stays. Keep it empty if you can.
ALLOWED_AXE: dict[str, str] = {}
RUN_AXE = (Path(__file__).parent / "contrast.js").read_text("utf-8")

FIGURES = """() => [...document.querySelectorAll(
    '.bd-article img, .bd-article .pr-drawing')].map(e => {
  const box = e.getBoundingClientRect();
  const named = (e.getAttribute('aria-labelledby') || '').split(/\\s+/).filter(Boolean)
    .map(id => document.getElementById(id)?.textContent || '').join(' ');
  const name = (e.getAttribute('alt') || e.getAttribute('aria-label') || named).trim();
  return {what: (e.closest('[id]')?.id || '?') + ' ' + e.tagName, name,
          decorative: e.getAttribute('alt') === '' || e.getAttribute('aria-hidden') === 'true',
          role: e.tagName === 'IMG' || e.getAttribute('role') === 'img',
          width: box.width, height: box.height};
})"""

LECTURE = """() => {
  const article = document.querySelector('.bd-article').getBoundingClientRect();
  const code = [...document.querySelectorAll('.bd-article .cell_input')]
    .filter(e => e.offsetHeight && !e.closest('details:not([open])'));
  const first = document.querySelector('.bd-article :is(figure, .pr-play)');
  return {height: article.height, code: code.reduce((sum, e) => sum + e.offsetHeight, 0),
          first: first ? first.getBoundingClientRect().top + window.scrollY : Infinity};
}"""

OVERFLOW = """() => {
  const width = document.documentElement.clientWidth;
  const page = document.scrollingElement.scrollWidth;
  const told = e => e.tagName + '.' + (e.className.baseVal ?? e.className);
  const wide = [...document.querySelectorAll('body *')]
    .filter(e => e.getBoundingClientRect().right > width + 1);
  const scrolls = e => e && (['auto', 'scroll'].includes(getComputedStyle(e).overflowX) ||
    scrolls(e.parentElement));
  const cut = wide.filter(e => e.closest('main') && !e.closest('svg') && e.offsetWidth &&
    e.checkVisibility({visibilityProperty: true, opacityProperty: true}) &&
    !scrolls(e.parentElement));
  return {page, width, wide: wide.slice(0, 5).map(told), cut: cut.slice(0, 5).map(told)};
}"""

CONTRAST = """() => {
  const probe = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const luminance = colour => {
    probe.fillStyle = colour; probe.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3).map(v => {
      v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(document.documentElement);
  const ground = luminance(getComputedStyle(document.body).backgroundColor);
  return [1, 2, 3, 4, 5, 6].map(i => {
    const [a, b] = [luminance(style.getPropertyValue(`--pr-c${i}`)), ground].sort((x, y) => x - y);
    return (b + 0.05) / (a + 0.05);
  });
}"""


@pytest.fixture(params=["http", "file"])
def base(request: pytest.FixtureRequest, site: Path) -> str:
    """Give the address of the site: from a server, and from a folder by double click."""
    if request.param == "http":
        return request.getfixturevalue("server")
    return site.resolve().as_uri()


def test_page_loads_alone_and_without_a_fault(loaded: Loaded) -> None:
    assert loaded.tab.title()
    assert loaded.tab.locator("h1:visible").count() == 1
    assert loaded.faults == []


def test_page_loads_from_a_folder(folder_desk: Watched, name: str) -> None:
    loaded = folder_desk.load(name)
    assert loaded.tab.title()
    assert loaded.tab.locator("h1:visible").count() == 1
    assert loaded.faults == []


def test_root_opens_the_title_page(page, base: str) -> None:
    faults = watch(page, base + "/")
    page.goto(f"{base}/index.html")
    page.wait_for_url("**/book/index.html")
    assert faults == []


def test_figures_have_a_name_and_a_size(wide) -> None:
    for figure in wide.evaluate(FIGURES):
        assert figure["decorative"] or (figure["name"] and figure["role"]), figure
        assert figure["width"] > 1 and figure["height"] > 1, figure


@pytest.mark.parametrize("width", [1280, 768, 360, 320])
def test_page_does_not_scroll_sideways(opened, width: int) -> None:
    resize(opened, width)
    found = opened.evaluate(OVERFLOW)
    assert found["width"] <= width
    assert found["page"] <= found["width"], found
    assert not found["cut"], "beyond the edge, and nothing there scrolls"


REACHED = """() => [...document.querySelectorAll(
    '.bd-article :is(pre, .pr-scroll, .pst-scrollable-table-container)')]
  .filter(e => !e.closest('details:not([open])') && e.scrollWidth > e.clientWidth + 1)
  .filter(e => getComputedStyle(e).overflowX === 'auto')
  .every(e => e.tabIndex === 0)"""
FOLDED = "[...document.querySelectorAll('.bd-article details:not([open])')]"


@pytest.mark.parametrize("width", [360])
def test_what_scrolls_sideways_can_be_reached_by_keyboard(opened, width: int) -> None:
    resize(opened, width)
    opened.wait_for_function(REACHED, timeout=5_000)
    folded = opened.evaluate_handle(f"{FOLDED}.map(e => ((e.open = true), e))")
    opened.wait_for_function(REACHED, timeout=5_000)
    opened.evaluate("all => all.forEach(e => e.open = false)", folded)


def test_dark_mode_darkens(page, dark_page, server: str) -> None:
    grounds = []
    for tab in (page, dark_page):
        tab.goto(f"{server}/book/index.html")
        settle(tab)
        colour = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        grounds.append(sum(int(part) for part in colour[4:-1].split(",")[:3]))
        assert min(tab.evaluate(CONTRAST)) >= 3
    assert grounds[0] > 700 and grounds[1] < 200


def test_reader_can_choose_the_mode(page, server: str) -> None:
    page.goto(f"{server}/book/index.html")
    settle(page)
    seen = set()
    for _ in range(3):
        page.locator("button.theme-switch-button:visible").first.click()
        seen.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    page.evaluate("localStorage.clear()")
    assert len(seen) == 2


LECTURES = [
    page.place for pages in Project.here().chapters.values() if len(pages) > 1
    for page in pages[:-2]
]  # fmt: skip


@pytest.mark.parametrize("lecture", LECTURES)
def test_a_lecture_is_words_with_a_picture_first(page, server: str, lecture: str) -> None:
    page.goto(f"{server}/{lecture}.html")
    settle(page)
    found = page.evaluate(LECTURE)
    assert found["code"] <= found["height"] / 10
    assert found["first"] <= 2 * 900  # on the first two screens


# whoever takes a colour from another that has come to its end may then begin to change
AT_ITS_END = """() => {
  for (let all; (all = document.getAnimations()).length;) all.forEach((one) => one.finish());
}"""
CLEAN: set[str] = set()  # kinds of text whose contrast axe has found good, on any page


def axe_faults(page, **options: object) -> list[str]:
    """Return axe's violations as `rule: element`, without those allowed."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    told = page.evaluate(RUN_AXE, {"known": " ".join(CLEAN), **options})
    faults = [(rule, html) for rule, html in told["faults"] if rule not in ALLOWED_AXE]
    if not faults:
        CLEAN.update(told["clean"].split())
    return [f"{rule}: {html}" for rule, html in faults]


def test_axe_finds_nothing(wide) -> None:
    assert axe_faults(wide) == []


def test_axe_finds_nothing_in_the_dark(wide) -> None:
    # Only colours differ from the light page, so only they are looked at again.
    wide.emulate_media(color_scheme="dark")
    wide.wait_for_function("matchMedia('(prefers-color-scheme: dark)').matches")
    wide.evaluate(AT_ITS_END)
    faults = axe_faults(wide, runOnly=["color-contrast"])
    wide.emulate_media(color_scheme="light")
    assert faults == []


# Canaries: each probe must see what was planted.


def test_canary_axe_sees_a_nameless_picture_an_empty_head_and_faint_text(page, server: str) -> None:
    page.goto(f"{server}/book/index.html")
    settle(page)
    page.evaluate(
        """document.querySelector('.bd-article').insertAdjacentHTML('beforeend',
          '<img src="../_static/favicon.svg"><p style="color:#ccc;background:#fff">faint</p>' +
          '<table><tr><th scope="col"><math><mi>t</mi></math></th>' +
          '<th scope="col"><math><mspace width="1em"></mspace></math></th></tr>' +
          '<tr><td>1</td><td>2</td></tr></table>')"""
    )
    faults = axe_faults(page)
    assert {"image-alt", "color-contrast"} <= {fault.partition(":")[0] for fault in faults}
    (head,) = [fault for fault in faults if fault.startswith("empty-table-header")]
    assert "mspace" in head, "a formula is text, and an empty one is none"


# Each plants a fault in the second of two texts of the same classes.
@pytest.mark.parametrize(
    "fault",
    [
        '<p style="color:#ccc">{}</p>',
        '<div style="background:#222">{}</div>',
        '<p style="position:absolute;height:40px;width:300px;background:#222"></p>'
        '<div style="position:relative">{}</div>',
        '<p style="height:40px;background:#222"></p><div style="margin-top:-50px">{}</div>',
    ],
)
def test_canary_axe_sees_the_one_faint_text_among_many(page, server: str, fault: str) -> None:
    page.goto(f"{server}/book/index.html")
    settle(page)
    text = "<b>a text</b>"
    page.evaluate(
        "html => document.querySelector('.bd-article').insertAdjacentHTML('beforeend', html)",
        f"<div style='background:#fff;color:#333'><p>{text}</p><p>{text}</p>"
        + fault.format(text)
        + f"<p>{text}</p></div>",
    )
    assert [one.partition(":")[0] for one in axe_faults(page)] == ["color-contrast"]


@pytest.mark.parametrize(
    "style, faint",
    [
        ("text-decoration:none;color:#333", True),  # among black letters
        ("text-decoration:underline;color:#333", False),
        ("text-decoration:none;color:#06c", False),
    ],
)
def test_canary_axe_sees_a_link_that_nothing_tells_from_text(
    page, server: str, style: str, faint: bool
) -> None:
    page.goto(f"{server}/book/index.html")
    settle(page)
    page.evaluate(
        """style => document.querySelector('.bd-article').insertAdjacentHTML('beforeend',
          `<p style="background:#fff;color:#000">Much text and <a href="#x"
             style="${style};font-weight:inherit">a link</a>, and text.</p><i id="x"></i>`)""",
        style,
    )
    for _ in range(2):  # and again after it was seen
        rules = [one.partition(":")[0] for one in axe_faults(page)]
        assert rules == ["link-in-text-block"] * faint


def test_canary_of_text_in_a_drawing_axe_cannot_tell(page, server: str) -> None:
    """So it is not asked; once it can, contrast.js should no longer leave drawings out."""
    page.goto(f"{server}/book/index.html")
    told = page.evaluate(
        """async (axe_script) => {
          (0, eval)(axe_script);
          document.querySelector('.bd-article').insertAdjacentHTML('afterbegin',
            '<svg width="200" height="40"><text y="20" fill="#eee">faint</text></svg>');
          const found = await axe.run('svg text', {runOnly: ['color-contrast']});
          return [found.violations.length, found.incomplete[0].nodes[0].any[0].data.messageKey];
        }""",
        AXE_SCRIPT,
    )
    assert told == [0, "imgNode"]


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
    page.wait_for_timeout(200)
    text = "\n".join(faults)
    assert "request outside: https://outside.invalid/x.png" in text
    assert "status 404" in text
    assert "planted" in text


def test_canary_wide_element_is_seen(page, server: str) -> None:
    page.goto(f"{server}/book/index.html")
    page.evaluate(
        """document.querySelector('.bd-article').insertAdjacentHTML('beforeend',
          '<div style="width:3000px;height:1px"></div>')"""
    )
    found = page.evaluate(OVERFLOW)
    assert found["page"] > found["width"]


def test_canary_what_is_cut_off_is_seen(page, server: str) -> None:
    page.goto(f"{server}/book/index.html")
    for style, cut in (("hidden", ["B."]), ("auto", [])):
        page.evaluate(
            """style => document.querySelector('.bd-article').insertAdjacentHTML('beforeend',
              `<p style="overflow:${style};white-space:nowrap"><b>${'long '.repeat(99)}</b>`)""",
            style,
        )
        assert page.evaluate(OVERFLOW)["cut"] == cut
        page.evaluate("document.querySelector('.bd-article').lastElementChild.remove()")
