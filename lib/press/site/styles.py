"""One style sheet for all pages: what the themes and the press have, without what no page uses.

It holds the text's fonts, so that no line breaks anew when one comes late. That of formulas is a
file beside it: it is as heavy as all others, and few pages begin with a formula.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path

from lightningcss import bundle_css, process_stylesheet

from ..ask.store import Store
from . import fonts, math_font

_WORD = re.compile(r"[\w-]+")
# classes, ids, variables and movements, without the press's own, which answers use too
_SYMBOL = re.compile(r"(?:[.#]|(?=--)|@keyframes )(?!(?:--)?pr-)([\w-]+)")
# what rules ask for; and properties, since one that lightningcss does not know is a symbol to it
_ASKED = re.compile(r"var\(([^,)]*)|animation(?:-name)?:([^;}]*)|^\s+(?=(\w[\w-]*):)", re.MULTILINE)
_FACE = re.compile(r"@font-face\{[^}]*\}")  # a theme's: a file that the site does not have

SHEET = "site.css"
FONT = f"{math_font.FAMILY}.woff"


def bind(
    sheets: Iterable[Path], pages: Iterable[str], scripts: Iterable[Path], known: Store
) -> dict[str, bytes]:
    """Return the sheets of a site as one, `SHEET`, and `FONT`, that of formulas.

    Parameters
    ----------
    sheets : iterable of Path
        The sheets, in the order in which they hold.
    pages : iterable of str
        The pages as HTML.
    scripts : iterable of Path
        The scripts that they load.
    known : Store
        What was made before: to cut the fonts takes seconds.

    Returns
    -------
    dict of str to bytes
        What to write, by name.
    """
    pages = list(pages)
    sheet = "".join(bundle_css(str(path), minify=False) for path in sheets)  # a line a property
    texts = (*pages, *(path.read_text("utf-8") for path in scripts))
    used = {word for text in texts for word in set(_WORD.findall(text))}
    rules = purged(sheet, set(_SYMBOL.findall(sheet)) - used)
    letters = "".join(sorted(fonts.text_letters(pages)))
    faces = known.json(("text", letters), fonts.text_faces, letters)
    signs = "".join(sorted(math_font.letters(pages)))
    font = known.json(("formulas", signs), math_font.math_font, signs)
    return {SHEET: (faces + rules).encode(), FONT: b64decode(font)}


def purged(sheet: str, unused: set[str]) -> str:
    """Return a style sheet without the rules that fit nothing, and variables that nobody asks for.

    Parameters
    ----------
    sheet : str
        The sheet, with a line for each property.
    unused : set of str
        Classes, ids, variables and movements whose names stand on no page and in no script.

    Returns
    -------
    str
        The sheet without rules for these alone, and without those of the others that none of its
        rules asks for; no comments and no blank space.

    Examples
    --------
    >>> purged("a, b.x { top: 0 } @media print { .i { top: 0 } p.y { top: 1px } }", {"x", "i"})
    'a,b.x{top:0}@media print{p.y{top:1px}}'
    """
    for _ in range(2):  # then those for which only rules asked that are gone
        asked = {word for names in _ASKED.findall(sheet) for word in _WORD.findall(" ".join(names))}
        sheet = process_stylesheet(sheet, unused_symbols=unused - asked, minify=False)
    return _FACE.sub("", process_stylesheet(sheet))
