"""What Sphinx calls for formulas, and for the numbers and quotation marks in the text of a page."""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from . import mathml

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

# On the page ----------------------------------------------------------------------------------

_VERBATIM = ("code", "pre", "kbd", "samp", "script", "style", "textarea", "math")
_WHOLE = "|".join(rf"<{tag}\b.*?</{tag}>" for tag in _VERBATIM)
_MARKUP = re.compile(rf"(<!--.*?-->|{_WHOLE}|<[^>]*>)", re.DOTALL)
_TAG = re.compile(r"<(/?)([a-zA-Z]\w*)")
_WORDS = {"svg", "title", "option"}  # their text cannot be HTML
_INLINE = {"a", "b", "em", "i", "span", "strong", "sub", "sup", "wbr"}
_ATTRIBUTE = re.compile(r'\b(aria-label|title|alt|content)="([^"]*)"')
GLUED = 24  # letters of a formula that may not leave its comma: a longer one breaks on a phone
_TAGS = re.compile(r"<[^>]*>")
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
    parts = _MARKUP.split(page)
    within = 0  # elements that hold no HTML
    before = " "
    for i, part in enumerate(parts):
        if i % 2 == 0:
            if part:
                parts[i] = _text(part, before, plain=within > 0)
                before = unescape(part[-8:])[-1]
            continue
        found = _TAG.match(part)
        tag = found[2].lower() if found else ""
        if tag in _VERBATIM:
            before = "x"
        elif found:
            if tag in _WORDS and not part.endswith("/>"):
                within += -1 if found[1] else 1
            before = before if tag in _INLINE else " "
            parts[i] = _ATTRIBUTE.sub(_attribute, part)
    return _BESIDE.sub(_glued, _TABLE.sub(_columns, "".join(parts)))


def _glued(found: re.Match[str]) -> str:
    """Keep a line from breaking between a short formula and a comma or parenthesis beside it."""
    letters = len(_TAGS.sub("", found[0]))
    beside = (found[1] or found[3]) and letters <= GLUED
    return f'<span class="pr-glue">{found[0]}</span>' if beside else found[0]


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
    """Mark the columns of a table that hold numbers only, also as text."""
    rows = [_CELL.findall(row) for row in _ROW.findall(table[0])]
    body = [row for row in rows if any(cell[0] == "td" for cell in row)]
    if not body or "span=" in table[0] or len({len(row) for row in rows}) > 1:
        return table[0]
    numeric = [_is_numeric(column) for column in zip(*body, strict=True)]

    def mark(row: re.Match[str]) -> str:
        column = iter(numeric)

        def cell(found: re.Match[str]) -> str:
            name, attributes, content = found.groups()
            if next(column) and "class=" not in attributes:
                attributes += ' class="pr-num"'
            return f"<{name}{attributes}>{content}</{name}>"

        return _CELL.sub(cell, row[0])

    return _ROW.sub(mark, table[0]) if any(numeric) else table[0]


def _is_numeric(column: tuple[tuple[str, str, str], ...]) -> bool:
    """Whether a column's cells, each a tag, its attributes and its content, are numbers."""
    return any(re.search(r"\d", content) for _, _, content in column) and all(
        tag == "td"
        and ('class="pr-num"' in attributes or _NUMBER.fullmatch(unescape(content).strip()))
        for tag, attributes, content in column
    )


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
    try:
        writer.body.append(mathml.inline(node.astext()))
    except mathml.TexError as error:
        _warn(error, node)
    raise nodes.SkipNode


def _visit_block(writer: HTML5Translator, node: nodes.math_block) -> None:
    from sphinx.util.math import get_node_equation_number

    try:
        formula = mathml.translated(node.astext(), True)
    except mathml.TexError as error:
        _warn(error, node)
        raise nodes.SkipNode from None
    writer.body.append(writer.starttag(node, "div", CLASS="math"))
    writer.body.append(f'<span class="pr-formula">{formula}</span>')
    if node["number"]:
        writer.body.append(f'<span class="eqno">({get_node_equation_number(writer, node)})')
        writer.add_permalink_ref(node, "Link to this equation")
        writer.body.append("</span>")
    writer.body.append("</div>\n")
    raise nodes.SkipNode


def _warn(error: mathml.TexError, location: str | nodes.Node) -> None:
    """Tell of a fault where it stands; the build ends with it."""
    from sphinx.util import logging  # which a server, which only dresses answers, need not import

    logging.getLogger(__name__).warning("%s", error, location=location)


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))
    app.config.html_math_renderer = "mathml"
    # after all others that write into a page, and before `frame` sees what it uses
    app.connect("html-page-context", _dress_page, priority=890)
