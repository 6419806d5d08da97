"""What the built pages refer to, read with an HTML parser: links, fragments, loaded resources.

Does every link inside a site lead somewhere, and does a page load anything from elsewhere? An
ordinary link to another site is neither.
"""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml.html import HTMLParser, fromstring

# Where a browser fetches without being asked: these attributes, but of some elements.
_LOADS = ("src", "href", "xlink:href", "data", "poster")
_NO_LOADS = "self::a or self::area or self::link or self::base"
# Of <link>, these only name something; others are fetched, or opened as a connection.
_NAMES = {"alternate", "author", "canonical", "index", "license", "next", "prev", "search"}
CSS_URL = re.compile(
    r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))\s*\)"""
    r"""|@import\s+(?:"([^"]*)"|'([^']*)')""",
    re.IGNORECASE,
)
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@dataclass
class Page:
    """What one page offers to links and asks of others."""

    ids: set[str]
    links: list[str]
    loads: list[str]
    repeated: list[str]


def css_urls(css: str) -> list[str]:
    """Return every address that a style sheet loads; what it holds itself has none."""
    found = CSS_URL.findall(CSS_COMMENT.sub("", css))
    told = [next((part for part in parts if part), "") for parts in found]
    return [address for address in told if not address.startswith("data:")]


def read_page(html: str) -> Page:
    """Return the ids, the links and the loaded resources of a page."""
    find = fromstring(html, parser=HTMLParser(huge_tree=True)).xpath
    ids = Counter(find("//@id"))
    rels = ((set(link.get("rel", "").lower().split()), link.get("href")) for link in find("//link"))
    refreshed = find("//meta[@http-equiv='refresh']/@content")
    return Page(
        {*ids, *find("//a/@name")},
        find("//a/@href | //area/@href") + [text.partition("=")[2] for text in refreshed],
        [
            *find(
                f"//*[not({_NO_LOADS})]/@*[{' or '.join(f'name() = {one!r}' for one in _LOADS)}]"
            ),
            *(address for kinds, address in rels if not kinds <= _NAMES),
            *(part.split()[0] for text in find("//@srcset") for part in text.split(",")),
            *(address for css in find("//@style | //style/text()") for address in css_urls(css)),
        ],
        [name for name, count in ids.items() if count > 1],
    )


def is_outside(address: str) -> bool:
    """Say whether an address names another host (`//host` counts, `data:` does not)."""
    parts = urlsplit(address.strip())
    return bool(parts.netloc) or parts.scheme in ("http", "https", "ws", "wss", "ftp")


@cache
def pages_of(site: Path) -> dict[Path, Page]:
    """Read all pages of a site, once."""
    return {
        path: read_page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
        if path.relative_to(site).parts[0] not in ("_static", "_sources")
    }


def _addresses(site: Path) -> Iterator[tuple[Path, str, bool]]:
    """Each file's addresses, and whether a browser fetches them without being asked."""
    for path, page in pages_of(site).items():
        yield from ((path, address, False) for address in page.links)
        yield from ((path, address, True) for address in page.loads)
    for path in sorted(site.rglob("*.css")):
        yield from ((path, address, True) for address in css_urls(path.read_text("utf-8")))


def faults(site: Path) -> list[str]:
    """Return `file: address (why)` for what leads nowhere, and what is loaded from elsewhere."""
    found = []
    for path, address, loaded in _addresses(site):
        if why := _fault(address, path, site, loaded):
            found.append(f"{path.relative_to(site)}: {address} ({why})")
    return found


def _fault(address: str, path: Path, site: Path, loaded: bool) -> str:
    parts = urlsplit(address.strip())
    if parts.scheme or parts.netloc:
        return "loaded from outside" if loaded and is_outside(address) else ""
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


def weights(site: Path, place: Path) -> dict[Path, int]:
    """How many bytes a static host sends for a page and for each file that it loads."""
    asked, files = [place], set()
    while asked:
        path = asked.pop()
        if path in files or not path.is_file():
            continue
        files.add(path)
        if path.suffix == ".css":
            loads = css_urls(path.read_text(encoding="utf-8"))
        else:
            loads = pages_of(site)[path].loads if path.suffix == ".html" else []
        inside = [urlsplit(address).path for address in loads if not is_outside(address)]
        asked += [(path.parent / unquote(address)).resolve() for address in inside if address]
    return {file: sent(file) for file in files}


@cache
def sent(file: Path) -> int:
    """How many bytes a static host sends for a file."""
    content = file.read_bytes()
    packed = file.suffix in (".ico", ".jpg", ".png", ".woff2")
    return len(content if packed else gzip.compress(content, 6))
