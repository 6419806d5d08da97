"""What others show of a page that is shared or cited: a picture in a message, an entry in a list.

A page says of itself in its front matter what it is about (``html_meta: description``). The title
page stands at the top of the site too, whose address is shared most. Nothing of this is made for a
book without an address, since all of it tells where a page is.

sphinxext-opengraph takes a page's description from its first paragraphs, also where the front
matter has one; so a page would say one thing to a search engine and another in a message.
"""

from __future__ import annotations

import textwrap
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from . import formulas
from .citation import titled

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from sphinx.application import Sphinx

SIZE = (1200, 630)  # pixels of a picture
_MARGIN = 80
_INK, _QUIET = "#22262b", "#5b6470"
_SERIES = ("#0f62b8", "#d9650f", "#12966a", "#bf6aa9", "#5e4204")  # --pr-c1 to 5 of parlor.css


def picture(book: str, title: str, about: str) -> Figure:
    """Return the picture of a page: the book's title, its own, and what it is about.

    Parameters
    ----------
    book, title, about : str
        Each is wrapped; what does not fit is left out at its end.
    """
    from matplotlib.figure import Figure

    width, height = SIZE
    figure = Figure(figsize=(width / 100, height / 100), dpi=100, facecolor="white")

    def write(text: str, top: float, size: int, letters: int, lines: int, **look: Any) -> float:
        """Write some lines and return where they end; broad letters are set smaller."""
        wrapped = textwrap.wrap(text, letters, max_lines=lines, placeholder=" \u2026")
        set_text = figure.text(
            _MARGIN / width, 1 - top / height, "\n".join(wrapped), parse_math=False, va="top",
            fontsize=0.72 * size, linespacing=1.25, **look,
        )  # fmt: skip
        room = (width - 2 * _MARGIN) / max(1, set_text.get_window_extent().width)
        set_text.set_fontsize(0.72 * size * min(1, room))
        return height - float(set_text.get_window_extent().y0)

    top = write(book, 70, 30, 50, 1, color=_QUIET) if book else 70.0
    top = write(title, top + 35, 60, 28, 3, color=_INK, family="DejaVu Serif")
    write(about, top + 40, 32, 58, 4, color=_QUIET)
    for place, colour in enumerate(_SERIES):
        left, part = _MARGIN / width, (1 - 2 * _MARGIN / width) / len(_SERIES)
        figure.add_artist(_bar(left + place * part, part, colour))
    return figure


def _bar(left: float, width: float, colour: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((left, 0.08), width - 0.004, 0.018, color=colour, linewidth=0)


def tags(texts: dict[str, str]) -> str:
    r"""Return elements for the head of a page; Open Graph's have a ``property`` for their name.

    Examples
    --------
    >>> tags({"og:title": "Dice", "citation_title": "Dice"})
    '<meta property="og:title" content="Dice" />\n<meta name="citation_title" content="Dice" />\n'
    """
    return "".join(
        f'<meta {"property" if name.startswith("og:") else "name"}="{name}" '
        f'content="{escape(text)}" />\n'
        for name, text in texts.items()
        if text
    )


def _share(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    root, base = app.config.root_doc, app.config.html_baseurl
    context["base"] = base  # for 404.html
    if name == "index" != root:
        doctree, name = app.env.get_doctree(root), root
    if doctree is None or not base:
        return
    book, address = app.config.project, f"{base}{app.builder.get_target_uri(name)}"
    title = book if name == root else titled(context)
    own = [meta for meta in doctree.findall(nodes.meta) if meta.get("name") == "description"]
    about = formulas.plain(own[0]["content"]) if own else ""
    place = f"pictures/{name}.png"
    path = Path(app.outdir) / place
    path.parent.mkdir(parents=True, exist_ok=True)
    picture("" if title == book else book, title, about).savefig(path)
    context["metatags"] = context.get("metatags", "") + tags(
        {
            "og:type": "website" if name == root else "article",
            "og:site_name": book,
            "og:title": title,
            "og:description": about,
            "og:url": address,
            "og:image": base + place,
            "og:image:width": str(SIZE[0]),
            "og:image:height": str(SIZE[1]),
            "og:image:alt": f"{title}. {about}".strip(),
            "twitter:card": "summary_large_image",
            "citation_title": title,
            "citation_inbook_title": "" if name == root else book,
            "citation_author": app.config.author,
            "citation_publication_date": "@@year@@",
            "citation_public_url": address,
            "citation_fulltext_html_url": address,
        }
    )


def setup(app: Sphinx) -> None:
    """Let Sphinx call what is above."""
    app.connect("html-page-context", _share)
