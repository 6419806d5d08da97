"""Boxes beside links: by pointer, keyboard and touch, served and from disk; numbers and names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from browsing import toc_pages

LECTURE = "book/token_game/index"
TERM = ".bd-article a:has(> .std-term)"
WORK = ".bd-article .bibtex-citation a"
FIGURE = ".bd-article p a.pr-ref"
BOX = "#pr-hover"


@pytest.fixture
def lecture(page, server: str):
    page.goto(f"{server}/{LECTURE}.html")
    return page


def test_the_pointer_brings_a_box_that_it_may_enter(lecture) -> None:
    link, box = lecture.locator(TERM).first, lecture.locator(BOX)
    link.hover()
    box.wait_for(state="visible")
    assert "last mover" in box.inner_text()  # which the glossary says of backward induction
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


def test_boxes_work_from_disk(page, site: Path) -> None:
    page.goto((site / f"{LECTURE}.html").as_uri())
    page.locator(TERM).first.hover()
    page.locator(BOX).wait_for(state="visible")


def test_tables_and_figures_have_their_chapters_number(site: Path, name: str) -> None:
    text = (site / f"{name}.html").read_text("utf-8")
    chapters = dict.fromkeys(p.split("/")[1] for p in toc_pages() if p.endswith("/lab"))
    folder = name.split("/")[1]
    if folder not in chapters:
        return
    order = list(chapters).index(folder) + 1
    frames = re.findall(r'<figure class="pr-(table|figure)" id="[\w-]+">', text)
    numbers = re.findall(r"<figcaption><b><a [^>]*>(Table|Figure) (\d+)\.\d+\.</a></b>", text)
    numbers += re.findall(r"<figcaption>\s*<p><b><a [^>]*>(Table) (\d+)\.\d+\.</a></b>", text)
    assert len(numbers) == len(frames)
    assert {int(chapter) for _, chapter in numbers} <= {order}
    theorems = re.findall(r'class="caption-number">\w+ (\d+)\.\d+ ', text)
    equations = re.findall(r'class="eqno">\((\d+)\.\d+\)', text)
    assert {int(chapter) for chapter in theorems + equations} <= {order}
