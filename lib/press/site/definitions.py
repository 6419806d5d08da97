"""What a box beside a link can explain, for ``hover.js``: ``_static/definitions.js``.

It is read from the finished pages: words, works, theorems, equations, captions of figures.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

from ..run.store import Store

# An element with an id, and what explains it. A lookahead, since two words may share a meaning.
_EXPLAINED = [
    re.compile(f"(?={pattern})", re.DOTALL)
    for pattern in (
        r'(?P<shown><dt id="(?P<name>term-[^"]+)">.*?</dd>)',
        r'(?P<shown><div class="proof \w+ admonition" id="(?P<name>[^"]+)">.*?</section>\s*</div>)',
        r'(?P<shown><div class="math[^"]*" id="(?P<name>[^"]+)">.*?</div>)',
        r'(?P<shown><div class="citation" id="(?P<name>[^"]+)".*?</div>)',
        r'<figure class="pr-\w+" id="(?P<name>[^"]+)">.*?(?P<shown><figcaption.*?</figcaption>)',
    )
]
_NOT_SHOWN = re.compile(
    r' id="[^"]*"| role="doc-[^"]*"|<a class="headerlink".*?</a>|<p class="pr-cited">.*?</p>',
    re.DOTALL,
)
LONGEST = 4000  # letters of HTML: more is read where it stands, and not in a box
_OWN_LINK = re.compile(r'(?<= href=")(?![a-z]+:)([^"]*)')


def definitions(page: str, text: str) -> dict[str, str]:
    """Return what a page explains.

    Parameters
    ----------
    page : str
        Its address from the top of the site, such as ``"book/glossary.html"``.
    text : str
        Its HTML.

    Returns
    -------
    dict of str to str
        HTML by address; where a link in it begins at the top there is ``{root}``.
    """

    def from_top(link: re.Match[str]) -> str:
        way, hash_, rest = link[1].partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), way)) if way else page
        return f"{{root}}{target}{hash_}{rest}"

    told = {}
    for pattern in _EXPLAINED:
        for found in pattern.finditer(text):
            shown = _OWN_LINK.sub(from_top, _NOT_SHOWN.sub("", found["shown"]))
            if len(shown) <= LONGEST:
                told[f"{page}#{found['name']}"] = shown
    return told


def write_definitions(site: Path, pages: Iterable[str], known: Store) -> None:
    """Write what the pages of a built site explain.

    Parameters
    ----------
    site : Path
        The folder of the site.
    pages : iterable of str
        The pages' names, such as ``"book/guts/index"``.
    known : Store
        What was read from pages before.
    """
    found: dict[str, str] = {}
    for page in sorted(f"{name}.html" for name in pages):
        text = (site / page).read_text("utf-8")
        found |= known.json(("definitions", page, text), definitions, page, text)
    told = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    (site / "_static/definitions.js").write_text(f"window.parlorDefinitions={told};\n", "utf-8")
