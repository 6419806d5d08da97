"""No page is heavy: what it loads, compressed as a static host sends it, and its elements."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from urllib.parse import unquote, urlsplit

from browsing import SITE, settle, toc_pages

MOST = 1_500_000  # bytes; the ledger and the audits may have more, and do not need it
TITLE = 300_000
NODES = 15_000
PACKED = {".ico", ".jpg", ".png", ".woff2"}  # a host sends these as they are

_sent: dict[Path, int] = {}


def sent(file: Path) -> int:
    """How many bytes a static host sends for a file."""
    if file not in _sent:
        content = file.read_bytes()
        _sent[file] = len(content if file.suffix in PACKED else gzip.compress(content, 6))
    return _sent[file]


def weight(page, site: Path, server: str) -> dict[str, int]:
    """What a page has loaded by now, file by file."""
    told = "[location.href, ...performance.getEntriesByType('resource').map(e => e.name)]"
    inside = {url for url in page.evaluate(told) if url.startswith(server)}
    paths = {unquote(urlsplit(url).path).lstrip("/") for url in inside}
    return {path: sent(site / path) for path in paths if (site / path).is_file()}


def test_a_page_is_light(opened, site: Path, server: str, name: str) -> None:
    opened.wait_for_load_state("networkidle")
    found = weight(opened, site, server)
    most = TITLE if name == toc_pages()[0] else MOST
    heaviest = sorted(found.items(), key=lambda pair: -pair[1])[:5]
    assert f"{name}.html" in found
    assert sum(found.values()) <= most, json.dumps(heaviest)


def test_a_page_has_few_elements(opened, name: str) -> None:
    assert opened.evaluate("document.querySelectorAll('*').length") <= NODES


def test_canary_a_heavy_page_is_seen(page, site: Path, server: str) -> None:
    page.goto(f"{server}/{toc_pages()[0]}.html")
    settle(page)
    page.wait_for_load_state("networkidle")
    before = weight(page, site, server)
    heavy = max((f for f in SITE.rglob("*.json")), key=lambda f: f.stat().st_size)
    address = f"{server}/{heavy.relative_to(SITE).as_posix()}"
    page.evaluate("url => fetch(url).then(answer => answer.text())", address)
    assert sum(weight(page, site, server).values()) - sum(before.values()) == sent(heavy) > 0
