"""What is asked of a page that is open in a browser; each answer is a list of what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

DRAWINGS = (Path(__file__).parent / "figures.js").read_text("utf-8").strip().rstrip(";")

FIGURES = """() => [...document.querySelectorAll(
    '.bd-article img, .bd-article .pr-drawing')].filter(e => {
  const box = e.getBoundingClientRect();
  const named = (e.getAttribute('aria-labelledby') || '').split(/\\s+/).filter(Boolean)
    .map(id => document.getElementById(id)?.textContent || '').join(' ');
  const name = (e.getAttribute('alt') || e.getAttribute('aria-label') || named).trim();
  const decorative = e.getAttribute('alt') === '' || e.getAttribute('aria-hidden') === 'true';
  const role = e.tagName === 'IMG' || e.getAttribute('role') === 'img';
  return !(decorative || (name && role)) || box.width <= 1 || box.height <= 1;
}).map(e => 'no name or no size: ' + (e.closest('[id]')?.id || '?') + ' ' + e.tagName)"""

OVERFLOW = """() => {
  const width = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll('body *')]
    .filter(e => e.getBoundingClientRect().right > width + 1);
  const scrolls = e => e && (['auto', 'scroll'].includes(getComputedStyle(e).overflowX) ||
    scrolls(e.parentElement));
  const cut = wide.filter(e => e.closest('main') && !e.closest('svg') && e.offsetWidth &&
    e.checkVisibility({visibilityProperty: true, opacityProperty: true}) &&
    !scrolls(e.parentElement));
  const faults = cut.slice(0, 5).map(e => 'cut off: ' + e.tagName + '.' + e.className);
  if (document.scrollingElement.scrollWidth > width) faults.push('the page scrolls sideways');
  return faults;
}"""

# what reaches beyond the text: a displayed formula scrolls in its box, one in a line breaks
FORMULAS = """() => {
  const article = document.querySelector('.bd-article')?.getBoundingClientRect();
  return [...document.querySelectorAll('.bd-article :is(.pr-formula, .eqno, math)')]
    .filter(e => e.offsetParent !== null || e.matches('math'))
    .filter(e => !e.closest('.pr-scroll, table, .pr-formula') || e.matches('.pr-formula'))
    .filter(e => e.getBoundingClientRect().right > article.right + 1)
    .map(e => 'beyond the text: ' + e.textContent);
}"""

REACHED = """() => [...document.querySelectorAll(
    '.bd-article :is(pre, .pr-scroll, .pst-scrollable-table-container)')]
  .filter(e => !e.closest('details:not([open])') && e.scrollWidth > e.clientWidth + 1)
  .filter(e => getComputedStyle(e).overflowX === 'auto')
  .every(e => e.tabIndex === 0)"""

# a formula is text that is read aloud, as axe has yet to learn (its issue 3285); of what there are
# many alike the first stand for all, and to exclude the others takes longer than to look at them
AXE = """async ({within, ...asked}) => {
  document.querySelectorAll('tbody tr:nth-child(n+4)').forEach((e) => e.remove());
  for (const alike of ['aside.pr-claim', '.pr-table', '.pr-check', '.pr-arcs li'])
    [...document.querySelectorAll(alike)].slice(6).forEach((e) => e.remove());
  for (let all; (all = document.getAnimations()).length;) all.forEach((one) => one.finish());
  axe.configure({standards: {htmlElms: {math: {contentTypes: ['phrasing', 'flow']}}}});
  const found = await axe.run(within ?? document, {
    resultTypes: ['violations'], preload: false, ...asked,
  });
  return found.violations.flatMap(({id, nodes}) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}"""


def layout_faults(tab: Any) -> list[str]:
    """Figures without name or size, things beyond the edge, small or covered type in drawings."""
    found = [tab.evaluate(probe) for probe in (FIGURES, OVERFLOW, FORMULAS)]
    return sum(found, tab.evaluate(DRAWINGS)["faults"])


def reach_everything(tab: Any) -> None:
    """Wait until all that scrolls sideways can be reached by keyboard, which scripts see to."""
    tab.wait_for_function(REACHED, timeout=60_000)


def axe_faults(
    tab: Any, *, only: Sequence[str] = (), also: Sequence[str] = (), within: str | None = None
) -> list[str]:
    """Return axe's violations as `rule: element`; the page is shorter afterwards.

    Rules that axe does not ask by itself are asked `also`: to ask twice takes twice as long.
    """
    if not tab.evaluate("'axe' in window"):
        tab.evaluate(AXE_SCRIPT)
    asked = {"runOnly": list(only)} if only else {}
    more = {rule: {"enabled": True} for rule in also}
    return tab.evaluate(AXE, {"within": within, "rules": more, **asked})
