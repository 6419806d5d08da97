"""Names of folds and permalinks, which Sphinx makes, for readers who meet them out of their place.

Who has a page's links read out in a row hears "#" for each heading, and "Solution" for each
exercise. Here each is told apart; what is seen stays as it is.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

_PERMALINK = re.compile(
    r'(<(?:h[1-6]|dt)\b[^>]*>|class="eqno">)((?:(?!</h[1-6]|</dt>).)*?)<a class="headerlink"', re.S
)
_FOLD = re.compile(
    r'(?P<above><(?:h[1-6])\b[^>]*>.*?</h[1-6]>|<span class="caption-number">.*?</span>)'
    r'|(?P<summary><summary class="sd-summary-title[^>]*)'
    r'(?P<rest>>\s*<span class="sd-summary-text">(?P<text>.*?)</span>)',
    re.DOTALL,
)


def told_apart(page: str) -> str:
    """Return a page's HTML with a name of its own for each link and fold.

    Parameters
    ----------
    page : str
        HTML in which formulas are set.

    Examples
    --------
    >>> told_apart('<h2>Two friends<a class="headerlink" href="#two">#</a></h2>')
    '<h2>Two friends<a aria-label="Link to Two friends" class="headerlink" href="#two">#</a></h2>'
    """
    return _Folds().told_apart(_PERMALINK.sub(_permalink, page))


def _permalink(match: re.Match[str]) -> str:
    name = _text(match[2])
    label = f"equation {name}" if "eqno" in match[1] else name
    return f'{match[1]}{match[2]}<a aria-label="Link to {escape(label)}" class="headerlink"'


class _Folds:
    """Folds are named by the theorem or heading above them, and counted below it."""

    def __init__(self) -> None:
        self._above = ""
        self._count: dict[tuple[str, str], int] = {}

    def told_apart(self, page: str) -> str:
        return _FOLD.sub(self._next, page)

    def _next(self, match: re.Match[str]) -> str:
        if match["above"]:
            self._above = _text(match["above"])
            return match[0]
        text = _text(match["text"])
        count = self._count[text, self._above] = self._count.get((text, self._above), 0) + 1
        label = escape(f"{text} {count}, {self._above}" if self._above else f"{text} {count}")
        return f'{match["summary"]} aria-label="{label}"{match["rest"]}'


def _text(html: str) -> str:
    """The words of some HTML without its permalink."""
    bare = re.sub(r'<a [^>]*class="headerlink".*?</a>|<[^>]*>', "", html, flags=re.DOTALL)
    return " ".join(unescape(bare).split())


def _name(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if "body" in context:
        context["body"] = told_apart(context["body"])


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.connect("html-page-context", _name, priority=895)  # after formulas are set
