"""The index of the site's search: every section, every word of the glossary, every ledger entry.

It is read from the pages as they were built, so that what is found is what stands there, and is a
classic script, which a page from disk may load. ``search.js`` looks through its texts.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from ..ledger.entries import Row
from ..ledger.published import Published
from ..ledger.views import PAGE, view
from ..run.memo import Memo
from .mathml import plain

FILE = "_static/search-index.js"
CITE = "cite"  # the box at a page's end that says how to cite it
# Cut out before a page is parsed: no prose, and most of its length. None holds another of its kind.
_CUT = re.compile(
    r"<svg\b.*?</svg>|<pre\b.*?</pre>|<script\b.*?</script>|<style\b.*?</style>"
    r"|<annotation\b.*?</annotation>|<noscript\b.*?</noscript>",
    re.DOTALL,
)
_TABLES = re.compile(r"<table\b.*?</table>", re.DOTALL)
_ARTICLE = re.compile(r'<article class="bd-article">(.*)</article>', re.DOTALL)
_NOUNS = ("misprint", "method error")  # kinds of reasons; others say how something is
_VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# Text that is no part of what a section says; claims of the source are entries of their own.
_SKIPPED = {
    "headerlink", "pr-downloads", "pr-claim", "pr-check", "pr-play", "pr-ledger", "cell_input",
    "eqno",
}  # fmt: skip
_BLOCKS = {
    "p", "li", "dt", "dd", "td", "th", "tr", "div", "figcaption", "section", "br", "caption",
    "h1", "h2", "h3", "h4", "h5", "h6", "summary", "table", "figure", "pre", "blockquote",
}  # fmt: skip


@dataclass
class Place:
    """Where a reader can be taken: its fragment, the headings above, its own, and its text."""

    anchor: str
    path: list[str]
    title: str = ""
    kind: str = "section"
    parts: list[str] = field(default_factory=list, repr=False)

    @property
    def text(self) -> str:
        """Its text in one line."""
        return " ".join("".join(self.parts).split())


class _Reader(HTMLParser):
    """Collects the sections of an article; a word of a glossary is a place like them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Place] = []
        self._open: list[tuple[str, bool]] = []  # elements, and whether a place ends with each
        self._places: list[Place] = []
        self._skipping = 0  # the depth at which skipping began
        self._heading: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _BLOCKS:
            self._add(" ")
        if tag in _VOID:
            return
        begins = False
        if not self._skipping:
            if _SKIPPED & set(given.get("class", "").split()):
                self._skipping = len(self._open) + 1
            elif tag == "section" and "id" in given:
                begins = self._begin(Place(given["id"], self._path()))
            elif tag == "dt" and given.get("id", "").startswith("term-"):
                self._end_term()
                # until the next term: its meaning follows the element
                self._begin(Place(given["id"], self._path(), kind="term"))
                self._heading = []
            elif re.fullmatch("h[1-6]", tag):
                self._heading = []
        self._open.append((tag, begins))

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID or tag not in (name for name, _ in self._open):
            return
        while self._open:
            name, begins = self._open.pop()
            if len(self._open) < self._skipping:
                self._skipping = 0
            if name in ("dl", "section"):
                self._end_term()
            if begins:
                self._places.pop()
            if name == tag:
                break
        if re.fullmatch("h[1-6]|dt", tag) and self._heading is not None:
            title = " ".join("".join(self._heading).split())
            if self._places and not self._places[-1].title:
                self._places[-1].title = title
            self._heading = None
        if tag in _BLOCKS:
            self._add(" ")

    def handle_data(self, data: str) -> None:
        self._add(data)

    def _add(self, text: str) -> None:
        if self._skipping:
            return
        if self._heading is not None:
            self._heading.append(text)
        elif self._places:
            self._places[-1].parts.append(text)

    def _begin(self, place: Place) -> bool:
        self.found.append(place)
        self._places.append(place)
        return True

    def _end_term(self) -> None:
        if self._places and self._places[-1].kind == "term":
            self._places.pop()

    def _path(self) -> list[str]:
        return [place.title for place in self._places if place.kind == "section"]


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
    list of Place
        A place for each section and each word of a glossary that has a title.

    Examples
    --------
    >>> page = '<article class="bd-article"><section id="a"><h1>One</h1><p>and two</p></section>'
    >>> [(place.title, place.text) for place in places(page + "</article>")]
    [('One', 'and two')]
    """
    article = _ARTICLE.search(page)
    if not article:
        return []
    text = _CUT.sub(" ", article[1])
    reader = _Reader()
    reader.feed(text if tables else _TABLES.sub(" ", text))
    reader.close()
    return [place for place in reader.found if place.title]


def write_index(
    site: Path,
    pages: Iterable[str],
    rows: Iterable[Row],
    published: dict[str, Published],
    memo: Memo,
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
    memo : Memo
        What was made before.
    """
    urls = [f"{name}.html" for name in pages]
    found: list[dict[str, Any]] = []
    titles: dict[str, str] = {}  # of pages, which chapters are called by
    for number, url in enumerate(urls):
        # what audits and the ledger have in tables are entries, which are places themselves
        by_entries = "/audit" in url or url.startswith(f"book/{PAGE.removesuffix('.html')}")
        html = (site / url).read_text("utf-8")
        article = "".join(_ARTICLE.findall(html))
        make = partial(_places, html, by_entries)
        told = memo.text(f"places {url}", (article, str(by_entries)), make)
        for place in json.loads(told):
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


def _places(html: str, by_entries: bool) -> str:
    """The places of a page, as the index holds them, as JSON."""
    found = [
        {
            "kind": place.kind,
            "anchor": place.anchor if place.path else "",
            "path": place.path,
            "title": place.title,
            "text": place.text,
        }
        for place in places(html, tables=not by_entries)
    ]
    return json.dumps(found, ensure_ascii=False)


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
