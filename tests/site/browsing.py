"""What the tests of the site and the picture script share: where things are, which Chromium."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from press.project.places import Project

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
PLACES = Project(ROOT).pages
# those without a window to draw first: it takes a quarter of all the work
CHROMIUM = (
    "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser",
    "google-chrome",
)  # fmt: skip
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
# Chromium asks its maker for updates and lists unless told not to.
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--font-render-hinting=slight",  # as on a screen: without a window letters would be wider
]  # fmt: skip


def find_chromium() -> str | None:
    """Return the path of PARLOR_CHROMIUM or of the first Chromium on the path."""
    found = (shutil.which(name) for name in CHROMIUM)
    return os.environ.get("PARLOR_CHROMIUM") or next((path for path in found if path), None)


def settle(page) -> None:
    """Wait until a page has its fonts."""
    page.evaluate("document.fonts.ready.then(() => true)")


def resize(page, width: int, height: int = 900) -> None:
    """Give a page another size if it has not this one, and let its scripts know at once."""
    size = {"width": width, "height": height}
    if page.viewport_size == size:
        return
    page.set_viewport_size(size)
    page.evaluate("window.dispatchEvent(new Event('resize'))")


def watch(page, inside: str) -> list[str]:
    """Collect whatever goes wrong on a page, and every request that leaves `inside`."""
    faults: list[str] = []

    def on_request(request) -> None:
        if not request.url.startswith((inside, "data:", "blob:")):
            faults.append(f"request outside: {request.url}")

    def on_response(response) -> None:
        if response.status >= 400:
            faults.append(f"status {response.status}: {response.url}")

    def on_console(message) -> None:
        if message.type in ("error", "warning"):
            faults.append(f"console {message.type}: {message.text}")

    page.on("request", on_request)
    page.on("response", on_response)
    page.on("console", on_console)
    page.on("requestfailed", lambda request: faults.append(f"request failed: {request.url}"))
    page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
    return faults
