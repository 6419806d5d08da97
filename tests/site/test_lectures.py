"""What each lecture owes its reader: something to do, no cards of the audit, so many minutes."""

from __future__ import annotations

import re
from pathlib import Path

from test_pages import LECTURES, WHOLE

SHOWN = """text => {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const words = page.querySelector('.bd-article');
  const [cards, toDo] = ['.pr-claim', ':is(.pr-play, .pr-slider)']
    .map(one => words.querySelectorAll(one).length);
  const brief = words.querySelector('.admonition')?.textContent ?? '';
  const open = what => [...words.querySelectorAll(what)].filter(e => !e.closest('details')).length;
  const [looks, displays] = [open('figure'), open('math[display=block]')];
  words.querySelectorAll('math').forEach(e => e.replaceWith('formula'));
  words.querySelectorAll('details, table, svg, script, style, noscript, .cell_input, .highlight, ' +
    '.pr-play, .pr-slider, .pr-citing, .pr-downloads, #references').forEach(e => e.remove());
  return {words: words.textContent.split(/\\s+/).length, looks, displays, brief, cards, toDo};
}"""
PACE = 200  # words a minute, and a formula in a line is one
LOOK, DISPLAY = 0.5, 0.25  # minutes: a figure or a table that stands open, a formula by itself
LONGEST = 300  # minutes, for all lectures
FIRST, FORMULAS = 12, 2  # minutes and formulas of a chapter's first page
ACTIVE = 12  # lectures with something to do; the reader who is only told forgets


def minutes(one: dict) -> float:
    """How long a page takes with its figures and formulas."""
    return one["words"] / PACE + LOOK * one["looks"] + DISPLAY * one["displays"]


def test_lectures_have_something_to_do_and_are_as_long_as_they_say(page, site: Path) -> None:
    names = [*sorted(LECTURES), *WHOLE]
    shown = {name: page.evaluate(SHOWN, (site / f"{name}.html").read_text()) for name in names}
    assert {name: one["cards"] for name, one in shown.items() if one["cards"]} == {}
    active = [name for name in LECTURES if shown[name]["toDo"]]
    assert len(active) >= ACTIVE, sorted(set(LECTURES) - {*active})
    total = 0.0
    for first in [name for name in LECTURES if name.endswith("/index")]:
        assert minutes(shown[first]) <= FIRST and shown[first]["displays"] <= FORMULAS, first
        pages = [name for name in LECTURES if name.startswith(first.removesuffix("index"))]
        takes = sum(minutes(shown[name]) for name in pages)
        said = re.findall(r"To read\. About (\d+) minutes", shown[first]["brief"])
        assert len(said) == 1 and abs(int(said[0]) - takes) <= 5, (first, takes, said)
        total += takes
    assert total <= LONGEST
