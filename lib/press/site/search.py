"""The index of the site's search: every section, every word of the glossary, every ledger entry.

It is read from the pages as they were built, so that what is found is what stands there, and is a
classic script, which a page from disk may load. ``search.js`` looks through its texts.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag

from ..ledger.entries import Row
from ..ledger.published import Published
from ..ledger.views import PAGE, view
from .mathml import plain

Place = dict[str, Any]  # where a reader can be taken: its kind, fragment, path, title and text

FILE = "_static/search-index.js"
CITE = "cite"  # the box at a page's end that says how to cite it
_ARTICLE = re.compile(r'<article class="bd-article">(.*)</article>', re.DOTALL)
# Taken out before a page is parsed: it is no prose, and most of a page's length. A formula is text.
_CUT = re.compile(
    r"<(svg|pre|script|style|annotation|noscript)\b.*?</\1>|<aside class=\"pr-claim\".*?</aside>",
    re.DOTALL,
)
_TABLES = re.compile(r"<table\b.*?</table>", re.DOTALL)
_FORMULA = re.compile(r"(?<=</math>)|</?(?:math|semantics|m[a-z]+)\b[^>]*>")
_BLOCK = re.compile(
    r"(?=</?(?:p|li|dl|dt|dd|t[dhr]|div|section|br|h[1-6]|summary|table|figure|figcaption)\b)"
)
# Text that is no part of what a section says; claims of the source are entries of their own.
_SKIPPED = (
    ".headerlink, .pr-downloads, .pr-check, .pr-play, .pr-filter, .pr-ledger, .cell_input, .eqno"
)
_PLACES = "section[id], dt[id^='term-']"  # a word of the glossary is a place like a section
_HEADINGS = re.compile("^h[1-6]$")
_NOUNS = ("misprint", "method error")  # kinds of reasons; others say how something is


def places(page: str, *, tables: bool = True) -> list[Place]:
    """Return the places of a page, in their order.

    Parameters
    ----------
    page : str
        Its HTML.
    tables : bool, default True
        Whether what stands in tables counts.

    Returns
    -------
    list of dict
        A place for each section and each word of a glossary that has a title: its ``kind``, its
        ``anchor``, the titles above it as its ``path``, its ``title``, and its own ``text``.

    Examples
    --------
    >>> page = '<article class="bd-article"><section id="a"><h1>One</h1><p>and two</p></section>'
    >>> [(place["title"], place["text"]) for place in places(page + "</article>")]
    [('One', 'and two')]
    """
    article = _ARTICLE.search(page)
    text = _CUT.sub(" ", article[1] if article else "")
    text = _BLOCK.sub(" ", _FORMULA.sub("", text if tables else _TABLES.sub(" ", text)))
    read = BeautifulSoup(text, "html.parser")
    for part in read.select(_SKIPPED):
        part.decompose()
    # from the last to the first, so that what lies within a place has been taken out of it
    found = [_place(part) for part in reversed(read.select(_PLACES))]
    return [place for place in reversed(found) if place["title"]]


def _place(part: Tag) -> Place:
    """Take a place out of its page."""
    path = [_title(above) for above in reversed(part.find_parents("section"))]
    place = {"kind": "section", "anchor": part["id"], "path": path, "title": _title(part)}
    if part.name == "dt":
        place["kind"] = "term"
        meaning = part.find_next_sibling("dd")
        text = _line(meaning.extract()) if meaning else ""
    else:
        if heading := part.find(_HEADINGS):
            heading.extract()
        text = _line(part)
    part.extract()
    return place | {"text": text}


def _title(part: Tag) -> str:
    heading = part if part.name == "dt" else part.find(_HEADINGS)
    return _line(heading) if heading else ""


def _line(part: Any) -> str:
    """The text of an element in one line."""
    return " ".join(part.get_text().split())


def write_index(
    site: Path,
    pages: Iterable[str],
    rows: Iterable[Row],
    published: dict[str, Published],
) -> None:
    """Write the index of a built site.

    Parameters
    ----------
    site : Path
        The folder of the site.
    pages : iterable of str
        The pages' names in the book's order, such as ``"book/guts/index"``.
    rows : iterable of dict
        The ledger; see `entries.rows_of`.
    published : dict of str to Published
        The sources by chapter, whose titles and authors find their entries too.
    """
    urls = [f"{name}.html" for name in pages]
    found: list[dict[str, Any]] = []
    titles: dict[str, str] = {}  # of pages, which chapters are called by
    for number, url in enumerate(urls):
        # what audits and the ledger have in tables are entries, which are places themselves
        by_entries = "/audit" in url or url.startswith(f"book/{PAGE.removesuffix('.html')}")
        html = (site / url).read_text("utf-8")
        for place in places(html, tables=not by_entries):
            if not place["path"]:
                place["anchor"] = ""  # the page as a whole
            titles.setdefault(url, place["title"])
            group = titles.get(f"{url.rpartition('/')[0]}/index.html", titles[url])
            group = group if url.count("/") > 1 else titles[url]
            found.append(place | {"page": number, "group": group})
        found += _citing(number, found, html)
    rows = list(rows)
    ledger = f"book/{PAGE}"
    if ledger in urls:
        found += _views(rows, urls.index(ledger), titles, published)
    for row in rows:
        url, _, anchor = row["url"].partition("#")
        if url in urls:
            chapter = titles.get(f"book/{row['chapter']}/index.html", row["chapter"])
            source = published[row["chapter"]].source
            about = f"{source['title']} {source['summary']}"
            where = {"page": urls.index(url), "anchor": anchor, "group": chapter, "about": about}
            found.append(_entry(row) | where)
    index = {"pages": urls, "places": found}
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    script = f'globalThis.parlorIndex={text};\ndispatchEvent(new Event("parlor-index"));\n'
    (site / FILE).write_text(script, "utf-8")


def _citing(number: int, found: list[dict[str, Any]], html: str) -> list[dict[str, Any]]:
    """How to cite a page, below its end; it is found under the page's own title."""
    whole = next((place for place in found if place["page"] == number), None)
    if whole is None or f'id="{CITE}"' not in html:
        return []
    text = f"How to cite “{whole['title']}”: as text, and as BibTeX."
    named = {"kind": "section", "anchor": CITE, "path": [whole["title"]], "title": "Cite this page"}
    return [whole | named | {"text": text}]


