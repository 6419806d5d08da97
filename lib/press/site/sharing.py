"""What others show of a page that is shared or cited: a picture in a message, an entry in a list.

A page says of itself in its front matter what it is about (``html_meta: description``): in a
message, too, for which sphinxext-opengraph would take the first paragraphs. The title page stands
at the top of the site too, whose address is shared most. Nothing of this is made for a book without
an address, since all of it tells where a page is.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from .citation import titled

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


def _open_graph(app: Sphinx, config: Config) -> None:
    """Load sphinxext-opengraph, which loads matplotlib, if there is an address."""
    if config.html_baseurl:
        app.setup_extension("sphinxext.opengraph")
        config.ogp_site_url = config.html_baseurl
        config.ogp_description_length = 0
        config.ogp_social_cards = {"image_mini": "book/assets/static/favicon.png"}


def _share(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Hand over what a page says of itself."""
    root, book, base = app.config.root_doc, app.config.project, app.config.html_baseurl
    context["base"] = base  # for 404.html
    top = name == "index" != root
    if top:
        doctree, name = app.env.get_doctree(root), root
    if doctree is None or not base:
        return
    title = book if name == root else titled(context)
    context["shared"] = {"title": title, "author": app.config.author}
    own = [meta for meta in doctree.findall(nodes.meta) if meta.get("name") == "description"]
    about = {"og:description": escape(own[0]["content"])} if own else {}
    told = {"og:title": escape(title), "og:image:alt": escape(title), **about}
    context["meta"] = (context.get("meta") or {}) | told
    if top:
        from sphinxext.opengraph import html_page_context

        context |= {"title": book, "pagename": root, "metatags": context.get("metatags", "")}
        html_page_context(app, name, template, context, doctree)


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.connect("config-inited", _open_graph)
    app.connect("html-page-context", _share, priority=400)  # before sphinxext-opengraph asks
