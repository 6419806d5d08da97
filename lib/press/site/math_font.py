"""The font of formulas, STIX Two Math, with the signs of a book's formulas alone.

Some signs are typed; others, like that of a root, a browser draws for an element. Whatever comes in
several sizes (roots, braces, bars, accents) is kept in all of them.

Two of its measures are set for how browsers lay out MathML, which is not how TeX does. A browser
leaves as much room for a root's sign as the widest of its sizes takes, so all are made as wide as
the least. And it drops an index below the foot of its letter, where TeX, after a single letter,
drops it below the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from typing import TYPE_CHECKING

from . import fonts

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

_TAG = re.compile(r"<[^>]*>")
_ROOT = 0x221A
# what <mi> shows of a single letter; Planck's constant is the h
_LATIN, _GREEK, _H = range(0x1D434, 0x1D468), range(0x1D6FC, 0x1D71C), 0x210E
_DRAWN = {chr(code) for code in (*_LATIN, *_GREEK, _H, _ROOT)}  # signs that no text holds

FAMILY = "pr-math"


def letters(pages: Iterable[str]) -> set[str]:
    """Return the signs of the formulas of pages, with those that a browser draws for an element.

    Examples
    --------
    >>> sorted(letters(["<math><mn>1</mn><mo>&lt;</mo><msqrt><mn>2</mn></msqrt></math>"]) - _DRAWN)
    ['1', '2', '<']
    """
    signs = set(_DRAWN)
    for page in pages:
        for formula in set(fonts.FORMULA.findall(page)):
            signs.update(unescape(_TAG.sub("", formula)))
    return signs


def math_font(wanted: Iterable[str]) -> str:
    """Return the font for some letters, as a file in base64."""
    from fontTools.ttLib import TTFont

    # ziamath, which has it, draws formulas
    path = fonts.shipped("ziamath", "fonts") / "STIXTwoMath-Regular.ttf"
    font = TTFont(path, recalcTimestamp=False)
    _even_roots(font)
    _lift_indices(font)
    _one_size_of_scripts(font)
    return fonts.subset(font, wanted, ["ssty"])


def _even_roots(font: TTFont) -> None:
    """Make all sizes of a root's sign as wide as the least one."""
    variants = font["MATH"].table.MathVariants
    least = font.getBestCmap()[_ROOT]
    place = variants.VertGlyphCoverage.glyphs.index(least)
    sizes = variants.VertGlyphConstruction[place]
    names = {variant.VariantGlyph for variant in sizes.MathGlyphVariantRecord}
    names |= {part.glyph for part in sizes.GlyphAssembly.PartRecords}
    wide, _ = font["hmtx"][least]
    for name in sorted(names):
        advance, side = font["hmtx"][name]
        share = wide / advance
        glyph = font["glyf"][name]
        glyph.coordinates.scale((share, 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (wide, round(side * share))


def _lift_indices(font: TTFont) -> None:
    """Let an index stand as low at a letter with a foot as at one without."""
    constants = font["MATH"].table.MathConstants
    letters = font.getBestCmap()
    foot = max(-font["glyf"][letters[code]].yMin for code in _LATIN if code in letters)
    constants.SubscriptBaselineDropMin.Value = constants.SubscriptShiftDown.Value - foot


def _one_size_of_scripts(font: TTFont) -> None:
    """Give indices of indices the letters of indices, which are as legible: a third of the font."""
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            for letter, others in getattr(table, "alternates", {}).items():
                table.alternates[letter] = others[:1] * len(others)