def _views(
    rows: list[Row], page: int, titles: dict[str, str], published: dict[str, Published]
) -> list[dict[str, Any]]:
    """Views of the ledger that one may ask for: every misprint, what is wrong in a source."""
    told: list[tuple[str, str, str, str]] = []  # title, text, about, address
    for kind, count in Counter(row["diagnosis"] for row in rows if row["diagnosis"]).items():
        text = f"{count:,} entries of the ledger, in all sources, whose reason is “{kind}”."
        title = f"Every {kind}" if kind in _NOUNS else f"All that is {kind}"
        told.append((title, text, "errors", view(diagnoses=[kind])))
    for name, source in published.items():
        off = Counter(
            row["diagnosis"]
            for row in rows
            if row["chapter"] == name and row["group"] == "disagree"
        )
        if off:
            kinds = ", ".join(f"{kind} {count:,}" for kind, count in off.most_common())
            text = f"Errors and misprints, {off.total():,} entries of the ledger: {kinds}."
            title = f"What does not hold as it stands: {source.source['title']}"
            about = f"{source.source['summary']} {titles.get(f'book/{name}/index.html', '')}"
            told.append((title, text, about, view(chapters=[name], verdicts=["disagree"])))
    place = {"kind": "view", "page": page, "anchor": "", "group": "The ledger", "path": ["Ledger"]}
    return [
        place
        | {"title": plain(title), "text": text, "about": about, "view": where.partition("?")[2]}
        for title, text, about, where in told
    ]


def _entry(row: Row) -> dict[str, Any]:
    """An entry of the ledger as a place: what is claimed, printed, computed and decided."""
    told = [
        f"printed {row['printed']}" if row["printed"] else "",
        f"computed {row['computed']}" if row["computed"] else "",
        row["verdict"],
        f"{row['diagnosis']}: {row['explanation']}" if row["diagnosis"] else "",
    ]
    return {
        "kind": "entry",
        "path": ["Ledger", plain(row["where"])],
        "title": plain(row["quantity"]),
        "text": plain(" · ".join(part for part in told if part)),
    }
