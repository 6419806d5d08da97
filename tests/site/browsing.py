"""What the tests of the site and the picture script share: where things are, which Chromium."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(os.environ.get("PARLOR_SITE", ROOT / "_build" / "html"))
TOC = Path(os.environ.get("PARLOR_TOC", ROOT / "_toc.yml"))
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# Chromium asks its maker for updates and lists unless told not to.
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def toc_pages(toc: Path = TOC) -> list[str]:
    """Return the pages of a table of contents, root first, without suffix."""
    found: list[str] = []

    def walk(node: object) -> None:
        if isinstance(node, dict):
            found.extend(node[key] for key in ("root", "file") if key in node)
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    if toc.is_file():
        walk(yaml.safe_load(toc.read_text(encoding="utf-8")))
    return found


def find_chromium() -> str | None:
    """Return the path of PARLOR_CHROMIUM or of the first Chromium on the path."""
    found = (shutil.which(name) for name in CHROMIUM)
    return os.environ.get("PARLOR_CHROMIUM") or next((path for path in found if path), None)


def settle(page) -> None:
    """Wait until a page has the font of its formulas and the theme has chosen its colours."""
    page.wait_for_function("['light', 'dark'].includes(document.documentElement.dataset.theme)")
    page.evaluate("document.fonts.ready.then(() => true)")


def resize(page, width: int, height: int = 800) -> None:
    """Give a page another size, and let its scripts know at once."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("window.dispatchEvent(new Event('resize'))")
