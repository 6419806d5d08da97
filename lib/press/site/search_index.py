"""The index of the site's search: every section, every word of the glossary, every ledger entry.

It is read from the pages as they were built, so that what is found is what stands there, and is a
classic script, which a page from disk may load. ``search.js`` unpacks it and looks through its
texts.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, SoupStrainer

from ..ask.store import Store
from .book import Book
from .citation import Edition
from .formulas import plain
from .ledger_rows import Row

Place = dict[str, Any]  # where a reader can be taken: its kind, fragment, path, title and text

FILE = "_static/search-index.js"
# Taken out before a page is parsed: it is no prose, and most of a page's length.
_CUT = re.compile(
    r"<(svg|pre|script|style|annotation|noscript)\b.*?</\1>"
    r'|<(aside|table) class="pr-(?:claim|entries)".*?</\2>',
    re.DOTALL,
)
_BLOCK = re.compile(
    r"(?=</?(?:p|li|dl|dt|dd|t[dhr]|div|section|br|h[1-6]|summary|table|figure|figcaption)\b)"
)
# Text that is no part of what a section says; what tables of runs hold are entries mostly.
_SKIPPED = [
    "headerlink", "pr-downloads", "pr-check", "pr-play", "pr-scroll", "pr-ledger", "cell_input",
    "eqno",
]  # fmt: skip
_HEADINGS = re.compile("^h[1-6]$")


def places(page: str) -> list[Place]:
    """Return the places of a page, in their order.

    Parameters
    ----------
    page : str
        Its HTML.

    Returns
    -------
    list of dict
        A place for each section and each word of a glossary: its ``kind``, its ``anchor``, the
        titles above it as its ``path``, its ``title``, and its own ``text``.

    Examples
    --------
    >>> page = '<article class="bd-article"><section id="a"><h1>One</h1><p>and two</p></section>'
    >>> [(place["title"], place["text"]) for place in places(page + "</article>")]
    [('One', 'and two')]
    """
    text = _BLOCK.sub(" ", _CUT.sub(" ", page))
    read = BeautifulSoup(text, "html.parser", parse_only=SoupStrainer(class_="bd-article"))
    for part in read.find_all(class_=_SKIPPED):  # `select` takes ten times as long
        part.decompose()
    found: list[Place] = []
    # from the last to the first, so that what lies within a place has been taken out of it
    for part in reversed(read.select("section[id], dt[id^='term-']")):
        term = part.name == "dt"
        heading = part if term else part.find(_HEADINGS)
        body = part.find_next_sibling("dd") if term else part
        above = reversed(part.find_parents("section"))
        place = {
            "kind": "term" if term else "section",
            "anchor": part["id"],
            "path": [_line(section.find(_HEADINGS)) for section in above],
            "title": _line(heading),
        }
        for taken in filter(None, (heading, body)):
            taken.extract()
        found.append(place | {"text": _line(body)})
    return [place for place in reversed(found) if place["title"]]


def _line(part: Any) -> str:
    """The text of an element in one line; nothing if there is none."""
    return " ".join(part.get_text().split()) if part else ""


def write_index(site: Path, book: Book, edition: Edition, known: Store) -> None:
    """Write the index of a built site.

    Parameters
    ----------
    site : Path
        The folder of the site.
    book : Book
        Its pages and its ledger; titles and authors of sources find their entries too.
    edition : Edition
        Its edition, for the marks on its pages.
    known : Store
        The places of pages that were read before.
    """
    urls = [f"{name}.html" for name in book.project.pages]
    index: list[Place] = []
    titles: dict[str, str] = {}  # of pages, which chapters are called by
    for number, url in enumerate(urls):
        page = (site / url).read_text("utf-8")
        for place in known.json(("search", page), places, page):
            if not place["path"]:
                place["anchor"] = ""  # the page as a whole
            titles.setdefault(url, place["title"])
            chapter = f"{url.rpartition('/')[0]}/index.html" if url.count("/") > 1 else url
            index.append(place | {"page": number, "group": titles.get(chapter, titles[url])})
    for row in book.rows:
        url, _, anchor = row["url"].partition("#")
        if url in urls:
            source = book.published[row["chapter"]].source
            about = f"{source['title']} {source['summary']}"
            group = titles.get(f"book/{row['chapter']}/index.html", row["chapter"])
            place = {"page": urls.index(url), "anchor": anchor, "group": group, "about": about}
            index.append(_entry(row) | place)
    text = json.dumps({"pages": urls, "places": index}, ensure_ascii=False, separators=(",", ":"))
    packed = b64encode(zlib.compress(edition.stamp(text).encode(), 9)).decode()
    (site / FILE).write_text(f'parlorIndexed("{packed}");\n', "utf-8")


def _entry(row: Row) -> Place:
    """An entry of the ledger as a place: what is claimed, printed, computed and decided."""
    parts = [
        f"printed {row['printed']}" if row["printed"] else "",
        f"computed {row['computed']}" if row["computed"] else "",
        row["verdict"],
        f"{row['diagnosis']}: {row['explanation']}" if row["diagnosis"] else "",
        row["id"],
    ]
    return {
        "kind": "entry",
        "path": ["Ledger", plain(row["where"])],
        "title": plain(row["quantity"]),
        "text": plain(" · ".join(part for part in parts if part)),
    }
