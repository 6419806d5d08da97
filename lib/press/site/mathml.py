"""Formulas: from TeX to MathML when the book is built, so that reading it needs no script.

KaTeX translates, inside Python. Its output is then mended where browsers follow MathML Core, which
has fewer attributes than it uses, and cut into pieces between which a line may break: a formula
that is wider than the page wraps there instead of being cut off.

In data, captions and evidence a formula is written ``$...$``, as in the pages. A dollar before a
space, or one that would close before a digit, is money.
"""

from __future__ import annotations

import atexit
import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ..run.project import BuildError
from .numerals import printed

FORMULA = re.compile(r"(?<![\\$\w])\$(?=[^\s$])((?:[^$\\]|\\.)+?)(?<!\s)\$(?![\d$])")
NARROW = 15.0  # ems that a displayed formula has on a phone, beside its number
SHORT = 8.0  # ems of an inline formula that a line need not break

_RELATIONS = set("=<>≤≥≠≈∼≃≡∈∉⊂⊆→⇒⟹⟶↦←⇔⟺↔∣∝:")
_BINARY = set("+-−±∓×⋅·∗/∪∩∧∨∘")
_OPENING, _CLOSING = set("([{⟨⌊⌈"), set(")]}⟩⌋⌉")
_APPLIED = "\u2061"  # the invisible application of a function
_SPACES = {" ": 0.25, "\u00a0": 0.25, "\u2003": 1, "\u2002": 0.5, "\u2004": 0.3333,
           "\u2005": 0.2222, "\u2006": 0.1667, "\u2009": 0.1667, "\u200a": 0.0556,
           "\u200b": 0}  # fmt: skip
_VARIANTS = {"double-struck": "DOUBLE-STRUCK", "script": "SCRIPT", "bold": "BOLD",
             "fraktur": "FRAKTUR", "bold-italic": "BOLD ITALIC", "italic": "ITALIC",
             "sans-serif": "SANS-SERIF", "monospace": "MONOSPACE"}  # fmt: skip
_TRANSLATE = """
function translate(tex, display) {
  try {
    const options = {displayMode: display, output: "mathml", strict: "ignore"};
    return [katex.renderToString(tex, options), ""];
  } catch (error) { return ["", error.message]; }
}"""


class TexError(BuildError):
    """A formula that is not TeX."""


def typeset(text: str, before: str = " ") -> str:
    """Return a text as HTML, with its formulas as MathML.

    Parameters
    ----------
    text : str
        Plain text that may hold ``$...$``.
    before : str, optional
        The character before it.

    Returns
    -------
    str
        HTML of one paragraph, in which numbers are printed as everywhere.

    Raises
    ------
    TexError
        If a formula is not TeX.

    Examples
    --------
    >>> typeset("at most $9 & -1")
    'at most $9 &amp; −1'
    >>> typeset("$t$")
    '<math><mi>t</mi></math>'
    """
    return _joined(text, before, lambda part: escape(part, quote=False), inline)


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
    'tₖ₋₁², (a + 1)/b'
    >>> plain(r"$p^*$")
    'p*'
    """
    return _joined(text, " ", str, lambda tex: _linear(_tree(tex, False)).strip())


def _joined(
    text: str, before: str, words: Callable[[str], str], formula: Callable[[str], str]
) -> str:
    if "$" not in text:
        return words(printed(text, before))
    parts: list[str] = []
    for i, part in enumerate(FORMULA.split(text)):
        parts.append(formula(part) if i % 2 else words(printed(part, before)))
        before = "x" if i % 2 else part[-1:] or before
    return "".join(parts)


@cache
def inline(tex: str) -> str:
    """Return a formula in a line as HTML: one ``<math>``, or several if it is long.

    A mere number is text, so that all numbers in a text look alike.
    """
    if re.fullmatch(r"[+-]?[\d,]*\.?\d+", tex):
        return printed(tex)
    pieces = _pieces(_row(_tree(tex, False), False), SHORT, after=True)
    return "<wbr>".join(_math(piece, "") for piece, _ in pieces)


@cache
def display(tex: str) -> str:
    """Return a displayed formula as HTML, in pieces between which it may wrap."""
    root = _tree(tex, True)
    content = _row(root, True)
    if len(content) == 1 and content[0].tag == "mtable":
        return _lines(content[0])
    return f'<span class="pr-fit">{_wrapping(content)}</span>'


@cache
def _engine(process: int) -> Any:
    """KaTeX, once a process: a fork must not use its parent's."""
    from py_mini_racer import MiniRacer

    package = find_spec("sphinxcontrib")
    for place in (package and package.submodule_search_locations) or []:
        source = Path(place) / "katex.min.js"
        if source.is_file():
            engine = MiniRacer()
            atexit.register(engine.close)  # its thread would wait for ever
            engine.eval("var self = this;" + source.read_text("utf-8") + ";" + _TRANSLATE + ";0")
            return engine
    raise RuntimeError("KaTeX is missing: it comes with the package sphinxcontrib-katex")


