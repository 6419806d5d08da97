"""Sphinx extension of the book: whatever the site needs that no configuration value gives."""

from __future__ import annotations

import html
import textwrap
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from . import boxes, citation, cross_references, formulas, frame, theorems, works

ROOT_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta http-equiv="refresh" content="0; url={url}">
<link rel="canonical" href="{url}">
<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
</head>
<body><main><h1>{title}</h1><p><a href="{url}">Open the book</a></p></main></body>
</html>
"""


def _write_root_page(app: Sphinx, exception: Exception | None) -> None:
    """Write `index.html` at the root; Jupyter Book's own has no language, title or link."""
    if exception is not None or app.builder.format != "html":
        return
    if app.config.root_doc == "index":
        return
    url = app.builder.get_target_uri(app.config.root_doc)
    page = ROOT_PAGE.format(title=html.escape(app.config.html_title), url=url)
    (Path(app.outdir) / "index.html").write_text(page, encoding="utf-8")


def _describe(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give a page without `html_meta` a description: its first paragraph, cut at a word."""
    if 'name="description"' in context.get("metatags", ""):
        return
    text = ""
    if doctree is not None:
        paragraphs = doctree.findall(nodes.paragraph)
        text = next((p.astext() for p in paragraphs if isinstance(p.parent, nodes.section)), "")
    text = " ".join(text.split()) or f"{context.get('title') or name}: {app.config.html_title}"
    text = html.escape(textwrap.shorten(text, 160, placeholder=" …"))
    context["metatags"] = context.get("metatags", "") + (
        f'\n    <meta name="description" content="{text}" />'
    )


def _mend_roles(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give entries of the bibliography a role that a list may hold; docutils's is deprecated."""
    if "body" in context:
        context["body"] = context["body"].replace('role="doc-biblioentry"', 'role="listitem"')


def setup(app: Sphinx) -> dict[str, bool]:
    """Let Sphinx call what is above."""
    # Jupyter Book always sets this value, also when sphinx_comments, which knows it, is left out.
    app.add_config_value("comments_config", {}, "html")
    frame.setup(app)
    cross_references.setup(app)
    boxes.setup(app)
    formulas.setup(app)
    theorems.setup(app)
    works.setup(app)
    app.connect("html-page-context", _describe)
    app.connect("html-page-context", _mend_roles)
    app.connect("build-finished", _write_root_page)
    citation.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
