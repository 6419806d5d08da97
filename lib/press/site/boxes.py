"""What links lead to on other pages, for the boxes of ``hover.js``: ``_static/definitions.js``.

It is made from the finished pages, all of which stand in the output folder whichever were written
by this build, so that no page need know what is told of it elsewhere.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx

_LINK = re.compile(
    r'(?<!<b>)<a class="(?:pr-ref|reference internal)" href="([^"#:]+\.html)#([^"]+)"'
)
# of an element with an id, what explains it
_SHOWN = (
    r'<dt id="{}">.*?</dd>',
    r'<div class="proof [^"]*" id="{}">.*?</section>\s*</div>',
    r'<div class="math[^"]*" id="{}">.*?</div>',
    r'<div class="citation" id="{}".*?</div>',
    r'<figure class="pr-(?:table|figure)" id="{}">.*?(<figcaption.*?</figcaption>)',
)
_NOT_SHOWN = re.compile(
    r' id="[^"]*"| role="doc-[^"]*"|<a class="headerlink".*?</a>|<p class="pr-cited">.*?</p>',
    re.DOTALL,
)
_OWN_LINK = re.compile(r'(?<= href=")(?![a-z]+:)([^"]*)')


def definitions(site: Path, names: Iterable[str]) -> dict[str, str]:
    """Collect what links of the pages lead to on other pages.

    Parameters
    ----------
    site : Path
        The folder of the finished pages.
    names : iterable of str
        The pages, such as ``"book/guts/index"``.

    Returns
    -------
    dict of str to str
        HTML by address below `site`; where a link in it begins at the top there is ``{root}``.
    """
    pages = {f"{name}.html": (site / f"{name}.html").read_text("utf-8") for name in names}
    wanted = set()
    for page, text in pages.items():
        for way, fragment in _LINK.findall(text):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), way))
            if target != page:  # what stands on the page itself is copied from there
                wanted.add((target, fragment))
    told = {(page, at): _told(pages.get(page, ""), page, at) for page, at in sorted(wanted)}
    return {f"{page}#{at}": shown for (page, at), shown in told.items() if shown}


def _told(text: str, page: str, fragment: str) -> str:
    def from_top(link: re.Match[str]) -> str:
        way, hash_, rest = link[1].partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), way)) if way else page
        return f"{{root}}{target}{hash_}{rest}"

    for pattern in _SHOWN:
        if shown := re.search(pattern.format(re.escape(fragment)), text, re.DOTALL):
            whole = shown[1] if shown.re.groups else shown[0]
            return _OWN_LINK.sub(from_top, _NOT_SHOWN.sub("", whole))
    return ""


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name != "html":
        return
    found = definitions(Path(app.outdir), sorted(app.env.found_docs))
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    script = f"window.parlorDefinitions={text};\n"
    (Path(app.outdir) / "_static" / "definitions.js").write_text(script, "utf-8")


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.connect("build-finished", _write)
