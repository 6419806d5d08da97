"""Names of folds and permalinks, which Sphinx makes, for readers who meet them out of their place.

Who has a page's links read out in a row hears "#" for each heading, and "Solution" for each
exercise. Here each is told apart; what is seen stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from html import escape, unescape

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
    count: Counter[tuple[str, str]] = Counter()
    above = ""

    def named(match: re.Match[str]) -> str:
        """Name a fold by the theorem or heading above it, and count it below that."""
        nonlocal above
        if match["above"]:
            above = _text(match["above"])
            return match[0]
        text = _text(match["text"])
        count[text, above] += 1
        label = f"{text} {count[text, above]}{above and f', {above}'}"
        return f'{match["summary"]} aria-label="{escape(label)}"{match["rest"]}'

    return _FOLD.sub(named, _PERMALINK.sub(_permalink, page))


def _permalink(match: re.Match[str]) -> str:
    name = _text(match[2])
    label = f"equation {name}" if "eqno" in match[1] else name
    return f'{match[1]}{match[2]}<a aria-label="Link to {escape(label)}" class="headerlink"'


def _text(html: str) -> str:
    """The words of some HTML without its permalink."""
    bare = re.sub(r'<a [^>]*class="headerlink".*?</a>|<[^>]*>', "", html, flags=re.DOTALL)
    return " ".join(unescape(bare).split())
