"""Measure how soon pages are seen on a phone, beside a page of a stock Jupyter Book.

    python -m benchmarks.paint

writes `data/paint.json`: milliseconds until the first words stand on the screen, requests, bytes
as they travel, and how far things jump, of a page of each kind. The stock page is one of our
lectures as Jupyter Book prints it with its own settings; what it would load from other hosts is
refused at once, which is quicker than any answer. All pages are asked for in turn, by a phone
whose processor is four times slower than this machine and whose round trips take 150 ms.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, sync_playwright
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from press.tools.paper import find_chromium

from .machine import machine

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "_build" / "html"
FILE = ROOT / "data" / "paint.json"
STOCK = "book/guts/weenie"  # the lecture that the stock page has
PAGES = {  # a page of each kind; the two longest, the ledger and an audit, are among them
    "title page": "book/index",
    "lecture": STOCK,
    "lecture with a board": "book/token_game/index",
    "audit": "book/gift_exchange/audit",
    "lab": "book/token_game/lab",
    "ledger": "book/ledger",
    "own claim": "book/beyond/guts_pairs",
    "reference": "book/reference/guts",
    "search": "search",
}
ROUNDS = 7  # the median of an odd number is one of them
SLOWER, TRIP = 4, 150  # as Lighthouse takes a phone to be: its processor, and milliseconds
BYTES = 9e6 / 8  # a second, of a usual fourth-generation network
PHONE = {"width": 390, "height": 844}
SETTLED = 1000  # milliseconds after which nothing moves any more
SEEN = """() => {
  const entries = [...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource')];
  const [first] = performance.getEntriesByName('first-contentful-paint');
  return {paint: first.startTime, shift: window.shifted ?? 0, requests: entries.length,
    bytes: entries.reduce((sum, entry) => sum + entry.transferSize, 0)};
}"""
SHIFTS = """new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shifted = (window.shifted ?? 0) + entry.value;
}).observe({type: 'layout-shift', buffered: true});"""

Told = dict[str, Any]


def stock(folder: Path) -> Path:
    """Print the lecture as Jupyter Book does by itself, and return the site."""
    chapter, page = STOCK.split("/")[1:]
    shutil.copy(SITE / "downloads" / chapter / f"{page}.ipynb", folder / "page.ipynb")
    (folder / "_toc.yml").write_text("format: jb-book\nroot: page\n", "utf-8")
    (folder / "_config.yml").write_text("execute: {execute_notebooks: 'off'}\n", "utf-8")
    command = [str(Path(sys.executable).parent / "jupyter-book"), "build", "--quiet", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "_build" / "html"


def serve(sites: dict[str, Path]) -> tuple[uvicorn.Server, str]:
    """Serve sites as hosts do, compressed; the server, and its address."""
    app = Starlette(
        routes=[Mount(f"/{name}", StaticFiles(directory=sites[name])) for name in sites]
    )
    app.add_middleware(GZipMiddleware)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return server, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"


def seen(browser: Browser, address: str, inside: str) -> Told:
    """Open a page on a phone that knows nothing of the site yet."""
    with browser.new_context(
        viewport=PHONE, device_scale_factor=2, is_mobile=True, has_touch=True
    ) as context:
        tab = context.new_page()
        tab.add_init_script(SHIFTS)
        tab.route(lambda url: not url.startswith(inside), lambda route: route.abort())
        session = context.new_cdp_session(tab)
        session.send("Network.enable")
        limits = {"latency": TRIP, "downloadThroughput": BYTES, "uploadThroughput": BYTES}
        session.send("Network.emulateNetworkConditions", {"offline": False, **limits})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        tab.goto(address, wait_until="load")
        tab.wait_for_timeout(SETTLED)
        return tab.evaluate(SEEN)


def main() -> None:
    """Measure all pages in turn, several times, and write what was seen."""
    if not (SITE / "index.html").is_file():
        sys.exit(f"{SITE.relative_to(ROOT)} holds no book: run `make book` first")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, top = serve({"ours": SITE, "stock": stock(Path(folder))})
        pages = {kind: f"{top}/ours/{place}.html" for kind, place in PAGES.items()}
        pages["stock"] = f"{top}/stock/page.html"
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        found: dict[str, list[Told]] = {kind: [] for kind in pages}
        for turn in range(ROUNDS):
            print(f"round {turn + 1} of {ROUNDS}", file=sys.stderr)
            for kind, address in pages.items():
                found[kind].append(seen(browser, address, top))
        browser.close()
        server.should_exit = True
    told = {
        "machine": machine("playwright", "jupyter-book"),
        "rounds": ROUNDS, "slower": SLOWER, "trip": TRIP, "bytes": BYTES,
        "pages": {
            kind: {
                "place": PAGES.get(kind, STOCK),
                "paint": sorted(round(one["paint"]) for one in all_),
                "shift": round(max(one["shift"] for one in all_), 3),
                "requests": all_[-1]["requests"],
                "bytes": round(statistics.median(one["bytes"] for one in all_)),
            }
            for kind, all_ in found.items()
        },
    }  # fmt: skip
    FILE.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    for kind, one in told["pages"].items():
        middle = statistics.median(one["paint"])
        more = f"{one['requests']:3} requests  {one['bytes'] / 1e3:5.0f} kB"
        print(f"{kind:22} {middle:5.0f} ms  {more}")


if __name__ == "__main__":
    main()
