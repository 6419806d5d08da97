"""What Sphinx calls for formulas, and for the numbers in the text of a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape
from typing import TYPE_CHECKING

from docutils import nodes

from . import formulas

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

# On the page ----------------------------------------------------------------------------------

_KEPT = "code|pre|kbd|samp|script|style|textarea|math"
_PLAIN = "svg|title|option"  # their text cannot be HTML
_PIECE = re.compile(
    rf"<(?P<kept>{_KEPT})\b.*?</(?P=kept)>|<(?P<plain>{_PLAIN})\b.*?</(?P=plain)>"
    r"|<!--.*?-->|<[^>]*>|(?P<text>[^<]+)",
    re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")
_TEXT = re.compile(r"(?<=>)[^<]+")
_ATTRIBUTE = re.compile(r'\b(aria-label|title|alt|content)="([^"]*)"')
_SOUGHT = re.compile(r"\$|-[$.\d]|\de[-+\d]|\d (?:%|(?:\+-|±|-) )")
_BESIDE = re.compile(  # browsers break beside a formula, also before a hyphen or a no-break space
    r"([(\[\u201c]*)(<math\b[^>]*>(?:(?!</math>).)*</math>)"
    r"((?:-\w+)?(?:\u00a0[^\s<]+)*[,.;:!?)\]\u2019\u201d]*)",
    re.DOTALL,
)


def dress(page: str) -> str:
    """Set the formulas and numbers in the text of a piece of HTML.

    Parameters
    ----------
    page : str
        HTML with ``$...$`` and plain numbers in its text.

    Returns
    -------
    str
        The same with MathML and minus signs; code and scripts are left alone.

    Examples
    --------
    >>> dress('<td title="$t_1$">-1</td><code>-1</code>')
    '<td title="t₁">−1</td><code>-1</code>'
    """
    return _BESIDE.sub(_glued, _PIECE.sub(_dressed, page))


def _dressed(match: re.Match[str]) -> str:
    piece = match[0]
    if match["kept"] or not _SOUGHT.search(piece):
        return piece
    if match["text"]:
        return formulas.typeset(unescape(piece))
    if match["plain"]:
        piece = _TEXT.sub(lambda text: _plain(text[0]), piece)
    return _ATTRIBUTE.sub(lambda attribute: f'{attribute[1]}="{_plain(attribute[2])}"', piece)


def _plain(text: str) -> str:
    return escape(formulas.plain(unescape(text))) if _SOUGHT.search(text) else text


def _glued(match: re.Match[str]) -> str:
    """Keep a line from breaking between a formula and what stands beside it, such as a comma."""
    letters = len(_TAG.sub("", match[0]))
    beside = (match[1] or match[3]) and letters <= formulas.LONG  # a longer one breaks on a phone
    return f'<span class="pr-glue">{match[0]}</span>' if beside else match[0]


# In the page's source -------------------------------------------------------------------------


def _visit_inline(writer: HTML5Translator, node: nodes.math) -> None:
    writer.body.append(_set(node, formulas.inline))
    raise nodes.SkipNode


def _visit_block(writer: HTML5Translator, node: nodes.math_block) -> None:
    from sphinx.util.math import get_node_equation_number

    formula = _set(node, formulas.displayed)
    writer.body.append(writer.starttag(node, "div", CLASS="math"))
    writer.body.append(f'<span class="pr-formula">{formula}</span>')
    if node["number"]:
        writer.body.append(f'<span class="eqno">({get_node_equation_number(writer, node)})')
        writer.add_permalink_ref(node, "Link to this equation")
        writer.body.append("</span>")
    writer.body.append("</div>\n")
    raise nodes.SkipNode


def _set(node: nodes.math | nodes.math_block, way: Callable[[str], str]) -> str:
    """Set a formula; a fault is told where it stands, and the build ends with it."""
    from sphinx.util import logging  # which a server, which only dresses answers, need not import

    try:
        return way(node.astext())
    except formulas.TexError as error:
        logging.getLogger(__name__).warning("%s", error, location=node)
        raise nodes.SkipNode from None


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))
    app.config.html_math_renderer = "mathml"
