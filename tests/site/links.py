"""Where the links of the built pages lead, read with an HTML parser.

What a page loads is seen by `test_pages` in a browser, but for pictures far below, which it leaves
until one scrolls there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml.html import HTMLParser, fromstring


@dataclass
class Page:
    """What one page offers to links, and those that it has, its pictures too."""

    ids: Counter[str]
    links: list[str]


@cache
def pages_of(site: Path) -> dict[Path, Page]:
    """Read all pages of a site, once."""
    return {
        path: read_page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
        if path.relative_to(site).parts[0] not in ("_static", "_sources")
    }


def read_page(html: str) -> Page:
    """Return the ids and the links of a page."""
    find = fromstring(html, parser=HTMLParser(huge_tree=True)).xpath
    refreshed = find("//meta[@http-equiv='refresh']/@content")
    links = find("//a/@href | //area/@href | //img/@src")
    return Page(Counter(find("//@id")), links + [text.partition("=")[2] for text in refreshed])


def faults(site: Path) -> list[str]:
    """Return `file: address (why)` for what leads nowhere, and ids that are there twice."""
    found = []
    for path, page in pages_of(site).items():
        twice = [(name, "is there twice") for name, count in page.ids.items() if count > 1]
        wrong = [(address, why) for address in page.links if (why := _fault(address, path, site))]
        found += [f"{path.relative_to(site)}: {what} ({why})" for what, why in wrong + twice]
    return found


def _fault(address: str, path: Path, site: Path) -> str:
    parts = urlsplit(address.strip())
    if parts.scheme or parts.netloc:
        return ""
    target = path
    if parts.path.startswith("/"):
        return "starts at the root of the host, which a page from disk does not have"
    if parts.path:
        target = (path.parent / unquote(parts.path)).resolve()
    if not target.is_relative_to(site):
        return "leaves the site"
    if target.is_dir():
        return "is a folder, which a page from disk cannot open"
    if not target.is_file():
        return "no such file"
    fragment = unquote(parts.fragment)
    page = pages_of(site).get(target)
    if fragment and page and fragment not in page.ids:
        return "no such id"
    return ""
