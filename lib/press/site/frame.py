"""What stands around each page, and what a page loads: only what it uses."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

# What a page loads only if its text has these words: the themes give everything to every page.
# Files that are not named here are loaded by all pages.
NEEDS = {
    "clipboard.min.js": 'class="highlight',
    "copybutton.css": 'class="highlight',
    "copybutton.js": 'class="highlight',
    "design-tabs.js": 'class="sd-tab',
    "documentation_options.js": 'class="highlight',  # for copybutton.js
    "form.css": 'class="pr-form"',
    "form.js": 'class="pr-form"',
    "formulas.css": "<math",
    "grid.js": '/sliders.js"',
    "proof.css": 'class="proof ',
    "sphinx-design.min.css": 'class="sd-',
}
# Of Sphinx and of the theme: our scripts and `parlor.css` do what the book needs of them.
UNUSED = {
    "bootstrap.js",
    "doctools.js",
    "language_data.js",
    "pygments.css",
    "searchtools.js",
    "sphinx-book-theme.js",
    "sphinx_highlight.js",
}
# What themes ship and no page loads: most of their weight.
LEFT_OUT = [
    *(f"**/{name}" for name in UNUSED),
    "**/*.map", "**/*.LICENSE.txt", "*webpack-macros.html", "images/logo_*",
    "minus.png", "plus.png", "scripts/fontawesome.js",
    "scripts/pydata-sphinx-theme.js",
]  # fmt: skip


def _name(file: Any) -> str:
    """The bare name of a script or a style sheet; empty for one that stands in the page."""
    name = str(getattr(file, "filename", file) or "")
    return name.partition("?")[0].rpartition("/")[2]


def _is_used(file: Any, body: str) -> bool:
    name = _name(file)
    if not name:  # a line of script, which sets what `documentation_options.js` has made
        return "DOCUMENTATION_OPTIONS" not in str(dict(file.attributes).get("body", ""))
    return name not in UNUSED and NEEDS.get(name, "") in body


def _lighten(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Leave out the scripts and style sheets that a page does not use."""
    body = context.get("body", "")
    for kind in ("script_files", "css_files"):
        context[kind] = [file for file in context[kind] if _is_used(file, body)]


def _no_search(app: Sphinx) -> None:
    """Let Sphinx make no index of its own; see `search`."""
    app.builder.search = False  # type: ignore[attr-defined]


def _search_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    yield "search", {"title": "Search"}, "search.html"


def _drop_unused(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    for folder in ("locales", "vendor"):
        shutil.rmtree(static / folder, ignore_errors=True)
    for pattern in LEFT_OUT:
        for path in static.glob(pattern):
            path.unlink()


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above, after the themes."""
    app.connect("builder-inited", _no_search)
    app.connect("html-collect-pages", _search_page)
    app.connect("html-page-context", _lighten, priority=900)
    app.connect("build-finished", _drop_unused, priority=900)