@cache
def _tree(tex: str, display: bool) -> Element:
    """A formula as a tree that MathML Core can show; nobody may change it."""
    # numbers of a run stand in it as they are printed
    numeric = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "{,}", tex)
    numeric = re.sub(r"(?<![\d.])1e([+-]\d\d)", r"10^{\1}", numeric)
    numeric = re.sub(r"(?<=\d)e([+-]\d\d)", r"\\times10^{\1}", numeric)
    numeric = re.sub(r"(?<=10\^\{)(-?)\+?0", r"\1", numeric)
    shown, fault = _engine(os.getpid()).call("translate", numeric, display)
    if fault:
        raise TexError(f"formula '{tex}': {fault}")
    root = ElementTree.fromstring(re.sub(r' xmlns="[^"]*"', "", shown))[0]
    content = root[0][0]  # of <math>, of <semantics>: what is beside it is the TeX
    _mend(content)
    return content


def _mend(parent: Element) -> None:
    """Say in MathML Core what KaTeX says otherwise, below and including an element."""
    variant = parent.attrib.get("mathvariant")
    if variant and parent.text and (parent.tag != "mi" or variant != "normal"):
        del parent.attrib["mathvariant"]
        if variant in _VARIANTS:
            parent.text = "".join(_styled(letter, _VARIANTS[variant]) for letter in parent.text)
    if parent.tag == "mtext" and parent.text and set(parent.text) <= _SPACES.keys():
        parent.tag = "mspace"
        parent.set("width", f"{sum(_SPACES[space] for space in parent.text):.4g}em")
        parent.text = None
    if parent.tag == "mtable":
        _lay_out(parent)
    if parent.tag in ("msup", "msub", "msubsup") and "minsize" in parent[0].attrib:
        base = Element("mrow")  # a large bracket is large in a row only
        base.append(parent[0])
        parent[0] = base
    if parent.tag == "msqrt":  # its sign, no shorter than a line, would hang below a low letter
        parent.insert(0, Element("mspace", width="0em", height="0.72em"))
    if parent.tag == "msup" and _primes(parent[1]):
        parent.tag = "mrow"  # a font has them raised already
        for prime in parent[1].iter("mo"):
            prime.attrib = {"lspace": "0em", "rspace": "0em"}
    elif parent.tag == "msubsup" and _primes(parent[2]):
        parent.tag, prime = "mrow", parent[2]
        below = Element("msub")
        below.extend(parent[:2])
        parent[:] = [below, prime]
    if parent.tag in ("mrow", "mstyle", "mtd"):
        _mend_row(parent)
    for child in list(parent):
        _mend(child)


def _primes(one: Element) -> bool:
    return bool(one.text or len(one)) and set("".join(one.itertext())) == {"\u2032"}


