"""What Sphinx calls for formulas, numbers and quotation marks; and the font of formulas."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from ..run.memo import Memo
from . import mathml

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

STYLE = "formulas.css"  # the font is put into it; `frame` gives it to pages with formulas
FONT = "url(formulas.woff2)"  # what the font takes the place of

# On the page ----------------------------------------------------------------------------------

_TAG = re.compile(r"(<!--.*?-->|<[^>]*>)", re.DOTALL)
_NAME = re.compile(r"<(/?)([a-zA-Z]\w*)")
_VERBATIM = {"code", "pre", "kbd", "samp", "script", "style", "textarea", "math"}
_WORDS = {"svg", "title", "option"}  # their text cannot be HTML
_INLINE = {"a", "b", "em", "i", "span", "strong", "sub", "sup", "wbr"}
_TOLD = re.compile(r'\b(aria-label|title|alt|content)="([^"]*)"')
_TABLE = re.compile(r"<table\b(?:(?!<table\b).)*?</table>", re.DOTALL)
_ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<(t[dh])\b([^>]*)>(.*?)</\1>", re.DOTALL)
_NUMBER = re.compile(
    r"(?:[\u2212+~≈]?\$?(?:\d[\d,]*)?\.?\d+(?: ?%|\u00a0×\u00a010[⁻⁰¹²³⁴-⁹]+)?|[–—-]|none|)"
    r"(?: ?± ?[\d.]+)?"
)
_SOUGHT = re.compile(r"[$'\"]|&(?:quot|#x27|#39|#34);|-[$.\d]|\de[-+\d]|\d (?:\+-|-) ")
_BESIDE = re.compile(
    r"([(\[\u201c]*)(<math\b[^>]*>(?:(?!</math>).)*</math>)([,.;:!?)\]\u2019\u201d]*)", re.DOTALL
)
_WORDS_FROM, _LONG_FROM = 25, 81  # letters in a cell for which a wide table makes room


def dress(page: str) -> str:
    """Set the formulas, numbers and quotation marks in the text of a piece of HTML.

    Parameters
    ----------
    page : str
        HTML with ``$...$`` and plain numbers in its text.

    Returns
    -------
    str
        The same with MathML, minus signs and curly quotes; code and scripts are left alone, and
        columns of numbers are marked as such.

    Raises
    ------
    TexError
        If a formula is not TeX.

    Examples
    --------
    >>> dress('<td title="$t_1$">-1</td><code>-1</code>')
    '<td title="t₁">−1</td><code>-1</code>'
    """
    parts = _TAG.split(page)
    within: list[str] = []  # elements that are left alone, or hold no HTML
    before = " "
    for i, part in enumerate(parts):
        if not i % 2:
            if part and not (within and within[-1] in _VERBATIM):
                parts[i] = _text(part, before, plain=bool(within))
                before = unescape(part[-8:])[-1]
            continue
        found = _NAME.match(part)
        tag = found[2].lower() if found else ""
        if tag in _VERBATIM | _WORDS and not part.endswith("/>"):
            if found and found[1]:
                if within and within[-1] == tag:
                    within.pop()
            elif not (within and within[-1] in _VERBATIM - {tag}):
                within.append(tag)
        if tag in _VERBATIM:
            before = "x"
        elif not (within and within[-1] in _VERBATIM):
            before = before if tag in _INLINE else " "
            if "=" in part:
                parts[i] = _TOLD.sub(_attribute, part)
    return _BESIDE.sub(_glued, _TABLE.sub(_columns, "".join(parts)))


def _glued(found: re.Match[str]) -> str:
    """Keep a line from breaking between a formula and a comma or a parenthesis beside it."""
    return f'<span class="pr-glue">{found[0]}</span>' if found[1] or found[3] else found[0]


@cache
def _text(text: str, before: str, plain: bool) -> str:
    if not _SOUGHT.search(text):
        return text
    if plain:
        return escape(mathml.plain(unescape(text)), quote=False)
    return mathml.typeset(unescape(text), before)


def _attribute(found: re.Match[str]) -> str:
    if not _SOUGHT.search(found[2]):
        return found[0]
    return f'{found[1]}="{escape(mathml.plain(unescape(found[2])))}"'


def _columns(table: re.Match[str]) -> str:
    """Mark the columns of a table that hold numbers only, also as text, and of a wide one words."""
    rows = [_CELL.findall(row) for row in _ROW.findall(table[0])]
    body = [row for row in rows if any(cell[0] == "td" for cell in row)]
    if not body or "span=" in table[0] or len({len(row) for row in rows}) > 1:
        return table[0]
    kinds = [_kind([row[i] for row in body], len(body[0])) for i in range(len(body[0]))]
    if not any(kinds):
        return table[0]

    def mark(row: re.Match[str]) -> str:
        place = iter(kinds)

        def cell(found: re.Match[str]) -> str:
            name, attributes, content = found.groups()
            kind = next(place)
            if kind and "class=" not in attributes and (name == "td" or kind == "pr-num"):
                attributes += f' class="{kind}"'
            return f"<{name}{attributes}>{content}</{name}>"

        return _CELL.sub(cell, row[0])

    return _ROW.sub(mark, table[0])


def _kind(column: list[tuple[str, str, str]], n_columns: int) -> str:
    """Return the class of a column's cells, or nothing."""
    if any(name != "td" for name, _, _ in column):
        return ""
    if all(_is_number(*cell[1:]) for cell in column):
        return "pr-num" if any(re.search(r"\d", cell[2]) for cell in column) else ""
    longest = max(len(unescape(_TAG.sub("", content))) for _, _, content in column)
    if n_columns < 4 or longest < _WORDS_FROM:
        return ""
    return "pr-words" if longest < _LONG_FROM else "pr-long"


