"""What the built pages refer to, read with an HTML parser: links, fragments, loaded resources.

Two questions are asked of a site: does every link inside it lead somewhere (`broken_links`), and
does a page load anything from elsewhere (`outside_resources`)? An ordinary link to another site
is neither.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Where a browser fetches without being asked: element and attribute.
LOADING = {
    ("audio", "src"), ("embed", "src"), ("iframe", "src"), ("image", "href"),
    ("image", "xlink:href"), ("img", "src"), ("input", "src"), ("link", "href"),
    ("object", "data"), ("script", "src"), ("source", "src"), ("track", "src"),
    ("use", "href"), ("use", "xlink:href"), ("video", "poster"), ("video", "src"),
}  # fmt: skip
# Of <link>, only these are fetched (or opened as a connection); "next" or "search" are not.
LOADING_RELS = {
    "stylesheet", "icon", "apple-touch-icon", "preload", "prefetch", "modulepreload", "manifest",
    "preconnect", "dns-prefetch", "prerender", "mask-icon",
}  # fmt: skip
CSS_URL = re.compile(
    r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))\s*\)"""
    r"""|@import\s+(?:"([^"]*)"|'([^']*)')""",
    re.IGNORECASE,
)
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@dataclass
class Page:
    """What one page offers to links and asks of others."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self._css = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            if given["id"] in self.page.ids:
                self.page.repeated.append(given["id"])
            self.page.ids.add(given["id"])
        if tag == "a" and "name" in given:
            self.page.ids.add(given["name"])
        if tag in ("a", "area") and "href" in given:
            self.page.links.append(given["href"])
        rels = set(given.get("rel", "").lower().split())
        for name, value in given.items():
            if (tag, name) in LOADING and (tag != "link" or rels & LOADING_RELS):
                self.page.loads.append(value)
            elif name == "srcset":
                self.page.loads.extend(part.split()[0] for part in value.split(",") if part.strip())
            elif name == "style":
                self.page.loads.extend(css_urls(value))
        if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            _, _, target = given.get("content", "").partition("=")
            self.page.links.append(target.strip().strip("'\""))
        self._css = tag == "style"

    def handle_endtag(self, tag: str) -> None:
        if tag == "style":
            self._css = False

    def handle_data(self, data: str) -> None:
        if self._css:
            self.page.loads.extend(css_urls(data))


def css_urls(css: str) -> list[str]:
    """Return every address that a style sheet loads; what it holds itself has none."""
    found = CSS_URL.findall(CSS_COMMENT.sub("", css))
    told = [next((part for part in parts if part), "") for parts in found]
    return [address for address in told if not address.startswith("data:")]


def read_page(html: str) -> Page:
    """Return the ids, the links and the loaded resources of a page."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.page


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


def outside_resources(site: Path) -> list[str]:
    """Return `file: address` for whatever a page or style sheet would load from elsewhere."""
    found = [
        f"{path.relative_to(site)}: {address}"
        for path, page in pages_of(site).items()
        for address in page.loads
        if is_outside(address)
    ]
    for path in sorted(site.rglob("*.css")):
        found += [
            f"{path.relative_to(site)}: {address}"
            for address in css_urls(path.read_text(encoding="utf-8"))
            if is_outside(address)
        ]
    return found


def broken_links(site: Path) -> list[str]:
    """Return `page: address (why)` for each link or resource inside the site that leads nowhere."""
    pages = pages_of(site)
    found = []
    for path, page in pages.items():
        for address in [*page.links, *page.loads]:
            why = _why_broken(address, path, site, pages)
            if why:
                found.append(f"{path.relative_to(site)}: {address} ({why})")
    for path in sorted(site.rglob("*.css")):
        for address in css_urls(path.read_text(encoding="utf-8")):
            if "/vendor/" in address:  # a font of the theme's, which no page asks for
                continue
            why = _why_broken(address, path, site, pages)
            if why:
                found.append(f"{path.relative_to(site)}: {address} ({why})")
    return found


def _why_broken(address: str, path: Path, site: Path, pages: dict[Path, Page]) -> str:
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
    if fragment and target in pages and fragment not in pages[target].ids:
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
