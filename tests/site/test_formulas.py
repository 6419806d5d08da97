"""Formulas and numbers on the built pages: set, whole, and fit to be read at every width."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from browsing import resize

_LEFT = re.compile(
    r"<(code|pre|kbd|samp|script|style|math|textarea|title)\b.*?</\1>|<!--.*?-->", re.DOTALL
)
_TOLD = re.compile(r'\b(?:aria-label|title|alt)="([^"]*)"')
# formulas that stand as text: t_{k}, x_1, p^2, $x$; names such as n_players are none
_RAW = re.compile(
    r"_\{|\^\{|(?<![A-Za-z_.])[A-Za-z]_\w{1,2}\b|\w\^[\w({-]|\\[a-z]{2,}|\$[^\s$]+\$(?!\d)"
)
_NUMBERS = re.compile(
    r"(?<![\w.)\]-])-[$]?\.?\d|(?<![\w.])\d(?:\.\d+)?e[+-]?\d+\b|[\u2212-]0\.0+\b"
)

EQUATIONS = """() => {
  const article = document.querySelector('.bd-article').getBoundingClientRect();
  return [...document.querySelectorAll('.bd-article div.math')].filter(e => e.offsetWidth)
    .map(e => {
      const parts = [...e.querySelectorAll('math, .eqno')].map(p => p.getBoundingClientRect());
      const number = e.querySelector('.eqno')?.getBoundingClientRect();
      const formulas = [...e.querySelectorAll('math')].map(p => p.getBoundingClientRect());
      return {
        text: e.textContent.slice(0, 50),
        scrolls: e.scrollWidth > e.clientWidth + 1,
        outside: parts.some(b => b.left < article.left - 1 || b.right > article.right + 1),
        // beside the formula, on a phone below it
        covered: !!number && formulas.some(b => innerWidth > 480 ? b.right > number.left + 1
          : b.bottom > number.top + 1),
        small: Math.min(...[...e.querySelectorAll('math')].map(
          m => parseFloat(getComputedStyle(m).fontSize))) < 10,
      };
    });
}"""

INLINE = """() => {
  const article = document.querySelector('.bd-article').getBoundingClientRect();
  return [...document.querySelectorAll('.bd-article math')]
    .filter(e => e.getBoundingClientRect().width && !e.closest('.pr-scroll, table'))
    .filter(e => e.getBoundingClientRect().right > article.right + 1)
    .map(e => e.textContent);
}"""


@pytest.mark.parametrize("width", [320, 360, 390, 768, 1400])
def test_no_formula_is_cut(opened, width: int) -> None:
    resize(opened, width)
    for equation in opened.evaluate(EQUATIONS):
        faults = [fault for fault, found in equation.items() if found is True]
        assert faults == [], equation
    assert opened.evaluate(INLINE) == []


def test_formulas_have_their_font(wide) -> None:
    if wide.locator(".bd-article math").count():
        assert wide.evaluate("[...document.fonts].some(f => /Formulas/.test(f.family))")
        assert wide.evaluate("document.fonts.check('16px Formulas')")


def test_formulas_and_numbers_are_set(site: Path, name: str) -> None:
    if "/reference/" in name:
        return  # docstrings, which are read in editors too
    assert faults((site / f"{name}.html").read_text("utf-8")) == []


def faults(page: str) -> list[str]:
    """Return what a page shows as typed: formulas in TeX, hyphens for minus, 7e-05, -0.0."""
    article = re.search(r"<article\b.*</article>", page, re.DOTALL)
    shown = _LEFT.sub(" ", article[0] if article else page)
    texts = [*re.split(r"<[^>]*>", shown), *_TOLD.findall(shown)]
    return [
        text.strip()[:160]
        for text in map(unescape, texts)
        if _RAW.search(text) or _NUMBERS.search(text)
    ]


# Canaries.


def test_canary_what_is_typed_is_seen() -> None:
    typed = ["t_{k-1}^2", "x_1", "p^2", "$t$", "-0.5", "7e-05", "\u22120.000", "(-3, 1)"]
    assert faults("".join(f"<td>{text}</td>" for text in typed)) == typed
    kept = "<code>x_1 -1</code><p>always_open, 1-5, 2026-11-22, t\u2096, \u22120.5, $8</p>"
    assert faults(kept) == []


def test_canary_a_wide_formula_is_seen(page, server: str) -> None:
    page.goto(f"{server}/book/index.html")
    page.evaluate(
        """document.querySelector('.bd-article').insertAdjacentHTML('beforeend',
          '<div class="math"><math><mspace width="3000px"></mspace></math></div>')"""
    )
    assert any(equation["outside"] for equation in page.evaluate(EQUATIONS))


@pytest.mark.parametrize("width, beside", [(390, False), (1400, True)])
def test_canary_a_number_that_is_out_of_its_place_is_seen(
    page, server: str, width: int, beside: bool
) -> None:
    page.goto(f"{server}/book/index.html")
    resize(page, width)
    page.evaluate(
        """style => document.querySelector('.bd-article').insertAdjacentHTML('beforeend',
          `<div class="math" style="display:block"><math><mspace width="90px"></mspace></math>
           <span class="eqno" style="${style}">(1)</span></div>`)""",
        f"float:none;display:inline-block;margin-left:{-60 if beside else 9}px",
    )
    assert page.evaluate(EQUATIONS)[-1]["covered"]