def _is_number(attributes: str, content: str) -> bool:
    return 'class="pr-num"' in attributes or bool(_NUMBER.fullmatch(unescape(content).strip()))


def _dress_page(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    try:
        for part in ("body", "metatags"):
            context[part] = dress(context.get(part, ""))
    except mathml.TexError as error:
        _warn(error, name)


# In the page's source -------------------------------------------------------------------------


def _visit_inline(writer: HTML5Translator, node: nodes.math) -> None:
    writer.body.append(_set(mathml.inline, node.astext(), node))
    raise nodes.SkipNode


def _visit_block(writer: HTML5Translator, node: nodes.math_block) -> None:
    writer.body.append(writer.starttag(node, "div", CLASS="math"))
    formula = _set(mathml.display, _one_formula(node.astext()), node)
    writer.body.append(f'<span class="pr-formula">{formula}</span>')
    if node["number"]:
        from sphinx.util.math import get_node_equation_number

        number = get_node_equation_number(writer, node)
        writer.body.append(f'<span class="eqno">({number})')
        writer.add_permalink_ref(node, "Link to this equation")
        writer.body.append("</span>")
    writer.body.append("</div>\n")
    raise nodes.SkipNode


def _set(how: Any, tex: str, node: nodes.Node) -> str:
    try:
        return str(how(tex))
    except mathml.TexError as error:
        _warn(error, node)
        return ""


def _warn(error: mathml.TexError, location: str | nodes.Node) -> None:
    from sphinx.util import logging  # which those who want but the font need not import

    logging.getLogger(__name__).warning("%s", error, location=location)


def _one_formula(tex: str) -> str:
    """A formula of several lines as TeX knows it inside another: without numbers of its own."""
    tex = re.sub(r"\\(begin|end)\{(?:align|eqnarray)\*?\}", r"\\\1{aligned}", tex.strip())
    tex = re.sub(r"\\(begin|end)\{(?:gather|multline)\*?\}", r"\\\1{gathered}", tex)
    return re.sub(r"\\(begin|end)\{equation\*?\}", "", tex)


# The font -------------------------------------------------------------------------------------


def write_font(site: Path, pages: Iterable[str], memo: Memo) -> None:
    """Put into the style sheet the font, with no characters but those of the site's formulas."""
    used = "".join(sorted({letter for page in pages for letter in characters(page)}))
    style = site / "_static" / STYLE
    told = style.read_text("utf-8")
    if used and FONT in told:
        coded = memo.text("font formulas", (used,), lambda: b64encode(subset(used)).decode())
        style.write_text(told.replace(FONT, f"url(data:font/woff2;base64,{coded})"), "utf-8")


def characters(page: str) -> set[str]:
    """Return the characters that the formulas of a page show.

    Parameters
    ----------
    page : str
        HTML.

    Returns
    -------
    set of str
        With the slanted forms of letters that stand alone as variables.

    Examples
    --------
    >>> sorted(characters("no <math><mi>h</mi><mo>&lt;</mo></math>"))
    ['<', 'h', 'ℎ']
    """
    found: set[str] = set()
    for formula in re.findall(r"<math\b.*?</math>", page, re.DOTALL):
        variables = re.findall(r"<mi>(.)</mi>", formula)
        if "<msqrt" in formula or "<mroot" in formula:
            found.add("\u221a")
        found.update(unescape(re.sub(r"<[^>]*>", "", formula)), map(mathml.italic, variables))
    return {letter for letter in found if not letter.isspace()}


def subset(letters: str) -> bytes:
    """Return the font of formulas with some characters only.

    Parameters
    ----------
    letters : str
        The characters.

    Returns
    -------
    bytes
        WOFF2 that holds the larger and smaller forms of the characters as well, and the lengths
        by which formulas are built.
    """
    from fontTools import subset as tool
    from fontTools.ttLib import TTFont

    options = tool.Options(
        flavor="woff2", hinting=False, layout_features=["ssty", "dtls"], name_IDs=[0, 1, 13, 14],
        notdef_outline=True, drop_tables=["DSIG", "GPOS"],
    )  # fmt: skip
    font = TTFont(mathml.font_file(), recalcTimestamp=False)
    worker = tool.Subsetter(options)
    worker.populate(text=letters)
    worker.subset(font)
    out = io.BytesIO()
    font.flavor = "woff2"
    font.save(out)
    return out.getvalue()


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))
    app.config.html_math_renderer = "mathml"
    # after all others that write into a page, and before `frame` sees what it uses
    app.connect("html-page-context", _dress_page, priority=890)