def _mend_row(row: Element) -> None:
    """Set a function's name apart from what stands beside it, but for a fence."""
    children = [child for child in row if child.text != _APPLIED]
    names = {child for child, applied in pairwise(row) if applied.text == _APPLIED}
    mended: list[Element] = []
    for i, child in enumerate(children):
        before = mended[-1] if mended else None
        following = children[i + 1] if i + 1 < len(children) else None
        named = child in names or any(one.text == _APPLIED for one in child[:1] for one in one[-1:])
        ends = before is not None and (before.tag != "mo" or _symbol(before) in _CLOSING)
        if named and ends and before is not None and before.tag != "mspace":
            mended.append(Element("mspace", width="0.1667em"))
        mended.append(child)
        if named and following is not None and following.tag not in ("mo", "mspace"):
            mended.append(Element("mspace", width="0.1667em"))
        _mend_operator(child, before)
    row[:] = mended


def _mend_operator(one: Element, before: Element | None) -> None:
    """Tell a sign from an operation: a browser knows only which comes first in its row."""
    symbol = _symbol(one)
    if one.tag != "mo" or not symbol:
        return
    if symbol in _RELATIONS:
        one.set("form", "infix")
    elif symbol in _BINARY:
        last = _symbol(before) if before is not None else "("
        wide = before is not None and before.tag == "mspace" and _ems(before) > 0.9
        signs = last in _RELATIONS | _BINARY | _OPENING or last == "," or wide
        one.set("form", "prefix" if signs and symbol in "+-−±∓" else "infix")


def _lay_out(table: Element) -> None:
    """Alignment and spaces of a table as style: MathML Core has no attributes for them."""
    sides = table.attrib.pop("columnalign", "center").split()
    gaps = [
        float(gap.removesuffix("em")) for gap in table.attrib.pop("columnspacing", "1em").split()
    ]
    above = float(table.attrib.pop("rowspacing", "0.16em").split()[0].removesuffix("em"))
    table.attrib.pop("class", None)
    for number, row in enumerate(table):
        for i, cell in enumerate(row):
            side = sides[min(i, len(sides) - 1)]
            left = gaps[min(i - 1, len(gaps) - 1)] if i else 0
            cell.set(
                "style",
                f"text-align:{side};padding:{above / 2 + 0.1 if number else 0:.3g}em 0 "
                f"{above / 2 + 0.1:.3g}em {left:.3g}em",
            )


def _styled(letter: str, style: str) -> str:
    kind = "SMALL" if letter.islower() else "CAPITAL" if letter.isupper() else "DIGIT"
    name = unicodedata.name(letter, "").rpartition(" ")[2]
    for full in (f"MATHEMATICAL {style} {kind} {name}", f"{style} {kind} {name}"):
        try:
            return unicodedata.lookup(full)
        except KeyError:
            continue
    return letter


def _symbol(one: Element) -> str:
    """The sign that an operator shows, also one with something above it; else nothing."""
    while one.tag in ("mstyle", "mrow", "mover", "munder", "munderover") and len(one):
        if one.tag in ("mstyle", "mrow") and len(one) != 1:
            return ""
        one = one[0]
    return (one.text or "").strip() if one.tag == "mo" else ""


def _ems(space: Element) -> float:
    return float(space.get("width", "0em").removesuffix("em"))


def _row(content: Element, display: bool) -> list[Element]:
    """The parts of a formula side by side."""
    changes = content.tag == "mstyle" and content.get("displaystyle") != str(display).lower()
    if content.tag in ("mrow", "mstyle") and not changes and not _is_fenced(content):
        return [one for child in content for one in _row(child, display)]
    return [content]


def _is_fenced(row: Element) -> bool:
    return any(one.get("fence") == "true" and "maxsize" not in one.attrib for one in row)


def _pieces(row: list[Element], most: float, after: bool) -> list[tuple[list[Element], float]]:
    """Cut a row that is wider than `most` ems where a reader would, and tell the widths.

    A relation or operation begins a new line of a displayed formula, and ends one in a text.
    """
    if _width(row) <= most:
        return [(row, _width(row))]
    ranks = _ranks(row, after)
    return list(_cut(row, ranks, most))


