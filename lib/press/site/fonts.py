"""The font of the figures, cut down to what they say."""

from __future__ import annotations

import io
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from functools import partial
from html import unescape
from importlib.util import find_spec
from pathlib import Path

from ..page.svg import FONT
from ..run.memo import Memo

_FIGURE = re.compile(rf'<svg [^>]*font-family="{re.escape(FONT)}".*?</svg>', re.DOTALL)
_OBLIQUE = re.compile(r'<tspan[^>]*style="[^"]*oblique[^>]*>([^<]*)')
FACES = {"figures": "DejaVuSans", "figures-oblique": "DejaVuSans-Oblique"}


def letters(pages: Iterable[str]) -> dict[str, set[str]]:
    """Return the letters of all figures of some pages, by the font's file."""
    found: dict[str, set[str]] = {name: set() for name in FACES}
    for page in pages:
        for figure in _FIGURE.findall(page):
            found["figures"] |= set(unescape(re.sub(r"<[^>]*>", "", figure)))
            found["figures-oblique"] |= set(unescape("".join(_OBLIQUE.findall(figure))))
    return found


def cut_fonts(site: Path, pages: Iterable[str], memo: Memo) -> None:
    """Write the fonts that matplotlib has laid out with, cut down to the letters of the figures."""
    for name, used in letters(pages).items():
        told = "".join(sorted(used))
        coded = memo.text(f"font {name}", (told,), partial(_cut, FACES[name], told))
        (site / "_static" / f"{name}.woff2").write_bytes(b64decode(coded))


def _cut(face: str, used: str) -> str:
    """A font with some letters only, as WOFF2 in base 64."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(hinting=False, layout_features=["kern"], flavor="woff2")
    options.drop_tables += ["FFTM"]  # the font editor's own
    told = find_spec("matplotlib")  # which takes long to import
    assert told is not None and told.origin is not None
    fonts = Path(told.origin).parent / "mpl-data" / "fonts" / "ttf"
    font = TTFont(fonts / f"{face}.ttf", recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[*map(ord, used), 0x20])
    cutter.subset(font)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    return b64encode(out.getvalue()).decode()
