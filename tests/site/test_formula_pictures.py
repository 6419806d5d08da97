"""Formulas as they are seen: each of the book drawn by the site's font and by the whole font."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from browsing import DESK
from press.site import math_font
from press.site.fonts import shipped

_FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)
_LEAF = re.compile(r"<(m[ion]|mtext)\b[^>]*>([^<]*)<")
_TAG = re.compile(r"<[a-z][^>]*>")
_HIDDEN = "math,msqrt>*{color:transparent}msqrt{color:black}"  # so that a root's sign is seen alone
PAPER = 255
FAINT = 100  # levels of grey by which a hinter, which looks at a whole font, may shade an edge

# Each formula has a place of its own, so that one that is wider moves no other: where the flow of
# the whole font sets them, on whole pixels.
LAY = """() => {
  const cells = [...document.querySelectorAll('div')];
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  const places = boxes.map((box) => [box.left, box.top, box.right, box.bottom].map(Math.round));
  cells.forEach((cell, number) => {
    const [left, top] = places[number];
    cell.style = `position:absolute;left:${left}px;top:${top}px`;
  });
  return places;
}"""
Draw = Callable[..., list[np.ndarray]]


def face(data: str, family: str) -> str:
    """The rule that brings a font, which is given in base64."""
    return f"@font-face{{font-family:{family};src:url(data:font/woff;base64,{data})}}"


WHOLE = shipped("ziamath", "fonts") / "STIXTwoMath-Regular.ttf"


@pytest.fixture(scope="module")
def pages(site: Path) -> list[str]:
    return [path.read_text("utf-8") for path in sorted(site.rglob("*.html"))]


@pytest.fixture(scope="module")
def formulas(pages: list[str]) -> list[str]:
    """Formulas in which each sign of the book stands, and all roots; short ones first.

    A font is one of signs: what it does to one formula it does to all that have its signs.
    """
    found = {formula for page in pages for formula in _FORMULA.findall(page)}
    assert len(found) > 1000
    seen: set[tuple[str, str]] = set()
    chosen = []
    for formula in sorted(found, key=lambda formula: (len(formula), formula)):
        shown = {(tag, sign) for tag, text in _LEAF.findall(formula) for sign in text}
        shown |= {(tag, "") for tag in _TAG.findall(formula)}
        if shown - seen or "<msqrt" in formula:
            seen |= shown
            chosen.append(formula)
    return chosen


@pytest.fixture(scope="module")
def draw(new_tab, site: Path, pages: list[str], formulas: list[str]) -> Iterator[Draw]:
    """Draw all formulas with a font, and return a picture of each."""
    signs = math_font.letters(pages)
    served = site / "_static" / "pr-math.woff"
    made = {
        "plain": base64.b64encode(WHOLE.read_bytes()).decode(),  # with none of our changes
        "site": base64.b64encode(served.read_bytes()).decode(),
        "whole": math_font.math_font(map(chr, TTFont(WHOLE).getBestCmap())),
        "rootless": math_font.math_font(signs - {"\u221a"}),
    }
    fonts = "".join(face(data, family) for family, data in made.items())
    tab = new_tab(viewport=DESK)
    tab.set_content(
        f"<!doctype html><style>{fonts}body{{font:16px monospace}}"
        "div{display:inline-block;margin:4px;white-space:nowrap;vertical-align:top}</style>"
        "<style id=font>math{font-family:whole}</style>"
        + "".join(f"<div>{formula}</div>" for formula in formulas)
    )
    tab.evaluate("Promise.all([...document.fonts].map(font => font.load()))")
    places = tab.evaluate(LAY)
    tab.set_viewport_size({"width": 1280, "height": max(bottom for *_, bottom in places) + 20})

    @cache
    def drawn(font: str, more: str = "") -> list[np.ndarray]:
        style = f"math{{font-family:{font}}}{more}"
        tab.evaluate("style => { document.getElementById('font').textContent = style; }", style)
        picture = np.asarray(Image.open(io.BytesIO(tab.screenshot())).convert("L"))
        return [
            picture[max(top - 2, 0) : bottom + 2, max(left - 2, 0) : right + 2]
            for left, top, right, bottom in places
        ]

    yield drawn
    tab.close()


def others(formulas: list[str], some: list[np.ndarray], same: list[np.ndarray]) -> list[str]:
    """The formulas of which two pictures differ."""
    return [
        formula
        for formula, one, other in zip(formulas, some, same, strict=True)
        if one.shape != other.shape or abs(one.astype(int) - other).max() > FAINT
    ]


def ink(picture: np.ndarray) -> float:
    """How much is drawn, in black pixels."""
    return float((PAPER - picture.astype(float)).sum() / PAPER)


def test_each_formula_is_drawn_as_by_the_whole_font(draw: Draw, formulas: list[str]) -> None:
    assert others(formulas, draw("site"), draw("whole")) == []
    found = others(formulas, draw("rootless"), draw("whole"))
    assert {formula for formula in formulas if "<msqrt" in formula} <= {*found}, "they are seen"


def test_each_root_has_the_ink_that_its_makers_gave_it(draw: Draw, formulas: list[str]) -> None:
    """Our font's roots are narrower than STIX Two Math has them, and as black."""
    ours, theirs, none = (draw(font, _HIDDEN) for font in ("site", "plain", "rootless"))
    roots = [number for number, formula in enumerate(formulas) if "<msqrt" in formula]
    assert len(roots) > 50
    for number in roots:
        rest = ink(none[number])  # of the formula: without the sign there is no line above either
        assert ink(ours[number]) - rest > 0.6 * (ink(theirs[number]) - rest), formulas[number]
        assert ink(ours[number]) - rest > 5, formulas[number]
