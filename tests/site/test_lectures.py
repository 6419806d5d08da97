"""What each lecture owes its reader: whole tables, no cards of the audit, something to do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from test_pages import LECTURES

SHOWN = """() => {
  const visible = e => e.offsetParent && !e.closest('details:not([open])');
  const clipped = [...document.querySelectorAll('.bd-article table')].filter(visible)
    .map(e => e.closest('.pr-scroll, .pst-scrollable-table-container') ?? e.parentElement)
    .filter(e => e.scrollWidth > e.clientWidth + 1)
    .map(e => `${e.getAttribute('aria-label') ?? e.textContent.slice(0, 60)}: ` +
      `${e.scrollWidth} of ${e.clientWidth}`);
  const words = document.querySelector('.bd-article').cloneNode(true);
  words.querySelectorAll('math').forEach(e => e.replaceWith('formula'));
  words.querySelectorAll('details, table, svg, script, style, noscript, .cell_input, .highlight, ' +
    '.pr-play, .pr-slider, .pr-citing, .pr-downloads, #references').forEach(e => e.remove());
  return {
    words: words.textContent.split(/\\s+/).length,
    brief: document.querySelector('.admonition')?.textContent ?? '',
    clipped, cards: document.querySelectorAll('.bd-article .pr-claim').length,
    toDo: document.querySelectorAll('.bd-article :is(.pr-play, .pr-slider)').length,
  };
}"""
OTHERS = ["book/index", "book/side_by_side"]
PACE = 200  # words a minute, and a formula is one
LONGEST = 210  # minutes, for all lectures
ACTIVE = 12  # lectures with something to do; the reader who is only told forgets


@pytest.fixture(scope="module")
def shown(new_tab, folder: str) -> dict[str, dict]:
    page: Page = new_tab(viewport={"width": 1280, "height": 900})
    found = {}
    for name in [*sorted(LECTURES), *OTHERS]:
        page.goto(f"{folder}/{name}.html")
        found[name] = page.evaluate(SHOWN)
    return found


def test_every_table_stands_whole_on_a_desk(shown: dict[str, dict]) -> None:
    clipped = [f"{name}: {table}" for name, one in shown.items() for table in one["clipped"]]
    assert not clipped, "\n".join(clipped)


def test_cards_stand_in_audits_alone(shown: dict[str, dict]) -> None:
    assert {name: one["cards"] for name, one in shown.items() if one["cards"]} == {}


def test_most_lectures_have_something_to_do(shown: dict[str, dict]) -> None:
    active = [name for name in LECTURES if shown[name]["toDo"]]
    assert len(active) >= ACTIVE, sorted(set(LECTURES) - {*active})


def test_in_brief_says_how_long_a_chapter_takes_to_read(shown: dict[str, dict]) -> None:
    total = 0.0
    for first in [name for name in LECTURES if name.endswith("/index")]:
        pages = [name for name in LECTURES if name.startswith(first.removesuffix("index"))]
        takes = sum(shown[name]["words"] for name in pages) / PACE
        said = re.findall(r"To read\. About (\d+) minutes", shown[first]["brief"])
        assert len(said) == 1 and abs(int(said[0]) - takes) <= 5, (first, takes, said)
        total += takes
    assert total <= LONGEST
