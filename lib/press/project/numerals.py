"""How numbers are printed on a page.

Files for machines keep plain ASCII; on a page a minus is a minus, nothing is less than nothing by
rounding, and a power of ten is one.
"""

from __future__ import annotations

import re

_POWER = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)e(-?)\+?0*(\d+)(?!\w)")
_NOTHING = re.compile(r"(?<![\w.)\]-])-(?=0(?:\.0+)?(?!\.?\d))")
_MINUS = re.compile(r"(?<![\w.)\]-])-(?=[$€]?\.?\d)")
_GIVE_OR_TAKE = re.compile(r"(?<=\d) (?:\+-|±) (?=\.?\d)")
_PERCENT = re.compile(r"(?<=\d) (?=%)")
_LESS = re.compile(r"(?<=\d) - (?=\.\d)")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def set_numbers(text: str) -> str:
    r"""Return a text with its numbers as a book prints them.

    Parameters
    ----------
    text : str
        Plain text.

    Returns
    -------
    str
        The text with minus signs, without negative zeros, and with powers of ten.

    Examples
    --------
    >>> set_numbers("-0.000, -0.5, 1e-05: players 1-5")
    '0.000, −0.5, 10⁻⁵: players 1-5'
    >>> set_numbers("0.31 +- 0.02, .923 - .790")
    '0.31\xa0±\xa00.02, .923 − .790'
    """
    text = _MINUS.sub("\u2212", _NOTHING.sub("", _POWER.sub(_power, text)))
    text = _GIVE_OR_TAKE.sub("\u00a0\u00b1\u00a0", _PERCENT.sub("\u202f", text))  # on one line
    return _LESS.sub(" \u2212 ", text)


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


def _power(match: re.Match[str]) -> str:
    mantissa, sign, exponent = match.groups()
    if not float(mantissa) or not int(exponent):
        return re.sub(r"^0\.0+$", "0", mantissa)
    raised = (sign + exponent).translate(_RAISED)
    return ("" if mantissa == "1" else f"{mantissa}\u00a0×\u00a0") + f"10{raised}"
