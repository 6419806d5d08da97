"""The font of the figures, cut down to what they say."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from sphinx.application import Sphinx

from ..svg import FONT

_FIGURE = re.compile(rf'<svg [^>]*font-family="{re.escape(FONT)}".*?</svg>', re.DOTALL)
_OBLIQUE = re.compile(r'<tspan[^>]*style="[^"]*oblique[^>]*>([^<]*)')
FACES = {"figures": "DejaVuSans", "figures-oblique": "DejaVuSans-Oblique"}


def letters(pages: Path) -> dict[str, set[str]]:
    """Return the letters of all figures of a site, by the font's file."""
    found: dict[str, set[str]] = {name: set() for name in FACES}
    for path in sorted(pages.rglob("*.html")):
        for figure in _FIGURE.findall(path.read_text("utf-8")):
            found["figures"] |= set(unescape(re.sub(r"<[^>]*>", "", figure)))
            found["figures-oblique"] |= set(unescape("".join(_OBLIQUE.findall(figure))))
    return found


def cut_fonts(app: Sphinx, exception: Exception | None) -> None:
    """Write the fonts that matplotlib has laid out with, cut down to the letters of the figures."""
    if exception is not None or app.builder.format != "html":
        return
    import matplotlib as mpl
    from fontTools import subset
    from fontTools.ttLib import TTFont

    folder = Path(mpl.get_data_path()) / "fonts" / "ttf"
    for name, used in letters(Path(app.outdir)).items():
        options = subset.Options(hinting=False, layout_features=["kern"], flavor="woff2")
        options.drop_tables += ["FFTM"]  # the font editor's own
        font = TTFont(folder / f"{FACES[name]}.ttf", recalcTimestamp=False)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=[*map(ord, used), 0x20])
        cutter.subset(font)
        subset.save_font(font, Path(app.outdir) / "_static" / f"{name}.woff2", options)
