"""Formulas as they are seen: each of the book drawn by the site's font and by the whole font."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from press.site import formulas as formulas_of_tex
from press.site import math_font
from press.site.styles import SHEET

_FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)
_FACE = re.compile(r"@font-face\{font-family:pr-math;.*?\}")
_HIDDEN = "msqrt>*,mroot>*{color:transparent}"  # so that a root's sign is seen alone
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


def named(face: str, family: str) -> str:
    """A font under another name."""
    return face.replace(f"font-family:{math_font.FAMILY}", f"font-family:{family}")


def plain_face() -> str:
    """The font as its makers made it, with none of our changes."""
    spec = find_spec("ziamath")
    assert spec and spec.origin
    font = Path(spec.origin).with_name("fonts") / "STIXTwoMath-Regular.ttf"
    data = base64.b64encode(font.read_bytes()).decode()
    return f"@font-face{{font-family:plain;src:url(data:font/ttf;base64,{data})}}"


def without_sizes(face: str) -> str:
    """A font whose braces, brackets and roots have one size."""
    head, data, tail = re.split(r"(?<=base64,)(.*)(?=\)\})", face)
    font = TTFont(io.BytesIO(base64.b64decode(data)))
    for sign in font["MATH"].table.MathVariants.VertGlyphConstruction:
        sign.GlyphAssembly = None
        del sign.MathGlyphVariantRecord[1:]
        sign.VariantCount = len(sign.MathGlyphVariantRecord)
    written = io.BytesIO()
    font.save(written)
    return head + base64.b64encode(written.getvalue()).decode() + tail


@pytest.fixture(scope="module")
def pages(site: Path) -> list[str]:
    return [path.read_text("utf-8") for path in sorted(site.rglob("*.html"))]


@pytest.fixture(scope="module")
def formulas(pages: list[str]) -> list[str]:
    """Every formula of the book once, short ones first, so that a row has one height."""
    found = {formula for page in pages for formula in _FORMULA.findall(page)}
    assert len(found) > 1000
    return sorted(found, key=lambda formula: (len(formula), formula))


@pytest.fixture(scope="module")
def draw(browser, site: Path, pages: list[str], formulas: list[str]) -> Iterator[Draw]:
    """Draw all formulas with a font, and return a picture of each."""
    signs = math_font.letters(pages)
    faces = {
        "site": _FACE.findall((site / "_static" / SHEET).read_text("utf-8"))[0],
        "whole": math_font.face(),
        "rootless": math_font.face(signs - {"\u221a"}),
        "stunted": without_sizes(math_font.face(signs)),
    }
    fonts = plain_face() + "".join(named(face, name) for name, face in faces.items())
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
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


@pytest.mark.parametrize("font, of", [("rootless", "<msqrt"), ("stunted", 'minsize="1.623')])
def test_canary_a_font_without_a_sign_or_its_sizes_is_caught(
    draw: Draw, formulas: list[str], font: str, of: str
) -> None:
    found = others(formulas, draw(font), draw("whole"))
    assert any(of in formula for formula in formulas)
    assert all(formula in found for formula in formulas if of in formula)


def test_each_root_has_the_ink_that_its_makers_gave_it(draw: Draw, formulas: list[str]) -> None:
    """Our font's roots are narrower than STIX Two Math has them, and as black."""
    ours, theirs, none = (draw(font, _HIDDEN) for font in ("site", "plain", "rootless"))
    roots = [number for number, formula in enumerate(formulas) if "<msqrt" in formula]
    assert len(roots) > 50
    for number in roots:
        rest = ink(none[number])  # of the formula: without the sign there is no line above either
        assert ink(ours[number]) - rest > 0.6 * (ink(theirs[number]) - rest), formulas[number]
        assert ink(ours[number]) - rest > 5, formulas[number]


ROOTS = """<!doctype html><style>{face}body{{margin:0;font:16px monospace}}
math{{font-family:pr-math;font-size:40px}}msqrt>*{{color:transparent}}
div{{display:inline-block;width:200px}}</style>{roots}"""


@pytest.mark.parametrize("strut, alike", [(formulas_of_tex._STRUT, True), ("", False)])
def test_roots_of_low_and_high_letters_stand_alike(browser, strut: str, alike: bool) -> None:
    """As TeX sets them; a browser lets the sign over a low letter hang down."""
    roots = [formulas_of_tex.translated(rf"k\sqrt{{{letter}}}", False) for letter in "nk"]
    roots = [root.replace(formulas_of_tex._STRUT, strut) for root in roots]
    cells = "".join(f"<div>{root}</div>" for root in roots)
    tab = browser.new_page(viewport={"width": 400, "height": 120})
    face = math_font.face(math_font.letters(roots))
    tab.set_content(ROOTS.format(face=face, roots=cells))
    tab.evaluate("Promise.all([...document.fonts].map(font => font.load()))")
    picture = np.asarray(Image.open(io.BytesIO(tab.screenshot())).convert("L"))
    tab.close()
    inked = [np.flatnonzero(half.min(axis=1) < FAINT) for half in np.hsplit(picture, 2)]
    assert all(rows.size for rows in inked)
    assert (inked[0][-1] == inked[1][-1]) == alike
