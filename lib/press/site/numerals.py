"""How numbers and quotation marks are printed on a page.

Files for machines keep plain ASCII; on a page a minus is a minus, nothing is less than nothing by
rounding, and a power of ten is one.
"""

from __future__ import annotations

import re

_POWER = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)e(-?)\+?0*(\d+)(?!\w)")
_NOTHING = re.compile(r"(?<![\w.)\]-])-(?=0(?:\.0+)?(?!\.?\d))")
_MINUS = re.compile(r"(?<![\w.)\]-])-(?=[$€]?\.?\d)")
# published beside computed, in one cell: +0.7 (+1.0%) | +0.3 (+0.4%)
_PAIR = re.compile(r"\s*[^\s|]+(?: \([^\s|]+\))? \| [^\s|]+(?: \([^\s|]+\))?\s*")
_GIVE_OR_TAKE = re.compile(r"(?<=\d) \+- (?=\.?\d)")
_LESS = re.compile(r"(?<=\d) - (?=\.\d)")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_OPENS = " \t\n\u00a0([{\u2018\u201c\u2013\u2014-/="


def printed(text: str, before: str = " ") -> str:
    """Return a text with its numbers and quotation marks as a book prints them.

    Parameters
    ----------
    text : str
        Plain text.
    before : str, optional
        The character before it.

    Returns
    -------
    str
        The text with minus signs, without negative zeros, with powers of ten and curly quotes; a
        pair of published and computed stays on one line.

    Examples
    --------
    >>> printed("-0.000, -0.5, 1e-05: the players' 1-5")
    '0.000, −0.5, 10⁻⁵: the players’ 1-5'
    >>> printed("0.31 +- 0.02, .923 - .790")
    '0.31 ± 0.02, .923 − .790'
    """
    if " | " in text and _PAIR.fullmatch(text):
        text = text.replace(" ", "\u00a0")
    text = _POWER.sub(_power, text)
    text = _MINUS.sub("\u2212", _NOTHING.sub("", text))
    text = _LESS.sub(" \u2212 ", _GIVE_OR_TAKE.sub(" \u00b1 ", text))
    if "'" in text or '"' in text:
        text = "".join(_quotes(text, before))
    return text


def in_tex(tex: str) -> str:
    r"""Return a formula in which numbers of a run stand as TeX writes them.

    Parameters
    ----------
    tex : str
        TeX.

    Returns
    -------
    str
        The same with commas between thousands that take no room, and with powers of ten.

    Examples
    --------
    >>> in_tex("1,000 x + 2.5e-06")
    '1{,}000 x + 2.5\\times10^{-6}'
    """
    return _POWER.sub(r"\1\\times10^{\2\3}", re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "{,}", tex))


def _power(found: re.Match[str]) -> str:
    mantissa, sign, exponent = found.groups()
    if not float(mantissa) or not int(exponent):
        return re.sub(r"^0\.0+$", "0", mantissa)
    raised = (sign + exponent).translate(_RAISED)
    return ("" if mantissa == "1" else f"{mantissa}\u00a0×\u00a0") + f"10{raised}"


def _quotes(text: str, before: str) -> list[str]:
    shown = []
    for letter in text:
        if letter == "'":
            shown.append("\u2018" if before in _OPENS else "\u2019")
        elif letter == '"':
            shown.append("\u201c" if before in _OPENS else "\u201d")
        else:
            shown.append(letter)
        before = shown[-1]
    return shown
