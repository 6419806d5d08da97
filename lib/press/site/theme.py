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
from . import bibliography, citation, sharing, stale_pages, styles, typesetting
from .typesetting import dress

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


def _dress_page(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Set formulas and numbers, and make the page's HTML shorter.

    Entries of the bibliography get a role that a list may hold; docutils's is deprecated. In code,
    what has no colour of its own needs no element.
    """
    context["metatags"] = dress(context.get("metatags", ""))
    body = context.get("body", "").replace('role="doc-biblioentry"', 'role="listitem"')
    context["body"] = dress(_PLAIN_CODE.sub(r"\1", body))


def _bind_sheets(app: Sphinx, exception: Exception | None) -> None:
    """Write all style sheets as one, and the font of formulas; leave out what no page loads.

    What themes, Sphinx and extensions ship would be most of the site's weight.
    """
    if exception:
        return
    static = Path(app.outdir) / "_static"
    ours = Path(app.srcdir) / app.config.html_static_path[0]
    builder: Any = app.builder
    named = [sheet.filename.removeprefix("_static/") for sheet in builder._orig_css_files]
    names = dict.fromkeys([*_THEMES, *named])
    del names["pygments.css"]  # our own colours code
    pages = (path.read_text("utf-8") for path in Path(app.outdir).rglob("*.html"))
    project = Project.here()
    with closing(Store(store_of(project, "site", f"sheets-{project.tools}"))) as known:
        bound = styles.bind([static / name for name in names], pages, ours.rglob("*.js"), known)
    for path in static.iterdir():
        # what is ours, and pictures that the sheet names
        loaded = (ours / path.name).exists() or path.name.encode() in bound[styles.SHEET]
        if path.is_dir() and not loaded:
            shutil.rmtree(path)
        elif path.suffix == ".css" or not loaded:
            path.unlink()
    for name, content in bound.items():
        (static / name).write_bytes(content)


def setup(app: Sphinx) -> dict[str, bool]:
    """Let Sphinx call what is above."""
    # Jupyter Book always sets this value, also when sphinx_comments, which knows it, is left out.
    app.add_config_value("comments_config", {}, "html")
    app.connect("builder-inited", _no_search)
    app.connect("doctree-read", _name_proofs)
    app.connect("html-page-context", _dress_page, priority=890)  # after all who write into a page
    app.connect("build-finished", _bind_sheets, priority=900)
    for part in (stale_pages, typesetting, bibliography, citation, sharing):
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
