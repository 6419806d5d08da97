"""Sphinx extension of the book: whatever the site needs that no configuration value gives."""

from __future__ import annotations

import re
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from ..ask.store import Store, store_of
from ..project.places import Project
from . import bibliography, citation, math_renderer, names, sharing, stale_pages, styles

# What themes, Sphinx and extensions ship and no page loads: most of their weight.
_LEFT_OUT = (
    "locales", "vendor", "scripts", "images", "*.LICENSE.txt", "*.html", "minus.png",
    "plus.png", "pygments.css", "doctools.js", "documentation_options.js", "searchtools.js",
    "language_data.js", "sphinx_highlight.js", "design-tabs.js",
)  # fmt: skip
_PLAIN_CODE = re.compile('<span class="(?:n|p|o|w)">([^<]*)</span>')  # names and signs
_THEMES = ("styles/theme.css", "styles/pydata-sphinx-theme.css")  # their pages name them in a macro


def _no_search(app: Sphinx) -> None:
    """Let Sphinx make no index of its own; see `search`."""
    app.builder.search = False  # type: ignore[attr-defined]


def _name_proofs(app: Sphinx, doctree: nodes.document) -> None:
    """Give each theorem and proof an id of its own, where sphinx-proof gives all of them one."""
    proofs = 0
    for node in doctree.findall(nodes.Element):
        if type(node).__name__ == "proof_node":
            proofs += 1
            (box,) = node.children
            box["ids"] = [f"proof-{proofs}"]
            box["classes"] = ["proof", "pr-proof"]
        elif isinstance(node, nodes.section) and "proof-content" in node["ids"]:
            node["ids"] = [f"{node.parent['label']}-content"]


def _mend_body(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give entries of the bibliography a role that a list may hold; docutils's is deprecated.

    In code, what has no colour of its own needs no element.
    """
    if "body" in context:
        body = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')
        context["body"] = _PLAIN_CODE.sub(r"\1", body)


class _Sheets:
    """The style sheets that Sphinx names on pages, which become one."""

    def __init__(self) -> None:
        self.names: dict[str, None] = dict.fromkeys(_THEMES)

    def note(
        self, app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any
    ) -> None:
        """Remember the sheets of a page; all have the same, and some page is always written."""
        files = (str(sheet.filename) for sheet in context["css_files"])
        names = (name.removeprefix("_static/").partition("?")[0] for name in files)
        self.names |= dict.fromkeys(name for name in names if name != "pygments.css")

    def bind(self, app: Sphinx, exception: Exception | None) -> None:
        """Write all as one, and the font of formulas."""
        if exception is None:
            out = Path(app.outdir)
            pages = (path.read_text("utf-8") for path in out.rglob("*.html"))
            project = Project.here()
            kept = store_of(project, "site", f"sheets-{project.tools}")
            with closing(Store(kept)) as known:
                styles.bind(out / "_static", self.names, pages, known)
            shutil.rmtree(out / "_static" / "styles")
            (out / "_static" / "basic.css").unlink()  # which the themes' import


def _drop_unused(app: Sphinx, exception: Exception | None) -> None:
    static = Path(app.outdir) / "_static"
    for path in [path for pattern in _LEFT_OUT for path in static.glob(pattern)]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def setup(app: Sphinx) -> dict[str, bool]:
    """Let Sphinx call what is above."""
    # Jupyter Book always sets this value, also when sphinx_comments, which knows it, is left out.
    app.add_config_value("comments_config", {}, "html")
    app.connect("builder-inited", _no_search)
    app.connect("doctree-read", _name_proofs)
    app.connect("html-page-context", _mend_body)
    sheets = _Sheets()
    app.connect("html-page-context", sheets.note)
    app.connect("build-finished", _drop_unused, priority=890)
    app.connect("build-finished", sheets.bind, priority=900)
    for part in (stale_pages, math_renderer, bibliography, citation, names, sharing):
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
