"""Pictures of every page of the built site: light and dark, desktop and phone.

Run as `python tests/site/screenshots.py [--out DIR] [--site DIR] [PAGE ...]`, after `make book`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from browsing import QUIET, ROOT, SITE, TOC, find_chromium, settle, toc_pages

SLICE = 2000  # pixels
WIDTHS = {"desktop": (1280, 900), "phone": (390, 844)}


def photograph(page: Page, stem: Path) -> int:
    """Take a page in slices, since Chromium cannot draw a very tall one; return how many."""
    width = page.viewport_size["width"]
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": width, "height": SLICE})
    slices = -(-height // SLICE)
    for number in range(slices):
        page.evaluate("y => scrollTo({top: y, behavior: 'instant'})", number * SLICE)
        page.wait_for_timeout(100)
        page.screenshot(path=stem.with_name(f"{stem.name}-{number}.png"))
    page.set_viewport_size({"width": width, "height": 900})
    return slices


def main() -> int:
    """Take the pictures and print where they are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "_build" / "screenshots")
    parser.add_argument("--site", type=Path, default=SITE)
    parser.add_argument("--toc", type=Path, default=TOC)
    parser.add_argument("pages", nargs="*", help="pages of the table of contents; default all")
    args = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        print("no Chromium found: install one or set PARLOR_CHROMIUM", file=sys.stderr)
        return 2
    if not args.site.is_dir():
        print(f"{args.site} does not exist: run `make book` first", file=sys.stderr)
        return 2
    args.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        for mode in ("light", "dark"):
            for device, (width, height) in WIDTHS.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=mode
                )
                page = context.new_page()
                for name in args.pages or toc_pages(args.toc):
                    page.goto((args.site / f"{name}.html").resolve().as_uri())
                    settle(page)
                    stem = f"{name.replace('/', '-')}-{mode}-{device}"
                    for number in range(photograph(page, args.out / stem)):
                        print(f"{stem}-{number}.png")
                context.close()
        browser.close()
    print(f"pictures are in {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
