"""What can be explained in a box beside a link, for ``hover.js``: ``_static/definitions.js``.

It is made from the finished pages: a word, a work, a theorem, an equation, a figure's caption.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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
            name, shown = found["name"], found["shown"]
            told[f"{page}#{name}"] = _OWN_LINK.sub(from_top, _NOT_SHOWN.sub("", shown))
    return told


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name != "html":
        return
    found: dict[str, str] = {}
    for name in sorted(app.env.found_docs):
        page = f"{name}.html"
        found |= definitions(page, (Path(app.outdir) / page).read_text("utf-8"))
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    script = f"window.parlorDefinitions={text};\n"
    (Path(app.outdir) / "_static" / "definitions.js").write_text(script, "utf-8")


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.connect("build-finished", _write)