def _cut(
    row: list[Element], ranks: list[int], most: float
) -> Iterator[tuple[list[Element], float]]:
    inner = [rank for rank in ranks[1:] if rank]
    width = _width(row)
    if width <= most or not inner:
        yield row, width
        return
    best, start = min(inner), 0
    for i in [*(i for i in range(1, len(row)) if ranks[i] == best), len(row)]:
        yield from _cut(row[start:i], ranks[start:i], most)
        start = i


def _ranks(row: list[Element], after: bool) -> list[int]:
    """How bad a break before each part is: 0 is never; outer ones are better than inner ones."""
    ranks, depth = [], 0
    for i, one in enumerate(row):
        symbol, last = _symbol(one), _symbol(row[i - 1]) if i else ""
        further = _symbol(row[i - 2]) if i > 1 else ""
        if symbol in _CLOSING and one.tag == "mo":
            depth -= 1
        rank = 0
        looked = row[i - 1] if after and i else one
        sign = last if after else symbol
        if i and row[i - 1].tag == "mspace" and _ems(row[i - 1]) > 0.9:
            rank = 1
        elif sign in _RELATIONS and sign:
            rank = 2
        elif one.tag != "mspace" and "," in (last, row[i - 1].tag == "mspace" and further):
            rank = 3
        elif sign in _BINARY and sign and looked.get("form") == "infix":
            rank = 4
        ranks.append(rank and rank + 4 * max(depth, 0))
        if symbol in _OPENING and one.tag == "mo":
            depth += 1
    return ranks


def _wrapping(row: list[Element]) -> str:
    parts = []
    for piece, width in _pieces(row, NARROW, after=False):
        gap = ""
        if piece and piece[-1].tag == "mspace" and _ems(piece[-1]) > 0.9:
            gap = f'<span class="pr-gap" style="word-spacing:{_ems(piece[-1]):g}em"> </span>'
            piece = piece[:-1]
        shown = ""
        if width > NARROW:  # as small as it must be to fit where it stands
            shown = f' style="--pr-ems:{width:.1f}"'
        parts.append(_math(piece, f' displaystyle="true"{shown}') + gap)
    return "<wbr>".join(parts)


def _lines(table: Element) -> str:
    """A formula of several lines: rows of a grid, each of which wraps by itself."""
    rows = []
    columns = max(len(row) for row in table)
    for row in table:
        cells = []
        last: Element | None = None
        for cell in row:
            content = _row_of_cell(cell)
            if content and last is not None and content[0].tag == "mo":
                _mend_operator(content[0], last)
            last = content[-1] if content else last
            side = re.search(r"text-align:(\w+)", cell.get("style", ""))
            kind = side[1] if side else "center"
            cells.append(f'<span class="pr-{kind}">{_wrapping(content) if content else ""}</span>')
        rows.append(f'<span class="pr-row">{"".join(cells)}</span>')
    return f'<span class="pr-fit pr-rows" style="--pr-columns:{columns - 1}">{"".join(rows)}</span>'


def _row_of_cell(cell: Element) -> list[Element]:
    found = [one for child in cell for one in _row(child, True)]
    return [one for one in found if one.tag != "mrow" or len(one)]


def _math(row: list[Element], attributes: str) -> str:
    content = "".join(ElementTree.tostring(one, "unicode") for one in row)
    return f"<math{attributes}>{content}</math>"


# How wide things are --------------------------------------------------------------------------


def font_file() -> Path:
    """Return the font in which formulas are set: STIX Two Math, under the SIL Open Font License."""
    package = find_spec("ziamath")
    if package is None or package.origin is None:
        raise RuntimeError("the font of formulas is missing: it comes with the package ziamath")
    return Path(package.origin).parent / "fonts" / "STIXTwoMath-Regular.ttf"


@cache
def _advances() -> tuple[dict[int, str], Any, int]:
    from fontTools.ttLib import TTFont

    font = TTFont(font_file(), lazy=True)
    return font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm


def italic(letter: str) -> str:
    """Return the letter by which a browser shows one that stands alone as a variable."""
    style = _styled(letter, "ITALIC") if letter.isalpha() else letter
    return "\u210e" if letter == "h" else style


