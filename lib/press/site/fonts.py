"""Fonts that come with the site, for some letters alone.

Text, headings and words in formulas are set in Source Serif; formulas are in `math_font`.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterable
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

# The looks of the text, as style sheets name them, and their files. Strong words and headings are
# of one weight; a strong word that is slanted, which is rare, a browser makes of the slanted one.
LOOKS = {
    "font-weight:400;font-style:normal;": "Regular",
    "font-weight:400;font-style:italic;": "It",
    "font-weight:600 700;font-style:normal;": "Semibold",
}
FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)
_TYPED = {chr(code) for code in range(32, 127)}  # what scripts and readers may write


def shipped(package: str, file: str) -> Path:
    """Return where a package has a file, without importing it."""
    spec = find_spec(package)
    assert spec and spec.origin
    return Path(spec.origin).with_name(file)


def text_letters(pages: Iterable[str]) -> set[str]:
    r"""Return the letters of the text of pages, and all that a keyboard has.

    Examples
    --------
    >>> sorted(text_letters(["<p>G\xf6del &hellip; <math><mi>\u03b1</mi></math></p>"]) - _TYPED)
    ['ö', '…']
    """
    return _TYPED.union(*(unescape(FORMULA.sub("", page)) for page in pages)) - {"\n"}


def text_faces(wanted: Iterable[str]) -> str:
    """Return the rules of a style sheet that hold the `LOOKS` of the text, for some letters."""
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.tables._g_l_y_f import USE_MY_METRICS

    faces = []
    for look, name in LOOKS.items():
        path = shipped("font_source_serif_pro", "files") / f"SourceSerifPro-{name}.ttf"
        font = TTFont(path, recalcTimestamp=False)
        for glyph in font["glyf"].glyphs.values():
            glyph.expand(font["glyf"])
            for part in getattr(glyph, "components", ()):
                # it says that a sign is as wide as one of its parts, a per cent sign as its stroke:
                # a browser that hints believes it, and draws the next letter over the sign
                part.flags &= ~USE_MY_METRICS
        data = subset(font, wanted, ["kern", "liga", "tnum"])
        source = f"src:url(data:font/woff;base64,{data})"
        faces.append(f"@font-face{{font-family:pr-text;{look}{source}}}")
    return "".join(faces)


def subset(font: TTFont, wanted: Iterable[str], features: list[str]) -> str:
    """Return a font with some letters alone, as a file in base64.

    Parameters
    ----------
    font : TTFont
        The font, which this changes.
    wanted : iterable of str
        Its letters.
    features : list of str
        What it does with letters, as OpenType names it.
    """
    from fontTools.subset import Options, Subsetter

    options = Options(layout_features=features, hinting=False, notdef_outline=True)
    options.name_IDs = [*options.name_IDs, 13]  # its licence
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(sorted(wanted)))
    subsetter.subset(font)
    font.flavor = "woff"
    written = io.BytesIO()
    font.save(written)
    return base64.b64encode(written.getvalue()).decode()
