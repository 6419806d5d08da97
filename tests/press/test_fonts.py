"""The text's font has each letter of a book's text and no other, and is light."""

from __future__ import annotations

import io
import re
from base64 import b64decode

from fontTools.ttLib import TTFont

from press.site import fonts

PAGES = ["<p>G\xf6del\u2019s &ndash; <math><mi>\u03b1</mi></math> \u2212<b>1</b></p>"]


def test_it_has_the_letters_of_the_text_its_kerning_and_its_licence() -> None:
    wanted = fonts.text_letters(PAGES)
    assert {"\xf6", "\u2019", "\u2013", "\u2212", "~"} <= wanted and "\u03b1" not in wanted
    first, *_ = re.findall(r"base64,([^)]*)", fonts.text_faces(wanted))  # the others are made alike
    data = b64decode(first)
    font = TTFont(io.BytesIO(data))
    assert {chr(code) for code in font.getBestCmap()} == wanted and len(data) < 30_000
    assert "GPOS" in font and "Open Font License" in font["name"].getDebugName(13)
