"""Formulas: from TeX to MathML when the book is built, so that reading it needs no script.

In data, captions and evidence a formula is written ``$...$``, as in the pages. A dollar before a
space, or one that would close before a digit, is money.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import escape, unescape
from xml.etree.ElementTree import Element, fromstring, tostring

from markupsafe import Markup
from math_core import LatexError, LatexToMathML

from ..project.errors import BuildError
from ..project.numerals import in_tex, set_numbers

FORMULA = re.compile(r"(?<![\\$\w])\$(?=[^\s$])((?:[^$\\]|\\.)+?)(?<!\s)\$(?![\d$])")
LONG = 24  # letters of TeX that a line holds without a break, also on a phone

_RELATIONS = set("=<>≤≥≠≈∼≃≡∈∉⊂⊆→⇒⟹⟶↦←⇔⟺↔∣∝:")
_BINARY = set("+-−±∓×⋅·∗∪∩∧∨∘")
_OPEN, _CLOSE = set("([{"), set(")]}")
_QUADS = {"1em", "2em"}  # the widths of TeX's quads, after which something else begins
_NUMBERED = re.compile(r"\\(begin|end)\{(align|gather|multline|equation)\}")
_ROOM = re.compile(r"(\\\\)\[[\d.]+[a-z]+\]")  # between two lines
# A prime is raised in fonts, and a browser that raises it again puts it far above its letter.
_PRIMED = r"<{0}>((?:(?!<{0}>).)*?)<mo>([′″‴]+)</mo></{0}>"
_PRIME = r'<mo lspace="0" rspace="0">\2</mo>'
_WORD = re.compile(r"<(mi|mo)\b([^>]*>[A-Za-z]{2})")  # such as max, which is set as the text is
_MARKS = re.compile(r"[!\"#$&*:<=>@[\\\]^_`{|}~]")  # of Markdown
_BEGINS = re.compile(r"\A(?:\s|[-+](?!\d)|\d(?=\d*[.)](?:\s|\Z)))")  # a list, a rule or code
_ENTITY = re.compile(r"&(?!lt;|gt;|amp;)\w+;")  # of HTML, which XML does not know
# TeX lifts the bar of a root until its sign is centred on what stands under it; a browser lets the
# sign hang down below a low letter. With a strut it stands as the font has it: 0.92 em high.
_STRUT = '<mspace height="0.77em" />'
_TRANSLATOR = LatexToMathML(fancy_error=False)


class TexError(BuildError):
    """A formula that is not TeX."""


def typeset(text: str) -> str:
    """Return a text as HTML, with its formulas as MathML.

    Parameters
    ----------
    text : str
        Plain text that may hold ``$...$``.

    Returns
    -------
    str
        HTML of one paragraph, in which numbers are printed as everywhere; a formula that is not
        TeX stands there as it is, since somebody may have given it as the text of a parameter.

    Examples
    --------
    >>> typeset("at most $9 & -1")
    'at most $9 &amp; −1'
    >>> typeset("$t$")
    '<math><mi>t</mi></math>'
    """
    return _joined(text, lambda part: escape(set_numbers(part), quote=False), inline)


def in_markdown(text: str) -> Markup:
    r"""Return a text as it may stand in a page's Markdown or HTML: it is text, but for formulas.

    Parameters
    ----------
    text : str
        Whatever a run or a source says, such as the text of a parameter; it stays as it is if it is
        Markdown already, which `Markup` says.

    Returns
    -------
    Markup
        The same in one line, by entities, which Markdown never reads as its marks; what is between
        dollars and is not TeX stands there as it is.

    Examples
    --------
    >>> print(in_markdown("{a}`b` $x_1$, $x{$"))
    &#123;a&#125;&#96;b&#96; $x_1$, &#36;x&#123;&#36;
    >>> print(in_markdown("1. So"), in_markdown("- a, -1"), in_markdown("-1.5"))
    &#49;. So &#45; a, -1 -1.5
    """
    if isinstance(text, Markup):
        return text
    line = _joined(re.sub(r"\s*[\r\n]\s*", " ", text), _as_entities, _checked)
    return Markup(_BEGINS.sub(_entity, line))


def _checked(tex: str) -> str:
    translated(tex, False)
    return f"${tex}$"


def _as_entities(text: str) -> str:
    return _MARKS.sub(_entity, text.replace(r"\$", "$"))


def _entity(mark: re.Match[str]) -> str:
    return f"&#{ord(mark[0])};"


def plain(text: str) -> str:
    r"""Return a text with its formulas written out, for places that hold no HTML.

    Parameters
    ----------
    text : str
        Plain text that may hold ``$...$``.

    Returns
    -------
    str
        The same in Unicode.

    Examples
    --------
    >>> plain(r"$t_{k-1}^2$, $\frac{a+1}{b}$")
    'tₖ₋₁², (a+1)/b'
    """
    return _joined(
        text, set_numbers, lambda tex: _linear(fromstring(translated(tex, False))).strip()
    )


def _joined(text: str, words: Callable[[str], str], formula: Callable[[str], str]) -> str:
    parts = FORMULA.split(text)
    parts[::2] = map(words, parts[::2])
    for place, tex in enumerate(parts[1::2]):
        try:
            parts[2 * place + 1] = formula(tex)
        except TexError:
            parts[2 * place + 1] = words(f"${tex}$")
    return "".join(parts)


@cache
def inline(tex: str) -> str:
    """Return a formula in a line as HTML.

    It may break where TeX breaks it: after a relation and, if it is long, after an operation, but
    within brackets after a comma. A mere number is text, so that all numbers in a text look alike.
    """
    if re.fullmatch(r"[+-]?[\d,]*\.?\d+", tex):
        return set_numbers(tex)
    ends, within = (_RELATIONS | _BINARY, {","}) if len(tex) > LONG else (_RELATIONS, set())
    return "<wbr>".join(_pieces(translated(tex, False), ends, within))


def displayed(tex: str) -> str:
    """Return a formula with lines of its own as HTML: one, where it fits.

    Else it breaks after a relation or an operation, but within brackets after a comma.
    """
    pieces = [*_pieces(translated(tex, True), _RELATIONS | _BINARY, {","}, displaystyle="true")]
    return "<wbr>".join(pieces) if len(pieces) > 1 else translated(tex, True)


@cache
def translated(tex: str, display: bool) -> str:
    """Return a formula as one ``<math>``; it does not count equations, as the book does.

    Raises
    ------
    TexError
        If it is not TeX.
    """
    tex = _ROOM.sub(r"\1", _NUMBERED.sub(r"\\\1{\2*}", in_tex(tex)))
    try:
        math = str(_TRANSLATOR.convert_with_local_state(tex, displaystyle=display))
    except LatexError as error:
        raise TexError(f"formula '{tex}', at character {error}") from None
    math = _ENTITY.sub(lambda entity: unescape(entity[0]), math)
    math = _WORD.sub(r'<\1 class="pr-word"\2', math.replace("<msqrt>", f"<msqrt>{_STRUT}"))
    math = re.sub(_PRIMED.format("msup"), rf"<mrow>\1{_PRIME}</mrow>", math)
    return re.sub(_PRIMED.format("msubsup"), rf"<mrow><msub>\1</msub>{_PRIME}</mrow>", math)


def _pieces(math: str, ends: set[str], within: set[str], **attributes: str) -> Iterator[str]:
    """Cut a formula after some operators and wide space: no browser breaks one by itself.

    Within brackets other operators count.
    """
    piece = Element("math", attributes)
    depth = 0
    for part in fromstring(math):
        piece.append(part)
        sign = part.text if part.tag == "mo" and part.get("lspace") is None else ""
        depth += (sign in _OPEN) - (sign in _CLOSE)
        if sign in (within if depth else ends) or part.get("width") in _QUADS:
            yield tostring(piece, "unicode")
            piece = Element("math", attributes)
    if len(piece):
        yield tostring(piece, "unicode")


# In a line of text ----------------------------------------------------------------------------

_LOW = dict(zip("0123456789+−()aeijkmnrt", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐₑᵢⱼₖₘₙᵣₜ", strict=True))
_HIGH = dict(zip("0123456789+−()aeilnst′∗", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ᵃᵉⁱˡⁿˢᵗ′*", strict=True))
_AFTER = {",": ", ", ";": "; ", "\u2061": " ", "\u2063": ""}  # such as after a function's name
_AROUND = _AFTER | {sign: f" {sign} " for sign in _RELATIONS | _BINARY}
_ACCENTS = {"¯": "\u0304", "ˆ": "\u0302", "\u0302": "\u0302", "˜": "\u0303"}  # which combine


def _linear(element: Element) -> str:
    """A formula in Unicode, with fractions by a stroke."""
    parts = [_linear(child) for child in element]
    match element.tag, parts:
        case "mo", _:
            signs = _AROUND if element.get("lspace") is None else _AFTER
            return signs.get(element.text or "", element.text or "")
        case "mspace", _:
            return "" if element.get("height") else " "
        case "msub" | "munder", [base, low]:
            return base + _script(low, _LOW, "_")
        case "mover", [base, accent] if accent in _ACCENTS:
            return base + _ACCENTS[accent]
        case "msup" | "mover", [base, high]:
            return base + _script(high, _HIGH, "^")
        case "msubsup" | "munderover", [base, low, high]:
            return base + _script(low, _LOW, "_") + _script(high, _HIGH, "^")
        case "mfrac", [above, below]:
            return f"{_grouped(above)}/{_grouped(below)}"
        case "msqrt", _:
            return f"√{_grouped(''.join(parts))}"
    return (element.text or "") + re.sub(r" {2,}", " ", "".join(parts))


def _script(text: str, letters: dict[str, str], mark: str) -> str:
    close = text.replace(" ", "")
    if close and set(close) <= letters.keys():
        return "".join(letters[letter] for letter in close)
    return mark + _grouped(text)


def _grouped(text: str) -> str:
    return text if re.fullmatch(r"[\w.]+|.", text) else f"({text})"