@cache
def _advance(text: str, variable: bool) -> float:
    glyphs, widths, units = _advances()
    shown = italic(text) if variable and len(text) == 1 else text
    return sum(float(widths[glyphs[ord(c)]][0]) if ord(c) in glyphs else 500 for c in shown) / units


def _width(row: list[Element]) -> float:
    """About how wide some parts are side by side, in ems."""
    return sum(_wide(one) for one in row)


def _wide(one: Element) -> float:
    parts = [_wide(child) for child in one]
    match one.tag:
        case "mi":
            return _advance(one.text or "", "mathvariant" not in one.attrib)
        case "mspace":
            return _ems(one)
        case "mo" if not len(one):
            symbol = (one.text or "").strip()
            form = one.get("form", "infix")
            between = 0.556 if symbol in _RELATIONS else 0.444 if symbol in _BINARY else 0
            apart = between if form == "infix" else 0.17 if symbol == "," else 0
            large = 1.5 if symbol in "∑∏∫" else 1
            return _advance(symbol, False) * large + apart
        case "mn" | "mtext":
            return _advance(one.text or "", False)
        case "msub" | "msup":
            return parts[0] + 0.7 * parts[1] + 0.05
        case "msubsup":
            return parts[0] + 0.7 * max(parts[1:]) + 0.05
        case "mfrac":
            return max(parts) + 0.2
        case "msqrt" | "mroot":
            return parts[0] + 1 if one.tag == "mroot" else sum(parts) + 0.9
        case "mover" | "munder" | "munderover":
            return max(parts[0], *(0.7 * part for part in parts[1:]))
        case "mtable":
            rows = [[_wide(cell) + 0.5 for cell in row] for row in one]
            columns = max(map(len, rows))
            return sum(max(row[i] for row in rows if i < len(row)) for i in range(columns))
    return sum(parts)


# In a line of text ----------------------------------------------------------------------------

_LOW = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)
_HIGH = dict(zip("0123456789+-−=()in′*∗", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ′**", strict=True))


def _linear(one: Element) -> str:
    """A formula in Unicode, with fractions by a stroke."""
    parts = [_linear(child) for child in one]
    match one.tag:
        case "mo" if not parts:
            symbol = (one.text or "").strip()
            if symbol in _RELATIONS | _BINARY and one.get("form", "infix") == "infix" and symbol:
                return symbol if symbol == "/" else f" {symbol} "
            return f"{symbol} " if symbol in (",", ";") else symbol
        case "mspace":
            return " " if _ems(one) > 0.1 else ""
        case "msub":
            return parts[0] + _script(parts[1], _LOW, "_")
        case "msup":
            if re.fullmatch(r"\d+\.\d+", parts[1]):  # no full stop can be raised
                return f"{parts[0]} to the {parts[1]}"
            return parts[0] + _script(parts[1], _HIGH, "^")
        case "msubsup" | "munderover":
            return parts[0] + _script(parts[1], _LOW, "_") + _script(parts[2], _HIGH, "^")
        case "munder":
            return parts[0] + _script(parts[1], _LOW, "_")
        case "mover":
            above = {"ˉ": "\u0304", "‾": "\u0304", "^": "\u0302", "~": "\u0303", "˙": "\u0307"}
            return parts[0] + above.get(parts[1], _script(parts[1], _HIGH, "^"))
        case "mfrac":
            return "/".join(_grouped(part) for part in parts)
        case "msqrt":
            return f"√{_grouped(''.join(parts))}"
        case "mtr":
            return ", ".join(parts)
        case "mtable":
            return "; ".join(parts)
    text = re.sub(r" {2,}", " ", "".join(parts))
    return (one.text or "") + text


def _script(text: str, letters: dict[str, str], mark: str) -> str:
    close = text.replace(" ", "")
    if len(close) == 1 and close not in letters:
        return mark + close
    if close and set(close) <= letters.keys():
        return "".join(letters[letter] for letter in close)
    return mark + _grouped(text)


def _grouped(text: str) -> str:
    return text if re.fullmatch(r"\w+|[\w.]+", text) or len(text) == 1 else f"({text})"
