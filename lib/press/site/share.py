"""What a page says of itself to those who cite it, link to it or show a card of it."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from ..run.edition import Work

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

CARDS = "_static/cards"  # of the site: a picture a page, if the book has an address


def card_of(name: str) -> str:
    """Return where the card of a page stands in the site."""
    return f"{CARDS}/{name.removeprefix('book/').replace('/', '-')}.png"


def _plain(title: str) -> str:
    """A title without its markup and number."""
    return re.sub(r"^[\d.]+ ", "", " ".join(html.unescape(re.sub(r"<[^>]*>", "", title)).split()))


def _cite(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Say how to cite a page; the title page has a section of its own for that."""
    if doctree is None or name == app.config.root_doc:
        return
    title = _plain(context.get("title", ""))
    above = [_plain(parent["title"]) for parent in context.get("parents", [])]
    part = ": ".join([*(one for one in above if one.lower() not in title.lower()), title])
    key = re.sub(r"[^a-z0-9]+", "-", name.removeprefix("book/").removesuffix("/index").lower())
    book, authors = app.config.project, app.config.author
    work = Work(book, authors, part, f"parlor-games-{key}", context.get("pageurl") or "")
    context["cite"] = work.html()


def _card(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Say what a link to a page should look like elsewhere (Open Graph)."""
    if doctree is None:
        return
    described = re.search(r'name="description" content="(.*?)"', context.get("metatags", ""))
    told = {
        "og:type": "website" if name == app.config.root_doc else "article",
        "og:site_name": html.escape(app.config.project),
        "og:title": html.escape(_plain(context.get("title", ""))),
        "og:description": described[1] if described else "",
    }
    if app.config.html_baseurl:
        told |= {
            "og:url": html.escape(context.get("pageurl") or ""),
            "og:image": html.escape(app.config.html_baseurl + card_of(name)),
        }
    tags = [f'<meta property="{key}" content="{text}" />' for key, text in told.items() if text]
    kind = "summary_large_image" if app.config.html_baseurl else "summary"
    tags.append(f'<meta name="twitter:card" content="{kind}" />')
    context["metatags"] = context.get("metatags", "") + "".join(f"\n    {tag}" for tag in tags)


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above, after the descriptions of pages are known."""
    app.connect("html-page-context", _cite)
    app.connect("html-page-context", _card, priority=600)
